// Boxes, hit test, labels, numbers and links.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./lib/load.mjs";
import { payload } from "./lib/page.mjs";
import { makeProfile } from "./lib/profile.mjs";

const web = load();

function viewOf(folded) {
	const { data, ...counts } = payload(folded);

	return web.treeView(web.buildTree(web.readStreams(data, counts)));
}

const OPTIONS = { width: 1000, least: 1, limit: 30000 };
const PROFILE = viewOf(makeProfile(5000, 5));

function rowsOf(boxes) {
	return boxes.rowStart.slice(0, -1).map((from, r) =>
		Array.from({ length: boxes.rowStart[r + 1] - from },
			(n, i) => from + i));
}

test("boxes lie in rows, left to right, over their callers", () => {
	const boxes = web.layOut(PROFILE, 0, OPTIONS);

	for (const row of rowsOf(boxes)) {
		for (const [k, i] of row.entries()) {
			assert(boxes.x[i] + boxes.w[i] <= 1000.001);
			if (k > 0)
				assert(boxes.x[i] >= boxes.x[row[k - 1]] +
					boxes.w[row[k - 1]] - 1e-6);
			if (boxes.kind[i] === 0)
				assert(boxes.w[i] >= 1);
			else
				assert(boxes.cover[i] > 0 && boxes.cover[i] <= 1);
		}
	}
});

test("every place of a box hits that box", () => {
	const boxes = web.layOut(PROFILE, 0, OPTIONS);

	rowsOf(boxes).forEach((row, r) => {
		for (const i of row) {
			const at = web.hit(boxes, r, boxes.x[i] + boxes.w[i] / 2);
			assert.equal(at, i);
			assert.equal(web.rowOf(boxes, i), r);
		}
	});
	assert.equal(web.hit(boxes, 0, -5), -1);
	assert.equal(web.hit(boxes, 500, 10), -1);
});

test("a zoomed frame has the whole width, its callers too", () => {
	const [node] = PROFILE.children(PROFILE.children(0)[0]);
	const boxes = web.layOut(PROFILE, node, OPTIONS);

	assert.deepEqual([...boxes.kind.slice(0, 3)], [1, 1, 0]);
	assert.deepEqual([...boxes.w.slice(0, 3)], [1000, 1000, 1000]);
	assert.equal(boxes.node[2], node);
	const scale = 1000 / PROFILE.weight(node);
	boxes.node.forEach((n, i) => {
		if (i > 2 && boxes.kind[i] === 0)
			assert(Math.abs(boxes.w[i] - PROFILE.weight(n) * scale) < 1e-6);
	});
});

test("there are never more boxes than allowed", () => {
	const lines = Array.from({ length: 50000 }, (n, i) => `a;f${i};g 1`);
	const view = viewOf(`${lines.join("\n")}\n`);
	const boxes = web.layOut(view, 0, { ...OPTIONS, width: 200000, limit: 3000 });

	assert(boxes.node.length <= 3000);
	assert(boxes.node.length > 100);
});

test("fifty thousand frames on one another need no recursion", () => {
	const view = viewOf(`${Array(50000).fill("f").join(";")} 3\n`);
	const boxes = web.layOut(view, 0, { ...OPTIONS, limit: 1e6 });

	assert.equal(boxes.rows, 50001);
	assert.equal(view.deep(0), 50000);
});

test("no weight at all is drawn as a root", () => {
	const boxes = web.layOut(viewOf("a;b 0\n"), 0, OPTIONS);

	assert.deepEqual([...boxes.node], [0]);
});

test("labels are cut where they must be, never inside a letter", () => {
	const ruler = c => c === "." ? 3 : 7;
	const fit = (name, room, keep) => web.fitLabel(name, room, ruler, keep);

	assert.equal(fit("main", 28, "start"), "main");
	assert.equal(fit("abcdefgh", 41, "start"), "abcde..");
	assert.equal(fit("abcdefgh", 41, "end"), "..defgh");
	assert.equal(fit("abcdefgh", 41, "middle"), "ab..gh");
	assert.equal(fit("abcdefgh", 15, "start"), "");
	assert.equal(fit("e\u0301e\u0301e\u0301e\u0301", 48, "start"), "e\u0301e\u0301e\u0301..");
	assert.equal(fit("😀😀😀😀", 27, "start"), "😀😀😀..");
	assert.equal(fit("db::Index::scan(int)", 70, "short"), "scan");
	assert.equal(fit(`${"x".repeat(10240)}end`, 41, "end"), "..xxend");
});

