// The data in the picture: what the generator writes is what was folded.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { load } from "./lib/load.mjs";
import * as oracle from "./lib/oracle.mjs";
import { payload } from "./lib/page.mjs";
import { makeProfile } from "./lib/profile.mjs";

const web = load();

function render(folded, ...args) {
	return execFileSync("fg-render", args, {
		input: folded, maxBuffer: 1 << 28,
	}).toString();
}

const unescape = text => text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/g,
	(all, dec, hex, name) => name ?
		{ lt: "<", gt: ">", amp: "&", quot: "\"", apos: "'" }[name] :
		String.fromCodePoint(dec ? dec : parseInt(hex, 16)));

// A document as far as the viewer's reading of settings and data goes.
function parse(svg) {
	const data = /<metadata class="fg-data"([^>]*?)\/?>/.exec(svg)[1];
	const attributes = Object.fromEntries(
		[...data.matchAll(/([\w-]+)="([^"]*)"/g)]
			.map(m => [m[1], unescape(m[2])]));
	const chunks = [...svg.matchAll(
		/<metadata class="fg-chunk">([^<]*)<\/metadata>/g)]
		.map(m => ({ textContent: unescape(m[1]) }));

	return {
		data: { getAttribute: name => attributes[name] ?? null },
		root: { querySelectorAll: () => chunks },
		chunks,
	};
}

async function treeOf(svg) {
	const { data, root } = parse(svg);

	return web.loadTree(root, web.readSettings(data));
}

function checkTree(tree, folded) {
	const stacks = oracle.stacksOf(folded);
	const got = web.foldedText(tree, 0);

	assert.deepEqual(got.trim().split("\n").sort(), oracle.fold(stacks));
	assert.equal(tree.total[0][0], oracle.sum(stacks));
	assert.equal(tree.count, oracle.pathsOf(stacks).length + 1);
	for (let i = 1; i < tree.count; i++) {
		assert.equal(tree.depth[i], tree.depth[tree.parent[i]] + 1);
		assert(tree.end[i] <= tree.end[tree.parent[i]]);
		assert(tree.deep[tree.parent[i]] > tree.deep[i]);
	}
}

const FOLDED = makeProfile(2000, 7);

test("packed data are the profile", async () => {
	checkTree(await treeOf(render(FOLDED)), FOLDED);
});

test("data as text are the profile", async () => {
	checkTree(await treeOf(render(FOLDED, "--embed=text")), FOLDED);
});

test("both writers of the payload agree", async () => {
	for (const text of [false, true]) {
		const svg = render(FOLDED, `--embed=${text ? "text" : "deflate"}`);
		const { chunks } = parse(svg);
		const all = chunks.map(c => c.textContent).join("");
		const got = web.readStreams(text ? new TextEncoder().encode(all) :
			await web.inflate(web.fromBase64(all)), {
			...web.readSettings(parse(svg).data), text,
		});
		const made = payload(FOLDED, { text });
		const want = web.readStreams(text ?
			new TextEncoder().encode(made.data) : made.data,
		{ ...made, text });

		for (const stream of ["names", "levels", "places"])
			assert.deepEqual([...got[stream]], [...want[stream]]);
		assert.deepEqual([...got.self[0]], [...want.self[0]]);
		assert.deepEqual(got.callees, want.callees);
	}
});

test("two columns, decimals and large weights", async () => {
	const tree = await treeOf(render("a;b 1.5 2\na;c 3 0.25\na 0 9007199254740990\n"));

	assert.deepEqual([...tree.self[0]], [0, 0, 150, 300]);
	assert.deepEqual([...tree.self[1]].slice(2), [200, 25]);
	assert.equal(tree.total[1].length, 4);
});

const HOSTILE = ["</script>", "]]>", "\"'&<>", "\\x41\\", "<!--",
	"\u202eevil\u202c", "😀🔥", "é\u0301", "`${x}`", "x".repeat(10240),
	"a\tb", "  ", "--", "-->", "&amp", "\u0001\u001f", "\u007f"];

test("no name is changed or lost, in text neither", async () => {
	for (const embed of ["deflate", "text"]) {
		const folded = HOSTILE.map((name, i) => `r;${name};z ${i + 1}\n`).join("");
		const tree = await treeOf(render(folded, `--embed=${embed}`));

		for (const [i, name] of HOSTILE.entries()) {
			const at = [...tree.name].findIndex(n => tree.names[n] === name);

			assert(at > 0 || !name.trim(), JSON.stringify(name));
			if (at > 0)
				assert.equal(tree.total[0][at], i + 1);
		}
	}
});

