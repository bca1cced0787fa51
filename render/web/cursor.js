// The frame under the pointer and the frame that the keys move: marks over the
// picture, and the few nodes that a screen reader sees.

import { clamp, put, show, svg } from "./base.js";
import { followCursor, markRow, paneHeight } from "./calltree.js";
import { lastColumn, titleOf, wholeOf } from "./describe.js";
import { showDetails } from "./header.js";
import { TOWER, ancestors, hit, rowOf } from "./layout.js";
import { percent } from "./numbers.js";
import { rowY, towerY } from "./paint.js";
import { EDGE, LINE, layOutOptions } from "./screen.js";
import { boxOf, heightSeen, scrollGraph, scrolledTo } from "./scroll.js";
import { zoomTo } from "./state.js";
import { plainName } from "./tree.js";

// Where a node lies in a part, also when it is too narrow to be drawn; null if
// it is neither below nor above the focus.
/** @param {Owns<"input">} app */
export function boxOfNode(app, part, node) {
	const { view, focus, boxes } = part;
	const path = [node, ...ancestors(view, node).reverse()];
	const above = ancestors(view, focus);
	const depth = path.indexOf(focus);
	const width = app.screen.width - 2 * EDGE;

	if (depth < 0)
		return above.includes(node) ?
			{ row: above.indexOf(node), x: 0, w: width } : null;
	const options = layOutOptions(app, view, focus);
	const scale = width * options.zoom / (options.whole ||
		view.weight(focus) || 1);
	let x = 0;

	for (let i = depth; i > 0; i--) {
		x += view.indent(path[i]);
		for (const kid of view.children(path[i])) {
			x += view.gap(kid);
			if (kid === path[i - 1])
				break;
			x += view.weight(kid);
		}
	}
	return boxes && {
		row: path.length - 1, x: depth ? x * scale - options.from : 0,
		w: depth ? view.weight(node) * scale : width,
	};
}

/** @param {Owns<"input">} app */
export function setBox(app, element, spot) {
	const part = spot && app.scene.parts[spot.part];
	const box = part && (spot.box || boxOfNode(app, part, spot.node));

	show(element, box);
	if (!box)
		return;
	// What is drawn of a box, where only a range is.
	const whole = app.screen.width - 2 * EDGE;
	const x = clamp(box.x, 0, whole);
	const w = Math.max(2, clamp(box.x + box.w, 0, whole) - x);

	put(element, {
		x: (EDGE + x).toFixed(1),
		y: towerY(part, box.row, box.high || 1),
		width: w.toFixed(1), height: (box.high || 1) * part.row - 1,
	});
}

// The frame at a point of the graph, or null.
/** @param {Owns<"input">} app */
export function spotAt(app, x, y) {
	for (const [i, part] of app.scene.parts.entries()) {
		const out = part.direction < 0 ? part.base + part.row - y : y - part.base;
		const row = out < part.row ? Math.floor(out / part.row) :
			Math.max(0, Math.floor((out - part.gap) / part.row));

		if (row < part.from)
			continue;
		const found = hit(part.boxes, row, x - EDGE);

		if (found >= 0 && rowOf(part.boxes, found) >= part.from)
			return spotOf(part, i, found);
	}
	return null;
}

function spotOf(part, i, found) {
	const { boxes } = part;

	return {
		part: i, node: boxes.node[found],
		box: {
			row: rowOf(boxes, found), x: boxes.x[found],
			w: boxes.w[found], high: boxes.high[found],
		},
		tower: boxes.kind[found] === TOWER,
	};
}

// The point of an event, in the units of the picture: a picture of fixed size
// may be shown smaller. For a document of its own, Firefox's matrix does not
// contain the scroll position.
/**
 * @param {Owns<"input">} app
 * @returns {[number, number]}
 */
export function pointOf(app, { clientX, clientY }) {
	const { root, standalone } = app.model;

	if (!standalone) {
		const at = new DOMPoint(clientX, clientY)
			.matrixTransform(root.getScreenCTM().inverse());

		return [at.x, at.y];
	}
	const box = boxOf(app);
	const { x, y, width, height } = root.viewBox.baseVal;
	const scale = Math.min(box.width / width, box.height / height);

	return [x + (clientX - box.left - (box.width - width * scale) / 2) / scale,
		y + (clientY - box.top - (box.height - height * scale) / 2) / scale];
}

