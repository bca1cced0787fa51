// How far the graph is scrolled. As a document, the browser scrolls it; in
// <object> and <embed> it is as high as these are and would be drawn smaller
// instead, so there it is moved here, by wheel, keys and a bar.

import { clamp, put, show } from "./base.js";
import { onScroll } from "./render.js";
import { LINE } from "./screen.js";

// Where the graph lies in the window. To ask after something was written makes
// the browser lay out all of it, so what is known holds for the moment, unless
// somebody scrolls or resizes, and then forgets it.
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
	return app.screen.framed ? app.screen.scrolled : -boxOf(app).top;
}

// What can be seen of the graph's height at a time.
/** @param {Owns<"screen">} app */
export function heightSeen(app) {
	return app.screen.framed || globalThis.innerHeight || app.screen.height;
}

/** @param {Owns<"screen">} app */
export function scrollGraph(app, y) {
	if (!app.screen.framed) {
		globalThis.scrollBy(0, y - scrolledTo(app));
		app.screen.box = null;
		return;
	}
	app.screen.scrolled = clamp(y, 0, Math.max(0, app.screen.height - app.screen.framed));
	frame(app);
	onScroll(app);
}

// Shows the part of the graph that is scrolled to, and the bar; all of it,
// `high`, where nothing is to be scrolled here.
/** @param {Owns<"screen">} app */
function frame({ model: { root }, screen: { width, height, framed, scrolled }, screen }, high) {
	const { bar, page } = screen;
	const part = framed / height;
	const y = framed ? scrolled : 0;

	show(bar, framed && part < 1);
	put(root, { viewBox: `0 ${y} ${width} ${framed || high}` });
	put(page, { y });
	if (framed)
		put(bar, {
			x: width - 8, y: y + y * part, width: 6,
			height: Math.max(20, framed * part),
		});
}

// Asks for a size, and looks whether it was given.
/** @param {Owns<"screen">} app */
export function resize(app) {
	const { root, alone } = app.model;
	const { width, height, printing } = app.screen;
	// A short picture's background fills the window all the same.
	const high = alone && !app.screen.framed ?
		Math.max(height, globalThis.innerHeight) : height;

	const size = `${width} ${high} ${printing}`;

	if (app.screen.sized !== size) {
		app.screen.sized = size;
		// Or they would all be laid out, only to be changed.
		show(app.screen.labels, false);
		put(root, { width, height: high });
		root.style.width = app.model.settings.fixed ? `${width}px` : "100%";
		// Paper has another width, which makes it higher or lower.
		root.style.height = printing ? "auto" : `${high}px`;
		root.style.display = "block";
		// A document may be wider than its window, which then scrolls.
		root.style[alone ? "maxWidth" : "overflow"] =
			alone ? "none" : "visible";
		app.screen.box = null;
	}
	const box = boxOf(app);

	app.screen.framed = alone && box.height > 0 && Math.abs(box.height - high) > 1 ?
		box.height * width / box.width : 0;
	app.screen.scrolled = clamp(app.screen.scrolled, 0, Math.max(0, height - app.screen.framed));
	frame(app, high);
	put(app.screen.field, { width, y: app.screen.head, height: app.scene.rows * app.screen.row });
}

// A wheel that cannot turn the graph any further turns the page.
/** @param {Owns<"screen">} app */
export function onWheelScroll(app, event) {
	const before = app.screen.scrolled;

	if (!app.screen.framed || event.ctrlKey || event.altKey ||
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
			event.movementY * app.screen.height / app.screen.framed);
}

/** @param {Owns<"screen">} app */
export function pageKeys(app, key) {
	const page = heightSeen(app) - app.screen.head - 2 * LINE;

	if (!app.screen.framed || !/^Page(Up|Down)$/.test(key))
		return false;
	scrollGraph(app, app.screen.scrolled + (key === "PageUp" ? -page : page));
	return true;
}
