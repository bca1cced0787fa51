// The viewer's own regular expressions, against the browser's; and their time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./lib/load.mjs";

const web = load();

// Always by the machine, also what the browser could do quickly.
function machine(source, flags) {
	const m = web.makeMachine(source, flags);

	return text => {
		m.left = 1e9;
		return web.runMachine(m, text, 0, [], [0]);
	};
}

let seed = 1;
function random(n) {
	seed = seed * 1103515245 + 12345 & 0x7fffffff;
	return (seed >> 8) % n;
}
const pick = list => list[random(list.length)];
const ATOMS = [..."abAB_ -", "\\.", ".", "[ab]", "[^a]", "[a-c]", "[\\w-]",
	"[\\]a]", "\\w", "\\d", "\\s", "\\S", "\\W", "\\x61", "\\u0062", "\u00fc",
	"{", "]", "}", "\\x6", "\\u{2}", "\\u006", "[", "-"];
const EDGES = ["^", "$", "\\b", "\\B"];
const TIMES = ["*", "+", "?", "{2}", "{1,2}", "{1,}", "{0,1}", "*?", "+?"];

function pattern(depth) {
	const inner = () => pattern(depth - 1);

	switch (random(depth > 0 ? 9 : 3)) {
	case 0: return pick(EDGES);
	case 1: case 2: return pick(ATOMS);
	case 3: case 4: return inner() + inner();
	case 5: return `${pick(["(", "(?:", `(?<n${random(1e6)}>`])}${inner()}|` +
		`${inner()})`;
	case 6: return `(?:${inner()})${pick(TIMES)}`;
	case 7: return `${inner()}|${inner()}`;
	default: return `(?${pick("=!")}${inner()})`;
	}
}

test("matches are those of the browser", () => {
	let tried = 0;

	for (let i = 0; i < 20000; i++) {
		const source = pattern(4);
		const flags = pick(["", "i"]);
		let native;

		try {
			native = new RegExp(source, flags);
		} catch {
			continue;
		}
		const own = machine(source, flags);
		for (let k = 0; k < 3; k++, tried++) {
			const text = Array.from({ length: random(9) },
				() => pick("aabAB_ .-b{}\u00fc\u00dc\n")).join("");

			assert.equal(own(text), native.test(text),
				`/${source}/${flags} in ${JSON.stringify(text)}`);
		}
	}
	assert(tried > 30000);
});

test("no expression takes longer than a name is long", () => {
	const cases = [
		["(a+)+$", "a"], ["(a|a)*b", "a"], ["(a|a)(a|a)(a|a)".repeat(20), "b"],
		["(x+x+)+y", "x"], ["x*x*x*x*x*y", "x"], ["(.*)*(.*)*(.*)*z", "x"],
		["(?=(a+)+b)a", "a"], ["(a?){100}a{100}b", "a"], ["^(([a-z])+.)+[A-Z]", "a"],
	];

	for (const [source, char] of cases) {
		const m = web.makeMachine(source, "");
		const used = n => {
			m.left = 1e9;
			assert.equal(web.runMachine(m, `${char.repeat(n)}!`, 0, [], [0]),
				false, source);
			return 1e9 - m.left;
		};

		used(500); // what is remembered is made once
		// looking ahead may look at the rest of the name from each place
		assert(used(2000) < (m.looks ? 4.6 : 2.3) * used(1000), source);
	}
});

test("a name that is too long is given up and counted", () => {
	const regex = web.makeRegex("(a+)+$", "");

	assert.equal(regex.test(`${"a".repeat(5e6)}b`), false);
	assert.equal(regex.lost, 1);
	assert.equal(regex.test("aaa"), true);
	assert.equal(regex.lost, 1);
});

test("what is not searched for says so", () => {
	for (const source of ["(a)\\1", "(?<=a)b", "(?<!a)b", "(?<n>a)\\k<n>"])
		assert.throws(() => web.makeRegex(source, ""), /No look-behind/);
	assert.throws(() => web.makeRegex("((a{99}){99}){99}", ""), /Too large/);
	assert.throws(() => web.makeRegex("(", ""), /Invalid/);
});

test("a search gives way", () => {
	const names = Array.from({ length: 3001 }, (_, i) => `name${i}`);
	const slow = { lost: 0, test: () => {
		for (const end = performance.now() + 1; performance.now() < end;);
		return false;
	} };
	const hunt = web.makeNameScan({ names, plain: [] }, [slow]);

	hunt.look(20);
	assert(!hunt.isDone());
	assert.match(hunt.text(), /^Searching$/);
	for (let i = 0; i < 100 && !hunt.isDone(); i++)
		hunt.look(1000);
	assert(hunt.isDone());
});
