// What the generator says besides the data: attributes of the metadata.

import { attempt } from "./base.js";
import { parseColour } from "./colours.js";
import { fromBase64, inflate, readStreams } from "./payload.js";
import { buildTree } from "./tree.js";

export function readSettings(data) {
	const text = name => data.getAttribute(`data-${name}`) || "";
	const number = (name, otherwise) => {
		const value = parseFloat(text(name));

		return Number.isFinite(value) ? value : otherwise;
	};
	const pair = text("background").split(" ").map(parseColour);

	return {
		...readFormat(data, text, number),
		...readLook(text, number),
		...readDifference(text, number),
		background: pair.every(c => c >= 0) ? pair : [],
		ramp: text("ramp").split(" ").map(parseColour).filter(c => c >= 0),
		colourBy: text("colour-by"),
		preset: [0, 1, 2, 3, 4, 5].map(i => text(`search-${i}`))
			.filter(Boolean),
	};
}

function readDifference(text, number) {
	return {
		diffWidth: text("diff-width") || "after",
		diffScale: text("diff-scale") || "relative",
		diffOf: text("diff-by-self") === "1" ? "self" : "total",
		diffLeast: number("diff-least", 0),
		diffNoise: ["before", "after"].map(side =>
			number(`diff-noise-${side}`, 0)),
		diffSpread: ["before", "after"].map(side =>
			number(`diff-spread-${side}`, 0)),
		diffSums: text("diff-sums"),
	};
}

// How to read the payload, and how to write its numbers.
function readFormat(data, text, number) {
	return {
		encoding: text("encoding"),
		nodes: number("nodes", 1),
		names: number("names", 0),
		colours: number("colours", 0),
		columns: number("columns", 1),
		gaps: text("gaps") === "1",
		allLevels: text("levels") === "all",
		scale: number("scale", 0),
		factor: number("factor", 1),
		total: number("total", 0),
		countName: text("count-name") || "samples",
		unit: text("unit") || "samples",
		toldUnit: text("unit") || "samples",
		tail: data.getAttribute("data-tail") ?? undefined,
		nameType: text("name-type") || "Function:",
	};
}

function readLook(text, number) {
	return {
		title: text("title"),
		subtitle: text("subtitle"),
		fontSize: number("font-size", 12),
		row: number("row", 16),
		width: number("width", 1200),
		top: number("top", 36),
		bottom: number("bottom", 34),
		fixed: text("fixed") === "1",
		minWidth: number("min-width", 0),
		searchColour: parseColour(text("search-colour")),
		strokeColour: text("stroke-colour"),
		uiColour: text("ui-colour"),
		icicle: text("icicle") === "1",
		chart: text("chart") === "1",
		negate: text("negate") === "1",
		keepEnd: text("keep-end") === "1",
	};
}

// Whether an address leads to a page, and is no script. The browser parses it,
// because it ignores blanks and more in an address.
function isPage(href) {
	return attempt(() => !/^(javascript|data|vbscript):/
		.test(new URL(href, document.baseURI).protocol), false);
}

// Links of functions (--nameattr) by name: { href, target }.
export function readLinks(root) {
	const links = new Map();

	for (const link of root.querySelectorAll(":scope > .fg-link")) {
		const href = link.getAttribute("data-href") || "";

		if (isPage(href))
			links.set(link.getAttribute("data-name"), {
				href, target: link.getAttribute("data-target") || "_top",
			});
	}
	return links;
}

// All of the data as text, from its chunks.
function readChunks(root) {
	return [...root.querySelectorAll(":scope > .fg-chunk")]
		.map(chunk => chunk.textContent).join("");
}

export async function loadTree(root, settings) {
	const text = readChunks(root);
	const plain = settings.encoding === "text";
	const bytes = plain ? new TextEncoder().encode(text) :
		await inflate(fromBase64(text.replace(/\s+/g, "")));
	const streams = readStreams(bytes, { ...settings, text: plain });
	const tree = buildTree(streams);

	tree.gap = streams.gap;
	tree.byTime = settings.chart;
	tree.colours = Array.from(streams.colour, i => streams.colours[i]);
	// In the order of the names: the root is the last.
	tree.colours.push(tree.colours.shift());
	return tree;
}
