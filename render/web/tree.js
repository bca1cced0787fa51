// The call tree as arrays in preorder: node 0 is the root, and the subtree of i
// is [i, end[i]). So a walk is a loop, and a jump skips a subtree.

// The depth of the deepest node.
function deepest(levels) {
	let depth = 0;
	let most = 0;

	for (let i = 1; i < levels.length; i++) {
		depth += 1 - levels[i];
		most = Math.max(most, depth);
	}
	return most;
}

// Builds the tree from the streams of the payload. There may be millions of
// nodes, so memory is saved: the array of levels becomes that of parents, and
// the array of places that of names.
export function buildTree({ names, callees, levels, places, self }) {
	const count = levels.length;
	const most = deepest(levels);
	const Depth = most < 256 ? Uint8Array : most < 65536 ? Uint16Array :
		Uint32Array;
	const tree = {
		count,
		names: [...names, "all"],
		plain: [], // names as shown, as far as they were
		name: places,
		parent: levels,
		depth: new Depth(count),
		self,
	};
	const { parent, depth } = tree;

	for (let i = 1; i < count; i++) {
		let up = i - 1;
		const level = levels[i];

		if (level > depth[up])
			throw new Error("the data contradict themselves");
		for (let n = level; n > 0; n--)
			up = parent[up];
		parent[i] = up;
		depth[i] = depth[up] + 1;
	}
	findNames(tree, callees);
	return finishTree(tree);
}

// Names of nodes: each node is one of its parent's callees, counted from the
// sibling before it.
function findNames(tree, { start, callee }) {
	const { count, names, name, parent } = tree;
	const next = tree.end = new Uint32Array(count);

	name[0] = names.length - 1;
	for (let i = 1; i < count; i++) {
		const up = parent[i];
		const caller = up ? name[up] + 1 : 0;
		const all = start[caller + 1] - start[caller];
		let place = name[i] + next[up];

		if (place >= all)
			place -= all;
		name[i] = callee[start[caller] + place];
		if (!(place < all && name[i] < name[0]))
			throw new Error("the data contradict themselves");
		next[up] = place + 1;
	}
	next.fill(0);
}

// Computes what follows from names, parents, depths and own weights.
export function finishTree(tree) {
	const { count, parent } = tree;

	tree.end ??= new Uint32Array(count);
	tree.deep = new tree.depth.constructor(count);
	const { end, deep } = tree;

	for (let i = count - 1; i >= 0; i--) {
		const up = parent[i];

		if (end[i] === 0)
			end[i] = i + 1;
		if (end[up] < end[i])
			end[up] = end[i];
		if (i > 0 && deep[up] <= deep[i])
			deep[up] = deep[i] + 1;
	}
	tree.total = tree.self.map(own => sumUp(tree, own));
	tree.paths = 0;
	return chooseWidths(tree, tree.self.length > 1 ? "after" : "before");
}

function sumUp({ count, parent }, own) {
	const total = own.slice();

	for (let i = count - 1; i > 0; i--)
		total[parent[i]] += total[i];
	return total;
}

// Chooses what widths show: a column, or the larger one of both at the end of
// each stack, so that frames that are gone or new keep their boxes.
export function chooseWidths(tree, by) {
	const { count, parent, self, total } = tree;

	if (by === "max" && self.length > 1) {
		tree.own = Float64Array.from(self[0], (w, i) =>
			Math.max(w, self[1][i]));
		tree.width = sumUp(tree, tree.own);
	} else {
		const column = by === "after" && self.length > 1 ? 1 : 0;

		tree.own = self[column];
		tree.width = total[column];
	}
	// The area that a subtree covers, about: weight times rows.
	tree.area = Float32Array.from(tree.width);
	for (let i = count - 1; i > 0; i--)
		tree.area[parent[i]] += tree.area[i];
	return tree;
}

// The rank of each name in the order of text, for sorting.
export function nameRanks(tree) {
	if (!tree.ranks) {
		const { names } = tree;
		const order = names.map((name, i) => i).sort((a, b) =>
			names[a] < names[b] ? -1 : Number(names[a] > names[b]));

		tree.ranks = new Uint32Array(names.length);
		order.forEach((name, rank) => {
			tree.ranks[name] = rank;
		});
	}
	return tree.ranks;
}

// Characters that a picture or a page cannot hold, that turn the direction of
// text, or that are invisible: fg_shown_length() has the same list.
// eslint-disable-next-line no-control-regex
const UNSHOWABLE = new RegExp("[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\xad" +
	"\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff" +
	"\\ufff9-\\ufffb\\ufffe\\uffff\\u{e0000}-\\u{e007f}]", "gu");

// A name as it is shown: without the mark for its origin.
export function plainName(name) {
	// Most names need no more than this look at them.
	if (!/[^ -~]|]$/.test(name))
		return name;
	return name.replace(/_\[[kwij]\]$/, "").replace(UNSHOWABLE, "\ufffd");
}
