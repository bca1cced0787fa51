// Mouse, touch and keys.

import { pointOf, sameSpot, setCursor, setHover, spotAt } from "./cursor.js";
import { filterBy } from "./filterbar.js";
import { clearSearch, searchName, toggleSearch } from "./finder.js";
import { tapFrame } from "./frame.js";
import { ancestors } from "./layout.js";
import {
	letterActions, move, openContext, openLink, spotOfKeys,
} from "./moves.js";
import { togglePanel } from "./panels.js";
import { endRangeDrag, onMap, onRangeDrag, onRangeWheel } from "./range.js";
import { onResize, onScroll, render } from "./render.js";
import { onScrollBar, onWheelScroll, pageKeys } from "./scroll.js";
import {
	back, finishLink, isSelected, isZoomed, leaveView, onPopState,
	resetZoom, zoomTo,
} from "./state.js";
import { listenToTouch } from "./touch.js";

function isText(target) {
	return target && /^(input|textarea|select)$/i.test(target.localName || "");
}

/** @param {Owns<"input" | "screen">} app */
function onPress(app, event) {
	app.input.press = [event.clientX, event.clientY, event.shiftKey];
	app.input.dragged = null;
	app.input.held = false;
}

// Whether the pointer moved so far that the press is not a click.
/** @param {Owns<"input" | "screen">} app */
export function wasDrag(app, event) {
	return app.input.press && Math.hypot(event.clientX - app.input.press[0],
		event.clientY - app.input.press[1]) > 3;
}

/** @param {Owns<"input" | "screen">} app */
function onClick(app, event) {
	const spot = spotAt(app, ...pointOf(app, event));

	if (app.input.held)
		return;
	if (app.input.open && app.input.open !== "search")
		togglePanel(app, app.input.open, false);
	if (!spot || wasDrag(app, event))
		return;
	const name = app.scene.parts[spot.part].view.label(spot.node);

	if (event.ctrlKey || event.metaKey) {
		if (app.model.links.has(name))
			openLink(app, name);
		else
			searchName(app, name);
	} else if (event.altKey) {
		filterBy(app, { how: "without", what: "name", text: name });
	} else if (app.input.touched && !sameSpot(app.input.touched, spot)) {
		tapFrame(app, spot);
	} else {
		app.input.cursor = null;
		zoomTo(app, spot.part, spot.node);
		setHover(app, spotAt(app, ...pointOf(app, event)));
	}
}

/** @param {Owns<"input" | "screen">} app */
function onMove(app, event) {
	if (event.pointerType === "touch")
		return;
	app.input.touched = null;
	if (onRangeDrag(app, event))
		return;
	app.input.pointer = { clientX: event.clientX, clientY: event.clientY };
	setHover(app, spotAt(app, ...pointOf(app, event)));
}

/** @param {Owns<"input" | "screen">} app */
function onLeave(app, event) {
	app.input.pointer = null;
	if (event.pointerType !== "touch")
		setHover(app, null);
}

/** @param {Owns<"input" | "screen">} app */
export function onContext(app, event) {
	const spot = spotAt(app, ...pointOf(app, event));

	if (event.shiftKey || !spot)
		return;
	event.preventDefault();
	const [x, y] = pointOf(app, event);

	openContext(app, spot, x, y - app.screen.visible.top);
}

// Zooms one frame in towards a point, or out to the caller.
/** @param {Owns<"input" | "screen">} app */
function zoomAround(app, event, into) {
	const { view } = app.scene.parts[app.view.focus.part];
	const spot = spotAt(app, ...pointOf(app, event));

	if (!into && isZoomed(app))
		zoomTo(app, app.view.focus.part, view.parent(app.view.focus.node));
	if (!into || !spot || spot.part !== app.view.focus.part)
		return;
	// The child of the focus that leads to the pointer.
	const path = [...ancestors(view, spot.node), spot.node];
	const next = path[path.indexOf(app.view.focus.node) + 1];
	if (next !== undefined)
		zoomTo(app, spot.part, next);
}

/** @param {Owns<"input" | "screen">} app */
function onWheel(app, event) {
	onRangeWheel(app, event);
	if (!event.altKey)
		return;
	event.preventDefault();
	if (app.input.lastWheel && event.timeStamp - app.input.lastWheel < 200)
		return;
	app.input.lastWheel = event.timeStamp;
	zoomAround(app, event, event.deltaY < 0);
}

/** @param {Owns<"input" | "screen">} app */
function stepOut(app) {
	if (app.input.open)
		togglePanel(app, app.input.open, false);
	else if (app.view.state.terms.length)
		clearSearch(app);
	else if (app.view.state.view !== "tree")
		leaveView(app);
	else if (isSelected(app))
		resetZoom(app);
	else
		setCursor(app, null);
}