test("numbers are exact, with commas, and scaled where they have a unit", () => {
	const numbers = settings => web.makeNumbers({ scale: 0, factor: 1,
		unit: "samples", countName: "samples", ...settings });

	assert.equal(numbers().full(1234567), "1,234,567 samples");
	assert.equal(numbers({ scale: 2 }).exact(123456), "1,234.56");
	assert.equal(numbers({ scale: 1 }).exact(5), "0.5");
	assert.equal(numbers({ scale: 1 }).exact(20), "2");
	assert.equal(numbers({ factor: 0.5 }).exact(9), "5");
	assert.equal(numbers().exact(2 ** 53 - 1), "9,007,199,254,740,991");
	assert.equal(numbers().exact(2 ** 60)[0], "~");
	assert.equal(numbers({ unit: "ns" }).brief(1234567), "1.23 ms");
	assert.equal(numbers({ unit: "ms" }).brief(90000), "1.5 min");
	assert.equal(numbers({ unit: "bytes" }).brief(1536), "1.5 KiB");
	assert.equal(numbers({ unit: "bytes" }).brief(1022 * 1024), "1022 KiB");
	assert.equal(numbers({ unit: "bytes" }).brief(1048575), "1 MiB");
	assert.equal(numbers({ unit: "ns" }).brief(999999999), "1 s");
	assert.equal(numbers({ unit: "ns" }).brief(999499999), "999 ms");
	assert.equal(web.percent(1, 3), "33.33%");
	assert.equal(web.percent(1, 0), "0.00%");
});

test("text on every colour can be read, in both themes", () => {
	const contrast = (a, b) => {
		const [x, y] = [a, b].map(web.luminance).sort((p, q) => q - p);
		return (x + 0.05) / (y + 0.05);
	};

	for (let c = 0; c < 0x1000000; c += 0x3331) {
		for (const colour of [c, web.darkened(c), web.mix(c, 0xffffff, 0.5),
			web.mix(web.darkened(c), web.DARK.mixed, 0.5)]) {
			const ink = web.inkOn(colour) === "#000" ? 0 : 0xffffff;
			assert(contrast(colour, ink) >= 4.5, colour.toString(16));
		}
	}
});

test("a path survives being written; a long one is short", () => {
	const path = [1, 1, 1, 4294967295, 7, 7].map(n => n >>> 0);

	assert.deepEqual([...web.readPath(web.writePath(path))], path);
	assert(web.writePath(Array(5000).fill(123456789)).length < 20);
	assert.deepEqual([...web.readPath("")], []);
	for (const bad of ["zz*9e99", "*", ".", "%%", "a*-1"])
		assert(web.readPath(bad).length <= 1e6);
});

test("the state survives being a link", () => {
	const start = web.defaultState({ preset: [] });
	const states = [
		{}, { view: "sandwich", fn: "a&b=c#d;é" }, { terms: ["x+y", "\"q\""] },
		{ icicle: true, ignoreCase: true, literal: true, recursion: true },
		{ filters: ["without-name--a b", "only-regex-i-<x>", "below-module-x-y"] },
		{ path: [1, 2, 2], part: 1, order: "weight", colour: "module" },
	];

	for (const changes of states) {
		const state = { ...start, ...changes };
		const back = web.readState(web.writeState(state, start), start);
		assert.equal(JSON.stringify(back), JSON.stringify(state));
	}
	assert.equal(web.writeState(start, start), "");
});

test("a path leads to its frame, or to the nearest caller there is", () => {
	for (const v of PROFILE.children(PROFILE.children(0)[0])) {
		const path = web.pathTo(PROFILE, v);
		assert.equal(web.follow(PROFILE, path).node, v);
		const far = web.follow(PROFILE, [...path, 5, 6]);
		assert.equal(far.node, v);
		assert.equal(far.whole, false);
	}
});

test("of siblings with one name a path leads to the right one", () => {
	const tree = web.finishTree({ count: 6, names: ["a", "b", "all"],
		name: Uint32Array.of(2, 0, 1, 0, 1, 0),
		parent: Uint32Array.of(0, 0, 0, 0, 3, 0),
		depth: Uint8Array.of(0, 1, 1, 1, 2, 1),
		self: [Float64Array.of(0, 1, 1, 0, 1, 1)], byTime: true });
	const view = web.treeView(tree);

	for (const v of [1, 2, 3, 4, 5]) {
		const path = web.readPath(web.writePath(web.pathTo(view, v)));

		assert.equal(web.follow(view, path).node, v);
		assert.equal(web.follow(view, path).whole, true);
	}
});

test("places of flamegraph.pl and inferno are understood", () => {
	const view = viewOf("a;b 10\na;c 5\nd 5\n");
	const settings = { row: 16, top: 36, bottom: 34, width: 1200, total: 0,
		scale: 0, icicle: false };
	const at = (x, y) => {
		const v = web.nodeAtPlace(view.tree, settings, 118, x, y);
		return v < 0 ? "" : view.label(v);
	};

	assert.equal(at("10.0", 69), "all");
	assert.equal(at("10.0", 53), "a");
	assert.equal(at("10.0", 37), "b");
	assert.equal(at("600.0", 37), "c");
	assert.equal(at("895.0", 53), "d");
	assert.equal(at("10", 37), "c");
	assert.equal(at("0", 37), "b");
	assert.equal(at("15", 53), "d");
	assert.equal(at("333.3", 37), "");
	assert.equal(at("10.0", 44), "");
	assert.equal(at("10.0", -900), "");
});

// The static picture's rules, in C, have to say the same of this file.
test("names tell what they belong to", () => {
	const lines = readFileSync(new URL("../../fixtures/render/modules/names.tsv",
		import.meta.url), "utf8").replace(/\n$/, "").split("\n");

	assert(lines.length > 40);
	for (const [name, module] of lines.map(line => line.split("\t")))
		assert.equal(web.moduleOf(name), module, name);
});
