// What stacks count. The state has a list of filters; the profile goes through
// them one after the other, and every view, number and search is of what is
// left. transform.js applies them. A new way to choose stacks is one more row
// of WAYS; nothing else decides on it.
//
// In the state and in links a filter is a text, HOW-WHAT-FLAGS-TEXT:
//
//	only-regex-i-^sys_    stacks with a frame that matches, in any case
//	without-name--parse   stacks without the function "parse"
//	below-module-x-libc   switched off

import { moduleOf } from "./colours.js";
import { compile, matches } from "./search.js";
import { plainName } from "./tree.js";

// Each way has one of these functions of a tree and a mark for each node:
//
//	weigh     the own weights that count, as tree.self; of the profile itself.
//	          Such filters come first, because nodes change their numbers.
//	keep      1 for each node whose own weight stays
//	cut       1 for each node that becomes a child of the root; stacks without
//	          such a node go
//	merge     1 for each node that becomes one with its caller
export const WAYS = {
	only: { words: "only with", keep: nodesBelow },
	without: {
		words: "without",
		keep: (tree, marks) => nodesBelow(tree, marks).map(m => 1 - m),
	},
	below: { words: "only below", cut: (tree, marks) => marks },
	frames: { words: "hide frames", merge: (tree, marks) => marks },
};

// What the text of a filter is held against.
export const SUBJECTS = {
	regex: "Function", name: "Exact name", module: "Module", thread: "Thread",
};

/** @param {Record<string, any>} filter */
export function writeFilter({ how, what, text, ignoreCase, off }) {
	return `${how}-${what}-${ignoreCase ? "i" : ""}${off ? "x" : ""}-${text}`;
}

// A filter from its text, or null.
export function readFilter(text) {
	const [, how, what, flags, rest] =
		/^([a-z]+)-([a-z]+)-(i?x?)-([^]+)$/.exec(text) || [];

	return how && Object.hasOwn(WAYS, how) && Object.hasOwn(SUBJECTS, what) ? {
		how, what, text: rest, ignoreCase: flags.includes("i"),
		off: flags.includes("x"),
	} : null;
}

// The filters of a state that are switched on.
export function activeFilters({ filters }) {
	return filters.map(readFilter).filter(filter => filter && !filter.off);
}

// A test of names; null if the text is no regular expression.
function testOf({ what, text, ignoreCase }) {
	if (what === "name")
		return name => name === text;
	try {
		const regex = compile(text, { ignoreCase, literal: false });

		return what === "module" ? name => regex.test(moduleOf(name)) :
			(name, plain) => matches(regex, name, plain);
	} catch {
		return null;
	}
}

export function isUsable(filter) {
	return Boolean(testOf(filter));
}

// 1 for each node that the filter means; null if its text means nothing. A
// thread is the first frame of a stack.
export function marksOf(tree, filter) {
	const { count, name, names, plain, depth } = tree;
	const test = testOf(filter);
	const marks = new Uint8Array(count);

	if (!test)
		return null;
	const hits = Uint8Array.from(names, (text, i) => i < names.length - 1 &&
		test(text, plain[i] ??= plainName(text)) ? 1 : 0);
	const most = filter.what === "thread" ? 1 : Infinity;

	for (let i = 1; i < count; i++)
		marks[i] = depth[i] <= most ? hits[name[i]] : 0;
	return marks;
}

// 1 for each node that is marked, or below one that is.
function nodesBelow({ count, parent }, marks) {
	const below = new Uint8Array(count);

	for (let i = 1; i < count; i++)
		below[i] = below[parent[i]] | marks[i];
	return below;
}