export function sameSpot(a, b) {
	return a === b || a && b && a.node === b.node && a.part === b.part &&
		a.box?.row === b.box?.row;
}

/** @param {Owns<"input">} app */
export function setHover(app, spot) {
	if (sameSpot(app.input.hover, spot))
		return;
	app.input.hover = spot;
	if (spot)
		app.input.last = { part: spot.part, node: spot.node };
	setBox(app, app.screen.mark, spot);
	markRow(app, spot);
	app.screen.tip.textContent = spot ?
		titleOf(app, app.scene.parts[spot.part].view, spot.node) : "";
	showDetails(app, spot);
}

/** @param {Owns<"input">} app */
export function setCursor(app, spot, quiet) {
	app.input.cursor = spot;
	setBox(app, app.screen.cursor, spot);
	drawItems(app);
	if (!spot)
		return;
	if (!quiet) {
		app.input.last = spot;
		followCursor(app, spot);
		scrollToSpot(app, spot);
	}
	showDetails(app, spot);
}

// Scrolls the window so that a frame's row is visible.
/** @param {Owns<"input">} app */
export function scrollToSpot(app, spot) {
	const part = app.scene.parts[spot.part];
	const box = boxOfNode(app, part, spot.node);

	if (!box)
		return;
	const at = scrolledTo(app);
	const y = rowY(part, box.row) - at;
	const low = app.model.standalone ? app.screen.head : 0;
	const high = heightSeen(app) - part.row -
		(app.model.standalone ? LINE + 8 + paneHeight(app) : 0);

	if (y < low || y > high)
		scrollGraph(app, at + y - (low + high) / 2);
}

// Shows a node. Zooms out as far as needed, and no further.
/** @param {Owns<"input">} app */
export function reveal(app, view, node) {
	const part = app.view.views.indexOf(view);
	const path = new Set([node, ...ancestors(view, node)]);
	let at = app.view.focus.part === part ? app.view.focus.node : view.root;

	while (!path.has(at))
		at = view.parent(at);
	zoomTo(app, part, at);
	setCursor(app, { part, node });
}

// The frames around the cursor, as a tree for screen readers. Only these nodes
// exist.
/** @param {Owns<"input">} app */
function drawItems(app) {
	const { screen } = app;
	const { cursor } = app.input;

	screen.frames.removeAttribute("aria-activedescendant");
	if (!cursor) {
		screen.items.replaceChildren();
		return;
	}
	const part = app.scene.parts[cursor.part];
	const { view } = part;
	const up = ancestors(view, cursor.node);
	const parent = up.at(-1);
	const item = (node, level, siblings) => {
		const index = siblings.indexOf(node);

		// Browsers tell screen readers nothing about an element without
		// a place.
		return svg("rect", {
			fill: "none", x: EDGE, y: rowY(part, level - 1),
			width: app.screen.width - 2 * EDGE, height: part.row,
			role: "treeitem", id: `${screen.id}-${level}-${index}`,
			"aria-level": level, "aria-setsize": siblings.length,
			"aria-posinset": index + 1, "aria-label": spoken(app, view, node),
			"aria-selected": String(node === cursor.node),
		});
	};
	const siblings = parent === undefined ? [cursor.node] :
		near(view.children(parent), cursor.node);
	const items = [
		...up.slice(-20).map((node, i) =>
			item(node, Math.max(0, up.length - 20) + i + 1, [node])),
		...siblings.map(node => item(node, up.length + 1, siblings)),
		...near(view.children(cursor.node)).map((node, i, all) =>
			item(node, up.length + 2, all)),
	];

	screen.items.replaceChildren(...items);
	screen.frames.setAttribute("aria-activedescendant",
		`${screen.id}-${up.length + 1}-${siblings.indexOf(cursor.node)}`);
}

// At most thirty nodes of a list, around one of them.
function near(list, node) {
	const from = clamp(list.indexOf(node) - 15, 0,
		Math.max(0, list.length - 30));

	return list.slice(from, from + 30);
}

/** @param {Owns<"input">} app */
function spoken(app, view, node) {
	const column = lastColumn(app.view.tree);
	const weight = view.total(node, column);

	return `${plainName(view.label(node))}, ${app.scene.numbers.brief(weight)}, ` +
		`${percent(weight, wholeOf(app)).replace("%", " percent")}, ` +
		`self ${app.scene.numbers.brief(view.self(node, column))}`;
}
