// Search: which names match which of up to six terms (one bit each), and the
// weight of their stacks. A stack counts once, however often it matches.

import { makeHeap } from "./base.js";
import { counted } from "./numbers.js";
import { makeRegex } from "./regex.js";
import { plainName } from "./tree.js";

export const TERMS = 6;

// A search pauses after so many ms, so that the page can react.
export const SLICE = 60;

// Compiles a term: a regular expression, or literal text if it is "quoted" or
// `literal` is set. Throws what makeRegex throws.
export function compile(term, { ignoreCase, literal }) {
	const quoted = /^"(.+)"$/.exec(term);
	const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
	const source = quoted ? escaped(quoted[1]) :
		literal ? escaped(term) : term;

	return makeRegex(source, ignoreCase ? "i" : "");
}

export function matches(regex, name, plain = plainName(name)) {
	return regex.test(plain) || plain !== name && regex.test(name);
}

// Finds which names match which of `regexes` (null for an unusable one), one
// bit each. It looks at names in slices of time.
export function makeNameScan({ names, plain }, regexes) {
	const masks = new Uint8Array(names.length);
	const last = names.length - 1;
	let at = 0;

	return {
		masks,
		isDone: () => at >= last,
		look(time) {
			const end = performance.now() + time;

			for (; at < last && (at & 15 || performance.now() < end); at++) {
				regexes.forEach((regex, bit) => {
					if (regex && matches(regex, names[at],
						plain[at] ??= plainName(names[at])))
						masks[at] |= 1 << bit;
				});
			}
		},
		// What the reader must know about the search.
		text() {
			const lost = regexes.reduce((n, r) => n + (r ? r.lost : 0), 0);

			return at < last ? "Searching" :
				lost && `Only parts of ${counted(lost, "long name")}`;
		},
	};
}

function matchNames(tree, regexes) {
	const nameScan = makeNameScan(tree, regexes);

	nameScan.look(Infinity);
	return nameScan.masks;
}

// names: the terms that each name matches; found: the matching nodes, in
// preorder; below: the terms that match in a node's subtree, the node included.
export function runSearch(tree, regexes, names = matchNames(tree, regexes)) {
	const { count, name, parent } = tree;
	const found = [];
	const below = new Uint8Array(count);

	for (let i = 1; i < count; i++) {
		const mask = names[name[i]];

		if (mask) {
			found.push(i);
			for (let up = i; (below[up] & mask) !== mask; up = parent[up])
				below[up] |= mask;
		}
	}
	return { tree, names, found, below, rows: [] };
}

// Calls action(node, inner) for each match of `mask` in the subtree of `from`.
// `inner` says whether another match is among the node's callers there.
function eachMatch({ tree, names, found }, from, mask, action) {
	const { name, end } = tree;
	let low = 0;
	let high = found.length;
	let until = 0;

	while (low < high) {
		const middle = low + high >> 1;

		if (found[middle] < from)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < found.length && found[low] < end[from]; low++) {
		const i = found[low];

		if (names[name[i]] & mask) {
			action(i, i < until);
			until = Math.max(until, end[i]);
		}
	}
}

// What a term (one bit) found: total and own weight, frames, functions.
export function countMatches(search, bit, column) {
	const { total, self } = search.tree;
	const found = { total: 0, self: 0, frames: 0, functions: 0 };

	eachMatch(search, 0, bit, (i, inner) => {
		found.frames++;
		found.self += self[column][i];
		found.total += inner ? 0 : total[column][i];
	});
	for (let i = 0; i < search.names.length; i++)
		found.functions += search.names[i] & bit ? 1 : 0;
	return found;
}

// The weight of all stacks through `from` that match in its subtree.
export function matchedBelow(search, from, column) {
	const total = search.tree.total[column];
	let sum = 0;

	eachMatch(search, from, 255, (i, inner) => {
		sum += inner ? 0 : total[i];
	});
	return sum;
}

// For each node: the terms that match on the path from the root, the node
// included. Computed when first needed.
export function termsAbove(search) {
	const { names, tree: { count, name, parent } } = search;

	if (!search.above) {
		const above = search.above = new Uint8Array(count);

		for (let i = 1; i < count; i++)
			above[i] = above[parent[i]] | names[name[i]];
	}
	return search.above;
}

// The weight of the stacks from `nodes` up to the root that match.
export function matchedAbove(search, nodes, origin, weights) {
	const above = termsAbove(search);
	let sum = 0;

	for (let i = 0; i < nodes.length; i++) {
		if (above[nodes[i]])
			sum += weights[origin[i]];
	}
	return sum;
}

// The rows in which a term (one bit) matches, as bits: bit 0 is the node's own
// row, then those of its callees. Bit 31 stands for all rows from 31 on.
export function rowsBelow(search, bit, node) {
	const { depth } = search.tree;
	let rows = 0;

	eachMatch(search, node, 1 << bit, i => {
		rows |= 1 << Math.min(31, depth[i] - depth[node]);
	});
	return rows;
}

// The same in the direction of the callers, for each node.
export function rowsAbove({ tree, names, rows }, bit) {
	const { count, name, parent } = tree;

	if (!rows[bit]) {
		const all = rows[bit] = new Int32Array(count);

		for (let i = 1; i < count; i++) {
			const up = all[parent[i]];

			all[i] = names[name[i]] >> bit & 1 | up << 1 | up & 1 << 31;
		}
	}
	return rows[bit];
}

// The matches of all parts: first those in the focus, then by weight. They are
// found as needed. Nothing inside a box is heavier than the box, so the
// heaviest box of the heap comes next.
export function makeMatches(views, search, focus) {
	const heap = makeHeap((a, b) => b.weight - a.weight ||
		a.part - b.part || a.node - b.node);
	const found = [];
	const isFocus = ({ part, node }) =>
		part === focus.part && node === focus.node;
	// The function of a sandwich is in both of its parts.
	const isMatch = (view, { part, node }) =>
		(part === 0 || node !== view.root) && search.names[view.name(node)];
	const add = (part, node) => {
		const weight = views[part].weight(node);

		if (weight > 0 && views[part].hits(node, search))
			heap.add({ part, node, weight });
	};
	let inside = true;

	add(focus.part, focus.node);
	return {
		found,
		isDone: () => !inside && heap.size() === 0,
		// Continues until there are `enough` matches or `steps` steps
		// are done.
		look(enough, steps) {
			for (; !this.isDone() && (found.length < enough || steps > 0); steps--) {
				if (heap.size() === 0) {
					inside = false;
					views.forEach((view, part) => add(part, view.root));
					continue;
				}
				const box = heap.take();
				const view = views[box.part];

				if (!inside && isFocus(box))
					continue;
				if (isMatch(view, box))
					found.push(box);
				for (const kid of view.children(box.node))
					add(box.part, kid);
			}
		},
	};
}
