// How far the graph is scrolled. The browser scrolls a document. In <object>
// and <embed>, the graph would be drawn smaller instead, so the viewer scrolls
// it there, by wheel, keys and a bar.

import { clamp, put, show } from "./base.js";
import { onScroll } from "./render.js";
import { LINE } from "./screen.js";

// Where the graph lies in the window. A question after a change makes the
// browser lay out everything. So the answer is kept for the moment, until
// somebody scrolls or resizes.
/** @param {Owns<"screen">} app */
export function boxOf(app) {
	if (!app.screen.box) {
		app.screen.box = app.model.root.getBoundingClientRect();
		queueMicrotask(() => {
			app.screen.box = null;
		});
	}
	return app.screen.box;
}

/** @param {Owns<"screen">} app */
export function scrolledTo(app) {
	return app.screen.frameHeight ? app.screen.scrolled : -boxOf(app).top;
}

// The height of the graph that can be seen at a time.
/** @param {Owns<"screen">} app */
export function heightSeen(app) {
	return app.screen.frameHeight || globalThis.innerHeight || app.screen.height;
}

/** @param {Owns<"screen">} app */
export function scrollGraph(app, y) {
	if (!app.screen.frameHeight) {
		globalThis.scrollBy(0, y - scrolledTo(app));
		app.screen.box = null;
		return;
	}
	app.screen.scrolled = clamp(y, 0, Math.max(0, app.screen.height - app.screen.frameHeight));
	frame(app);
	onScroll(app);
}

// Shows the part of the graph that is scrolled to, and the scroll bar; or all
// of it, `high`, where the viewer does not scroll.
/** @param {Owns<"screen">} app */
function frame({ model: { root }, screen: { width, height, frameHeight, scrolled }, screen }, high) {
	const { bar, page } = screen;
	const part = frameHeight / height;
	const y = frameHeight ? scrolled : 0;

	show(bar, frameHeight && part < 1);
	put(root, { viewBox: `0 ${y} ${width} ${frameHeight || high}` });
	put(page, { y });
	if (frameHeight)
		put(bar, {
			x: width - 8, y: y + y * part, width: 6,
			height: Math.max(20, frameHeight * part),
		});
}

// Asks for a size, and finds out whether the page granted it.
/** @param {Owns<"screen">} app */
export function resize(app) {
	const { root, standalone } = app.model;
	const { width, height, printing } = app.screen;
	// The background of a short picture fills the window.
	const high = standalone && !app.screen.frameHeight && !printing ?
		Math.max(height, globalThis.innerHeight) : height;

	const size = `${width} ${high} ${printing}`;

	if (app.screen.askedSize !== size) {
		app.screen.askedSize = size;
		// Labels are hidden while the size changes; else the browser
		// lays them out twice.
		show(app.screen.labels, false);
		put(root, { width, height: high });
		root.style.width = app.model.settings.fixed ? `${width}px` : "100%";
		// On paper the width differs, and the height with it.
		root.style.height = printing ? "auto" : `${high}px`;
		// A page of paper holds the whole graph, made smaller if
		// needed.
		root.style.maxHeight = printing ? "100vh" : "";
		root.style.breakInside = "avoid";
		root.style.display = "block";
		// A document may be wider than its window, which then scrolls.
		root.style[standalone ? "maxWidth" : "overflow"] =
			standalone ? "none" : "visible";
		app.screen.box = null;
	}
	const box = boxOf(app);

	app.screen.frameHeight = standalone && !printing && box.height > 0 && Math.abs(box.height - high) > 1 ?
		box.height * width / box.width : 0;
	app.screen.scrolled = clamp(app.screen.scrolled, 0, Math.max(0, height - app.screen.frameHeight));
	frame(app, high);
	put(app.screen.field, { width, y: app.screen.head, height: app.screen.framesHeight });
}

// A wheel that cannot scroll the graph any further scrolls the page.
/** @param {Owns<"screen">} app */
export function onWheelScroll(app, event) {
	const before = app.screen.scrolled;

	if (!app.screen.frameHeight || event.ctrlKey || event.altKey ||
		event.target.closest(".fg-panel,.fg-sheet"))
		return;
	scrollGraph(app, before + event.deltaY * (event.deltaMode ? app.screen.row : 1));
	if (app.screen.scrolled !== before)
		event.preventDefault();
}

/** @param {Owns<"screen">} app */
export function onScrollBar(app, event) {
	const { bar } = app.screen;

	if (event.type === "pointerdown")
		bar.setPointerCapture(event.pointerId);
	else if (bar.hasPointerCapture(event.pointerId))
		scrollGraph(app, app.screen.scrolled +
			event.movementY * app.screen.height / app.screen.frameHeight);
}

/** @param {Owns<"screen">} app */
export function pageKeys(app, key) {
	const page = heightSeen(app) - app.screen.head - 2 * LINE;

	if (!app.screen.frameHeight || !/^Page(Up|Down)$/.test(key))
		return false;
	scrollGraph(app, app.screen.scrolled + (key === "PageUp" ? -page : page));
	return true;
}
