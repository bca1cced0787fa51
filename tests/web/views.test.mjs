// Views, search and edits against a plain reading of the folded lines.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./lib/load.mjs";
import * as oracle from "./lib/oracle.mjs";
import { payload } from "./lib/page.mjs";
import { makeProfile } from "./lib/profile.mjs";

const web = load();

function treeOf(folded, columns = 1) {
	const { data, ...counts } = payload(folded, { columns });

	return web.buildTree(web.readStreams(data, { ...counts, columns }));
}

const FOLDED = makeProfile(1500, 11, 40);
const STACKS = oracle.stacksOf(FOLDED);
function walk(view, visit) {
	const stack = [[view.root, []]];

	while (stack.length) {
		const [v, path] = stack.pop();

		visit(v, path);
		for (const kid of view.children(v))
			stack.push([kid, [...path, view.label(kid)]]);
	}
}

test("the tree has the total of every path", () => {
	const view = web.treeView(treeOf(FOLDED));
	let count = 0;

	walk(view, (v, path) => {
		count++;
		assert.equal(view.weight(v), oracle.sum(oracle.below(STACKS, path)));
		assert.equal(view.self(v, 0), oracle.sum(oracle.endsAt(STACKS, path)));
	});
	assert.equal(count, oracle.pathsOf(STACKS).length + 1);
});

test("callers first is the tree of the reversed stacks", () => {
	const reversed = STACKS.map(s => ({ ...s, names: [...s.names].reverse() }));
	const view = web.callersView(treeOf(FOLDED), false);
	let count = 0;

	walk(view, (v, path) => {
		count++;
		assert.equal(view.weight(v), oracle.sum(oracle.below(reversed, path)));
		assert.equal(view.total(v, 0), view.weight(v));
	});
	assert.equal(count, oracle.pathsOf(reversed).length + 1);
});

test("callers first has both sides of a difference", () => {
	const tree = treeOf("x;leaf 500 0\ny;leaf 100 200\nz;other 400 800\n", 2);

	for (const by of ["after", "before", "max"]) {
		const view = web.callersView(web.chooseWidths(tree, by), false);
		const sides = v => [0, 1].map(column => view.total(v, column));
		const kids = view.children(view.root);

		assert.deepEqual(sides(view.root), [1000, 1000]);
		assert.deepEqual(Array.from(kids, v => [view.label(v), ...sides(v)]),
			[["leaf", 600, 200], ["other", 400, 800]]);
		assert.deepEqual(Array.from(view.children(kids[0]), v =>
			[view.label(v), ...sides(v)]), [["x", 500, 0], ["y", 100, 200]]);
	}
});

// The part of a stack from the outermost `name` on, or up to it.
function around(name) {
	const all = STACKS.filter(s => s.names.includes(name)).map(s => ({
		...s, at: s.names.indexOf(name),
	}));

	return {
		callees: all.map(s => ({ ...s, names: s.names.slice(s.at) })),
		callers: all.map(s => ({
			...s, names: s.names.slice(0, s.at + 1).reverse(),
		})),
	};
}

test("a sandwich has all callees and callers of a function, once", () => {
	const tree = treeOf(FOLDED);

	for (const name of new Set(STACKS.map(s => s.names[2]).filter(Boolean))) {
		const { callees, callers } = around(name);
		const [down, up] = web.sandwichViews(tree, tree.names.indexOf(name),
			true);

		walk(down, (v, path) => {
			const here = oracle.below(callees, [name, ...path]);
			assert.equal(down.weight(v), oracle.sum(here));
			assert.equal(down.self(v, 0), oracle.sum(
				here.filter(s => s.names.length === path.length + 1)));
		});
		walk(up, (v, path) => assert.equal(up.weight(v),
			oracle.sum(oracle.below(callers, [name, ...path]))));
	}
});

test("the table counts recursion once", () => {
	const tree = treeOf(FOLDED);
	const [{ self, total }] = web.sumByName(tree);

	for (const [n, name] of tree.names.entries()) {
		if (n === tree.names.length - 1)
			continue;
		assert.equal(self[n], oracle.sum(oracle.selfOf(STACKS, name)));
		assert.equal(total[n],
			oracle.sum(oracle.through(STACKS, x => x === name)));
	}
});

