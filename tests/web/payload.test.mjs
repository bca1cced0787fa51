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
const PROFILES = [["a;b 3\na;c 4\n", 1], [makeProfile(60, 5, 12), 1],
	["x;y 1 2\nx;z 0 300\nw 5000 1\n", 2], [makeProfile(400, 6, 40), 1]]
	.flatMap(([folded, columns]) => [false, true].map(text =>
		({ folded, text, columns })));
const SEEDS = PROFILES.map(p => ({ ...payload(p.folded, p), ...p }));
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

// Well-formed numbers that are not those of the profile: too large, off by
// one, those of their neighbours.
function lie(profile, random) {
	const pick = n => Math.floor(random() * n);
	const rate = random() * random();
	let last = 0;
	const alter = value => {
		const before = last;

		last = value;
		if (random() > rate)
			return value;
		return [value + 1, Math.max(0, value - 1), before, pick(9), 0,
			2 ** pick(54), value * 43][pick(7)];
	};
	const options = { ...profile, ...payload(profile.folded,
		{ ...profile, alter }) };

	if (random() < 0.2)
		options.allLevels = !options.allLevels;
	return { bytes: Uint8Array.from(Buffer.from(options.data)), options };
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

	for (const view of [web.treeView(tree), web.callersView(tree, false)]) {
		const boxes = web.layOut(view, view.root, { ...options });
		assert(boxes.x.length > 0 && boxes.x.length < 31000);
	}
	web.sumByName(tree);
	web.foldedText(tree, 0);
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

// Calls `attempt(random, run)` for the time there is, or so often.
function repeatedly(often, attempt) {
	const seed = seconds ? Date.now() : 1;
	const random = generator(seed);
	const until = Date.now() + seconds * 1000 / 3;
	let runs = 0;

	for (; seconds ? Date.now() < until : runs < often; runs++) {
		try {
			attempt(random, runs);
		} catch (error) {
			error.message += ` (seed ${seed}, run ${runs})`;
			throw error;
		}
	}
	console.log(`executions ${runs}`);
	return runs;
}

function tryTold(input) {
	try {
		return tryOne(input);
	} catch (error) {
		error.message += ` (${Buffer.from(input.bytes).toString("base64")}, ${
			JSON.stringify({ ...input.options, data: "" })})`;
		throw error;
	}
}

test("damaged data are refused or drawn, and soon", () => {
	let read = 0;
	const runs = repeatedly(4000, (random, run) => {
		read += tryTold(damage(SEEDS[run % SEEDS.length], random));
	});

	// The one or the other alone would test half of it.
	assert(read > runs / 20 && read < runs * 0.95, `${read} of ${runs}`);
});

test("data that lie are refused or drawn, and soon", () => {
	let read = 0;
	const runs = repeatedly(1000, (random, run) => {
		read += tryTold(lie(PROFILES[run % PROFILES.length], random));
	});

	assert(read > runs / 20 && read < runs * 0.95, `${read} of ${runs}`);
});

// A found one: with numbers of callees whose sum comes back to a small one,
// a loop went through all of them.
test("numbers of callees cannot wrap", () => {
	const profile = PROFILES[0];
	const bytes = [0xfb, 0xff, 0xff, 0xff, 0x0f, 10]; // 2 ** 32 - 5 and 10

	assert.throws(() => web.readCallees(
		web.reader(Uint8Array.from(bytes), false), 1), /contradict/);
	for (let at = 1; at < 30; at++) {
		let k = 0;
		const lies = payload(profile.folded, { ...profile, alter: v => {
			k++;
			return k === at ? 2 ** 32 - 5 : k === at + 1 ? v + 5 : v;
		} });

		tryTold({ bytes: Uint8Array.from(lies.data),
			options: { ...profile, ...lies } });
	}
});

const WORDS = ["v", "s", "z", "c", "fn", "hide", "focus", "merge", "p", "u",
	"f=only-regex--", "f=below-name-i-", "f=frames-thread-x-",
	"tree", "time", "a", "b*3.c", "1*999999999", "-1", "NaN", "1e400", "zz.zz",
	"%", "%ff", "%00", "=", "&", "(", "[a", "a|b", "\\", "x{2,1}", "\ud800",
	"\u202e", "<b>", "__proto__", "constructor", "&s=", "&z=", "&v=", "&ic=1"];

function someWords(random) {
	const pick = n => Math.floor(random() * n);
	let text = "";

	for (let n = pick(9); n > 0; n--)
		text += WORDS[pick(WORDS.length)] + (random() < 0.3 ? "=" : "");
	return text;
}

// What the attributes of the metadata say, any of them.
const settingsOf = random => web.readSettings({ getAttribute: name =>
	random() < 0.7 || name.startsWith("data-search") && random() < 0.5 ?
		null : random() < 0.5 ? someWords(random) :
			String(ODD[Math.floor(random() * ODD.length)]) });

function tree() {
	const seed = SEEDS[2];

	return web.buildTree(web.readStreams(seed.data, seed));
}

test("any link and any settings give a state that can be shown", () => {
	const view = web.treeView(tree());

	repeatedly(1000, random => {
		const settings = settingsOf(random);
		const start = web.defaultState(settings);
		const state = web.readState(someWords(random), start);
		const link = web.writeState(state, start);
		const again = web.readState(link, start);
		const place = web.nodeAtPlace(view.tree ?? tree(), settings,
			ODD[Math.floor(random() * ODD.length)], someWords(random),
			random() * 500);

		// a link that was written says the same when it is read, but for
		// hashes that are none
		if (state.path.every(Number.isSafeInteger))
			assert.equal(web.writeState(again, start), link);
		assert(state.path.length <= 1e6 && state.terms.length <= 6);
		assert(web.follow(view, state.path).node >= view.root);
		assert(place >= -1);
		for (const term of state.terms) {
			try {
				web.compile(term, state);
			} catch (error) {
				assert.match(error.name, /^(Syntax)?Error$/);
			}
		}
	});
});
