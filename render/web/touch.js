// Fingers: the first tap tells about a frame, the second zooms. Holding opens
// the menu of the frame. Two fingers zoom about their middle.

import { pointOf, setHover, spotAt } from "./cursor.js";
import { onContext, wasDrag } from "./events.js";
import { panRange, zoomRange } from "./range.js";
import { EDGE } from "./screen.js";
import { scrollGraph } from "./scroll.js";

const HOLD = 500; // ms

/** @param {{ clientX: number, clientY: number }[]} two */
function distance([a, b]) {
	return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}

/** @param {Owns<"input">} app */
function onFinger(app, event) {
	const { fingers } = app.input;

	if (event.pointerType !== "touch")
		return;
	fingers.set(event.pointerId, event);
	clearTimeout(app.input.holdTimer);
	if (fingers.size > 1) {
		app.input.held = true;
		const [a, b] = fingers.values();

		app.input.fingerDistance = distance([a, b]);
		[app.input.fingerMiddle] = pointOf(app, { clientY: 0,
			clientX: (a.clientX + b.clientX) / 2 });
		return;
	}
	app.input.touched ??= { node: -1, part: -1, box: { row: -1 } };
	setHover(app, spotAt(app, ...pointOf(app, event)));
	app.input.holdTimer = setTimeout(() => {
		app.input.held = true;
		onContext(app, event);
	}, HOLD);
}

/** @param {Owns<"input">} app */
function onFingerMove(app, event) {
	const { fingers } = app.input;

	if (!fingers.has(event.pointerId))
		return;
	if (wasDrag(app, event))
		clearTimeout(app.input.holdTimer);
	fingers.set(event.pointerId, event);
	if (fingers.size !== 2)
		return;
	const [a, b] = fingers.values();
	const fingerDistance = distance([a, b]);
	const [x] = pointOf(app, { clientX: (a.clientX + b.clientX) / 2,
		clientY: (a.clientY + b.clientY) / 2 });

	zoomRange(app, app.input.fingerMiddle,
		fingerDistance / app.input.fingerDistance);
	panRange(app, (app.input.fingerMiddle - x) /
		(app.screen.width - 2 * EDGE));
	app.input.fingerDistance = fingerDistance;
	app.input.fingerMiddle = x;
}

// Where the viewer scrolls the graph itself, one finger moves the graph, and at
// its ends the page.
/** @param {Owns<"input">} app */
function onDrag(app, event) {
	const { touches, target } = event;
	const before = app.screen.scrolled;
	const by = app.input.lastDragY - touches[0].clientY;

	app.input.lastDragY = touches[0].clientY;
	// An event that cannot be cancelled already scrolls the page.
	if (!app.screen.frameHeight || touches.length > 1 || !event.cancelable ||
		event.type === "touchstart" || target.closest(".fg-panel,.fg-sheet"))
		return;
	scrollGraph(app, before + by);
	if (app.screen.scrolled !== before)
		event.preventDefault();
}

/** @param {Owns<"input">} app */
function onFingerEnd(app, event) {
	clearTimeout(app.input.holdTimer);
	app.input.fingers.delete(event.pointerId);
}

/** @param {Owns<"input">} app */
export function listenToTouch(app, on) {
	app.input.fingers = new Map();
	on(app.screen.frames, "pointerdown", onFinger);
	on(app.screen.frames, "pointermove", onFingerMove);
	for (const type of ["touchstart", "touchmove"])
		on(app.model.root, type, onDrag, { passive: false });
	for (const type of ["pointerup", "pointercancel"])
		on(app.model.standalone ? document : app.model.root, type, onFingerEnd);
}
