// Where the keys move the cursor, what letters do, and the menu of a frame.

import { attempt, clamp, html } from "./base.js";
import { boxOfNode, reveal, setCursor } from "./cursor.js";
import { isAll } from "./describe.js";
import { filterBy } from "./filterbar.js";
import { nextMatch, searchName } from "./finder.js";
import { factsText, frameFacts } from "./frame.js";
import { say } from "./header.js";
import { ancestors } from "./layout.js";
import { rowY } from "./paint.js";
import { setTheme, togglePanel } from "./panels.js";
import { rangeKeys } from "./range.js";
import { EDGE } from "./screen.js";
import { change, resetZoom, undoEdit } from "./state.js";

function widest(view, nodes) {
	return nodes.reduce((best, n) => best === undefined ||
		view.weight(n) > view.weight(best) ? n : best, undefined);
}

// The frame that keys act on: the last one that was pointed at or moved to.
/** @param {App} app */
export function spotOfKeys(app) {
	return app.input.last || app.input.cursor || app.view.focus;
}

/** @param {App} app */
export function move(app, how) {
	const spot = app.input.cursor;
	const { part, node } = spot || app.view.focus;
	const { view } = app.scene.parts[part];
	const up = view.parent(node);
	const kids = () => view.children(node).filter(k => view.weight(k) > 0);
	const beside = step => {
		const all = up < 0 ? [node] : view.children(up)
			.filter(k => view.weight(k) > 0);

		return all[all.indexOf(node) + step];
	};
	const to = !spot && how !== "leaf" ? node : {
		caller: () => up < 0 ? undefined : up,
		callee: () => widest(view, kids()),
		before: () => beside(-1),
		after: () => beside(1),
		root: () => view.root,
		leaf: () => view.hottest?.(node) ?? widestLeaf(view, node),
	}[how]();

	if (to !== undefined)
		showCursor(app, { part, node: to });
}

// The focus follows a cursor that leaves it.
/** @param {App} app */
function showCursor(app, { part, node }) {
	if (boxOfNode(app, app.scene.parts[part], node))
		setCursor(app, { part, node });
	else
		reveal(app, app.view.views[part], node);
}

function widestLeaf(view, from) {
	let at = from;

	for (;;) {
		const next = widest(view, view.children(at)
			.filter(k => view.weight(k) > 0));

		if (next === undefined)
			return at;
		at = next;
	}
}

/** @param {App} app */
export function sandwich(app, name) {
	change(app, { view: "sandwich", fn: name, around: [], part: 0 }, "push");
}

/** @param {App} app */
function flip(app, key, a, b) {
	change(app, { [key]: app.view.state[key] === a ? b : a }, "push");
}

/** @param {App} app */
function flipView(app, view) {
	change(app, {
		view: app.view.state.view === view ? "tree" : view, part: 0,
	}, "push");
}

/** @param {App} app */
export function copy(app, text, what) {
	const done = () => note(app, `Copied ${what}`);
	const failed = () => copyByField(app, text, what);
	const clipboard = attempt(() => navigator.clipboard, null);

	if (clipboard)
		clipboard.writeText(text).then(done, failed);
	else
		failed();
}

// Where the clipboard is closed, shows the text in a field to copy it by hand.
/** @param {App} app */
function copyByField(app, text, what) {
	const field = html("input", { type: "text", class: "fg-field",
		"aria-label": what, readonly: true });

	field.value = text;
	app.screen.panels.context.replaceChildren(
		html("div", { class: "fg-label" }, "Press Ctrl-C to copy"), field);
	togglePanel(app, "context", true);
	field.select();
}

/** @param {App} app */
export function note(app, text) {
	app.screen.ui.details.textContent = text;
	say(app, text);
}

// The names from the outermost caller to the node, in whatever direction the
// view goes.
/** @param {App} app */
function stackOf(app, view, node) {
	const path = [...ancestors(view, node), node]
		.filter(v => !isAll(app, view, v)).map(v => view.label(v));

	return view.up ? path.reverse() : path;
}

