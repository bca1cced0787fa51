// Draws everything from the state, and keeps it right while the window is
// scrolled and resized.

import { clamp, put, show } from "./base.js";
import { drawCalls, paneHeight } from "./calltree.js";
import {
	pointOf, scrollToSpot, setBox, setCursor, setHover, spotAt,
} from "./cursor.js";
import { drawFinder } from "./finder.js";
import { drawHeader } from "./header.js";
import { makeNumbers } from "./numbers.js";
import {
	BAR, LINE, chooseColours, drawFrames, drawLabels, drawStrip, isDark,
	layOutParts, makeColours, measure, paintTheme, visibleRange,
} from "./screen.js";
import { drawMap } from "./range.js";
import {
	boxOf, heightSeen, resize, scrollGraph, scrolledTo,
} from "./scroll.js";
import { isTable, isZoomed } from "./state.js";
import { drawTable } from "./table.js";

// Draws everything from the state. Called after each change of it.
/** @param {Owns<"scene" | "screen" | "input">} app */
export function render(app) {
	const table = isTable(app);

	app.scene.numbers = makeNumbers({ ...app.model.settings, unit: app.view.state.unit });
	chooseColours(app);
	measure(app);
	app.scene.dark = isDark(app);
	makeColours(app);
	app.input.hover = null;
	setBox(app, app.screen.mark, null);
	paintTheme(app);
	show(app.screen.frames, !table);
	show(app.screen.sheet, table);
	keepScroll(app, () => fit(app));
	if (table)
		drawTable(app);
	else
		drawFrames(app);
	if (table && app.screen.printing) {
		app.screen.height = app.screen.head + app.screen.sheet.scrollHeight + 2 * LINE;
		resize(app);
	}
	drawStrip(app);
	keepInWindow(app);
	drawCalls(app);
	drawHeader(app);
	drawMap(app);
	drawFinder(app);
	setCursor(app, app.input.cursor, true);
	// Some browsers send no event for a mouse that does not move.
	if (app.input.pointer && !app.input.cursor && !table)
		setHover(app, spotAt(app, ...pointOf(app, app.input.pointer)));
}

/** @param {Owns<"scene" | "screen" | "input">} app */
function layOutAll(app) {
	app.scene.parts = layOutParts(app);
	if (isTable(app))
		app.screen.height = Math.max(app.screen.head + 400, app.model.standalone ?
			heightSeen(app) : app.screen.height);
	resize(app);
}

// The new height may add or remove a scroll bar, which changes the width. This
// is found out before anything is drawn.
/** @param {Owns<"scene" | "screen" | "input">} app */
function fit(app) {
	const { width } = app.screen;

	layOutAll(app);
	measure(app);
	if (app.screen.width !== width)
		layOutAll(app);
}

// A picture that grows upwards keeps its distance to the root's row, and the
// row in sight when the window gets lower.
/** @param {Owns<"scene" | "screen" | "input">} app */
function keepScroll(app, action) {
	const { drawnHeight, windowHeight } = app.screen;
	const lower = globalThis.innerHeight < windowHeight;
	// The scroll position is off by half a pixel where the browser enlarges
	// the page.
	const atRoot = lower && scrolledTo(app) +
		(app.screen.frameHeight || windowHeight) >= drawnHeight - 1;

	action();
	const grown = drawnHeight && app.screen.height - drawnHeight;
	app.screen.drawnHeight = app.screen.height;
	app.screen.windowHeight = globalThis.innerHeight;
	if (!app.model.standalone || app.view.state.icicle)
		return;
	if (atRoot)
		scrollGraph(app, app.screen.height);
	else if (grown)
		scrollGraph(app, scrolledTo(app) + grown);
}

// A new picture begins where its root is (at the bottom, at the top, or in the
// middle) or at the frame of a link.
/** @param {Owns<"scene" | "screen" | "input">} app */
export function showRoot(app) {
	const [part] = app.scene.parts;

	if (app.model.standalone)
		scrollGraph(app, app.scene.parts[1] ? part.base - heightSeen(app) / 2 :
			app.view.state.icicle ? 0 : app.screen.height);
	if (isZoomed(app))
		scrollToSpot(app, app.view.focus);
}

// Keeps the head and the last line in the window while the graph scrolls.
/** @param {Owns<"scene" | "screen" | "input">} app */
function keepInWindow(app) {
	const { head, height, width } = app.screen;
	const seen = app.screen.printing ? height : heightSeen(app);
	const top = app.model.standalone ? clamp(scrolledTo(app), 0,
		Math.max(0, height - seen)) : 0;
	const room = app.model.standalone ? Math.min(seen, height) : height;

	app.screen.visible = { top, height: Math.max(room, app.model.standalone ? seen : 0) };
	put(app.screen.upper, { transform: `translate(0 ${top})` });
	put(app.screen.lower, { transform: `translate(0 ${top + room - LINE - 4})` });
	show(app.screen.floor, app.model.standalone && height > seen);
	app.screen.holder.classList.toggle("fg-tall", app.model.standalone && height > seen);
	put(app.screen.overlay, { width, height: Math.max(app.screen.visible.height, 60) });
	put(app.screen.footer, { width });
	put(app.screen.cover, { height: head - 1 });
	app.screen.sheet.style.top = `${head}px`;
	app.screen.sheet.style.height = `${room - head - LINE - 8}px`;
	const pane = paneHeight(app);

	app.screen.pane.style.top = `${room - pane - LINE - 8}px`;
	app.screen.pane.style.height = `${pane}px`;
	for (const panel of Object.values(app.screen.panels)) {
		panel.style.maxHeight = `${Math.max(160,
			app.screen.visible.height - BAR - LINE - 12)}px`;
	}
}

/** @param {Owns<"scene" | "screen" | "input">} app */
export function onScroll(app) {
	keepInWindow(app);
	const [from, to] = visibleRange(app);

	if (from < app.screen.drawn[0] || to > app.screen.drawn[1])
		drawLabels(app);
}

/** @param {Owns<"scene" | "screen" | "input">} app */
export function onResize(app) {
	const box = boxOf(app);

	// The size of the window does not matter to a printed page.
	if (app.screen.printing)
		return;
	if (!app.model.settings.fixed && Math.round(box.width) !== app.screen.width &&
		box.width > 0 || app.screen.frameHeight && Math.abs(box.height - app.screen.frameHeight) > 1 ||
		app.model.standalone && globalThis.innerHeight !== app.screen.windowHeight)
		render(app);
}

