// The call tree as a table, below the graph: the frames of the current view from
// the zoomed one on. Only the rows in sight are elements.

import { button, clamp, html, show } from "./base.js";
import { setCursor, setHover } from "./cursor.js";
import { arrow, lastColumn, signedPercent, wholeOf } from "./describe.js";
import { relativeText, sidesOf } from "./difference.js";
import { openContext } from "./moves.js";
import { percent } from "./numbers.js";
import {
	closeRow, hasKids, isOpen, makeRows, openAll, openRow, revealRow, rowOfNode,
	sortRows,
} from "./rows.js";
import { heightSeen } from "./scroll.js";
import { isTable, zoomTo } from "./state.js";
import { plainName } from "./tree.js";

const TREE_ROW = 24; // px
const SPACE_HEIGHT_MAX = 8e6; // px; browsers end at some 16 million
const EMBEDDED = 300; // px, where the graph is a part of a page

// The height of the call tree; 0 if it is not shown.
/** @param {App} app */
export function paneHeight(app) {
	if (!app.view.state.rows || isTable(app) || app.screen.printing)
		return 0;
	return app.model.standalone ?
		Math.max(6 * TREE_ROW, Math.round(heightSeen(app) * 0.45)) : EMBEDDED;
}

/** @param {Owns<"screen">} app */
export function makePane(app) {
	const space = html("div");
	const table = html("table", { role: "treegrid", "aria-label": "Call tree" });
	const pane = html("div", { class: "fg-sheet fg-pane" }, table, space);
	const on = (type, action) => pane.addEventListener(type, event => {
		const row = event.target.closest?.("[data-row]");

		action(app, row ? Number(row.getAttribute("data-row")) : -1, event);
	});

	Object.assign(app.screen, { pane,
		calls: { table, space, rows: null, by: 0, down: true, current: 0 } });
	pane.addEventListener("scroll", () => drawRows(app));
	on("click", onRowClick);
	on("dblclick", (a, i) => i >= 0 && zoomToRow(app, i));
	on("pointerover", (a, i, { pointerType }) => pointerType !== "touch" &&
		setHover(app, i >= 0 ? spotOfRow(app, i) : null));
	on("pointerleave", () => setHover(app, null));
	on("keydown", onRowKey);
	on("contextmenu", (a, i, event) => {
		if (i < 0 || event.shiftKey)
			return;
		event.preventDefault();
		openContext(app, spotOfRow(app, i), event.offsetX + 40,
			pane.offsetTop + event.offsetY % TREE_ROW);
	});
	return pane;
}

/** @param {App} app */
function spotOfRow(app, i) {
	return { part: app.view.focus.part, node: app.screen.calls.rows.node[i] };
}

// [label, text, value] of each column before the name.
/**
 * @param {App} app
 * @returns {[string, (v: number) => string, (v: number) => number][]}
 */
function callColumns(app) {
	const { tree } = app.view;
	const { view } = app.screen.calls.rows;
	const { cell } = app.scene.numbers;
	const column = lastColumn(tree);
	const whole = wholeOf(app);
	const weight = v => view.total(v, column);
	const own = v => view.self(v, column);
	const sides = v => sidesOf(app, c => view.total(v, c));
	const delta = v => sides(v)[1] - sides(v)[0];

	return tree.self.length < 2 ? [
		["Total", v => cell(weight(v)), weight],
		["Total %", v => percent(weight(v), whole), weight],
		["Self", v => cell(own(v)), own],
		["Self %", v => percent(own(v), whole), own],
	] : [
		["After", v => cell(sides(v)[1]), v => sides(v)[1]],
		["Before", v => cell(sides(v)[0]), v => sides(v)[0]],
		["\u0394, % of all", v => `${arrow(delta(v))} ` +
			signedPercent(delta(v), whole), delta],
		["Change", v => relativeText(app, sides(v)), delta],
	];
}

// How rows are compared; the last column is the name.
/** @param {App} app */
function comparisonOf(app) {
	const { calls } = app.screen;
	const { view } = calls.rows;
	const column = callColumns(app)[calls.by];
	const sign = calls.down ? -1 : 1;

	return column ? (a, b) => sign * (column[2](a) - column[2](b)) || a - b :
		(a, b) => sign * (view.label(a) < view.label(b) ? -1 : 1);
}

