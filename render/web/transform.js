// Trees made from the tree: by filters, with recursion collapsed, with children
// in another order.

import { WAYS, marksOf } from "./filters.js";
import { finishTree, nameRanks } from "./tree.js";
import { byWeight } from "./views.js";

// Whether a new order moves the children of nodes.
function isOrdered({ order, chart }) {
	return order !== (chart ? "time" : "name");
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

// A tree of `count` nodes that shares with `tree` what is known of names.
function emptyTree(tree, count) {
	return {
		count, names: tree.names, plain: tree.plain,
		ranks: tree.ranks, colours: tree.colours, byTime: tree.byTime,
		name: new Uint32Array(count), parent: new Uint32Array(count),
		depth: new tree.depth.constructor(count),
		self: tree.self.map(own => new own.constructor(count)),
	};
}

// The tree with the own weight of these nodes alone. All stay where they are.
function keepNodes(tree, kept) {
	const { count, name, parent, depth, self } = tree;
	const to = neededNodes(tree, kept);
	const made = emptyTree(tree, to.reduce((n, needed) => n + needed, 0));
	const at = new Uint32Array(count);
	let n = 0;

	for (let i = 0; i < count; i++) {
		if (!to[i])
			continue;
		made.name[n] = name[i];
		made.parent[n] = at[parent[i]];
		made.depth[n] = depth[i];
		for (let c = 0; kept[i] && c < self.length; c++)
			made.self[c][n] = self[c][i];
		at[i] = n++;
	}
	return finishTree(made);
}

const SALTS = [0, 0].map(() => Math.random() * 2 ** 32 | 1);

// Finds or makes the child of a node by name, in an open hash table. In order of
// time, only the last child can be found.
function makePlacer(grown, byTime) {
	const { name, up } = grown;
	const count = name.length;
	const last = new Uint32Array(byTime ? count : 0);
	const mask = byTime ? 0 : 2 ** Math.ceil(Math.log2(2 * count)) - 1;
	const slots = new Uint32Array(mask + 1);
	const add = (to, n) => {
		name[grown.count] = n;
		up[grown.count] = to;
		return grown.count++;
	};

	return byTime ? (to, n) => last[to] && name[last[to]] === n ? last[to] :
		last[to] = add(to, n) : (to, n) => {
		let h = Math.imul(to ^ SALTS[0], 0x9e3779b1) ^
			Math.imul(n ^ SALTS[1], 0x85ebca6b);

		h = Math.imul(h ^ h >>> 15, 0x2c1b3c6d);
		h = (h ^ h >>> 13) & mask;
		while (slots[h] && (up[slots[h]] !== to || name[slots[h]] !== n))
			h = h + 1 & mask;
		return slots[h] ||= add(to, n);
	};
}

// The tree that grows where nodes are cut, merged or found again: nodes in order
// of first sight, a parent before its children.
function regrow(tree, { cut, merge, recursion, order }) {
	const { count, name, parent, self, end } = tree;
	const to = new Uint32Array(count);
	const grown = {
		count: 1, name: new Uint32Array(count), up: new Uint32Array(count),
		self: self.map(own => new own.constructor(count)),
	};
	const place = makePlacer(grown, order === "time");
	let until = cut ? 0 : count; // the end of what a cut leaves

	grown.name[0] = name[0];
	const callers = recursion ? makeCallers(tree, grown) : null;

	for (let i = 0; i < count; i++) {
		const first = i >= until && cut[i];

		if (first)
			until = end[i];
		else if (i >= until)
			continue;
		const up = first ? 0 : to[parent[i]];
		const same = merge?.[i] ? up : callers ? callers.find(i) : -1;

		to[i] = i === 0 ? 0 : same >= 0 ? same : place(up, name[i]);
		callers?.enter(i, to[i]);
		for (let c = 0; c < self.length; c++)
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

// The children as lists: the first child of each node, and the next sibling of
// each. `before` has the nodes in an order that siblings keep; without it they
// are in the order of the nodes.
function childLists({ count, up }, before) {
	const first = new Uint32Array(count);
	const next = new Uint32Array(count);

	for (let n = count - 1; n >= 0; n--) {
		const i = before ? before[n] : n;

		if (i) {
			next[i] = first[up[i]];
			first[up[i]] = i;
		}
	}
	return { first, next };
}

function grownTotals({ count, up, self }, by) {
	const total = self[by].slice();

	for (let i = count - 1; i > 0; i--)
		total[up[i]] += total[i];
	return total;
}

// The nodes in the order of their names: a counting sort.
function byRank({ count, name }, ranks) {
	const starts = new Uint32Array(ranks.length + 1);
	const sorted = new Uint32Array(count);

	for (let i = 0; i < count; i++)
		starts[ranks[name[i]] + 1]++;
	for (let r = 0; r < ranks.length; r++)
		starts[r + 1] += starts[r];
	for (let i = 0; i < count; i++)
		sorted[starts[ranks[name[i]]]++] = i;
	return sorted;
}

// The child lists with the heaviest child first.
function listsByWeight(grown) {
	const lists = childLists(grown, null);
	const { first, next } = lists;
	const total = grownTotals(grown, grown.self.length - 1);
	const compare = byWeight(i => total[i]);

	for (let i = 0; i < grown.count; i++) {
		if (!next[first[i]])
			continue;
		const kids = [];

		for (let k = first[i]; k; k = next[k])
			kids.push(k);
		kids.sort(compare);
		first[i] = kids[0];
		kids.forEach((k, n) => {
			next[k] = kids[n + 1] ?? 0;
		});
	}
	return lists;
}

// From order of first sight to preorder, with sorted children.
function preorder(tree, grown, { first, next }) {
	const { count, up, name, self } = grown;
	const made = emptyTree(tree, count);
	const at = new Uint32Array(count);
	let from = 0;

	for (let i = 0; i < count; i++) {
		at[from] = i;
		made.name[i] = name[from];
		made.parent[i] = at[up[from]];
		made.depth[i] = i && made.depth[made.parent[i]] + 1;
		for (let c = 0; c < self.length; c++)
			made.self[c][i] = self[c][from];
		let to = first[from];

		for (; !to && from; from = up[from])
			to = next[from];
		from = to;
	}
	return finishTree(made);
}

function listsOf(tree, grown, { order, chart, cut, merge }) {
	if (order === "weight")
		return listsByWeight(grown);
	// Without merging, the nodes are in the order of the names already.
	return childLists(grown, order !== "time" && (chart || cut || merge) ?
		byRank(grown, nameRanks(tree)) : null);
}

function remade(tree, options) {
	const grown = regrow(tree, options);

	return preorder(tree, grown, listsOf(tree, grown, options));
}

// What is left behind the filters (filters.js), in order. Adjacent filters that
// only keep stacks make one tree.
function filtered(tree, filters, chart) {
	const order = chart ? "time" : "name";
	let made = tree;
	let kept = null;
	const settle = () => {
		made = kept ? keepNodes(made, kept) : made;
		kept = null;
	};

	for (const filter of filters) {
		const { keep, cut, merge } = WAYS[filter.how];

		if (!keep)
			settle();
		const marks = marksOf(made, filter);

		if (marks && keep) {
			const more = keep(made, marks);

			kept = kept ? kept.map((k, i) => k & more[i]) : more;
		} else if (marks) {
			made = remade(made, { chart, order,
				cut: cut?.(made, marks), merge: merge?.(made, marks) });
		}
	}
	settle();
	return made;
}

// The tree with the own weights that a filter says.
function weighedBy(tree, filter) {
	const self = WAYS[filter.how].weigh(tree, filter);

	return finishTree({ ...tree, self, sums: null });
}

// The profile as it is to be shown. Filters of weights come first.
/**
 * @param {Tree} tree
 * @param {{ filters?: any[], recursion?: boolean, order: string,
 *	chart?: boolean }} options
 */
export function transform(tree, { filters = [], recursion, order, chart }) {
	const weighing = filters.filter(({ how }) => WAYS[how].weigh);
	const made = filtered(weighing.reduce(weighedBy, tree),
		filters.filter(filter => !weighing.includes(filter)), chart);

	return recursion || isOrdered({ order, chart }) ?
		remade(made, { recursion, order, chart }) : made;
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
export function treeEnding(tree, frames) {
	const { count, name, parent } = tree;
	const kept = new Uint8Array(count);

	for (let i = 1; i < count; i++) {
		let at = i;
		let n = 0;

		for (; n < frames.length && at > 0 && frames[n][name[at]]; n++)
			at = parent[at];
		kept[i] = n === frames.length ? 1 : 0;
	}
	return keepNodes(tree, kept);
}
