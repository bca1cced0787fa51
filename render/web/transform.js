// Trees made from the tree: stacks hidden or kept, frames merged into their
// callers, recursion collapsed, children in another order.
//
// edits: { hide: [name...], focus: [name...], merge: [name...],
//          recursion: bool }, order: "name" | "weight" | "time"

import { finishTree, nameRanks } from "./tree.js";
import { byWeight } from "./views.js";

const NO_EDITS = { hide: [], focus: [], merge: [], recursion: false };

function nameSet(tree, list) {
	const set = new Uint8Array(tree.names.length);
	const wanted = new Set(list);

	for (let i = 0; i < tree.names.length - 1; i++)
		set[i] = wanted.has(tree.names[i]) ? 1 : 0;
	return set;
}

// For each node: whether it, or one of its callers, has one of the names.
function nodesThrough(tree, list) {
	const { count, name, parent } = tree;
	const wanted = nameSet(tree, list);
	const through = new Uint8Array(count);

	for (let i = 1; i < count; i++)
		through[i] = through[parent[i]] | wanted[name[i]];
	return through;
}

// For each node: whether its own weight stays.
function keptNodes(tree, { hide, focus }) {
	const kept = nodesThrough(tree, hide).map(hidden => 1 - hidden);

	for (const wanted of focus) {
		const through = nodesThrough(tree, [wanted]);

		for (let i = 0; i < kept.length; i++)
			kept[i] &= through[i];
	}
	return kept;
}

// Nodes with something below them that stays, and the root.
function neededNodes(tree, kept) {
	const needed = Uint8Array.from(kept);

	for (let i = tree.count - 1; i > 0; i--) {
		if (needed[i])
			needed[tree.parent[i]] = 1;
	}
	needed[0] = 1;
	return needed;
}

// Finds children by name. In order of time, only the last child counts.
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

// The edited tree: nodes in order of first sight, a parent before its children.
function editTree(tree, { edits, order, chart,
	kept = keptNodes(tree, edits) }) {
	const { count, name, parent, self, names } = tree;
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
	const callers = recursion && makeCallers(tree, grown);

	for (let i = 0; i < count; i++) {
		if (!needed[i])
			continue;
		const up = to[parent[i]];
		const same = merged[name[i]] ? up :
			callers ? callers.find(i) : -1;

		to[i] = i === 0 ? 0 : same >= 0 ? same :
			placeNode(finder, grown, name[i], up);
		if (callers && !merged[name[i]])
			callers.enter(i, to[i]);
		for (let c = 0; kept[i] && c < self.length; c++)
			grown.self[c][to[i]] += self[c][i];
	}
	return grown;
}

// Finds recursion. A function that is called again, directly or through others,
// becomes the frame of its first call: rec;y;rec;z is rec;z. Nodes come in
// preorder. `way` is the path to the current node, with each name at most once.
// A node undoes its change to `way` when its subtree is done, so the cost per
// node does not depend on depth.
function makeCallers({ end, name, names }, grown) {
	const way = [0];
	const at = new Int32Array(names.length).fill(-1); // on the way, per name
	const open = []; // nodes that are not done: what they changed
	let length = 1; // of the way

	return {
		find(i) {
			while (open.length && open.at(-1).end <= i) {
				const was = open.pop();

				if (was.place >= 0) {
					way[was.place] = was.node;
					at[was.name] = was.at;
				}
				length = was.length;
			}
			const place = at[name[i]];

			return i && place >= 0 && place < length &&
				grown.name[way[place]] === name[i] ? way[place] : -1;
		},
		enter(i, node) {
			const place = at[name[i]];
			const again = place >= 0 && place < length && way[place] === node;

			open.push({ end: end[i], length, name: name[i], at: place,
				place: again || !i ? -1 : length, node: way[length] });
			if (again) {
				length = place + 1;
			} else if (i) {
				at[name[i]] = length;
				way[length++] = node;
			}
		},
	};
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

// The children as lists: the first child of each node, and the next sibling of
// each.
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

// From order of first sight to preorder, with children sorted by `compare`.
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
	// Without merging, the nodes are in the order of the names already.
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
	const grown = editTree(tree, options);

	return preorder(tree, grown, comparison(tree, grown, options));
}

// The tree with only the stacks through `from`: its callers, and everything
// below it.
export function treeBelow(tree, from) {
	const { end, name, parent, depth, self } = tree;
	const up = [];

	for (let v = from; v > 0; v = parent[v])
		up.unshift(v);
	const first = up.length; // where `from` is in the new tree
	const count = first + end[from] - from;
	const made = { ...tree, count, sums: null, summed: null, gap: undefined };
	const cut = (list, atRoot) => {
		const to = new list.constructor(count);

		to[0] = atRoot;
		up.forEach((v, i) => {
			to[i + 1] = list[v];
		});
		to.set(list.subarray(from, end[from]), first);
		return to;
	};

	made.name = cut(name, name[0]);
	made.depth = cut(depth, 0);
	made.parent = cut(parent, 0).map((v, i) => i > first ? v - from + first :
		Math.max(0, i - 1));
	made.self = self.map(own => cut(own, 0).map((w, i) => i < first ? 0 : w));
	made.end = null;
	return finishTree(made);
}

// The tree with only the stacks that end in these frames, leaf first. Each
// frame is a set of names.
export function treeEnding(tree, frames, chart) {
	const { count, name, parent } = tree;
	const kept = new Uint8Array(count);

	for (let i = 1; i < count; i++) {
		let at = i;
		let n = 0;

		for (; n < frames.length && at > 0 && frames[n][name[at]]; n++)
			at = parent[at];
		kept[i] = n === frames.length ? 1 : 0;
	}
	const grown = editTree(tree, {
		edits: NO_EDITS, order: chart ? "time" : "name", chart, kept,
	});

	return preorder(tree, grown, null);
}
