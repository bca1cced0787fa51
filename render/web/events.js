// Mouse, touch and keys.

function isText(target) {
	return target && /^(input|textarea|select)$/i.test(target.localName || "");
}

function onPress(app, event) {
	app.press = [event.clientX, event.clientY];
	app.held = false;
}

// A drag is not a click.
function wasDrag(app, event) {
	return app.press && Math.hypot(event.clientX - app.press[0],
		event.clientY - app.press[1]) > 3;
}

function onClick(app, event) {
	const spot = spotAt(app, ...pointOf(app, event));

	if (app.held)
		return;
	if (app.open === "context" || app.open === "menu" || app.open === "help")
		togglePanel(app, app.open, false);
	if (!spot || wasDrag(app, event))
		return;
	const name = app.parts[spot.part].view.label(spot.node);

	if (event.ctrlKey || event.metaKey) {
		if (app.links.has(name))
			openLink(app, name);
		else
			searchName(app, name);
	} else if (event.altKey) {
		edit(app, "hide", name);
	} else if (app.touched && !sameSpot(app.touched, spot)) {
		// The first tap tells, the second zooms.
		app.touched = spot;
	} else {
		app.cursor = null;
		zoomTo(app, spot.part, spot.node);
		setHover(app, spotAt(app, ...pointOf(app, event)));
	}
}

function onMove(app, event) {
	if (event.pointerType === "touch")
		return;
	app.touched = null;
	app.pointer = { clientX: event.clientX, clientY: event.clientY };
	setHover(app, spotAt(app, ...pointOf(app, event)));
}

function onLeave(app, event) {
	app.pointer = null;
	if (event.pointerType !== "touch")
		setHover(app, null);
}

function onContext(app, event) {
	const spot = spotAt(app, ...pointOf(app, event));

	if (event.shiftKey || !spot)
		return;
	event.preventDefault();
	const [x, y] = pointOf(app, event);

	openContext(app, spot, x, y - app.view.top);
}

// Into what is below a point, one step, or out to the caller.
function zoomAround(app, event, into) {
	const { view } = app.parts[app.focus.part];
	const spot = spotAt(app, ...pointOf(app, event));

	if (!into && isZoomed(app))
		zoomTo(app, app.focus.part, view.parent(app.focus.node));
	if (!into || !spot || spot.part !== app.focus.part)
		return;
	// The child of the focus that leads to the pointer.
	const path = [...ancestors(view, spot.node), spot.node];
	const next = path[path.indexOf(app.focus.node) + 1];
	if (next !== undefined)
		zoomTo(app, spot.part, next);
}

function onWheel(app, event) {
	if (!event.altKey)
		return;
	event.preventDefault();
	if (app.wheeled && event.timeStamp - app.wheeled < 200)
		return;
	app.wheeled = event.timeStamp;
	zoomAround(app, event, event.deltaY < 0);
}

function stepOut(app) {
	if (app.open)
		togglePanel(app, app.open, false);
	else if (app.state.terms.length)
		clearSearch(app);
	else if (isZoomed(app))
		resetZoom(app);
	else
		setCursor(app, null);
}

function arrowKeys(app) {
	const out = app.parts[0].direction < 0;

	return {
		"ArrowUp": out ? "callee" : "caller",
		"ArrowDown": out ? "caller" : "callee",
		"ArrowLeft": "before", "ArrowRight": "after",
		"Home": "root", "End": "leaf",
	};
}

// Keys that work with Ctrl or the Mac's command, wherever the focus is.
function onCommandKey(app, event) {
	const key = event.key.toLowerCase();

	if (key === "f" && !(app.open === "search" &&
		document.activeElement === app.finder.field)) {
		togglePanel(app, "search", true);
		return true;
	}
	if (key === "i" && !event.shiftKey) {
		toggleSearch(app, "ignoreCase");
		return true;
	}
	return false;
}

function onFrameKey(app, event) {
	const arrows = arrowKeys(app);
	const spot = spotOfKeys(app);

	if (app.state.view === "table")
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

function zoomToCursor(app, spot) {
	zoomTo(app, spot.part, spot.node);
	setCursor(app, { part: spot.part, node: spot.node });
}

function onLetter(app, event) {
	if (!app.keys || event.key.length !== 1)
		return false;
	const action = letterActions(app, spotOfKeys(app))[event.key];

	if (!action)
		return false;
	action();
	return true;
}

function onKey(app, event) {
	const inside = app.root.contains(event.target) || app.alone;
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

function listen(app) {
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
	on(app.root, "wheel", onTurn, { passive: false });
	on(app.screen.bar, "pointerdown", onBar);
	on(app.screen.bar, "pointermove", onBar);
	on(frames, "focus", () => frames.matches(":focus-visible") &&
		!app.cursor && setCursor(app, app.focus, true));
	on(app.alone ? document : app.root, "keydown", onKey);
	on(globalThis, "scroll", () => onScroll(app), { passive: true, capture: true });
	if (app.alone)
		on(globalThis, "popstate", onPopState);
	on(globalThis, "beforeprint", () => print(app, true));
	on(globalThis, "afterprint", () => print(app, false));
	for (const query of [app.prefersDark, app.coarse])
		on(query, "change", () => app.render());
	// What is higher than the window has no other size for that of the window.
	on(globalThis, "resize", onResize);
	new ResizeObserver(() => onResize(app)).observe(app.root);
}

function print(app, on) {
	app.printing = on;
	app.render();
}
