// Pictures to test the viewer with, made without the generator: a second,
// slow and plain reading of render/embed.h.
import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";

const web = new URL("../../../render/web/", import.meta.url);

export const read = name => readFileSync(new URL(name, web), "utf8");

export const script = () => `(() => {"use strict";\n` + read("files.txt")
	.trim().split("\n").map(read).join("") + "})();\n";

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

// The payload as bytes, or as text, and the numbers the reader needs.
export function payload(folded, { text = false, columns = 1 } = {}) {
	const nodes = inPreorder(parseFolded(folded));
	const uses = new Map();

	for (const { node } of nodes.slice(1))
		uses.set(node.name, (uses.get(node.name) || 0) + 1);
	const names = [...uses.keys()].sort((a, b) => uses.get(b) - uses.get(a));
	const colours = [...new Set([null, ...names].map(colourOf))];
	const out = [];
	const index = new Map(names.map((n, i) => [n, i]));

	for (const c of colours)
		varint(c, out, text);
	for (const n of [null, ...names])
		varint(colours.indexOf(colourOf(n)), out, text);
	for (let i = 1; i < nodes.length; i++)
		varint(nodes[i - 1].depth + 1 - nodes[i].depth, out, text);
	for (const { node } of nodes.slice(1))
		varint(index.get(node.name), out, text);
	for (let c = 0; c < columns; c++)
		for (const { node } of nodes)
			varint(node.self[c], out, text);
	const head = names.map(n => `${n}\n`).join("");
	const counts = { nodes: nodes.length, names: names.length,
		colours: colours.length, columns };

	return text ? { ...counts, data: head.replaceAll("\\", "\\x5c") +
		out.map(d => DIGITS[d]).join("") } :
		{ ...counts, data: Buffer.concat([Buffer.from(head),
			Buffer.from(out)]) };
}

const escape = s => s.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);

// A whole picture; settings as in embed.h, camel case.
export function picture(folded, settings = {}) {
	const { text, ...rest } = settings;
	const columns = / \d+ \d+$/m.test(folded) ? 2 : 1;
	const { data, ...counts } = payload(folded, { text, columns });
	const body = text ? escape(data) : deflateSync(data).toString("base64");
	const all = { title: "Flame Graph", background: "#eeeeee #eeeeb0",
		encoding: text ? "text" : "deflate", ...counts, ...rest };
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