/** @param {Owns<"input" | "screen">} app */
function arrowKeys(app) {
	const out = app.scene.parts[0].direction < 0;

	return {
		"ArrowUp": out ? "callee" : "caller",
		"ArrowDown": out ? "caller" : "callee",
		"ArrowLeft": "before", "ArrowRight": "after",
		"Home": "root", "End": "leaf",
	};
}

// Keys with Ctrl or Command; they work wherever the focus is.
/** @param {Owns<"input" | "screen">} app */
function onCommandKey(app, event) {
	const key = event.key.toLowerCase();

	if (key === "f" && !(app.input.open === "search" &&
		document.activeElement === app.screen.finder.field)) {
		togglePanel(app, "search", true);
		return true;
	}
	if (key === "i" && !event.shiftKey) {
		toggleSearch(app, "ignoreCase");
		return true;
	}
	return false;
}

/** @param {Owns<"input" | "screen">} app */
function onFrameKey(app, event) {
	const arrows = arrowKeys(app);
	const spot = spotOfKeys(app);

	if (app.view.state.view === "table")
		return false;
	if (event.key in arrows)
		move(app, arrows[event.key]);
	else if (event.key === "Enter" || event.key === " ")
		zoomToCursor(app, spot);
	else if (event.key === "Backspace")
		back(app);
	else
		return false;
	return true;
}

/** @param {Owns<"input" | "screen">} app */
function zoomToCursor(app, spot) {
	zoomTo(app, spot.part, spot.node);
	setCursor(app, { part: spot.part, node: spot.node });
}

/** @param {Owns<"input" | "screen">} app */
function onLetter(app, event) {
	if (!app.view.keys || event.key.length !== 1)
		return false;
	const action = letterActions(app, spotOfKeys(app))[event.key];

	if (!action)
		return false;
	action();
	return true;
}

/** @param {Owns<"input" | "screen">} app */
function onKey(app, event) {
	const inside = app.model.root.contains(event.target) || app.model.standalone;
	let taken = false;

	if (!inside || event.defaultPrevented)
		return;
	if (event.ctrlKey || event.metaKey) {
		taken = !event.altKey && onCommandKey(app, event);
	} else if (event.key === "F3") {
		togglePanel(app, "search", true);
		taken = true;
	} else if (event.key === "Escape") {
		stepOut(app);
		taken = true;
	} else if (!event.altKey && !isText(event.target)) {
		const onFrames = app.screen.frames.contains(event.target) ||
			event.target === document.documentElement;

		taken = onFrames && onFrameKey(app, event) ||
			onLetter(app, event) || pageKeys(app, event.key);
	}
	if (taken)
		event.preventDefault();
}

/** @param {Owns<"input" | "screen">} app */
export function listen(app) {
	const { frames } = app.screen;
	const on = (target, type, action, options) =>
		target.addEventListener(type, event => action(app, event), options);

	on(frames, "pointerdown", onPress);
	on(frames, "pointermove", onMove);
	on(frames, "pointerleave", onLeave);
	listenToTouch(app, on);
	on(frames, "click", onClick);
	on(frames, "contextmenu", onContext);
	on(frames, "wheel", onWheel, { passive: false });
	on(app.model.root, "wheel", onWheelScroll, { passive: false });
	for (const type of ["pointerdown", "pointermove"])
		on(app.screen.map, type, onMap);
	on(globalThis, "pointerup", () => endRangeDrag(app));
	on(app.screen.bar, "pointerdown", onScrollBar);
	on(app.screen.bar, "pointermove", onScrollBar);
	on(frames, "focus", () => frames.matches(":focus-visible") &&
		!app.input.cursor && setCursor(app, app.view.focus, true));
	on(app.model.standalone ? document : app.model.root, "keydown", onKey);
	on(globalThis, "scroll", () => onScroll(app), { passive: true, capture: true });
	if (app.model.standalone)
		on(globalThis, "popstate", onPopState);
	// Who leaves the page at once comes back to what was shown.
	on(globalThis, "pagehide", () => finishLink(app));
	on(globalThis, "beforeprint", () => print(app, true));
	on(globalThis, "afterprint", () => print(app, false));
	for (const query of [app.model.prefersDark, app.model.coarse])
		on(query, "change", () => render(app));
	// A graph that is higher than the window keeps its size when the window
	// changes; so the window's own event is needed, too.
	on(globalThis, "resize", onResize);
	new ResizeObserver(() => onResize(app)).observe(app.model.root);
	// A page can show another part of the graph without scrolling: what is
	// around it opens or closes.
	new IntersectionObserver(() => onScroll(app), {
		threshold: Array.from({ length: 101 }, (n, i) => i / 100),
	}).observe(app.model.root);
}

/** @param {Owns<"input" | "screen">} app */
function print(app, on) {
	app.screen.printing = on;
	render(app);
}
