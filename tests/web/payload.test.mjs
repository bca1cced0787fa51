// Damaged data: whatever the bytes are, the viewer's reader refuses them or
// gives a tree that all views can draw. A longer run, from the clock's seed:
//
//	FG_FUZZ_SECONDS=600 node --test tests/web/payload.test.mjs
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./lib/load.mjs";
import { payload } from "./lib/page.mjs";
import { generator, makeProfile } from "./lib/profile.mjs";

const web = load();
const seconds = Number(process.env.FG_FUZZ_SECONDS || 0);
const SEEDS = [["a;b 3\na;c 4\n", 1], [makeProfile(60, 5, 12), 1],
	["x;y 1 2\nx;z 0 300\nw 5000 1\n", 2], [makeProfile(400, 6, 40), 1]]
	.flatMap(([folded, columns]) => [false, true].map(text =>
		({ ...payload(folded, { text, columns }), text, columns })));
const COUNTS = ["nodes", "names", "colours", "columns"];
const ODD = [-1, 0, 1, 2, 255, 65536, 2 ** 31, 2 ** 32 + 1, NaN, Infinity, 1.5];

// Some bytes changed, doubled, left out; perhaps a count, too.
function damage(seed, random) {
	const pick = n => Math.floor(random() * n);
	const data = seed.text ? Buffer.from(seed.data) : seed.data;
	const bytes = [...data];
	const options = { ...seed };

	for (let n = pick(4) + (random() < 0.8 ? 1 : 0); n > 0; n--) {
		const at = pick(bytes.length);

		switch (pick(5)) {
		case 0: bytes[at] = pick(256); break;
		case 1: bytes[at] ^= 1 << pick(8); break;
		case 2: bytes.splice(at, 1 + pick(9)); break;
		case 3: bytes.splice(at, 0, ...bytes.slice(pick(at + 1), at)); break;
		default: bytes.fill(random() < 0.5 ? 255 : 0, at, at + 1 + pick(40));
		}
	}
	if (random() < 0.2) {
		const name = COUNTS[pick(COUNTS.length)];
		options[name] = random() < 0.5 ? ODD[pick(ODD.length)] :
			options[name] + pick(7) - 3;
	}
	if (random() < 0.1)
		options.allLevels = true;
	if (random() < 0.1)
		options.gaps = true;
	return { bytes: Uint8Array.from(bytes), options };
}

function checkTree(tree) {
	const { count, parent, name, end, names, total } = tree;

	assert.equal(end[0], count);
	for (let i = 1; i < count; i++) {
		assert(parent[i] < i && name[i] < names.length - 1);
		assert(end[i] > i && end[i] <= end[parent[i]]);
		for (const sums of total)
			assert(sums[i] >= 0 && sums[i] <= sums[parent[i]]);
	}
	for (const sums of total)
		assert(Number.isFinite(sums[0]));
}

// What the screen needs of a tree, without the screen.
function drawAll(tree) {
	const options = { width: 980, least: 1, limit: 30000 };

	for (const view of [web.treeView(tree), web.invertedView(tree, false)]) {
		const boxes = web.layOut(view, view.root, { ...options });
		assert(boxes.x.length > 0 && boxes.x.length < 31000);
	}
	web.sumByName(tree);
	web.foldedText({ tree, settings: { scale: 0 } });
}

// Returns whether there was a tree.
function tryOne({ bytes, options }) {
	let tree;

	try {
		const streams = web.readStreams(bytes, options);

		tree = web.buildTree(streams);
		tree.gap = streams.gap;
	} catch (error) {
		assert(/^(Range|)Error$/.test(error.name), error.stack);
		return false;
	}
	checkTree(tree);
	drawAll(tree);
	return true;
}

test("damaged data are refused or drawn, and soon", () => {
	const seed = seconds ? Date.now() : 1;
	const random = generator(seed);
	const until = Date.now() + seconds * 1000;
	let read = 0;
	let runs = 0;

	for (; seconds ? Date.now() < until : runs < 4000; runs++) {
		const input = damage(SEEDS[runs % SEEDS.length], random);

		try {
			read += tryOne(input);
		} catch (error) {
			error.message += ` (seed ${seed}, run ${runs}, ${
				Buffer.from(input.bytes).toString("base64")}, ${
				JSON.stringify({ ...input.options, data: "" })})`;
			throw error;
		}
	}
	// The one or the other alone would test half of it.
	assert(read > runs / 20 && read < runs * 0.95, `${read} of ${runs}`);
});
