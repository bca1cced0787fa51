// Free movement: a range of the focus's width fills the window. Wheel, fingers
// and keys zoom it about a point, dragging moves it, a map shows where it is.

import { clamp, put, show, svg } from "./base.js";
import { pointOf } from "./cursor.js";
import { layOut } from "./layout.js";
import { EDGE, layOutOptions } from "./screen.js";
import { scrollGraph, scrolledTo } from "./scroll.js";
import { change } from "./state.js";

const MAP = 24; // px, the height of the map
const LEAST = 1e-9; // of the focus's width
const STEP = 1.25; // of a key

// The range, [0, 1] for all of the focus.
/** @param {App} app */
export function rangeOf({ view: { state: { range } } }) {
	const [from, to] = range.split("~").map(Number);

	return from >= 0 && to <= 1 && to - from >= LEAST ? [from, to] : [0, 1];
}

/** @param {App} app */
export function isRange(app) {
	const [from, to] = rangeOf(app);

	return to - from < 1;
}

/** @param {App} app */
function setRange(app, from, size) {
	const wide = clamp(size, LEAST, 1);
	const at = clamp(from, 0, 1 - wide);

	change(app, { range: wide === 1 ? "" :
		[at, at + wide].map(n => n.toPrecision(12).replace(/0+$/, "")).join("~"),
	}, "replace");
}

// The place of x, in px of the picture, in the window: 0 to 1.
/** @param {App} app */
function shareOf(app, x) {
	return clamp((x - EDGE) / (app.screen.width - 2 * EDGE), 0, 1);
}

// Zooms in `times` about x; out where it is less than 1.
/** @param {App} app */
export function zoomRange(app, x, times) {
	const [from, to] = rangeOf(app);
	const size = (to - from) / times;

	setRange(app, from + shareOf(app, x) * (to - from - size), size);
}

// Moves by a share of the window.
/** @param {App} app */
export function panRange(app, by) {
	const [from, to] = rangeOf(app);

	if (isRange(app) && by)
		setRange(app, from + by * (to - from), to - from);
}

// W A S D: where S and D have another meaning they move only what is zoomed.
/** @param {App} app */
export function rangeKeys(app) {
	const { pointer } = app.input;
	const x = pointer ? pointOf(app, pointer)[0] : app.screen.width / 2;

	return {
		"w": () => zoomRange(app, x, STEP),
		...isRange(app) && {
			"s": () => zoomRange(app, x, 1 / STEP),
			"a": () => panRange(app, -0.2),
			"d": () => panRange(app, 0.2),
		},
	};
}

// A wheel with Ctrl (as trackpads send for two fingers) zooms; one without does
// where there is nothing to scroll to.
/** @param {App} app */
export function onRangeWheel(app, event) {
	const { standalone } = app.model;
	const { holder, frameHeight } = app.screen;
	const free = standalone && !frameHeight &&
		!holder.classList.contains("fg-tall");
	const lines = event.deltaMode ? 16 : 1;

	if (event.altKey || !event.ctrlKey && !free && !event.deltaX)
		return;
	if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
		if (!isRange(app))
			return;
		panRange(app, event.deltaX * lines / app.screen.width);
	} else if (event.ctrlKey || free) {
		zoomRange(app, pointOf(app, event)[0],
			2 ** clamp(-event.deltaY * lines / 200, -1, 1));
	} else {
		return;
	}
	event.preventDefault();
}

// A drag moves the graph; with Shift it chooses a range.
/** @param {Owns<"input">} app */
export function onRangeDrag(app, event) {
	const { press, dragged } = app.input;
	const { clientX, clientY } = event;

	if (!press || !(event.buttons & 1) || event.pointerType === "touch")
		return false;
	if (!dragged && Math.hypot(clientX - press[0], clientY - press[1]) <= 3)
		return false;
	if (press[2]) {
		drawChosen(app, [press[0], clientX].map(x =>
			pointOf(app, { clientX: x, clientY })[0]));
	} else {
		const [x, y] = dragged || press;

		panRange(app, (x - clientX) / (app.screen.width - 2 * EDGE));
		if (app.model.standalone && y !== clientY)
			scrollGraph(app, scrolledTo(app) + y - clientY);
	}
	app.input.dragged = [clientX, clientY];
	return true;
}

/** @param {App} app */
function drawChosen(app, ends) {
	const { chosen, head, framesHeight } = app.screen;
	const x = Math.min(...ends);

	show(chosen, true);
	put(chosen, { x, y: head, width: Math.max(...ends) - x,
		height: framesHeight });
}

/** @param {Owns<"input">} app */
export function endRangeDrag(app) {
	const { press, dragged } = app.input;
	const { chosen } = app.screen;

	if (press?.[2] && dragged && chosen.style.display !== "none") {
		const [x, wide] = ["x", "width"].map(n => Number(chosen.getAttribute(n)));
		const [from, to] = rangeOf(app);

		setRange(app, from + shareOf(app, x) * (to - from),
			(shareOf(app, x + wide) - shareOf(app, x)) * (to - from));
	}
	show(chosen, false);
	// A drag that ends where it began is no click.
	if (dragged)
		app.input.held = true;
	app.input.dragged = null;
}

// Where the map is: in the place of the title, so that nothing moves; in narrow
// windows over the first rows.
/** @param {App} app */
function mapPlace({ screen: { ui, head, width } }) {
	const last = ui.forward.offsetWidth ? ui.forward : ui.reset;
	const x = last.offsetLeft + last.offsetWidth + EDGE;
	const wide = ui.search.offsetLeft - EDGE - x;

	return wide > 120 ? { x, y: 6, wide } :
		{ x: EDGE, y: head, wide: width - 2 * EDGE };
}

// The map: all rows of the focus, and a window where the range is.
/** @param {Owns<"screen">} app */
export function drawMap(app) {
	const { map, ui } = app.screen;
	const [part] = app.scene.parts;
	const [from, to] = rangeOf(app);

	show(map, isRange(app));
	ui.title.style.visibility = isRange(app) ? "hidden" : "";
	if (!isRange(app))
		return;
	const { x: left, y: top, wide } = app.screen.mapPlace = mapPlace(app);
	const { x, w, rowStart } = layOut(part.view, part.focus, {
		...layOutOptions(app, part.view, part.focus), width: wide, zoom: 1,
		from: 0, least: 1,
	});
	const rows = rowStart.length - 1;
	const high = MAP / rows;
	let d = "";

	for (let r = 0; r < rows; r++)
		for (let i = rowStart[r]; i < rowStart[r + 1]; i++)
			d += `M${x[i]} ${(part.direction < 0 ? rows - 1 - r : r) *
				high}h${w[i]}v${high}h${-w[i]}z`;
	put(map, { transform: `translate(${left} ${top})` });
	map.replaceChildren(
		svg("rect", { width: wide, height: MAP, class: "fg-back" }),
		svg("path", { d, class: "fg-mini" }),
		svg("rect", { x: from * wide, width: Math.max(2, (to - from) * wide),
			height: MAP, class: "fg-window" }));
}

// Press and drag on the map.
/** @param {App} app */
export function onMap(app, event) {
	const { map, mapPlace: place } = app.screen;
	const [from, to] = rangeOf(app);

	if (event.type === "pointerdown")
		map.setPointerCapture(event.pointerId);
	if (map.hasPointerCapture(event.pointerId))
		setRange(app, (pointOf(app, event)[0] - place.x) / place.wide -
			(to - from) / 2, to - from);
}
