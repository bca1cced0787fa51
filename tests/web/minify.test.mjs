// The minifier: what it makes of a script does what the script did.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { after, test } from "node:test";
import vm from "node:vm";
import { minified } from "./lib/minify.mjs";

const folder = mkdtempSync(join(tmpdir(), "fg-minify-"));
const NAMES = "# a comment\nalias Math\nglobal Object JSON\nglobal result\n" +
	"keep is length name floor\n";

after(() => rmSync(folder, { recursive: true }));

function files(...sources) {
	writeFileSync(join(folder, "names"), NAMES);
	return [join(folder, "names"), join(folder, "out"), join(folder, "map"),
		...sources.map((source, i) => {
			writeFileSync(join(folder, `${i}.js`), source);
			return join(folder, `${i}.js`);
		})];
}

function minify(...sources) {
	execFileSync("fg_minify", files(...sources));
	return readFileSync(join(folder, "out"), "utf8");
}

// What the script leaves in result, before and after.
function check(source, want) {
	const small = minify(source);

	for (const script of [`(() => {"use strict";${source}})()`, small]) {
		const result = {};
		vm.runInNewContext(script, { result });
		assert.deepEqual(JSON.stringify(result.is), JSON.stringify(want),
			script);
	}
	return small;
}

test("blanks and comments go, texts stay", () => {
	const small = check(`// one
const first = "//  no \\" comment"; /* two
*/ const second = 'it  is';
result.is = [first, second, 8 / 2 / 2];
`, ["//  no \" comment", "it  is", 2]);

	assert(!/one|two/.test(small));
});

test("signs and words do not run together", () => {
	check(`const one = 1;
let two = 2;
const list = [[0]];
result.is = [one + +two, one - -two, two-- > one, list[list[0]] > one,
	typeof one, one in list, -(-two), void one === undefined];
`, [3, 3, true, false, "number", false, 1, true]);
	assert(!minify("const a = [[1]]; result.is = a[a[0]] > 1;")
		.includes("]]>"), "the end of a CDATA section");
});

test("regular expressions are told from divisions", () => {
	check(`const half = 8 / 2, path = "a/b";
const parts = path.split(/[/]/g).map(p => p.replace(/\\//, "")).length / half;
result.is = [parts, /"/.test("'"), (half) / 2 / 1, /a b/.test("a b")];
`, [0.5, false, 2, true]);
});

test("templates, also in templates", () => {
	check("const who = \"you\";\n" +
		"const inner = n => `<${n > 1 ? `${n} of  ${who}` : `  }`}>`;\n" +
		"result.is = [inner(1), inner(2), `a`, `\\`${who}\\``];\n",
	["<  }>", "<2 of  you>", "a", "`you`"]);
});

test("own names become short, those of others and in texts stay", () => {
	const small = check(`
function measure({ weight, name, length }) {
	const { floor } = Math;
	return floor(weight) + name.length + length;
}
const box = { weight: 2.5, name: "four", length: 1 };
box.later = 1;
box.later ??= 2;
result.is = [measure(box), Object.keys(box).includes("colour"),
	{ colour: 3 }["colour"], box.later, { box }.box.weight];
`, [7, false, 3, 1, 2.5]);

	for (const name of ["measure", "weight", "later", "box"])
		assert(!small.includes(name), name);
	for (const name of ["name", "length", "floor", "colour"])
		assert(small.includes(name), name);
});

test("locals, patterns with defaults, shadows, closures", () => {
	check(`
const share = 1;
function outer({ view = 5, share: other = share, ...rest }, [head, ...tail]) {
	const share = view * 2;
	const both = { share, view, other, head };
	const deeper = view => tail.map(t => t + view + share);
	for (const { a, b: [c] } of [{ a: 1, b: [2] }])
		both.sum = a + c;
	return [both.share, both.view, both.other, both.head, both.sum,
		deeper(1), rest.more];
}
result.is = outer({ more: true }, [7, 8, 9]);
`, [10, 5, 1, 7, 3, [19, 20], true]);
});

test("declarations are joined, loops are left alone", () => {
	const small = check(`
function f() {
	const a = 1;
	const b = 2;
	let c;
	for (let i = 0; i < 3; i++) {
		const d = i;
		c = d;
	}
	const e = true;
	return [a, b, c, e];
}
result.is = f();
`, [1, 2, 2, true]);

	assert.equal(small.match(/let /g).length, 5, small);
});

test("returns behind conditions become one, where they are the last", () => {
	const small = check(`
function sign(n) {
	if (n > 0)
		return "+";
	if (n < 0)
		return "-";
	return "";
}
async function later() {
	return 1;
}
function object(a, b) {
	if (a, b)
		return { a };
	return { b };
}
function early(n) {
	if (n === 1)
		return;
	if (n === 2)
		n = 5;
	else if (n === 3)
		return 6;
	return n;
}
function looped(n) {
	for (let i = 0; i < n; i++)
		if (i === 3)
			return i;
	for (; n > 3; n--);
	return n;
}
result.is = [sign(3), sign(-3), sign(0), object(0, 1), object(1, 0), early(1),
	early(2), early(3), early(4), looped(9), looped(2), typeof later().then];
`, ["+", "-", "", { a: 0 }, { b: 0 }, undefined, 5, 6, 4, 3, 2, "function"]);

	assert.match(small, />0\?"\+":/);
});

test("what is used often and always there gets a short name", () => {
	const small = check("result.is = [Math.max(1, 2), Math.min(1, 2), " +
		"Math.abs(-1), Math.floor(1.5)];", [2, 1, 1, 1]);

	assert.equal(small.match(/Math/g).length, 1);
});

test("more names than letters", () => {
	const names = Array.from({ length: 3000 }, (n, i) => `name${i}`);

	check(`${names.map((n, i) => `const ${n} = ${i};`).join("\n")}
function all() {
	${names.map((n, i) => `const local${i} = ${n};`).join("\n")}
	return [${names.map((n, i) => `local${i}`).join("+")},
		{ ${names.join(", ")} }.${names[2999]}];
}
result.is = all();
`, [2999 * 1500, 2999]);
});

test("several files become one; the same each time", () => {
	const sources = ["function one() { return two() }", "const two = () => 2;",
		"result.is = one();"];
	const result = {};

	vm.runInNewContext(minify(...sources), { result });
	assert.equal(result.is, 2);
	assert.equal(minify(...sources), minify(...sources));
});

test("what it cannot read it refuses, with the place", () => {
	for (const [source, message] of [
		["\nconst a = (1;\n", /0\.js:2: closes nothing|never closed/],
		["f(\n", /0\.js:1: is never closed/],
		["\n\nconst a = \"b\n", /0\.js:3: a text without end/],
		["/* x", /a comment without end/],
		["const a = `b", /a template without end/],
		["const a = /b\n", /a regular expression without end/],
		["const a = { get b() { return 1; } };", /0\.js:1: more than/],
	]) {
		const run = spawnSync("fg_minify", files(source));

		assert.equal(run.status, 1, source);
		assert.match(run.stderr.toString(), message);
	}
	assert.equal(spawnSync("fg_minify", []).status, 2);
});

test("the viewer's script is as small as it was", () => {
	const { length } = minified().text;

	assert(length < 64000, `${length} bytes`);
});
