// Trees made from the tree: stacks hidden or kept, frames merged into their
// callers, recursion collapsed, children in another order.
//
// edits: { hide: [name...], focus: [name...], merge: [name...],
//          recursion: bool }, order: "name" | "weight" | "time"

function nameSet(tree, list) {
	const set = new Uint8Array(tree.names.length);
	const wanted = new Set(list);

	for (let i = 0; i < tree.names.length - 1; i++)
		set[i] = wanted.has(tree.names[i]) ? 1 : 0;
	return set;
}

// For each node whether its own weight stays.
function keptNodes(tree, { hide, focus }) {
	const { count, name, parent } = tree;
	const hidden = nameSet(tree, hide);
	const state = new Uint8Array(count); // 1 hidden, then a bit a focus
	const sets = focus.slice(0, 7).map(f => nameSet(tree, [f]));
	const all = sets.reduce((mask, set, bit) => mask | 2 << bit, 0);

	for (let i = 1; i < count; i++) {
		state[i] = state[parent[i]] | hidden[name[i]];
		sets.forEach((set, bit) => {
			if (set[name[i]])
				state[i] |= 2 << bit;
		});
	}
	return state.map(s => s === all ? 1 : 0);
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
	const merging = edits.merge.length > 0 || edits.recursion ||
		chart && order !== "time";
	const finder = makeFinder(names.length, merging, order === "time");
	const to = new Uint32Array(count);
	const grown = { name: [name[0]], up: [0], self: self.map(() => [0]) };

	function place(i, up) {
		if (merged[name[i]] || edits.recursion && up > 0 &&
			grown.name[up] === name[i])
			return up;
		let node = finder.find(up, name[i], grown.name);
		if (node === undefined) {
			node = grown.name.push(name[i]) - 1;
			grown.up.push(up);
			grown.self.forEach(own => own.push(0));
			finder.add(up, name[i], node);
		}
		return node;
	}
	for (let i = 0; i < count; i++) {
		if (!needed[i])
			continue;
		to[i] = i && place(i, to[parent[i]]);
		if (kept[i])
			self.forEach((own, c) => {
				grown.self[c][to[i]] += own[i];
			});
	}
	return grown;
}

function childLists(grown) {
	const kids = grown.name.map(() => null);

	for (let i = 1; i < grown.name.length; i++)
		(kids[grown.up[i]] ??= []).push(i);
	return kids;
}

function grownTotals(grown, by) {
	const total = grown.self[by].slice();

	for (let i = total.length - 1; i > 0; i--)
		total[grown.up[i]] += total[i];
	return total;
}

// From order of first sight to preorder, children sorted by `compare`.
function preorder(tree, grown, compare) {
	const count = grown.name.length;
	const kids = childLists(grown);
	const made = {
		count, names: tree.names, colours: tree.colours, ranks: tree.ranks,
		name: new Uint32Array(count), parent: new Uint32Array(count),
		depth: new Uint32Array(count),
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
		made.self.forEach((own, c) => {
			own[i] = grown.self[c][from];
		});
		const list = kids[from];
		if (list && list.length > 1 && compare)
			list.sort(compare);
		for (let k = list ? list.length - 1 : -1; k >= 0; k--)
			stack.push(list[k]);
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

function transform(tree, options) {
	if (isPlain(options))
		return tree;
	const grown = regrow(tree, options);

	return preorder(tree, grown, comparison(tree, grown, options));
}
