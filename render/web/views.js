// A view has what is needed to draw a tree: the root, the children of a box
// from left to right, weights and heights. A box is a number. A view is the
// tree itself, or a tree of groups: there, all nodes of one name below (or
// above) a box are one box. Groups are made when first needed.

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
		// indent: the weight before the first child; gap: the weight
		// before a child.
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
		// Total and own weight, of a column.
		total: (v, column) => tree.total[column][v],
		self: (v, column) => tree.self[column][v],
		hits: (v, search) => search.below[v],
		// The rows with matches of a term, as bits; bit 0 is the node's
		// own row.
		rows: (v, search, bit) => rowsBelow(search, bit, v),
		matched: (v, search, column) => matchedBelow(search, v, column),
	};
}

// The groups of a group view so far, one list per property. The nodes of a
// group are the part [begin, stop) of a list that it shares with other groups.
// The same part of `origins` has the nodes whose weights count.
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

// Assigns each of `nodes` to the group of its name (-1 for the root). Opens
// groups as needed and counts their nodes.
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

// Gives each group its part of the lists.
function giveLists(groups, { kids, counts }, list, origins) {
	let at = 0;

	kids.forEach((kid, k) => {
		groups.list[kid] = list;
		groups.origins[kid] = origins;
		groups.begin[kid] = groups.stop[kid] = at;
		at += counts[k];
	});
}

// Distributes the nodes to their groups, and sums up each group. A node has the
// weight of its origin, or its own in the direction of the callees.
function distribute(groups, tree, v, nodes, origin, sums) {
	const { weight, area, deep } = sums;
	const found = assign(groups, tree, v, nodes);
	const { slot, kids } = found;
	const list = new Uint32Array(nodes.length);
	const origins = origin ? new Uint32Array(nodes.length) : list;

	giveLists(groups, found, list, origins);
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

// In the direction of the callers: each node of a group gives its parent to a
// child.
function expandUp(groups, tree, weight, v, first) {
	const { parent, depth } = tree;
	const at = nodesOf(groups, v);
	const nodes = first ? at : at.map(n => parent[n]);

	return distribute(groups, tree, v, nodes, originsOf(groups, v),
		{ weight, deep: depth });
}

// In the direction of the callees: each node of a group gives its children.
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

// up: in the direction of the callers, else of the callees. start: the nodes of
// the root; name: its name. callersFirst: the root's children are these nodes
// themselves.
/**
 * @param {Tree} tree
 * @param {{ up: boolean, start: Uint32Array, name: number, callersFirst?: boolean,
 *	heaviest: boolean }} options
 */
function groupView(tree, { up, start, name, callersFirst, heaviest }) {
	const groups = makeGroups(tree);
	const root = openGroup(groups, name, -1);
	const weights = callersFirst ? tree.own : tree.width;
	const columns = callersFirst ? tree.self : tree.total;
	const nodes = v => nodesOf(groups, v);

	giveLists(groups, { kids: [root], counts: [start.length] }, start, start);
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
		// Heights count from the root, so the box's own row is not in
		// the depth.
		deep: v => groups.deep[v] - (up ? 1 : 0),
		area: v => groups.area[v],
		children(v) {
			groups.kids[v] ??= sortGroups(up ?
				expandUp(groups, tree, weights, v, callersFirst && v === root) :
				expandDown(groups, tree, v), groups, tree, heaviest);
			return groups.kids[v];
		},
		total: (v, column) => sumOf(originsOf(groups, v), columns[column]),
		// The own weight of a caller is in none of the stacks shown
		// above it.
		self: (v, column) => up && groups.up[v] !== (callersFirst ? root : -1) ?
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

// Callers first: the children of the root are the names that have own weight,
// before or after; above them are their callers.
export function callersView(tree, heaviest) {
	const start = new Uint32Array(tree.count);
	const [first, second = first] = tree.self;
	let n = 0;

	for (let i = 1; i < tree.count; i++) {
		if (first[i] > 0 || second[i] > 0)
			start[n++] = i;
	}
	return groupView(tree, {
		up: true, start: start.subarray(0, n), name: tree.name[0],
		callersFirst: true, heaviest,
	});
}

// The outermost nodes of a name, so that recursion counts once.
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

// One function with everything it calls and everything that calls it.
export function sandwichViews(tree, name, heaviest) {
	const start = outermost(tree, name);

	return [
		groupView(tree, { up: false, start, name, heaviest }),
		groupView(tree, { up: true, start, name, heaviest }),
	];
}
