// Starts one viewer in the SVG that the script stands in.

import { makeApp } from "./app.js";
import { html, put, svg } from "./base.js";
import { makePane } from "./calltree.js";
import { lastColumn } from "./describe.js";
import { listen } from "./events.js";
import { makeHeader } from "./header.js";
import { makeNumbers } from "./numbers.js";
import { makePanels } from "./panels.js";
import { render, showRoot } from "./render.js";
import { LINE } from "./screen.js";
import { loadTree, readSettings } from "./settings.js";
import { beginState } from "./state.js";
import { giveUp } from "./still.js";
import { sumByName } from "./table.js";
import { plainName } from "./tree.js";

/** @param {Owns<"screen">} app */
function describeGraph(app) {
	const { root, settings } = app.model;
	const { tree } = app.view;
	const numbers = makeNumbers(settings);
	const column = lastColumn(tree);

	root.setAttribute("role", "graphics-document document");
	if (!root.querySelector(":scope > title"))
		root.prepend(svg("title", {}, settings.title || "Flame graph"));
	if (root.querySelector(":scope > desc"))
		return;
	const own = sumByName(tree)[column].self;
	const top = [...own.keys()].filter(n => own[n] > 0)
		.sort((a, b) => own[b] - own[a]).slice(0, 3)
		.map(n => plainName(tree.names[n]));

	root.firstElementChild.after(svg("desc", {},
		`${numbers.full(tree.total[column][0])}. ` +
		(top.length ? `Most own weight: ${top.join(", ")}.` : "")));
}

// Puts the elements of the screen together and into the picture.
/** @param {Owns<"screen">} app */
function build(app) {
	const { screen } = app;
	const { root, settings, standalone } = app.model;

	if (settings.strokeColour)
		put(screen.paths.childNodes[1], { stroke: settings.strokeColour });
	screen.ui = makeHeader(app);
	makePanels(app);
	screen.sheet = html("div", { class: "fg-sheet" });
	screen.holder = html("div", { class: "fg-html fg-holder" }, screen.ui.top,
		screen.sheet, makePane(app), ...Object.values(screen.panels));
	screen.overlay = svg("foreignObject", { class: "fg-fo", x: 0, y: 0 },
		screen.holder);
	screen.footer = svg("foreignObject", {
		class: "fg-fo", x: 0, height: LINE + 4,
	}, screen.ui.foot);
	screen.upper = svg("g", {}, screen.cover, screen.strip, screen.overlay,
		screen.map);
	screen.lower = svg("g", {}, screen.floor, screen.footer);
	screen.group = svg("g", { "font-size": settings.fontSize },
		svg("defs", {}, screen.gradient, screen.hatch), screen.page,
		screen.frames, screen.lower, screen.upper, screen.bar);
	// Before the script: a page that is saved with the viewer in it runs the
	// script again, which must find the old viewer to remove it.
	root.insertBefore(screen.group, root.querySelector(":scope > script"));
	// Chrome has a Shift-drag of its own, which moves the whole document.
	root.setAttribute("zoomAndPan", "disable");
	// Without this, phones take the document for a page made for large screens.
	if (standalone)
		screen.group.append(html("meta", {
			name: "viewport", content: "width=device-width",
		}));
	listen(app);
}

function start(root, settings, tree) {
	const app = makeApp(root, settings, tree);

	build(app);
	beginState(app);
	// A page that was saved with its viewer contains an old viewer, which
	// does nothing.
	for (const old of root.querySelectorAll(
		":scope > .fg-static, :scope > .fg-view"))
		if (old !== app.screen.group)
			old.remove();
	describeGraph(app);
	render(app);
	showRoot(app);
	root.classList.add("fg-ready");
}

function main(script) {
	const root = script?.closest("svg");
	const data = root?.querySelector(":scope > .fg-data");

	if (!data)
		return;
	script.fgStarted = true;
	const settings = readSettings(data);

	loadTree(root, settings).then(tree => start(root, settings, tree),
		error => giveUp(root, error));
}

main(document.currentScript);
