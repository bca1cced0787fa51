// Pictures to test the viewer with, made without the generator: a second,
// slow and plain reading of render/embed.h.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";

const top = new URL("../../../", import.meta.url);
const web = new URL("render/web/", top);

export const read = name => readFileSync(new URL(name, web), "utf8");

// The viewer as a build without esbuild makes it.
let joined = "";

export function script() {
	if (!joined) {
		const folder = mkdtempSync(join(tmpdir(), "fg-script-"));
		const output = join(folder, "viewer.js");

		execFileSync("cmake", [
			`-DENTRY=${fileURLToPath(new URL("main.js", web))}`,
			`-DOUTPUT=${output}`, "-P",
			fileURLToPath(new URL("cmake/BundleScript.cmake", top))]);
		joined = readFileSync(output, "utf8");
		rmSync(folder, { recursive: true });
	}
	return joined;
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" +
	"abcdefghijklmnopqrstuvwxyz!#$%()*+,-./:;=?@^_`{|}~";

function varint(value, out, text) {
	const base = text ? 43n : 128n;
	let v = BigInt(value);

	while (v >= base) {
		out.push(Number(v % base + base));
		v /= base;
	}
	out.push(Number(v));
}

// "a;b 3" lines to a tree of maps, children in order of code points.
export function parseFolded(folded) {
	const root = { name: null, self: [0, 0], kids: new Map() };

	for (const line of folded.split("\n").filter(Boolean)) {
		const m = /^(.*?) (\d+)(?: (\d+))?$/.exec(line);
		let at = root;

		for (const name of m[1].split(";")) {
			if (!at.kids.has(name))
				at.kids.set(name, { name, self: [0, 0], kids: new Map() });
			at = at.kids.get(name);
		}
		at.self[0] += Number(m[2]);
		at.self[1] += Number(m[3] || 0);
	}
	return root;
}

function inPreorder(root) {
	const nodes = [];
	const stack = [{ node: root, depth: 0 }];

	while (stack.length) {
		const item = stack.pop();

		nodes.push(item);
		const kids = [...item.node.kids.values()].sort((a, b) =>
			a.name < b.name ? -1 : 1);
		for (const kid of kids.reverse())
			stack.push({ node: kid, depth: item.depth + 1 });
	}
	return nodes;
}

export function colourOf(name) {
	let sum = 0;

	for (const c of name || "")
		sum += c.codePointAt(0);
	const v = (sum * 0.618) % 1;

	return (205 + Math.floor(50 * v)) << 16 | Math.floor(230 * v) << 8 |
		Math.floor(55 * v);
}

const encoder = new TextEncoder();

// As the bytes of the names are ordered.
const byBytes = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));

function sharedBytes(a, b) {
	const [x, y] = [encoder.encode(a), encoder.encode(b)];
	let n = 0;

	while (n < Math.min(x.length, y.length, 127) && x[n] === y[n])
		n++;
	return n;
}

// The names as embed.h has them, in bytes.
function namesAsBytes(names) {
	const shared = names.map((n, i) => i ? sharedBytes(names[i - 1], n) : 0);

	return Buffer.concat([Buffer.from(shared), ...names.map((n, i) =>
		Buffer.from(encoder.encode(`${n}\n`).subarray(shared[i])))]);
}

// Who is called by each name, and by the root (null), as sorted indices.
function calleesOf(nodes, index) {
	const callees = new Map([null, ...index.keys()].map(n => [n, new Set()]));

	for (const { node } of nodes)
		for (const kid of node.kids.values())
			callees.get(node.name).add(index.get(kid.name));
	return new Map([...callees].map(([n, all]) =>
		[n, [...all].sort((a, b) => a - b)]));
}

function putCallees(callees, put) {
	for (const all of callees.values())
		put(all.length);
	for (const all of callees.values())
		all.forEach((n, i) => put(i ? n - all[i - 1] - 1 : n));
}

function putPlaces(nodes, index, callees, put) {
	const way = [];
	const next = [];

	for (const { node, depth } of nodes) {
		way[depth] = node.name;
		next[depth] = 0;
		if (depth === 0)
			continue;
		const all = callees.get(way[depth - 1]);
		const place = all.indexOf(index.get(node.name));

		put((place - next[depth - 1] + all.length) % all.length);
		next[depth - 1] = place + 1;
	}
}

// The payload as bytes, or as text, and the numbers the reader needs. Each
// number in it is what `alter` makes of it.
export function payload(folded,
	{ text = false, columns = 1, alter = v => v } = {}) {
	const nodes = inPreorder(parseFolded(folded));
	const names = [...new Set(nodes.slice(1).map(({ node }) => node.name))]
		.sort(byBytes);
	const colours = [...new Set([null, ...names].map(colourOf))];
	const out = [];
	const put = value => varint(alter(value), out, text);
	const index = new Map(names.map((n, i) => [n, i]));
	const callees = calleesOf(nodes, index);
	const weighs = ({ node }) => node.self.slice(0, columns).some(w => w > 0);
	const allLevels = nodes.some(n => !n.node.kids.size && !weighs(n));

	colours.forEach(put);
	for (const n of [null, ...names])
		put(colours.indexOf(colourOf(n)));
	putCallees(callees, put);
	for (let c = 0; c < columns; c++)
		for (const { node } of nodes)
			put(node.self[c]);
	for (let i = 2; i < nodes.length; i++)
		if (allLevels || weighs(nodes[i - 1]))
			put(nodes[i - 1].depth + 1 - nodes[i].depth);
	putPlaces(nodes, index, callees, put);
	const counts = { nodes: nodes.length, names: names.length,
		colours: colours.length, columns, allLevels };
	const whole = names.map(n => `${n}\n`).join("");

	return text ? { ...counts, data: whole.replaceAll("\\", "\\x5c") +
		out.map(d => DIGITS[d]).join("") } :
		{ ...counts, data: Buffer.concat([namesAsBytes(names),
			Buffer.from(out)]) };
}

const escape = s => s.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);

// A whole picture; settings as in embed.h, camel case.
export function picture(folded, settings = {}) {
	const { text, ...rest } = settings;
	const columns = / \d+ \d+$/m.test(folded) ? 2 : 1;
	const { data, allLevels, ...counts } = payload(folded, { text, columns });
	const body = text ? escape(data) : deflateSync(data).toString("base64");
	const all = { title: "Flame Graph", background: "#eeeeee #eeeeb0",
		encoding: text ? "text" : "deflate", ...counts,
		...allLevels ? { levels: "all" } : {}, ...rest };
	const attributes = Object.entries(all).map(([k, v]) =>
		` data-${k.replace(/[A-Z]/g, c => `-${c.toLowerCase()}`)}="${
			escape(String(v))}"`).join("");

	return `<svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="1200"
	height="${settings.height || 400}" viewBox="0 0 1200 400">
<style>${read("viewer.css")}</style>
<g class="fg-static"><rect width="1200" height="400" fill="#eee"/>
<text id="details" x="10" y="390">Static picture</text></g>
<metadata class="fg-data"${attributes}></metadata>
<metadata class="fg-chunk">${body}</metadata>
<script><![CDATA[${script()}]]></script>
</svg>
`;
}