test("bytes that are no text become U+FFFD", async () => {
	for (const embed of ["deflate", "text"]) {
		const tree = await treeOf(render(Buffer.from("a\xff\xfeb 1\n",
			"latin1"), `--embed=${embed}`));

		assert.deepEqual([...tree.names], ["a\ufffd\ufffdb", "all"]);
	}
});

test("static picture and viewer hide the same characters of a name", () => {
	const names = [];

	for (const [first, last] of [[0x80, 0x3000], [0xfd00, 0xffff],
		[0xe0000, 0xe0100]]) {
		for (let code = first; code < last; code += 64) {
			names.push(`n${String.fromCodePoint(...Array.from({ length: 64 },
				(_, i) => code + i))}`);
		}
	}
	const picture = render(names.map(name => `${name} 1\n`).join(""),
		"--no-javascript", "--minwidth=0");
	const shown = [...picture.matchAll(/<title>(n[^<]*) \(1 samples/g)]
		.map(match => match[1]);
	assert.deepEqual(shown.sort(), names.map(web.plainName).sort());
	assert(!shown.join("").match(/[\xad\u061c\u200e\u202e\u2066\ufeff]/));
	assert(shown.join("").includes("\u200d"));
});

test("damaged data are refused", async () => {
	const { data, ...counts } = payload("a;b 3\na;c 4\n");
	const options = { ...counts, text: false };

	for (let n = 0; n < data.length; n++)
		assert.throws(() => web.readStreams(data.subarray(0, n), options));
	const streams = () => web.readStreams(data, options);
	web.buildTree(streams());
	assert.throws(() => web.buildTree({ ...streams(), levels: [0, 1, 0, 0] }));
	assert.throws(() => web.buildTree({ ...streams(), places: [0, 0, 9, 0] }));
	assert.throws(() => web.buildTree({ ...streams(),
		callees: { start: [0, 1, 2, 2, 2], callee: [0, 9] } }));
});

test("the same profile gives the same bytes", () => {
	assert.equal(render(FOLDED), render(FOLDED));
	const turned = FOLDED.trim().split("\n").reverse().join("\n");
	assert.equal(render(`${turned}\n`), render(FOLDED));
});

test("a million frames are cut into chunks that XML readers accept", () => {
	const lines = [];

	for (let i = 0; i < 300000; i++)
		lines.push(`f${i % 1000};g${i};h${i % 777} ${i}`);
	const svg = render(`${lines.join("\n")}\n`, "--embed=text");
	const { chunks } = parse(svg);

	assert(chunks.length > 1);
	for (const { textContent } of chunks)
		assert(textContent.length <= 4 << 20);
});

// As the loader does it, in other words.
function fromBase85(text) {
	const digits = [...Array(90)].map((_, i) => String.fromCharCode(35 + i))
		.filter(c => !"&'<>]".includes(c)).join("");
	const groups = text.match(/.{1,5}/g).map(group => {
		const sum = [...group.padEnd(5, "|")].reduce((n, c) =>
			n * 85n + BigInt(digits.indexOf(c)), 0n);
		const bytes = Buffer.alloc(8);

		bytes.writeBigUInt64BE(sum);
		return bytes.subarray(4, 3 + group.length);
	});

	assert.equal(digits.length, 85);
	return Buffer.concat(groups);
}

test("style and script are packed, and with what unpacks the script has 55 kB", () => {
	const text = (svg, tag) => [...svg.matchAll(new RegExp(
		`<${tag}><!\\[CDATA\\[([^]*?)\\]\\]></${tag}>`, "g"))].at(-1)[1];
	const small = render("a 1\n");
	const plain = render("a 1\n", "--embed=text");
	const [look, code] = ["look", "code"].map(name =>
		new RegExp(`<metadata class="fg-${name}">([^<]*)<`).exec(small)[1]);
	const unpack = packed => gunzipSync(fromBase85(packed)).toString();

	assert.equal(unpack(look), text(plain, "style"));
	assert.equal(unpack(code), text(plain, "script"));
	// not shortened without esbuild
	const limit = process.env.FG_ESBUILD?.startsWith("/") ? 55000 : 69000;

	assert(code.length + text(small, "script").length <= limit);
	assert(!/fg-code|fg-look/.test(plain));
	assert(!/fg-code|fg-look|<script/.test(render("a 1\n", "--embed=none")));
});
