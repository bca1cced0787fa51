// From a view to boxes: only what the screen can show. Boxes are lists of
// numbers, row by row, from left to right.

import { bitOf } from "./base.js";

export const BOX = 0;
export const FADED = 1; // an ancestor of the focus, at full width
export const TOWER = 2; // a run of siblings that are too narrow for boxes

function makeBoxes(view, focus, { from = 0, width }) {
	return {
		view, focus,
		from, to: from + width, // what is drawn of the width, in px
		node: [], x: [], w: [], kind: [],
		high: [], // rows that a tower has
		cover: [], // the share of its extent that a tower fills
		mask: [], // search terms that a tower or a box has somewhere
		hits: [], // of a tower: for each of them, in which rows
		rowStart: [0], // of each row: its first box; and the end
		rows: 0, // that the picture needs
	};
}

function addBox(boxes, box) {
	const { from, to } = boxes;
	const x = Math.max(from, box.x);

	boxes.node.push(box.node);
	boxes.x.push(x - from);
	boxes.w.push(Math.min(to, box.x + box.w) - x);
	boxes.kind.push(box.kind);
	boxes.high.push(box.high || 1);
	boxes.cover.push(box.cover || 1);
	boxes.mask.push(box.mask || 0);
	boxes.hits.push(box.hits);
}

function endRow(boxes) {
	boxes.rowStart.push(boxes.node.length);
}

export function ancestors(view, v) {
	const path = [];

	for (let up = view.parent(v); up >= 0; up = view.parent(up))
		path.push(up);
	return path.reverse();
}

// A run collects narrow siblings into one tower. It ends before a wide sibling,
// or when it is itself wide enough.
function makeRun(boxes, { scale, least, search }) {
	let run = null;

	function flush() {
		if (run && run.w > 0) {
			run.cover = Math.min(1, run.area * scale / (run.w * run.high));
			addBox(boxes, run);
		}
		run = null;
	}
	function add(view, v, x, w, mask) {
		run ??= {
			node: v, x, w: 0, kind: TOWER, high: 1, area: 0, mask: 0,
			hits: [],
		};
		if (w > run.most || run.most === undefined) {
			run.most = w;
			run.node = v;
		}
		run.w += w;
		run.area += view.area(v);
		run.high = Math.max(run.high, view.deep(v) + 1);
		run.mask |= mask;
		for (let left = mask; left; left &= left - 1) {
			const bit = bitOf(left);
			run.hits[bit] |= view.rows(v, search, bit);
		}
		if (run.w >= least)
			flush();
	}
	return { add, flush };
}

// The children of one box: a box for each wide one, towers for the others.
function addChildren(boxes, from, options, next) {
	const { view } = boxes;
	const { scale, least, search, skip } = options;
	const run = makeRun(boxes, options);
	let x = from.x + view.indent(from.node) * scale;

	for (const kid of view.children(from.node)) {
		x += view.gap(kid) * scale;
		const w = view.weight(kid) * scale;

		if (x + w <= boxes.from && w > 0 || x >= boxes.to && x > 0) {
			run.flush();
			x += w;
			continue;
		}
		const mask = search ? view.hits(kid, search) : 0;

		if (w >= least) {
			run.flush();
			addBox(boxes, { node: kid, x, w, kind: BOX, mask });
			next.push({ node: kid, x, w });
		} else if (!skip) {
			run.add(view, kid, x, w, mask);
		}
		if (w >= 0.1) {
			const top = boxes.rowStart.length + view.deep(kid);
			boxes.rows = Math.max(boxes.rows, skip ?
				boxes.rowStart.length : top);
		}
		x += w;
	}
	run.flush();
}

// options: width in px, of which `zoom` times as much is laid out, and `from`
// (in px of that) on is drawn; least: the least width of a box; skip: narrower frames
// are not drawn at all.
function layOutAt(view, focus, options) {
	const boxes = makeBoxes(view, focus, options);
	const whole = view.weight(focus);
	const { search } = options;
	const width = options.width * (options.zoom || 1);
	const at = node => ({ node, x: 0, w: width });

	for (const up of ancestors(view, focus)) {
		addBox(boxes, { ...at(up), kind: FADED });
		endRow(boxes);
	}
	addBox(boxes, {
		...at(focus), kind: BOX,
		mask: search ? view.hits(focus, search) : 0,
	});
	endRow(boxes);
	boxes.rows = boxes.rowStart.length - 1;
	if (whole <= 0)
		return boxes;
	const scaled = { ...options, scale: width / (options.whole || whole) };
	let row = [at(focus)];

	while (row.length > 0 && boxes.node.length <= options.limit) {
		const next = [];

		for (const box of row)
			addChildren(boxes, box, scaled, next);
		endRow(boxes);
		row = next;
	}
	return boxes;
}

// There are never more boxes than `limit`: the least width rises instead.
export function layOut(view, focus, options) {
	for (let least = options.least; ; least *= 2) {
		const boxes = layOutAt(view, focus, { ...options, least });

		if (boxes.node.length <= options.limit || least > options.width)
			return boxes;
	}
}

// The box of a row at x, or -1. A box that is less than a pixel wide is drawn
// one pixel wide; it is hit there if no other box is.
function boxAt(boxes, row, x) {
	const first = boxes.rowStart[row];
	const end = boxes.rowStart[row + 1];
	let low = first;
	let high = end;

	while (low < high) {
		const middle = (low + high) >> 1;

		if (boxes.x[middle] + boxes.w[middle] <= x)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < end && boxes.x[low] <= x)
		return low;
	return low > first && boxes.x[low - 1] + 1 > x ? low - 1 : -1;
}

// The index of the box at a place, or -1. A tower is hit in all of its rows.
export function hit(boxes, row, x) {
	for (let r = Math.min(row, boxes.rowStart.length - 2); r >= 0; r--) {
		const i = boxAt(boxes, r, x);

		if (i < 0)
			continue;
		return r + boxes.high[i] > row ? i : -1;
	}
	return -1;
}

// The row of box i.
export function rowOf(boxes, i) {
	let low = 0;
	let high = boxes.rowStart.length - 1;

	while (low + 1 < high) {
		const middle = (low + high) >> 1;

		if (boxes.rowStart[middle] <= i)
			low = middle;
		else
			high = middle;
	}
	return low;
}
