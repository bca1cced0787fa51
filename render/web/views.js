// A view answers what a picture asks: who is the root, who are the children
// of a box, left to right, how heavy and how high is it. A box is a number.
// There are the tree itself, and trees of groups, where all nodes of one name
// under (or over) a box are one box; groups are made when they are asked for.

import {
	matchedAbove, matchedBelow, rowsAbove, rowsBelow, termsAbove,
} from "./search.js";
import { nameRanks } from "./tree.js";

export function treeView(tree) {
	const { names, name, parent, end, width, own } = tree;

	return {
		tree,
		root: 0,
		repeats: tree.byTime,
		name: v => name[v],
		label: v => names[name[v]],
		parent: v => v === 0 ? -1 : parent[v],
		weight: v => width[v],
		// What lies before the first child, and before a child.
		indent: v => tree.gap ? 0 : own[v],
		gap: v => tree.gap ? tree.gap[v] : 0,
		deep: v => tree.deep[v],
		area: v => tree.area[v],
		children(v) {
			const kids = [];

			for (let c = v + 1; c < end[v]; c = end[c])
				kids.push(c);
			return kids;
		},
		hottest(v) {
			let best = v;

			for (let i = v; i < end[v]; i++) {
				if (own[i] > own[best])
					best = i;
			}
			return best;
		},
		// Of a column: the total and the part that ends here.
		total: (v, column) => tree.total[column][v],
		self: (v, column) => tree.self[column][v],
		hits: (v, search) => search.below[v],
		// The rows with matches of a term, a bit each, its own the first.
		rows: (v, search, bit) => rowsBelow(search, bit, v),
		matched: (v, search, column) => matchedBelow(search, v, column),
	};
}

// The groups of a group view, a list a property, as made so far. The nodes of
// a group are the part [begin, stop) of a list that it shares with others; at
// the same places in `origins` are the nodes that have their weights.
function makeGroups(tree) {
	return {
		slots: new Int32Array(tree.names.length),
		name: [], up: [], weight: [], deep: [], area: [], kids: [],
		list: [], origins: [], begin: [], stop: [],
	};
}

function openGroup(groups, name, up) {
	groups.name.push(name);
	groups.up.push(up);
	groups.weight.push(0);
	groups.deep.push(0);
	groups.area.push(0);
	groups.kids.push(null);
	return groups.name.length - 1;
}

function nodesOf({ list, begin, stop }, v) {
	return list[v].subarray(begin[v], stop[v]);
}

function originsOf({ origins, begin, stop }, v) {
	return origins[v].subarray(begin[v], stop[v]);
}

export function byWeight(weight) {
	return (a, b) => weight(b) - weight(a) || a - b;
}

function sortGroups(kids, groups, tree, heaviest) {
	if (heaviest)
		return kids.sort(byWeight(v => groups.weight[v]));
	const ranks = nameRanks(tree);

	return kids.sort((a, b) => ranks[groups.name[a]] - ranks[groups.name[b]]);
}

// The group for the name of each of `nodes`, -1 for the root; opens groups
// as they are needed, with the number of their nodes in `counts`.
function assign(groups, tree, v, nodes) {
	const { slots } = groups;
	const { name } = tree;
	const slot = new Int32Array(nodes.length);
	const kids = [];
	const counts = [];

	for (let i = 0; i < nodes.length; i++) {
		const k = nodes[i] ? name[nodes[i]] : -1;

		if (k >= 0 && !slots[k]) {
			kids.push(openGroup(groups, k, v));
			counts.push(0);
			slots[k] = kids.length;
		}
		slot[i] = k < 0 ? -1 : slots[k] - 1;
		if (k >= 0)
			counts[slot[i]]++;
	}
	for (const kid of kids)
		slots[groups.name[kid]] = 0;
	return { slot, kids, counts };
}

// Says of each group where its part of the lists lies.
function shareOut(groups, { kids, counts }, list, origins) {
	let at = 0;

	kids.forEach((kid, k) => {
		groups.list[kid] = list;
		groups.origins[kid] = origins;
		groups.begin[kid] = groups.stop[kid] = at;
		at += counts[k];
	});
}

// Gives the nodes to their groups, and each group its sums: a node weighs
// what its origin does, or, going to the callees, itself.
function distribute(groups, tree, v, nodes, origin, sums) {
	const { weight, area, deep } = sums;
	const found = assign(groups, tree, v, nodes);
	const { slot, kids } = found;
	const list = new Uint32Array(nodes.length);
	const origins = origin ? new Uint32Array(nodes.length) : list;

	shareOut(groups, found, list, origins);
	for (let i = 0; i < nodes.length; i++) {
		if (slot[i] < 0)
			continue;
		const n = nodes[i];
		const kid = kids[slot[i]];
		const to = groups.stop[kid]++;

		list[to] = n;
		if (origin)
			origins[to] = origin[i];
		const w = weight[origins[to]];
		groups.weight[kid] += w;
		groups.area[kid] += area ? area[n] : w * deep[n];
		if (groups.deep[kid] < deep[n])
			groups.deep[kid] = deep[n];
	}
	return kids;
}

