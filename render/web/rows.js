// The rows of a call tree as a table: which frames are open, and in what order
// siblings are. No elements here; tables of a million rows are lists of numbers.

import { byWeight } from "./views.js";

const OPENED = 200; // levels of the heaviest path
export const ROWS_MAX = 1000000; // of all that is opened at once

// rows.node and rows.level: the rows from top to bottom. The heaviest path is
// open, and siblings begin with the heaviest.
export function makeRows(view, root) {
	const rows = {
		view, root, node: [root], level: [1], open: new Set(), at: null,
		compare: byWeight(view.weight),
	};

	for (let i = 0; i < OPENED && hasKids(rows, rows.node[i]); i++)
		openRow(rows, i);
	return rows;
}

function kidsOf({ view, compare }, v) {
	return Array.from(view.children(v)).filter(k => hasWeight(view, k))
		.sort(compare);
}

// A frame of a difference may be on one side only.
function hasWeight(view, v) {
	return view.tree.total.some((all, column) => view.total(v, column) > 0);
}

export function hasKids({ view }, v) {
	return view.children(v).some(k => hasWeight(view, k));
}

export function isOpen(rows, i) {
	return rows.open.has(rows.node[i]);
}

// Replaces `count` rows behind row i.
function splice(rows, i, count, nodes, levels) {
	const join = (list, more) =>
		list.slice(0, i + 1).concat(more, list.slice(i + 1 + count));

	rows.node = join(rows.node, nodes);
	rows.level = join(rows.level, levels);
	rows.at = null;
}

// The number of rows below row i that belong to it.
function rowsBelowRow({ level }, i) {
	let n = i + 1;

	while (n < level.length && level[n] > level[i])
		n++;
	return n - i - 1;
}

// Opens row i. What was open below it is open again.
export function openRow(rows, i) {
	if (!isOpen(rows, i)) {
		rows.open.add(rows.node[i]);
		listBelow(rows, i, () => false);
	}
}

export function closeRow(rows, i) {
	rows.open.delete(rows.node[i]);
	splice(rows, i, rowsBelowRow(rows, i), [], []);
}

// Opens everything below row i, up to ROWS_MAX rows.
export function openAll(rows, i) {
	let left = ROWS_MAX;

	rows.open.add(rows.node[i]);
	listBelow(rows, i, () => left-- > 0);
}

// Lists what is open below row i. `opens` says whether to open a row, too.
function listBelow(rows, i, opens) {
	const nodes = [];
	const levels = [];
	const stack = [];
	const push = (v, level) => {
		const kids = kidsOf(rows, v);

		for (let k = kids.length - 1; k >= 0; k--)
			stack.push([kids[k], level]);
	};

	push(rows.node[i], rows.level[i] + 1);
	while (stack.length) {
		const [v, level] = stack.pop();

		nodes.push(v);
		levels.push(level);
		if (rows.open.has(v) || opens()) {
			rows.open.add(v);
			push(v, level + 1);
		}
	}
	splice(rows, i, rowsBelowRow(rows, i), nodes, levels);
}

// Sorts siblings anew; what is open stays open.
export function sortRows(rows, compare) {
	rows.compare = compare;
	listBelow(rows, 0, () => false);
}

// The row of a node: its own or that of its nearest caller that has one; -1 if
// there is none.
export function rowOfNode(rows, node) {
	rows.at ??= new Map(rows.node.map((v, i) => [v, i]));
	for (let v = node; v >= 0; v = rows.view.parent(v)) {
		if (rows.at.has(v))
			return rows.at.get(v);
	}
	return -1;
}

// Opens what hides a node, and returns its row, or -1.
export function revealRow(rows, node) {
	for (let i = rowOfNode(rows, node); i >= 0; i = rowOfNode(rows, node)) {
		if (rows.node[i] === node || isOpen(rows, i))
			return i;
		openRow(rows, i);
	}
	return -1;
}
