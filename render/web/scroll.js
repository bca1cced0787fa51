// How far the graph is scrolled. As a document, the browser scrolls it; in
// <object> and <embed> it is as high as these are and would be drawn smaller
// instead, so there it is moved here, by wheel, keys and a bar.

// Where the graph lies in the window. To ask after something was written makes
// the browser lay out all of it, so what is known holds for the moment, unless
// somebody scrolls or resizes, and then forgets it.
function boxOf(app) {
	if (!app.box) {
		app.box = app.root.getBoundingClientRect();
		queueMicrotask(() => {
			app.box = null;
		});
	}
	return app.box;
}

function scrolledTo(app) {
	return app.framed ? app.scrolled : -boxOf(app).top;
}

// What can be seen of the graph's height at a time.
function heightSeen(app) {
	return app.framed || globalThis.innerHeight || app.height;
}

function scrollGraph(app, y) {
	if (!app.framed) {
		globalThis.scrollBy(0, y - scrolledTo(app));
		app.box = null;
		return;
	}
	app.scrolled = clamp(y, 0, Math.max(0, app.height - app.framed));
	frame(app);
	onScroll(app);
}

// Shows the part of the graph that is scrolled to, and the bar; all of it,
// `high`, where nothing is to be scrolled here.
function frame({ root, width, height, framed, scrolled, screen }, high) {
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
function resize(app) {
	const { root, width, alone, height, printing } = app;
	// A short picture's background fills the window all the same.
	const high = alone && !app.framed ?
		Math.max(height, globalThis.innerHeight) : height;

	const size = `${width} ${high} ${printing}`;

	if (app.sized !== size) {
		app.sized = size;
		// Or they would all be laid out, only to be changed.
		show(app.screen.labels, false);
		put(root, { width, height: high });
		root.style.width = app.settings.fixed ? `${width}px` : "100%";
		// Paper has another width, which makes it higher or lower.
		root.style.height = printing ? "auto" : `${high}px`;
		root.style.display = "block";
		// A document may be wider than its window, which then scrolls.
		root.style[alone ? "maxWidth" : "overflow"] =
			alone ? "none" : "visible";
		app.box = null;
	}
	const box = boxOf(app);

	app.framed = alone && box.height > 0 && Math.abs(box.height - high) > 1 ?
		box.height * width / box.width : 0;
	app.scrolled = clamp(app.scrolled, 0, Math.max(0, height - app.framed));
	frame(app, high);
	put(app.screen.field, { width, y: app.head, height: app.rows * app.row });
}

// A wheel that cannot turn the graph any further turns the page.
function onTurn(app, event) {
	const before = app.scrolled;

	if (!app.framed || event.ctrlKey || event.altKey ||
		event.target.closest(".fg-panel,.fg-sheet"))
		return;
	scrollGraph(app, before + event.deltaY * (event.deltaMode ? app.row : 1));
	if (app.scrolled !== before)
		event.preventDefault();
}

function onBar(app, event) {
	const { bar } = app.screen;

	if (event.type === "pointerdown")
		bar.setPointerCapture(event.pointerId);
	else if (bar.hasPointerCapture(event.pointerId))
		scrollGraph(app, app.scrolled +
			event.movementY * app.height / app.framed);
}

function pageKeys(app, key) {
	const page = heightSeen(app) - app.head - 2 * LINE;

	if (!app.framed || !/^Page(Up|Down)$/.test(key))
		return false;
	scrollGraph(app, app.scrolled + (key === "PageUp" ? -page : page));
	return true;
}