/** @param {App} app */
export function openLink(app, name) {
	const { href, target } = app.model.links.get(name);
	const link = html("a", { href, target, rel: "noopener" });

	app.screen.holder.append(link);
	link.click();
	link.remove();
}

// What can be done with a frame: [key, label, action].
/**
 * @param {App} app
 * @returns {[string, string, () => void][]}
 */
function frameActions(app, { part, node }) {
	const { view } = app.scene.parts[part];
	const name = view.label(node);

	if (isAll(app, view, node))
		return [["", "Reset Zoom", () => resetZoom(app)]];
	const by = how => filterBy(app, { how, what: "name", text: name });
	/** @type {[string, string, () => void][]} */
	const link = app.model.links.has(name) ?
		[["", "Open link", () => openLink(app, name)]] : [];

	return [
		...link,
		["c", "Copy name", () => copy(app, name, "the name")],
		["C", "Copy stack", () =>
			copy(app, stackOf(app, view, node).join("\n"), "the stack")],
		["", "Copy details", () => copy(app, factsText(app, { part, node }),
			"the details")],
		["#", "Search this function", () => searchName(app, name)],
		["s", "Callers and callees", () => sandwich(app, name)],
		["f", "Only stacks through this", () => by("only")],
		["h", "Hide stacks through this", () => by("without")],
		["b", "Only below this", () => by("below")],
		["g", "Merge into the caller", () => by("frames")],
		["R", "Collapse recursion", () => flip(app, "recursion", true, false)],
	];
}

/** @param {Owns<"input" | "screen">} app */
export function openContext(app, spot, x, y) {
	const panel = app.screen.panels.context;

	panel.replaceChildren(frameFacts(app, spot),
		...frameActions(app, spot).map(([key, label, action]) => {
			const item = html("button", { type: "button", class: "fg-item" },
				label, html("kbd", {}, key));

			item.addEventListener("click", () => {
				togglePanel(app, "context", false);
				action();
			});
			return item;
		}));
	togglePanel(app, "context", true);
	panel.style.left = `${clamp(x, 4, Math.max(4,
		app.screen.width - panel.offsetWidth - 4))}px`;
	panel.style.top = `${clamp(y, 4, Math.max(4,
		app.screen.visible.height - panel.offsetHeight - 4))}px`;
}

const THEMES = ["auto", "light", "dark"];

// Actions of single letters; `spot` is the frame that they act on.
/** @param {App} app */
export function letterActions(app, spot) {
	const about = Object.fromEntries(frameActions(app, spot)
		.filter(([key]) => key).map(([key, , action]) => [key, action]));

	return {
		"R": () => flip(app, "recursion", true, false),
		...about,
		"/": () => togglePanel(app, "search", true),
		"n": () => nextMatch(app, 1),
		"N": () => nextMatch(app, -1),
		"0": () => resetZoom(app),
		"i": () => flip(app, "icicle", true, false),
		"r": () => flipView(app, "callers"),
		"t": () => flipView(app, "table"),
		"l": () => flip(app, "rows", true, false),
		"o": () => flip(app, "order", "weight",
			app.model.settings.chart ? "time" : "name"),
		"d": () => setTheme(app,
			THEMES[(THEMES.indexOf(app.view.theme) + 1) % THEMES.length]),
		"u": () => undoEdit(app),
		"v": () => togglePanel(app, "menu"),
		"m": () => openContextAt(app, spot),
		"?": () => togglePanel(app, "help"),
		...rangeKeys(app),
	};
}

/** @param {App} app */
function openContextAt(app, spot) {
	const part = app.scene.parts[spot.part];
	const box = boxOfNode(app, part, spot.node) || { x: 0, row: 0 };

	openContext(app, spot, EDGE + box.x + 20,
		rowY(part, box.row) + part.row - app.screen.visible.top);
}
