// Links to what is shown, in the fragment. A frame is a path of hashes of
// names, so that a link survives when the profile is drawn again.

import { clamp } from "./base.js";
import { hashName } from "./colours.js";
import { readFilter, writeFilter } from "./filters.js";
import { TERMS } from "./search.js";

const HASHES = 2 ** 32;

// [h1, h1, h2] as "h1*2.h2", in base 36.
export function writePath(hashes) {
	const parts = [];

	for (let i = 0; i < hashes.length;) {
		let n = 1;

		while (hashes[i + n] === hashes[i])
			n++;
		parts.push(hashes[i].toString(36) + (n > 1 ? `*${n}` : ""));
		i += n;
	}
	return parts.join(".");
}

export function readPath(text) {
	const hashes = [];

	for (const part of text ? text.split(".") : []) {
		const [hash, times] = part.split("*");
		const n = clamp(parseInt(times || "1", 10) || 1, 1, 1e6);

		for (let i = 0; i < n && hashes.length < 1e6; i++)
			hashes.push(parseInt(hash, 36) || 0);
	}
	return hashes;
}

// The path of a node, as hashes. Flame charts have siblings of one name: there,
// the hash also says which of them it is.
export function pathTo(view, v) {
	const path = [];

	for (let at = v; view.parent(at) >= 0; at = view.parent(at)) {
		const place = view.repeats ? view.children(view.parent(at))
			.filter(k => view.name(k) === view.name(at)).indexOf(at) : 0;

		path.push(hashName(view.label(at)) + place * HASHES);
	}
	return path.reverse();
}

// The node at the end of a path, or the last one that exists.
export function follow(view, path) {
	let at = view.root;

	for (let i = 0; i < path.length; i++) {
		const kid = view.children(at).filter(k => hashName(view.label(k)) ===
			path[i] % HASHES)[Math.floor(path[i] / HASHES)];

		if (kid === undefined)
			return { node: at, whole: false };
		at = kid;
	}
	return { node: at, whole: true };
}

export function defaultState(settings) {
	return {
		view: "tree", fn: "", part: 0, path: [], ends: [], around: [], range: "",
		icicle: settings.icicle, rows: false,
		order: settings.chart ? "time" : "name",
		colour: settings.columns < 2 &&
			["module", "self"].find(by => by === settings.colourBy) || "name",
		names: settings.keepEnd ? "end" : "start",
		unit: settings.unit, theme: "",
		by: settings.diffWidth,
		of: settings.diffOf, scale: settings.diffScale, grey: "",
		even: false, swap: settings.negate,
		terms: settings.preset.slice(0, TERMS),
		ignoreCase: false, literal: false,
		filters: [], recursion: false,
	};
}

// The letter in the fragment for each text of the state.
const KEYS = {
	view: "v", fn: "fn", order: "o", colour: "c", names: "n", unit: "u",
	theme: "t", by: "w",
	of: "d", range: "x", scale: "ds", grey: "dg",
};
const FLAGS = {
	icicle: "i", rows: "l", ignoreCase: "ic", literal: "lit", recursion: "r",
	even: "de", swap: "sw",
};

// Zooms: `path` from the root, `ends` from the leaf, `around` from a sandwich's
// function.
const PATHS = { path: "z", ends: "e", around: "a" };

// Only what differs from the start is written.
export function writeState(state, start) {
	const query = new URLSearchParams();

	for (const [name, key] of Object.entries(KEYS)) {
		if (state[name] !== start[name])
			query.set(key, state[name]);
	}
	for (const [name, key] of Object.entries(FLAGS)) {
		if (state[name] !== start[name])
			query.set(key, state[name] ? "1" : "0");
	}
	for (const [name, key] of Object.entries(PATHS)) {
		if (state[name].length > 0)
			query.set(key, writePath(state[name]));
	}
	if (state.part)
		query.set("p", "1");
	if (String(state.terms) !== String(start.terms)) {
		for (const term of state.terms.length ? state.terms : [""])
			query.append("s", term);
	}
	for (const filter of state.filters)
		query.append("f", filter);
	return query.toString();
}

// Filters in their order. Earlier versions had three lists of names.
const OLD_LISTS = { hide: "without", focus: "only", merge: "frames" };

function readFilters(query) {
	return [...query].map(([key, text]) => key === "f" ? text :
		Object.hasOwn(OLD_LISTS, key) ? writeFilter({
			how: OLD_LISTS[key], what: "name", text,
		}) : "").filter(readFilter);
}

// Earlier versions had one zoom for all views, and called callers first
// "inverted".
function readOldView(state) {
	if (state.view === "inverted")
		Object.assign(state, { view: "callers", path: [], ends: state.path });
}

export function readState(text, start) {
	const query = new URLSearchParams(text);
	const state = { ...start };

	for (const [name, key] of Object.entries(KEYS))
		state[name] = query.get(key) ?? start[name];
	for (const [name, key] of Object.entries(FLAGS)) {
		if (query.has(key))
			state[name] = query.get(key) === "1";
	}
	for (const [name, key] of Object.entries(PATHS))
		state[name] = readPath(query.get(key));
	readOldView(state);
	state.part = query.get("p") === "1" ? 1 : 0;
	if (query.has("s"))
		state.terms = query.getAll("s").filter(Boolean).slice(0, TERMS);
	state.filters = readFilters(query);
	return state;
}

// Links of flamegraph.pl (x and y in px) and inferno (x in weight): the node at
// that place in the static picture of `height`, or -1.
export function nodeAtPlace(tree, settings, height, x, y) {
	const { row, top, bottom, width, icicle } = settings;
	const depth = Math.round(icicle ? (y - top) / row :
		(height - bottom - y + 1) / row - 1);
	const exact = icicle ? top + depth * row :
		height - bottom - (depth + 1) * row + 1;

	if (Math.abs(exact - y) > 1 || depth < 0)
		return -1;
	const whole = Math.max(tree.width[0], settings.total);
	const unit = whole / (width - 20);
	const pixels = /\./.test(x);
	const start = pixels ? (parseFloat(x) - 10) * unit :
		parseFloat(x) * 10 ** settings.scale;

	return nearestAt(tree, depth, start, pixels ? 0.1 * unit : 0.5);
}

// The widest node of a depth that starts within `slack` of `start`.
function nearestAt(tree, depth, start, slack) {
	const from = new Float64Array(tree.count);
	const filled = tree.gap ? new Float64Array(tree.count) :
		Float64Array.from(tree.own);
	let best = -1;

	for (let i = 0; i < tree.count; i++) {
		const up = tree.parent[i];

		if (i > 0) {
			filled[up] += tree.gap ? tree.gap[i] : 0;
			from[i] = from[up] + filled[up];
			filled[up] += tree.width[i];
		}
		if (tree.depth[i] === depth && Math.abs(from[i] - start) <= slack &&
			(best < 0 || tree.width[i] > tree.width[best]))
			best = i;
	}
	return best;
}