// Towards the callers: each node of a group gives its parent to a child.
function expandUp(groups, tree, weight, v, first) {
	const { parent, depth } = tree;
	const at = nodesOf(groups, v);
	const nodes = first ? at : at.map(n => parent[n]);

	return distribute(groups, tree, v, nodes, originsOf(groups, v),
		{ weight, deep: depth });
}

// Towards the callees: each node of a group gives its children.
function expandDown(groups, tree, v) {
	const { end, width, area, deep } = tree;
	const nodes = [];

	for (const n of nodesOf(groups, v))
		for (let c = n + 1; c < end[n]; c = end[c])
			nodes.push(c);
	return distribute(groups, tree, v, nodes, null,
		{ weight: width, area, deep });
}

function sumOf(list, weights) {
	let sum = 0;

	for (let i = 0; i < list.length; i++)
		sum += weights[list[i]];
	return sum;
}

// up: towards the callers, else the callees. `start` are the nodes of the
// root, `name` is its name, `inverted` that its children are they themselves.
/**
 * @param {Tree} tree
 * @param {{ up: boolean, start: Uint32Array, name: number, inverted?: boolean,
 *	heaviest: boolean }} options
 */
function groupView(tree, { up, start, name, inverted, heaviest }) {
	const groups = makeGroups(tree);
	const root = openGroup(groups, name, -1);
	const weights = inverted ? tree.own : tree.width;
	const columns = inverted ? tree.self : tree.total;
	const nodes = v => nodesOf(groups, v);

	shareOut(groups, { kids: [root], counts: [start.length] }, start, start);
	groups.stop[root] = start.length;
	groups.weight[root] = sumOf(start, weights);

	return {
		tree,
		root,
		up,
		name: v => groups.name[v],
		label: v => tree.names[groups.name[v]],
		parent: v => groups.up[v],
		weight: v => groups.weight[v],
		indent: v => up ? 0 : sumOf(nodes(v), tree.own),
		gap: () => 0,
		// Counted from the root: a box lies on its own depth, too.
		deep: v => groups.deep[v] - (up ? 1 : 0),
		area: v => groups.area[v],
		children(v) {
			groups.kids[v] ??= sortGroups(up ?
				expandUp(groups, tree, weights, v, inverted && v === root) :
				expandDown(groups, tree, v), groups, tree, heaviest);
			return groups.kids[v];
		},
		total: (v, column) => sumOf(originsOf(groups, v), columns[column]),
		// A caller's own weight is in none of the stacks shown over it.
		self: (v, column) => up && groups.up[v] !== (inverted ? root : -1) ?
			0 : sumOf(nodes(v), tree.self[column]),
		hits: (v, search) => anyOf(nodes(v), up ? termsAbove(search) :
			search.below),
		rows: (v, search, bit) => up ? anyOf(nodes(v),
			rowsAbove(search, bit)) : nodes(v).reduce((rows, n) =>
			rows | rowsBelow(search, bit, n), 0),
		matched: (v, search, column) => up ?
			matchedAbove(search, nodes(v), originsOf(groups, v),
				columns[column]) :
			nodes(v).reduce((sum, n) =>
				sum + matchedBelow(search, n, column), 0),
	};
}

function anyOf(nodes, masks) {
	let all = 0;

	for (let i = 0; i < nodes.length; i++)
		all |= masks[nodes[i]];
	return all;
}

// Stacks from where they end: the children of the root are the names that
// have own weight, before or after, above them their callers.
export function invertedView(tree, heaviest) {
	const start = new Uint32Array(tree.count);
	const [first, second = first] = tree.self;
	let n = 0;

	for (let i = 1; i < tree.count; i++) {
		if (first[i] > 0 || second[i] > 0)
			start[n++] = i;
	}
	return groupView(tree, {
		up: true, start: start.subarray(0, n), name: tree.name[0],
		inverted: true, heaviest,
	});
}

// The outermost nodes of a name: recursion counts once.
function outermost(tree, name) {
	const found = [];

	for (let i = 1; i < tree.count;) {
		if (tree.name[i] === name) {
			found.push(i);
			i = tree.end[i];
		} else {
			i++;
		}
	}
	return Uint32Array.from(found);
}

// One function with all that it calls and all that call it.
export function sandwichViews(tree, name, heaviest) {
	const start = outermost(tree, name);

	return [
		groupView(tree, { up: false, start, name, heaviest }),
		groupView(tree, { up: true, start, name, heaviest }),
	];
}
