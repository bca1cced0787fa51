// The rows above the frames: buttons, title, subtitle, legend. The line below
// the frames: details of a frame, or else the path to the zoomed frame.

import { button, html, show, svg } from "./base.js";
import { css, hashName } from "./colours.js";
import {
	isFiltered, lastColumn, remarks, shareOfWhole, titleOf, wholeOf,
	wholeProfile,
} from "./describe.js";
import { drawFilters } from "./filterbar.js";
import { ancestors } from "./layout.js";
import { follow } from "./link.js";
import { counted, percent } from "./numbers.js";
import { togglePanel } from "./panels.js";
import { inTheme } from "./screen.js";
import { matchedBelow, runSearch } from "./search.js";
import {
	back, change, forward, isSelected, isZoomed, leaveView, resetZoom,
	selectionOf, zoomTo,
} from "./state.js";
import { plainName } from "./tree.js";
import { treeView } from "./views.js";

export function icon(path) {
	return svg("svg", {
		viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true",
		fill: "none", stroke: "currentColor", "stroke-width": 1.75,
		"stroke-linecap": "round", "stroke-linejoin": "round",
	}, svg("path", { d: path }));
}

/** @param {Owns<"screen">} app */
export function makeHeader(app) {
	const { settings } = app.model;
	const parts = {
		reset: button("Reset Zoom", "Reset Zoom (0)", () => resetZoom(app),
			{ id: "unzoom" }),
		back: button(icon("M10 3 5 8l5 5"), "Back (Backspace)",
			() => back(app), { class: "fg-icon" }),
		forward: button(icon("M6 3l5 5-5 5"), "Forward",
			() => forward(app), { class: "fg-icon" }),
		search: button("Search", "Search (/, Ctrl-F)",
			() => togglePanel(app, "search"),
			{ id: "search", "aria-expanded": "false" }),
		menu: button("View", "View (v)", () => togglePanel(app, "menu"),
			{ "aria-expanded": "false", class: "fg-drop" }),
		help: button("?", "Help (?)", () => togglePanel(app, "help"),
			{ class: "fg-icon", "aria-expanded": "false" }),
		title: html("div", { id: "title", class: "fg-title" }, settings.title),
		crumbs: html("nav", { class: "fg-crumbs", "aria-label": "Zoom" }),
		filters: html("div", { class: "fg-filters", role: "group",
			"aria-label": "Filters" }),
		legend: html("div", { class: "fg-legend" }),
		details: html("div", { id: "details", class: "fg-details" }),
		matched: html("div", { id: "matched", class: "fg-matched" }),
		live: html("div", { class: "fg-unseen", "aria-live": "polite" }),
	};

	parts.top = html("div", { class: "fg-top" },
		html("div", { class: "fg-bar" },
			html("div", { class: "fg-side" }, parts.reset, parts.back,
				parts.forward),
			parts.title,
			html("div", { class: "fg-side fg-right" }, parts.search,
				parts.menu, parts.help)),
		settings.subtitle ? html("div", { id: "subtitle", class: "fg-sub" },
			settings.subtitle) : "",
		parts.filters, parts.legend);
	parts.foot = html("div", { class: "fg-html fg-foot" }, parts.details,
		parts.crumbs, parts.matched, parts.live);
	return parts;
}

/** @param {Owns<"screen">} app */
function crumb(app, view, part, node, current) {
	const name = plainName(view.label(node));

	return button(name, name, () => zoomTo(app, part, node),
		{ class: "fg-crumb", "aria-current": current && "true" });
}

// A long path shows its beginning and its end.
function shortened(path) {
	return path.length <= 8 ? path : [...path.slice(0, 2), -1,
		...path.slice(-5)];
}

export function chip(label, hint, action) {
	return html("span", { class: "fg-chip" }, html("span", {}, label),
		button("\u00d7", hint, action, { class: "fg-x" }));
}

/** @param {Owns<"screen">} app */
function viewChips(app) {
	const { state } = app.view;
	const chips = [];

	if (state.recursion)
		chips.push(chip("recursion collapsed", "Undo",
			() => change(app, { recursion: false }, "push")));
	if (app.view.views[1])
		chips.push(chip(`${plainName(state.fn)}: ${state.icicle ?
			"callers above, callees below" :
			"callers below, callees above"}`,
			"Back to the whole graph", () => leaveView(app)));
	if (state.view === "callers")
		chips.push(chip("callers first", "Back to callees first",
			() => leaveView(app)));
	return [...chips, ...selectionChips(app)];
}

// Chips for the zooms of other views that select the stacks of this view.
/** @param {App} app */
function selectionChips(app) {
	const { all } = app.view;
	const { path, ends } = selectionOf(app.view.state);
	const chips = [];

	if (path.length) {
		const view = treeView(all);
		const { node } = follow(view, path);

		if (node > 0)
			chips.push(chip(`below ${plainName(view.label(node))}`,
				"All stacks", () => change(app, { path: [] }, "push")));
	}
	if (ends.length) {
		const names = ends.map(hash => plainName(all.names.find(name =>
			hashName(name) === hash) ?? "?"));

		chips.push(chip(`ends in ${names.slice(0, 3).join(" \u2039 ")}` +
			(names.length > 3 ? " \u2039 \u2026" : ""),
		"All stacks", () => change(app, { ends: [] }, "push")));
	}
	return chips;
}