test("search counts a stack once, whatever matches in it", () => {
	const tree = treeOf(FOLDED);
	const terms = ["parse", "_\\[k\\]", "^db::", "nothing at all"];
	const regexes = terms.map(t => web.compile(t, {}));
	const search = web.runSearch(tree, regexes);
	const test1 = (name, i) => new RegExp(terms[i]).test(name) ||
		new RegExp(terms[i]).test(name.replace(/_\[[kwij]\]$/, ""));

	for (const i of terms.keys()) {
		const found = web.countMatches(search, 1 << i, 0);
		const names = new Set(STACKS.flatMap(s => s.names)
			.filter(n => test1(n, i)));

		assert.equal(found.total,
			oracle.sum(oracle.through(STACKS, n => test1(n, i))));
		assert.equal(found.self, oracle.sum(STACKS.filter(s =>
			test1(s.names.at(-1), i))));
		assert.equal(found.functions, names.size);
		assert.equal(found.frames, oracle.pathsOf(STACKS).filter(p =>
			test1(p.at(-1), i)).length);
	}
	const any = name => [0, 1, 2, 3].some(i => test1(name, i));
	assert.equal(web.matchedBelow(search, 0, 0),
		oracle.sum(oracle.through(STACKS, any)));
	const view = web.treeView(tree);
	walk(view, (v, path) => assert.equal(view.matched(v, search, 0),
		oracle.sum(oracle.below(STACKS, path).filter(s =>
			s.names.slice(Math.max(0, path.length - 1)).some(any)))));
	const inverted = web.callersView(tree, true);
	assert.equal(inverted.matched(inverted.root, search, 0),
		oracle.sum(oracle.through(STACKS, any)));
});

test("terms: regular, literal, quoted, any case; bad ones throw", () => {
	const hit = (term, name, options = {}) =>
		web.matches(web.compile(term, options), name);

	assert(hit("^main$", "main"));
	assert(hit("^main$", "main_[j]"));
	assert(!hit("a.c", "A.C"));
	assert(hit("a.c", "ABC", { ignoreCase: true }));
	assert(!hit("a.c", "abc", { literal: true }));
	assert(hit("\"f(x)[1]\"", "f(x)[1]"));
	assert.throws(() => web.compile("(", {}));
	assert(hit("(", "f(", { literal: true }));
});

function edited(options) {
	return web.foldedText(web.transform(treeOf(FOLDED), {
		order: "name", chart: false, ...options,
	}), 0).trim().split("\n").sort();
}

const named = (how, ...names) => names.map(text => ({ how, what: "name", text }));

// What a function calls when it is called again is called by the first call.
function withoutRecursion(names) {
	const left = [];

	for (const name of names) {
		if (left.includes(name))
			left.length = left.indexOf(name) + 1;
		else
			left.push(name);
	}
	return left;
}

// What a filter leaves of the names of a stack; null if the stack goes.
function filteredNames(names, { how, hit }) {
	const first = names.findIndex(hit);

	return {
		only: () => first < 0 ? null : names,
		without: () => first < 0 ? names : null,
		below: () => first < 0 ? null : names.slice(first),
		frames: () => names.filter((name, i) => !hit(name, i)),
	}[how]();
}

function wanted(filters, after = names => names) {
	return oracle.fold(STACKS.map(s => ({ ...s, names: after(filters.reduce(
		(names, filter) => names && filteredNames(names, filter), s.names)) }))
		.filter(s => s.names && s.names.length));
}

test("every filter does to stacks what it says, of names, modules, threads", () => {
	const name = STACKS[STACKS.length >> 1].names[1];
	const subjects = [
		{ what: "name", text: name, hit: n => n === name },
		{ what: "regex", text: "parse|^db::.*9", hit: n => /parse|^db::.*9/.test(n) },
		{ what: "regex", text: "TABLE", ignoreCase: true, hit: n => /table/i.test(n) },
		{ what: "module", text: "^db", hit: n => /^db/.test(web.moduleOf(n)) },
		{ what: "thread", text: "a", hit: (n, i) => i === 0 && /a/.test(n) },
	];

	for (const how of ["only", "without", "below", "frames"])
		for (const subject of subjects) {
			const filter = { how, ...subject };

			assert.deepEqual(edited({ filters: [filter] }).filter(Boolean),
				wanted([filter]), `${how} ${subject.what} ${subject.text}`);
		}
});

