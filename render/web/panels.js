// Panels below the buttons: search, view, help. One is open at a time.

import { button, html, show } from "./base.js";
import { differenceRows, isDifferential } from "./difference.js";
import { makeSearchPanel, openSearch } from "./finder.js";
import { copy, spotOfKeys } from "./moves.js";
import { saveCsv, saveFolded, savePng, saveSvg } from "./save.js";
import { change, finishLink, isTable, setPreference } from "./state.js";
import { sumByName } from "./table.js";

// The element that gets the focus when a panel closes. Readers with a mouse go
// on at the frames.
/** @param {Owns<"input" | "screen">} app */
function whereKeysAre(app) {
	/** @type {any} */
	const { activeElement } = document;

	return activeElement && (isTable(app) ||
		activeElement.matches(":focus-visible")) ? activeElement :
		app.screen.frames;
}

function focusIn(panel) {
	(panel.querySelector("button,input") || panel).focus();
}

/** @param {Owns<"input" | "screen">} app */
export function togglePanel(app, name, open = app.input.open !== name) {
	if (!app.input.open)
		app.input.opener = whereKeysAre(app);
	app.input.open = open ? name : "";
	for (const [key, panel] of Object.entries(app.screen.panels)) {
		show(panel, key === app.input.open);
		const opener = { search: app.screen.ui.search, menu: app.screen.ui.menu,
			help: app.screen.ui.help }[key];
		if (opener)
			opener.setAttribute("aria-expanded", String(key === app.input.open));
	}
	if (app.input.open === "menu")
		drawMenu(app);
	if (app.input.open === "search")
		openSearch(app);
	else if (app.input.open === "frame")
		app.input.opener.focus({ preventScroll: true });
	else if (app.input.open)
		focusIn(app.screen.panels[app.input.open]);
	else
		app.input.opener.focus({ preventScroll: true });
}

// A row of buttons [text, action, on]; `on` says whether a button is pressed,
// if it can be.
function menuRow(label, list) {
	return html("div", { class: "fg-row", role: "group", "aria-label": label },
		html("span", { class: "fg-label" }, label),
		html("span", { class: "fg-seg" }, ...list.map(([text, action, on]) =>
			button(text, text, action, on === undefined ? {} :
				{ "aria-pressed": String(on) }))));
}

// options: [value, text] of one part of the state.
/** @param {Owns<"input" | "screen">} app */
export function choices(app, label, key, options) {
	return menuRow(label, options.map(([value, text]) => [text, () => {
		change(app, { [key]: value, ...key === "view" && {
			part: 0, around: [], fn: value === "sandwich" ?
				functionAt(app, spotOfKeys(app)) : "",
		} }, "push");
		drawMenu(app);
	}, app.view.state[key] === value]));
}

// The reader's choice replaces the theme that a link asks for (#t=dark).
/** @param {Owns<"input" | "screen">} app */
export function setTheme(app, value) {
	setPreference(app, "theme", value);
	change(app, { theme: "" }, "replace");
	drawMenu(app);
}

// The function of a frame; for the root, the function with the most own weight.
/** @param {Owns<"input" | "screen">} app */
function functionAt({ view: { views, tree } }, { part, node }) {
	const { self } = sumByName(tree).at(-1);
	const view = views[part];

	return view.name(node) < tree.names.length - 1 ? view.label(node) :
		tree.names[self.indexOf(self.reduce((a, b) => Math.max(a, b)))];
}

/** @param {Owns<"input" | "screen">} app */
function setKeys(app, on) {
	setPreference(app, "keys", on);
	drawMenu(app);
}