/** @param {Owns<"screen">} app */
function sortCalls(app, by) {
	const { calls } = app.screen;

	calls.down = calls.by === by ? !calls.down : by < 4;
	calls.by = by;
	sortRows(calls.rows, comparisonOf(app));
	drawHead(app);
	drawRows(app);
	calls.table.querySelectorAll("th button")[by].focus();
}

/** @param {Owns<"screen">} app */
function drawHead(app) {
	const { calls } = app.screen;
	const labels = [...callColumns(app).map(([label]) => label), "Function"];

	calls.body = html("tbody");
	calls.table.replaceChildren(html("thead", {}, html("tr", {},
		...labels.map((label, i) => html("th", { scope: "col",
			"aria-sort": i === calls.by &&
				(calls.down ? "descending" : "ascending") },
		button(label + (i === calls.by ? calls.down ? " \u2193" : " \u2191" : ""),
			`Sort by ${label}`, () => sortCalls(app, i)))))), calls.body);
}

// Draws the call tree. It begins anew, with the heaviest path, when the view or
// its zoom is another.
/** @param {Owns<"screen">} app */
export function drawCalls(app) {
	const { calls, pane } = app.screen;
	const { views, focus } = app.view;
	const view = views[focus.part];
	const high = paneHeight(app);

	show(pane, high > 0);
	if (!high)
		return;
	if (calls.rows?.view !== view || calls.rows.root !== focus.node) {
		calls.rows = makeRows(view, focus.node);
		calls.current = 0;
		pane.scrollTop = 0;
		if (calls.by || !calls.down)
			sortRows(calls.rows, comparisonOf(app));
	}
	drawHead(app);
	drawRows(app);
}

function rowsInSight({ pane }) {
	return Math.max(1, Math.floor(pane.clientHeight / TREE_ROW) - 1);
}

// The first row in sight.
function firstRow({ pane, calls }) {
	const rest = pane.scrollHeight - pane.clientHeight;
	const hidden = calls.rows.node.length - rowsInSight({ pane });

	return rest > 0 && hidden > 0 ?
		Math.min(hidden, Math.round(pane.scrollTop / rest * hidden)) : 0;
}

/** @param {Owns<"screen">} app */
function callRow(app, columns, i) {
	const { rows, current } = app.screen.calls;
	const v = rows.node[i];
	const { view } = rows;
	const kids = hasKids(rows, v);
	const name = plainName(view.label(v));
	const cells = columns.map(([, text]) => html("td", {}, text(v)));
	const label = html("th", { scope: "row" }, html("span", {
		class: `fg-twist${kids ? "" : " fg-leaf"}`, "aria-hidden": "true",
	}, isOpen(rows, i) ? "\u25be" : "\u25b8"), html("span", { class:
		app.view.search?.names[view.name(v)] ? "fg-hit" : "" }, name));

	label.style.paddingLeft = `${10 + 14 * Math.min(rows.level[i] - 1, 40)}px`;
	cells[0].style.setProperty("--part", `${(100 * columns[0][2](v) /
		(columns[0][2](rows.root) || 1)).toFixed(1)}%`);
	return html("tr", {
		role: "row", "data-row": i, "aria-rowindex": i + 1, title: name,
		"aria-level": rows.level[i], tabindex: i === current ? "0" : "-1",
		"aria-expanded": kids && String(isOpen(rows, i)),
		"aria-selected": String(app.input.cursor?.node === v),
	}, ...cells, label);
}

/** @param {Owns<"screen">} app */
function drawRows(app) {
	const { pane, calls } = app.screen;
	const { node } = calls.rows;
	const focused = calls.body.contains(document.activeElement);

	calls.space.style.height = `${Math.min(SPACE_HEIGHT_MAX,
		Math.max(0, node.length - rowsInSight(app.screen)) * TREE_ROW)}px`;
	calls.table.setAttribute("aria-rowcount", node.length);
	const from = firstRow(app.screen);
	const columns = callColumns(app);
	const rows = [];

	for (let i = from; i < Math.min(node.length,
		from + rowsInSight(app.screen)); i++)
		rows.push(callRow(app, columns, i));
	calls.body.replaceChildren(...rows);
	// A tree that is scrolled elsewhere still has a row that Tab finds.
	if (!rows.some(row => row.tabIndex === 0))
		rows[0].tabIndex = 0;
	if (focused)
		(calls.body.querySelector(`[data-row="${calls.current}"]`) || pane)
			.focus({ preventScroll: true });
	markRow(app, app.input.hover);
}

