// The rows of the call tree, against a plain reading of the folded lines.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./lib/load.mjs";
import * as oracle from "./lib/oracle.mjs";
import { payload } from "./lib/page.mjs";
import { makeProfile } from "./lib/profile.mjs";

const web = load();

function viewOf(folded) {
	const { data, ...counts } = payload(folded);

	return web.treeView(web.buildTree(web.readStreams(data, counts)));
}

const FOLDED = makeProfile(1500, 5, 40);
const STACKS = oracle.stacksOf(FOLDED);
const weightOf = path => oracle.sum(oracle.below(STACKS, path));

function pathOf(view, v) {
	return v === view.root ? [] : [...pathOf(view, view.parent(v)), view.label(v)];
}

function check(rows) {
	rows.node.forEach((v, i) => {
		assert.equal(rows.level[i], pathOf(rows.view, v).length + 1);
		if (i)
			assert(rows.level[i] <= rows.level[i - 1] + 1);
	});
	assert.equal(new Set(rows.node).size, rows.node.length);
}

test("the heaviest path is open at once", () => {
	const view = viewOf(FOLDED);
	const rows = web.makeRows(view, view.root);
	const path = [];

	for (;;) {
		const kids = new Set(STACKS.filter(s => oracle.startsWith(s, path))
			.map(s => s.names[path.length]).filter(Boolean));
		if (!kids.size)
			break;
		const most = Math.max(...[...kids].map(k => weightOf([...path, k])));
		const row = path.length + 1;

		assert.equal(weightOf(pathOf(view, rows.node[row])), most);
		path.push(view.label(rows.node[row]));
	}
	check(rows);
});

test("all rows open, sort, close and open as they were", () => {
	const view = viewOf(FOLDED);
	const rows = web.makeRows(view, view.root);

	web.openAll(rows, 0);
	const paths = rows.node.map(v => pathOf(view, v).join(";"));
	const all = oracle.pathsOf(STACKS).filter(p => weightOf(p) > 0);
	assert.deepEqual([...paths].sort(), ["", ...all.map(p => p.join(";"))].sort());
	check(rows);
	web.sortRows(rows, (a, b) => view.label(a) < view.label(b) ? -1 : 1);
	assert.equal(rows.node.length, paths.length);
	assert.deepEqual(rows.node.slice(1).map(v => pathOf(view, v).join("\0")),
		all.map(p => p.join("\0")).sort());
	check(rows);
	const before = [...rows.node];

	web.closeRow(rows, 1);
	assert(rows.node.length < before.length);
	assert.equal(rows.level.filter(level => level === 2).length,
		new Set(STACKS.map(s => s.names[0])).size);
	web.openRow(rows, 1);
	assert.deepEqual(rows.node, before);
});

test("a node is found in its row, in that of its caller, or revealed", () => {
	const view = viewOf("a;b;c;d 5\na;x;y 3\nz 1\n");
	const rows = web.makeRows(view, view.root);
	const names = () => rows.node.map(view.label);
	const node = name => Array.from({ length: view.tree.count }, (n, v) => v)
		.find(v => view.label(v) === name);

	assert.deepEqual(names(), ["all", "a", "b", "c", "d", "x", "z"]);
	assert.equal(names()[web.rowOfNode(rows, node("y"))], "x");
	assert.equal(web.revealRow(rows, node("y")), 6);
	assert.deepEqual(names().slice(5), ["x", "y", "z"]);
	web.closeRow(rows, 1);
	assert.deepEqual(names(), ["all", "a", "z"]);
	assert.equal(web.revealRow(rows, node("d")), 4);
	assert.equal(names()[4], "d");
});

test("a million rows open within seconds, however deep", () => {
	const deep = Array.from({ length: 20000 }, (n, i) => `f${i % 7}`).join(";");
	const view = viewOf(`${deep} 5\n`);
	const rows = web.makeRows(view, view.root);

	web.openAll(rows, 0);
	assert.equal(rows.node.length, 20001);
});