/** @param {Owns<"screen">} app */
function drawCrumbs(app) {
	const { views, focus } = app.view;
	const view = views[focus.part];
	const items = [];

	if (isZoomed(app)) {
		const path = [...ancestors(view, focus.node), focus.node];

		for (const node of shortened(path)) {
			if (items.length)
				items.push(html("span", { class: "fg-sep" }, "\u203a"));
			items.push(node < 0 ? html("span", {}, "\u2026") :
				crumb(app, view, focus.part, node, node === focus.node));
		}
	}
	app.screen.ui.crumbs.replaceChildren(...viewChips(app), ...items);
}

// One colour, several from left to right, or none. The style is set by script,
// because a page's policy may forbid the attribute.
export function swatch(colours) {
	if (!colours.length)
		return "";
	const list = colours.map(css);
	const element = html("i", { class: list.length > 1 && "fg-ramp" });

	element.style.background = list.length > 1 ?
		`linear-gradient(90deg,${list.join(",")})` : list[0];
	return element;
}

/** @param {Owns<"screen">} app */
function drawLegend(app) {
	const { legend } = app.scene;
	const { ui } = app.screen;

	show(ui.legend, legend.length > 0);
	ui.legend.replaceChildren(...legend.map(([label, colour, title]) =>
		html("span", { class: "fg-key", ...title && { title } },
			swatch(colour === undefined ? [] :
				[colour].flat().map(c => inTheme(app, c))), label)));
}

export function share(part, whole) {
	const p = 100 * part / whole;

	return `${p === 100 || !Number.isFinite(p) ? Math.round(p) || 0 :
		p.toFixed(1)}%`;
}

/** @param {Owns<"screen">} app */
function matchedBefore({ view: { tree, search } }) {
	return tree.self.length < 2 ? "" : ` (before ${share(
		matchedBelow(search, 0, 0), tree.total[0][0])})`;
}

// The share of the matches in view and, if the view is not everything, of all.
/** @param {Owns<"screen">} app */
export function drawMatched(app) {
	const { ui } = app.screen;
	const { search, views, focus } = app.view;
	const view = views[focus.part];
	const column = lastColumn(app.view.tree);
	let text = app.view.wrong;

	if (search) {
		const here = search.tree === app.view.all;
		const all = matchedBelow(here ? search :
			runSearch(app.view.all, [], search.names), 0, column);

		text = `Matched: ${share(all, wholeOf(app))}${matchedBefore(app)}`;
		if (isZoomed(app) || views.length > 1 || !here)
			text = `Matched: ${share(view.matched(focus.node, search, column),
				view.total(focus.node, column))} of view, ` +
				`${share(all, wholeOf(app))} of all`;
		if (isFiltered(app))
			text += `, ${share(all, wholeProfile(app))} of the whole`;
		if (all === 0 && !search.names.some(Boolean))
			text = "No match";
		text = [text, app.view.nameScan.text()].filter(Boolean).join(". ");
	}
	if (ui.matched.textContent !== text) {
		ui.matched.textContent = text;
		say(app, text);
	}
}

// Speaks to a screen reader. The details line itself changes too often for
// that.
/** @param {Owns<"screen">} app */
export function say(app, text) {
	clearTimeout(app.screen.sayTimer);
	app.screen.sayTimer = setTimeout(() => {
		app.screen.ui.live.textContent = text;
	}, 300);
}

/** @param {Owns<"screen">} app */
export function drawHeader(app) {
	const { ui } = app.screen;
	const { steps, step } = app.view;

	show(ui.reset, isSelected(app));
	show(ui.back, steps.length > 1);
	show(ui.forward, steps.length > 1);
	ui.back.disabled = step === 0;
	ui.forward.disabled = step + 1 >= steps.length;
	drawCrumbs(app);
	drawFilters(app);
	drawLegend(app);
	drawMatched(app);
	showDetails(app, app.input.hover);
}

// How much is shown, for the time when the pointer is on no frame.
/** @param {App} app */
export function allOf(app) {
	const { tree, all } = app.view;
	const { numbers } = app.scene;
	const weight = tree.total[lastColumn(tree)][0];
	const scaled = numbers.scaled && !numbers.told ?
		` (${numbers.brief(weight)})` : "";
	const text = numbers.full(weight) + scaled;

	const rest = shareOfWhole(app, weight);

	return [text, tree !== all && `${percent(weight, wholeOf(app))} of all`,
		rest || tree === all && counted(all.names.length - 1, "function")]
		.filter(Boolean).join(", ");
}

// Says "of all" behind the change in a title, because percentage points stand
// beside it in the details.
/** @param {App} app */
function changeOfAll(app, numbers) {
	return app.view.tree.self.length > 1 ?
		numbers.replace(/(; [-+]?[\d.]+%)\)$/, "$1 of all)") : numbers;
}

// The line below the frames: the frame under the pointer or the keyboard
// cursor; else what is zoomed to, hidden and selected.
/** @param {Owns<"screen">} app */
export function showDetails(app, spot) {
	const { details, crumbs } = app.screen.ui;
	const away = !spot && !app.view.notice && crumbs.childNodes.length > 0;

	show(details, !away);
	show(crumbs, away);
	if (!spot) {
		details.replaceChildren(app.view.notice ||
			html("span", { class: "fg-more" }, allOf(app)));
		return;
	}
	const part = app.scene.parts[spot.part];
	const title = titleOf(app, part.view, spot.node);
	const end = title.lastIndexOf(" (");
	const rest = remarks(app, part, spot.node);

	details.replaceChildren(
		html("span", { class: "fg-kind" }, spot.tower ? "Narrow, e.g. " :
			`${app.model.settings.nameType} `),
		html("bdi", {}, title.slice(0, end)),
		changeOfAll(app, title.slice(end)),
		html("span", { class: "fg-more" },
			rest.map(r => ` \u00b7 ${r}`).join("")));
}
