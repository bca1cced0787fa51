// Fingers: the first tap tells, the second zooms; holding opens the menu of
// the frame; two fingers apart go into it, together go out.

const HOLD = 500; // ms

function distance([a, b]) {
	return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}

function onFinger(app, event) {
	const { fingers } = app;

	if (event.pointerType !== "touch")
		return;
	fingers.set(event.pointerId, event);
	clearTimeout(app.holding);
	if (fingers.size > 1) {
		app.held = true;
		app.apart = distance([...fingers.values()]);
		return;
	}
	app.touched ??= { node: -1, part: -1, box: { row: -1 } };
	setHover(app, spotAt(app, ...pointOf(app, event)));
	app.holding = setTimeout(() => {
		app.held = true;
		onContext(app, event);
	}, HOLD);
}

function onFingerMove(app, event) {
	const { fingers } = app;

	if (!fingers.has(event.pointerId))
		return;
	if (wasDrag(app, event))
		clearTimeout(app.holding);
	fingers.set(event.pointerId, event);
	if (fingers.size !== 2)
		return;
	const [a, b] = fingers.values();
	const apart = distance([a, b]);

	if (apart > app.apart * 0.75 && apart < app.apart * 1.35)
		return;
	zoomAround(app, {
		clientX: (a.clientX + b.clientX) / 2,
		clientY: (a.clientY + b.clientY) / 2,
	}, apart > app.apart);
	app.apart = apart;
}

// Where the graph is moved inside its place, one finger moves it, and at its
// ends the page.
function onDrag(app, event) {
	const { touches, target } = event;
	const before = app.scrolled;
	const by = app.dragged - touches[0].clientY;

	app.dragged = touches[0].clientY;
	// Not to be cancelled is what the page has begun to follow.
	if (!app.framed || touches.length > 1 || !event.cancelable ||
		event.type === "touchstart" || target.closest(".fg-panel,.fg-sheet"))
		return;
	scrollGraph(app, before + by);
	if (app.scrolled !== before)
		event.preventDefault();
}

function onFingerEnd(app, event) {
	clearTimeout(app.holding);
	app.fingers.delete(event.pointerId);
}

function listenToTouch(app, on) {
	app.fingers = new Map();
	on(app.screen.frames, "pointerdown", onFinger);
	on(app.screen.frames, "pointermove", onFingerMove);
	for (const type of ["touchstart", "touchmove"])
		on(app.root, type, onDrag, { passive: false });
	for (const type of ["pointerup", "pointercancel"])
		on(app.alone ? document : app.root, type, onFingerEnd);
}
