// A view answers what a picture asks: who is the root, who are the children
// of a box, left to right, how heavy and how high is it. A box is a number.
// There are the tree itself, and trees of groups, where all nodes of one name
// under (or over) a box are one box; groups are made when they are asked for.

function treeView(tree) {
	const { names, name, parent, end, width, own } = tree;

	return {
		tree,
		root: 0,
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
		// Of a column: the total and the part that ends here.
		total: (v, column) => tree.total[column][v],
		self: (v, column) => tree.self[column][v],
		hits: (v, search) => search.below[v],
		matched: (v, search, column) =>
			matchedBelow(tree, search, v, column),
		nodes: v => [v],
	};
}

// Groups `items` by key(item) in order of first sight; calls add(group, item).
function groupBy(slots, items, key, open, add) {
	const used = [];

	for (let i = 0; i < items.length; i++) {
		const k = key(items[i]);

		if (k < 0)
			continue;
		if (!slots[k]) {
			used.push(k);
			slots[k] = open(k) + 1;
		}
		add(slots[k] - 1, items[i], i);
	}
	for (const k of used)
		slots[k] = 0;
}

// The groups of a group view, a list a property, as made so far.
function makeGroups(tree) {
	return {
		slots: new Int32Array(tree.names.length),
		name: [], up: [], weight: [], deep: [], area: [],
		// The nodes of the group; what they weigh is the weight of origin.
		at: [], origin: [], kids: [],
	};
}

function openGroup(groups, name, up) {
	groups.name.push(name);
	groups.up.push(up);
	groups.weight.push(0);
	groups.deep.push(0);
	groups.area.push(0);
	groups.at.push([]);
	groups.origin.push([]);
	groups.kids.push(null);
	return groups.name.length - 1;
}

function byWeight(weight) {
	return (a, b) => weight(b) - weight(a) || a - b;
}

function sortGroups(kids, groups, tree, heaviest) {
	if (heaviest)
		return kids.sort(byWeight(v => groups.weight[v]));
	const ranks = nameRanks(tree);

	return kids.sort((a, b) => ranks[groups.name[a]] - ranks[groups.name[b]]);
}

// Towards the callers: each node of a group gives its parent to a child.
function expandUp(groups, tree, weights, v, first) {
	const { name, parent, depth } = tree;
	const at = groups.at[v];
	const origin = groups.origin[v];
	const kids = [];
	const next = first ? n => n : n => parent[n];

	groupBy(groups.slots, at, n => {
		const up = next(n);

		return up === 0 ? -1 : name[up];
	}, k => {
		kids.push(openGroup(groups, k, v));
		return kids.at(-1);
	}, (kid, n, i) => {
		const up = next(n);
		const w = weights[origin[i]];

		groups.at[kid].push(up);
		groups.origin[kid].push(origin[i]);
		groups.weight[kid] += w;
		groups.area[kid] += w * depth[up];
		if (groups.deep[kid] < depth[up] - 1)
			groups.deep[kid] = depth[up] - 1;
	});
	return kids;
}

// Towards the callees: each node of a group gives its children.
function expandDown(groups, tree, v) {
	const { name, end, width, area, deep } = tree;
	const kids = [];

	for (const n of groups.at[v])
		for (let c = n + 1; c < end[n]; c = end[c])
			addDown(c);
	for (const kid of kids)
		groups.slots[groups.name[kid]] = 0;
	return kids;

	function addDown(c) {
		const { slots } = groups;

		if (!slots[name[c]]) {
			kids.push(openGroup(groups, name[c], v));
			slots[name[c]] = kids.at(-1) + 1;
		}
		const kid = slots[name[c]] - 1;

		groups.at[kid].push(c);
		groups.weight[kid] += width[c];
		groups.area[kid] += area[c];
		if (groups.deep[kid] < deep[c])
			groups.deep[kid] = deep[c];
	}
}

function sumOf(list, weights) {
	let sum = 0;

	for (let i = 0; i < list.length; i++)
		sum += weights[list[i]];
	return sum;
}

// up: towards the callers, else the callees. `start` are the nodes of the
// root, `name` is its name, `inverted` that its children are they themselves.
function groupView(tree, { up, start, name, inverted, heaviest }) {
	const groups = makeGroups(tree);
	const root = openGroup(groups, name, -1);
	const origin = up ? groups.origin : groups.at;
	const weights = inverted ? tree.own : tree.width;
	const columns = inverted ? tree.self : tree.total;

	groups.at[root] = start;
	groups.origin[root] = up ? start : [];
	groups.weight[root] = sumOf(start, weights);

	return {
		tree,
		root,
		name: v => groups.name[v],
		label: v => tree.names[groups.name[v]],
		parent: v => groups.up[v],
		weight: v => groups.weight[v],
		indent: v => up ? 0 : sumOf(groups.at[v], tree.own),
		gap: () => 0,
		deep: v => groups.deep[v],
		area: v => groups.area[v],
		children(v) {
			groups.kids[v] ??= sortGroups(up ?
				expandUp(groups, tree, weights, v, inverted && v === root) :
				expandDown(groups, tree, v), groups, tree, heaviest);
			return groups.kids[v];
		},
		total: (v, column) => sumOf(origin[v], columns[column]),
		// A caller's own weight is in none of the stacks shown over it.
		self: (v, column) => up && groups.up[v] !== (inverted ? root : -1) ?
			0 : sumOf(groups.at[v], tree.self[column]),
		hits: (v, search) => hitsOf(groups.at[v], up ? search.above :
			search.below),
		matched: (v, search, column) => up ?
			matchedAbove(search, groups.at[v], origin[v], columns[column]) :
			groups.at[v].reduce((sum, n) =>
				sum + matchedBelow(tree, search, n, column), 0),
		nodes: v => groups.at[v],
	};
}

function hitsOf(nodes, masks) {
	let all = 0;

	for (let i = 0; i < nodes.length; i++)
		all |= masks[nodes[i]];
	return all;
}

// Stacks from where they end: the children of the root are the names that
// have own weight, above them their callers.
function invertedView(tree, heaviest) {
	const start = [];

	for (let i = 1; i < tree.count; i++) {
		if (tree.own[i] > 0)
			start.push(i);
	}
	return groupView(tree, {
		up: true, start, name: tree.name[0], inverted: true, heaviest,
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
	return found;
}

// One function with all that it calls and all that call it.
function sandwichViews(tree, name, heaviest) {
	const start = outermost(tree, name);

	return [
		groupView(tree, { up: false, start, name, heaviest }),
		groupView(tree, { up: true, start, name, heaviest }),
	];
}