// Marks the row of the frame under the pointer, or of its nearest caller.
/** @param {App} app */
export function markRow(app, spot) {
	const { calls } = app.screen;

	if (!calls.rows || !paneHeight(app))
		return;
	const at = spot && spot.part === app.view.focus.part ?
		rowOfNode(calls.rows, spot.node) : -1;

	for (const row of calls.body.childNodes)
		row.classList.toggle("fg-here", Number(row.getAttribute("data-row")) === at);
}

// Shows the row of the frame that the keys went to.
/** @param {App} app */
export function followCursor(app, spot) {
	const { calls } = app.screen;

	if (!calls.rows || !paneHeight(app) || spot.part !== app.view.focus.part)
		return;
	const i = revealRow(calls.rows, spot.node);

	if (i >= 0)
		goToRow(app, i);
}

// Makes row i the current one, and scrolls to it.
/** @param {App} app */
function goToRow(app, i) {
	const { pane, calls } = app.screen;
	const sight = rowsInSight(app.screen);
	const first = firstRow(app.screen);
	const hidden = calls.rows.node.length - sight;
	const to = i < first ? i : i >= first + sight ? i - sight + 1 : first;

	calls.current = i;
	drawRows(app);
	if (to !== first) {
		pane.scrollTop = to / Math.max(1, hidden) *
			(pane.scrollHeight - pane.clientHeight);
		drawRows(app);
	}
}

/** @param {App} app */
function selectRow(app, i) {
	const { calls } = app.screen;

	calls.current = clamp(i, 0, calls.rows.node.length - 1);
	setCursor(app, spotOfRow(app, calls.current));
	goToRow(app, calls.current);
	calls.body.querySelector(`[data-row="${calls.current}"]`)
		?.focus({ preventScroll: true });
}

/** @param {App} app */
function zoomToRow(app, i) {
	const { part, node } = spotOfRow(app, i);

	zoomTo(app, part, node);
}

/** @param {App} app */
function turnRow(app, i, open) {
	const { rows } = app.screen.calls;

	if (open)
		openRow(rows, i);
	else
		closeRow(rows, i);
	drawRows(app);
}

/** @param {App} app */
function onRowClick(app, i, event) {
	if (i < 0)
		return;
	if (event.target.closest(".fg-twist"))
		turnRow(app, i, !isOpen(app.screen.calls.rows, i));
	selectRow(app, i);
}

// Right opens a row or goes to its first callee, left closes it or goes to its
// caller, as in any tree.
/** @param {App} app */
function sideways(app, i, right) {
	const { rows } = app.screen.calls;
	const { level } = rows;

	if (right && !isOpen(rows, i) && hasKids(rows, rows.node[i])) {
		turnRow(app, i, true);
	} else if (right) {
		if (level[i + 1] > level[i])
			selectRow(app, i + 1);
	} else if (isOpen(rows, i)) {
		turnRow(app, i, false);
	} else {
		let up = i - 1;

		while (up > 0 && level[up] >= level[i])
			up--;
		selectRow(app, Math.max(0, up));
	}
}

/** @param {App} app */
function onRowKey(app, i, event) {
	const { rows, table } = app.screen.calls;
	const page = rowsInSight(app.screen);
	const actions = {
		ArrowUp: () => selectRow(app, i - 1),
		ArrowDown: () => selectRow(app, i + 1),
		PageUp: () => selectRow(app, i - page),
		PageDown: () => selectRow(app, i + page),
		Home: () => selectRow(app, 0),
		End: () => selectRow(app, rows.node.length - 1),
		ArrowRight: () => sideways(app, i, true),
		ArrowLeft: () => sideways(app, i, false),
		Enter: () => zoomToRow(app, i),
		"*": () => {
			openAll(rows, i);
			drawRows(app);
		},
	};

	if (i < 0 || event.ctrlKey || event.metaKey || event.altKey ||
		!Object.hasOwn(actions, event.key))
		return;
	event.preventDefault();
	actions[event.key]();
	// A zoom draws the rows anew.
	if (!table.contains(document.activeElement))
		table.querySelector("[data-row]").focus({ preventScroll: true });
}