test("filters work one after the other, in their order", () => {
	const first = STACKS[STACKS.length >> 1].names;
	const is = name => ({ what: "name", text: name, hit: n => n === name });
	const below = { how: "below", ...is(first[1]) };
	const without = { how: "without", ...is(first[0]) };
	const hidden = { how: "frames", what: "regex", text: "a", hit: n => /a/.test(n) };
	const only = { how: "only", what: "regex", text: "o", hit: n => /o/.test(n) };

	for (const filters of [[below, without], [without, below], [hidden, only],
		[only, hidden, below], [only, without, only], [below, hidden, only]])
		assert.deepEqual(edited({ filters }).filter(Boolean), wanted(filters));
	assert.notDeepEqual(wanted([below, without]), wanted([without, below]));
	assert.deepEqual(edited({ filters: [hidden], recursion: true }),
		wanted([hidden], names => names && withoutRecursion(names)));
});

test("a filter is a text and back; nonsense is none", () => {
	const filter = { how: "below", what: "module", text: "a-b-c%",
		ignoreCase: true, off: true };

	assert.deepEqual(web.readFilter(web.writeFilter(filter)), filter);
	for (const bad of ["", "only", "only-name-", "only-name--", "toString-name--a",
		"only-toString--a", "only-name-z-a", "-", "only-regex-ii-a", undefined])
		assert.equal(web.readFilter(bad), null);
	assert.equal(web.activeFilters({ filters: ["only-name-x-a", "only-name--b"] })
		.length, 1);
	assert.equal(web.isUsable({ what: "regex", text: "(" }), false);
	assert.deepEqual(edited({ filters: [{ how: "only", what: "regex", text: "(" }] }),
		oracle.fold(STACKS));
});

test("collapsed recursion is the first call with what all calls do", () => {
	assert.deepEqual(edited({ recursion: true }), wanted([], withoutRecursion));
});

test("recursion collapses in stacks of any depth, and soon", () => {
	const deep = Array.from({ length: 30000 }, (n, i) => `f${i}`).join(";");
	const tree = treeOf(`${deep} 1\n` +
		[0, 1, 2].map(i => `${deep};f0;g${i} 1\n`).join(""));
	const made = web.transform(tree, {
		recursion: true, order: "name", chart: false,
	});

	assert.deepEqual(web.foldedText(made, 0).trim().split("\n").map(l =>
		l.length > 99 ? "deep 1" : l), ["deep 1", "f0;g0 1", "f0;g1 1", "f0;g2 1"]);
});

test("an empty name at the end of a stack survives as a dash", () => {
	const tree = treeOf("a;;b 2\na; 3\n");

	assert.equal(web.foldedText(tree, 0), "a;- 3\na;;b 2\n");
});

test("there can be any number of filters", () => {
	const names = Array.from({ length: 40 }, (n, i) => `f${i}`);
	const made = web.transform(treeOf(`${names.join(";")} 5\n${
		names.slice(1).join(";")} 7\n${names.slice(0, -1).join(";")} 9\n`),
	{ filters: named("only", ...names), order: "name" });

	assert.equal(made.total[0][0], 5);
});

test("the hottest leaf is where most weight ends", () => {
	const view = web.treeView(treeOf("a;b 2\na;c 3\na;d 3\ne;hot 7\n"));

	assert.equal(view.label(view.hottest(0)), "hot");
	assert.equal(view.label(view.hottest(1)), "c");
});

test("by weight, the heaviest child is first everywhere", () => {
	const tree = web.transform(treeOf(FOLDED),
		{ order: "weight", chart: false });
	const view = web.treeView(tree);

	walk(view, v => {
		const w = [...view.children(v)].map(view.weight);
		assert.deepEqual(w, [...w].sort((a, b) => b - a));
	});
	assert.deepEqual(web.foldedText(tree, 0).trim()
		.split("\n").sort(), oracle.fold(STACKS));
});

test("the larger width keeps what vanished and what is new", () => {
	const tree = treeOf("a;old 5 0\na;new 0 7\na;same 3 2\n", 2);
	const width = by => [...web.chooseWidths(tree, by).width];

	assert.deepEqual(width("before"), [8, 8, 0, 5, 3]);
	assert.deepEqual(width("after"), [9, 9, 7, 0, 2]);
	assert.deepEqual(width("max"), [15, 15, 7, 5, 3]);
});
