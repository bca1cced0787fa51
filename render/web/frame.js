// What is said of one frame at a time, number first: at the top of its menu, and
// in the sheet that a tap opens.

import { button, html } from "./base.js";
import { kindOf, moduleOf } from "./colours.js";
import { setBox } from "./cursor.js";
import {
	changeOf, isAll, isFiltered, lastColumn, wholeOf, wholeProfile,
} from "./describe.js";
import { openContext } from "./moves.js";
import { percent } from "./numbers.js";
import { togglePanel } from "./panels.js";
import { zoomTo } from "./state.js";
import { plainName } from "./tree.js";

// What a finger can open: the frames around the one that was tapped.
const NEIGHBOURS = 4;

// The frame that a box stands on; -1 where that is no function.
/** @param {App} app */
function callerOf(app, view, node) {
	const up = view.parent(node);

	return up >= 0 && !isAll(app, view, up) ? up : -1;
}

// [[what, value]...]: the share and the weight, the name, and more.
/** @param {App} app */
function factsOf(app, { part, node }) {
	const { view, focus } = app.scene.parts[part];
	const column = lastColumn(app.view.tree);
	const weight = view.total(node, column);
	const self = view.self(node, column);
	const { full, brief } = app.scene.numbers;
	const up = callerOf(app, view, node);
	const of = (v, what) => [`Share of ${what}`,
		percent(weight, view.total(v, column))];

	return [
		["", `${percent(weight, wholeOf(app))} \u00b7 ${full(weight)}`],
		["", plainName(view.label(node))],
		...isFiltered(app) ? [["Share of the whole",
			percent(weight, wholeProfile(app))]] : [],
		["Self", `${percent(self, wholeOf(app))} \u00b7 ${brief(self)}`],
		...up >= 0 ? [of(up, "parent")] : [],
		...focus !== view.root && focus !== node ? [of(focus, "zoom")] : [],
		...app.view.tree.self.length > 1 ?
			[["Change", changeOf(app, view, node)]] : [],
		...[["Kind", kindOf(view.label(node))],
			["Module", moduleOf(view.label(node))]].filter(([, text]) => text),
	];
}

/** @param {App} app */
export function factsText(app, spot) {
	return factsOf(app, spot).map(([what, text]) =>
		what ? `${what}: ${text}` : text).join("\n");
}

/** @param {App} app */
export function frameFacts(app, spot) {
	const [[, weight], [, name], ...rest] = factsOf(app, spot);

	return html("div", { class: "fg-facts" }, html("b", {}, weight),
		html("div", {}, name), html("dl", {}, ...rest.flatMap(([what, text]) =>
			[html("dt", {}, what), html("dd", {}, text)])));
}

// Buttons of the frames that call this one, or that it calls.
/** @param {App} app */
function neighbours(app, title, part, nodes) {
	const { view } = app.scene.parts[part];
	const column = lastColumn(app.view.tree);
	const heaviest = nodes.filter(v => view.weight(v) > 0)
		.sort((a, b) => view.weight(b) - view.weight(a));

	return html("div", { role: "group", "aria-label": title },
		html("div", { class: "fg-label" }, heaviest.length ? title :
			`No ${title.toLowerCase()}`),
		...heaviest.slice(0, NEIGHBOURS).map(v => button(
			html("span", {}, html("b", {}, percent(view.total(v, column),
				wholeOf(app))), ` ${plainName(view.label(v))}`),
			plainName(view.label(v)), () => tapFrame(app, { part, node: v }),
			{ class: "fg-item" })));
}

// The sheet from below: of what was tapped.
/** @param {Owns<"input" | "screen">} app */
export function tapFrame(app, spot) {
	const { part, node } = spot;
	const { view } = app.scene.parts[part];
	const up = callerOf(app, view, node);
	const callers = neighbours(app, view.up ? "Callees" : "Callers", part,
		up < 0 ? [] : [up]);
	const callees = neighbours(app, view.up ? "Callers" : "Callees", part,
		view.children(node));

	app.input.touched = spot;
	app.input.last = { part, node };
	setBox(app, app.screen.mark, spot);
	app.screen.panels.frame.replaceChildren(
		html("div", { class: "fg-find" },
			button("Zoom", "Zoom", () => {
				togglePanel(app, "frame", false);
				zoomTo(app, part, node);
			}),
			button("More", "More", () => {
				togglePanel(app, "frame", false);
				openContext(app, spot, 4, Infinity);
			}),
			html("span", { class: "fg-place" }),
			button("\u00d7", "Close", () => togglePanel(app, "frame", false),
				{ class: "fg-icon" })),
		frameFacts(app, spot), callers, callees);
	togglePanel(app, "frame", true);
}