/** @param {Owns<"input" | "screen">} app */
function menuRows(app) {
	const { settings } = app.model;
	const times = settings.chart ? [["time", "Time"]] : [];
	const differential = isDifferential(app);

	return [
		choices(app, "Show", "view", [["tree", "Callees"],
			["callers", "Callers first"], ["sandwich", "Sandwich"],
			["table", "Table"]]),
		choices(app, "Call tree", "rows", [[false, "Hidden"],
			[true, "As rows"]]),
		choices(app, "Grows", "icicle", [[false, "Up"], [true, "Down"]]),
		choices(app, "Order", "order", [...times, ["name", "Name"],
			["weight", "Weight"]]),
		choices(app, "Colour", "colour", [["name",
			differential ? "Change" : "Name"], ["module", "Module"],
		["kind", "Kind"], ["self", "Self"]]),
		...differenceRows(app),
		choices(app, "Names", "names", [["start", "Start"], ["end", "End"],
			["middle", "Middle"], ["short", "Short"]]),
		choices(app, "Unit", "unit", [["samples", "None"],
			...settings.toldUnit === "count" ? [["count", "Count"]] : [],
			["ns", "ns"], ["us", "\u00b5s"], ["ms", "ms"], ["s", "s"],
			["bytes", "Bytes"]]),
		choices(app, "Recursion", "recursion", [[false, "As it is"],
			[true, "Collapsed"]]),
		menuRow("Theme", [["auto", "Auto"], ["light", "Light"],
			["dark", "Dark"]].map(([value, text]) =>
			[text, () => setTheme(app, value),
				(app.view.state.theme || app.view.theme) === value])),
		menuRow("Letter keys", [[true, "On"], [false, "Off"]]
			.map(([on, text]) => [text, () => setKeys(app, on), app.view.keys === on])),
		menuRow("Save", [...isTable(app) ? [] : [["SVG", () => saveSvg(app)],
			["PNG", () => savePng(app)]], ["Folded", () => saveFolded(app)],
			["CSV", () => saveCsv(app)]]),
		...app.model.standalone ? [menuRow("Link", [["Copy", () => {
			finishLink(app);
			copy(app, location.href, "the link");
		}]])] : [],
	];
}

/** @param {Owns<"input" | "screen">} app */
function drawMenu(app) {
	const panel = app.screen.panels.menu;
	const buttons = () => [...panel.querySelectorAll("button")];
	/** @type {any} */
	const focused = document.activeElement;
	const at = buttons().indexOf(focused);

	if (app.input.open !== "menu")
		return;
	panel.replaceChildren(...menuRows(app));
	if (at >= 0)
		buttons()[at].focus();
}

const HELP = [
	["Click", "zoom to a frame; a faded one zooms out to it"],
	["Right click, M", "menu of the frame"],
	["Alt-wheel", "into the frame, out of it"],
	["Ctrl-click", "search this function"],
	["Alt-click", "hide stacks through this frame"],
	["Wheel, Ctrl-wheel, W", "zoom about the pointer, as far as you like"],
	["Drag, A, D; S", "move what is zoomed so; out again"],
	["Shift-drag", "zoom to a range"],
	["Arrows", "go to caller, callee, siblings"],
	["Home, End", "the root, the hottest leaf"],
	["Enter, 0", "zoom, reset zoom"],
	["Backspace", "back"],
	["/, Ctrl-F, F3", "search"],
	["N, Shift-N", "next match, previous match"],
	["Ctrl-I", "ignore case"],
	["I, R, T, O", "direction, callers first, table, order"],
	["L", "the call tree as rows"],
	["S, #", "callers and callees, search this function"],
	["F, H, B", "only stacks with this frame, without it, only below it"],
	["G, Shift-R", "merge into caller, collapse recursion"],
	["Alt-Enter", "what is searched becomes a filter; Shift: without it"],
	["C, Shift-C", "copy name, copy stack"],
	["D, U", "theme, undo"],
	["Esc", "close, clear the search, reset the zoom"],
];

function makeHelp() {
	return html("dl", { class: "fg-help" }, ...HELP.flatMap(([keys, text]) =>
		[html("dt", {}, keys), html("dd", {}, text)]));
}

/** @param {Owns<"input" | "screen">} app */
export function makePanels(app) {
	const panel = (label, ...children) => {
		const element = html("div", {
			class: "fg-panel", role: "dialog", "aria-label": label,
			tabindex: "-1",
		}, ...children);

		show(element, false);
		return element;
	};

	app.screen.panels = {
		search: panel("Search", ...makeSearchPanel(app)),
		menu: panel("View"),
		help: panel("Help", makeHelp()),
		context: panel("Menu of the frame"),
		frame: panel("Frame"),
	};
	app.screen.panels.frame.classList.add("fg-tapped");
	app.screen.panels.search.classList.add("fg-finder");
	app.screen.panels.context.classList.add("fg-context");
}
