// Trees made from the tree: stacks hidden or kept, frames merged into their
// callers, recursion collapsed, children in another order.
//
// edits: { hide: [name...], focus: [name...], merge: [name...],
//          recursion: bool }, order: "name" | "weight" | "time"

import { finishTree, nameRanks } from "./tree.js";
import { byWeight } from "./views.js";

function nameSet(tree, list) {
	const set = new Uint8Array(tree.names.length);
	const wanted = new Set(list);

	for (let i = 0; i < tree.names.length - 1; i++)
		set[i] = wanted.has(tree.names[i]) ? 1 : 0;
	return set;
}

// For each node whether it has one of the names, or lies below one that has.
function nodesThrough(tree, list) {
	const { count, name, parent } = tree;
	const wanted = nameSet(tree, list);
	const through = new Uint8Array(count);

	for (let i = 1; i < count; i++)
		through[i] = through[parent[i]] | wanted[name[i]];
	return through;
}

// For each node whether its own weight stays.
function keptNodes(tree, { hide, focus }) {
	const kept = nodesThrough(tree, hide).map(hidden => 1 - hidden);

	for (const wanted of focus) {
		const through = nodesThrough(tree, [wanted]);

		for (let i = 0; i < kept.length; i++)
			kept[i] &= through[i];
	}
	return kept;
}

// Nodes with something below them that stays; the root always does.
function neededNodes(tree, kept) {
	const needed = Uint8Array.from(kept);

	for (let i = tree.count - 1; i > 0; i--) {
		if (needed[i])
			needed[tree.parent[i]] = 1;
	}
	needed[0] = 1;
	return needed;
}

// Children found by name; in order of time only the last one may be it.
function makeFinder(width, merging, byTime) {
	const last = [];
	const known = new Map();

	if (!merging)
		return { find: () => undefined, add() {} };
	return byTime ? {
		find: (up, name, names) =>
			last[up] !== undefined && names[last[up]] === name ?
				last[up] : undefined,
		add(up, name, node) {
			last[up] = node;
		},
	} : {
		find: (up, name) => known.get(up * width + name),
		add(up, name, node) {
			known.set(up * width + name, node);
		},
	};
}

// The new nodes in order of first sight; a parent before its children.
function regrow(tree, { edits, order, chart }) {
	const { count, name, parent, self, names } = tree;
	const kept = keptNodes(tree, edits);
	const needed = neededNodes(tree, kept);
	const merged = nameSet(tree, edits.merge);
	const { merge, recursion } = edits;
	const finder = makeFinder(names.length, merge.length > 0 || recursion ||
		chart && order !== "time", order === "time");
	const to = new Uint32Array(count);
	const grown = {
		count: 1, name: new Uint32Array(count), up: new Uint32Array(count),
		self: self.map(() => new Float64Array(count)),
	};

	grown.name[0] = name[0];
	for (let i = 0; i < count; i++) {
		if (!needed[i])
			continue;
		const up = to[parent[i]];
		const same = merged[name[i]] || recursion && up > 0 &&
			grown.name[up] === name[i];

		to[i] = i === 0 || same ? up : placeNode(finder, grown, name[i], up);
		for (let c = 0; kept[i] && c < self.length; c++)
			grown.self[c][to[i]] += self[c][i];
	}
	return grown;
}

function placeNode(finder, grown, name, up) {
	let node = finder.find(up, name, grown.name);

	if (node === undefined) {
		node = grown.count++;
		grown.name[node] = name;
		grown.up[node] = up;
		finder.add(up, name, node);
	}
	return node;
}

// As lists: the first child of each node, and the next one of each child.
function childLists({ count, up }) {
	const first = new Uint32Array(count);
	const next = new Uint32Array(count);

	for (let i = count - 1; i > 0; i--) {
		next[i] = first[up[i]];
		first[up[i]] = i;
	}
	return { first, next };
}

function grownTotals({ count, up, self }, by) {
	const total = self[by].slice();

	for (let i = count - 1; i > 0; i--)
		total[up[i]] += total[i];
	return total;
}

// Puts the children of a node on the stack, the first on top.
function pushChildren(stack, { first, next }, node, compare) {
	const kids = [];

	for (let k = first[node]; k; k = next[k])
		kids.push(k);
	if (compare && kids.length > 1)
		kids.sort(compare);
	for (let k = kids.length - 1; k >= 0; k--)
		stack.push(kids[k]);
}

// From order of first sight to preorder, children sorted by `compare`.
function preorder(tree, grown, compare) {
	const { count } = grown;
	const lists = childLists(grown);
	const made = {
		count, names: tree.names, plain: tree.plain, ranks: tree.ranks,
		colours: tree.colours, byTime: tree.byTime,
		name: new Uint32Array(count), parent: new Uint32Array(count),
		depth: new tree.depth.constructor(count),
		self: grown.self.map(() => new Float64Array(count)),
	};
	const stack = [0];
	const at = new Uint32Array(count);

	for (let i = 0; i < count; i++) {
		const from = stack.pop();
		const up = at[grown.up[from]];

		at[from] = i;
		made.name[i] = grown.name[from];
		made.parent[i] = up;
		made.depth[i] = i && made.depth[up] + 1;
		for (let c = 0; c < made.self.length; c++)
			made.self[c][i] = grown.self[c][from];
		pushChildren(stack, lists, from, compare);
	}
	return finishTree(made);
}

function comparison(tree, grown, { order, chart, edits }) {
	if (order === "weight") {
		const total = grownTotals(grown, grown.self.length - 1);

		return byWeight(i => total[i]);
	}
	// Without merging the order of the tree is the order of the names.
	if (order === "time" || !chart && !edits.merge.length)
		return null;
	const ranks = nameRanks(tree);

	return (a, b) => ranks[grown.name[a]] - ranks[grown.name[b]] || a - b;
}

function isPlain({ edits, order, chart }) {
	return !edits.hide.length && !edits.focus.length &&
		!edits.merge.length && !edits.recursion &&
		order === (chart ? "time" : "name");
}

export function transform(tree, options) {
	if (isPlain(options))
		return tree;
	const grown = regrow(tree, options);

	return preorder(tree, grown, comparison(tree, grown, options));
}
