// The picture on the screen: where everything lies, and drawing it.

import { bitOf, clamp, put, show, svg } from "./base.js";
import { paneHeight } from "./calltree.js";
import {
	DARK, LIGHT, coloursOfLabels, css, darkened, heat, inkOn, kindOf, mix,
	moduleOf,
} from "./colours.js";
import { isAll, isFiltered, lastColumn } from "./describe.js";
import {
	differenceLegend, differenceShare, markOf, rampColour, scaleOf, signOf,
} from "./difference.js";
import { FADED, TOWER, layOut } from "./layout.js";
import {
	drawParts, labelsOf, makePens, matchStretches, pathOf, syncPaths,
	syncTexts,
} from "./paint.js";
import { rangeOf } from "./range.js";
import { boxOf, heightSeen, scrolledTo } from "./scroll.js";
import { isTable } from "./state.js";
import { plainName } from "./tree.js";

export const BAR = 36; // the row of buttons and title
export const LINE = 22; // subtitle, legend, details: a row each
const FILTERS = 32; // the row of filters
const LABELS_MAX = 2000;
const GAP = 4; // around the function of a sandwich
const HIGHEST = 2; // of a row, in rows of a large graph
export const EDGE = 10; // left and right of the frames

// Layers, from bottom to top. Forced colours draw each in its own way.
const LAYERS = ["towers", "boxes", "hits", "marks"];

// Sizes, and what is remembered of the last drawing; see types.d.ts.
function sizes(root) {
	return {
		width: 0, height: parseFloat(root.getAttribute("height")) || 0,
		head: 0, row: 16, framesHeight: 0, pixelRatio: 1, box: null, askedSize: "", frameHeight: 0, scrolled: 0,
		visible: { top: 0, height: 0 }, drawn: [0, 0], drawnHeight: 0,
		windowHeight: 0, looks: [], printing: false,
		mapPlace: { x: 0, y: 0, wide: 1 }, sayTimer: 0,
	};
}

export function makeScreen(root) {
	const id = `fg-${Math.random().toString(36).slice(2, 8)}`;
	const stops = [svg("stop", { offset: "5%" }), svg("stop", { offset: "95%" })];
	/** @type {any} */
	const screen = {
		...sizes(root),
		id, stops,
		page: svg("rect", { class: "fg-page", fill: `url(#${id})`, width: "100%", height: "100%" }),
		paths: svg("g", { "shape-rendering": "crispEdges", "aria-hidden": "true" },
			...LAYERS.map(name => svg("g", { class: `fg-${name}` }))),
		labels: svg("g", { class: "fg-labels", "aria-hidden": "true" }),
		mark: svg("rect", { class: "fg-mark" }),
		cursor: svg("rect", { class: "fg-cursor" }),
		items: svg("g", { role: "group" }),
		tip: svg("title"),
		field: svg("rect", { fill: "transparent" }),
		strip: svg("g", { "shape-rendering": "crispEdges", "aria-hidden": "true" }),
		cover: svg("rect", { class: "fg-page", width: "100%", x: 0, y: 0 }),
		map: svg("g", { class: "fg-map", "aria-hidden": "true" }),
		chosen: svg("rect", { class: "fg-window" }),
		bar: svg("rect", { class: "fg-scroll", rx: 3 }),
		floor: svg("rect", { class: "fg-page", width: "100%", x: 0, height: LINE + 4 }),
	};

	// The marks lie below the labels, so that names stay readable.
	screen.over = svg("g", { class: "fg-over" }, screen.cursor, screen.chosen);
	screen.frames = svg("g", {
		id: "frames", class: "fg-frames", tabindex: "0", role: "tree",
		"aria-label": "Flame graph",
	}, screen.tip, screen.field, screen.paths, screen.mark, screen.labels, screen.over,
	screen.items);
	screen.gradient = svg("linearGradient", {
		id, x1: 0, x2: 0, y1: 0, y2: 1,
	}, ...stops);
	screen.hatch = svg("pattern", {
		id: `${id}-hatch`, width: 6, height: 6,
		patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)",
	}, svg("rect", {
		width: 1.5, height: 6, fill: "#000", "fill-opacity": 0.35,
	}));
	return screen;
}

/** @param {Owns<"scene" | "screen">} app */
export function isDark(app) {
	if (app.screen.printing)
		return false;
	const theme = app.view.state.theme || app.view.theme;

	if (theme === "light" || theme === "dark")
		return theme === "dark";
	// Inside a page, the page decides on the theme, by color-scheme.
	if (!app.model.standalone && !/dark/.test(getComputedStyle(app.model.root).colorScheme))
		return false;
	return app.model.prefersDark.matches;
}

// The height of the rows above the frames.
/** @param {Owns<"scene" | "screen">} app */
function headHeight(app) {
	const { settings } = app.model;

	return BAR + (settings.subtitle ? LINE : 0) +
		(app.view.state.filters.length > 0 ? FILTERS : 0) +
		(app.scene.legend.length > 0 ? LINE : 0);
}

/** @param {Owns<"scene" | "screen">} app */
export function measure(app) {
	const { settings } = app.model;
	const box = boxOf(app);

	app.screen.width = Math.max(320, Math.round(settings.fixed ? settings.width :
		box.width || settings.width));
	app.screen.pixelRatio = Math.max(1, Math.round(globalThis.devicePixelRatio || 1));
	app.screen.head = headHeight(app);
}

/** @param {Owns<"scene" | "screen">} app */
export function layOutOptions(app, view, focus) {
	const { settings } = app.model;
	const { search } = app.view;
	const least = Math.max(1, settings.minWidth);
	const whole = focus === view.root && isAll(app, view, focus) &&
		app.view.state.by === "after" && !isFiltered(app) &&
		settings.total > view.weight(focus) ? settings.total : 0;

	const width = app.screen.width - 2 * EDGE;
	const [from, to] = rangeOf(app);
	const zoom = 1 / (to - from);

	return {
		width, zoom, from: from * width * zoom, least, skip: settings.minWidth > 1,
		limit: 30000, search, whole,
	};
}

// Lays out the parts: their boxes, the height that the rows need, and where row
// 0 of each part lies. In a sandwich the callers grow in the other direction.
/** @param {Owns<"scene" | "screen">} app */
export function layOutParts(app) {
	const { views, focus, state } = app.view;
	const { head, row: before } = app.screen;
	const parts = views.map((view, i) => {
		const at = focus.part === i ? focus.node : view.root;
		const boxes = layOut(view, at, layOutOptions(app, view, at));

		/** @type {Part} */
		const part = { view, focus: at, boxes, row: before, from: i, gap: 0 };

		return part;
	});
	const [main, callers] = parts;
	const extra = callers ? Math.max(0, callers.boxes.rows - 1) : 0;
	const up = !state.icicle;

	// Zooming in may add rows, but never removes any.
	app.scene.wholeRows ??= main.focus === main.view.root ? main.boxes.rows :
		layOut(main.view, main.view.root,
			{ ...layOutOptions(app, main.view, main.view.root),
				zoom: 1, from: 0 }).rows;
	main.rows = Math.max(main.boxes.rows, app.scene.wholeRows);
	const above = up ? main.rows - 1 : extra;
	const gap = callers ? GAP : 0;

	app.scene.rows = main.rows + extra;
	const row = rowHeight(app);

	parts.forEach((part, i) => {
		part.direction = up === (i === 0) ? -1 : 1;
		part.base = head + above * row + gap;
		part.row = row;
		part.gap = gap;
	});
	app.screen.row = row;
	app.screen.framesHeight = app.scene.rows * row + 2 * gap;
	app.screen.height = head + app.screen.framesHeight + LINE + 12 +
		paneHeight(app);
	return parts;
}

// A small graph has higher rows, as far as the window has room for them.
/** @param {App} app */
function rowHeight(app) {
	const { settings, coarse, standalone } = app.model;
	const least = coarse.matches ? Math.max(24, settings.row) : settings.row;
	const room = heightSeen(app) - paneHeight(app) - app.screen.head - LINE - 12 - 2 * GAP;

	return app.screen.printing || !standalone || settings.fixed ? least :
		clamp(Math.floor(room / app.scene.rows), least,
			Math.max(least, HIGHEST * settings.row));
}

// Whether colours, signs and marks show a difference.
/** @param {Owns<"scene" | "screen">} app */
function showsDifference({ view: { state, tree }, model: { settings } }) {
	return state.colour === "name" && tree.self.length > 1 &&
		settings.ramp.length > 2 && settings.colourBy !== "share";
}

// Viridis is made for both themes.
/** @param {Owns<"scene" | "screen">} app */
function isViridis({ model: { settings }, view: { state } }) {
	return settings.colourBy === "self" && settings.columns < 2 &&
		state.colour === "self";
}

// The colour for the share of a frame's weight that is its own.
/** @param {Owns<"scene" | "screen">} app */
function selfColour(app, share) {
	return isViridis(app) ? rampColour(app, share) : heat(Math.sqrt(share));
}

// The colour of a frame before fading, theme and search.
/** @param {Owns<"scene" | "screen">} app */
function baseColour(app) {
	const { state, tree } = app.view;
	const { settings } = app.model;

	if (state.colour === "name" && settings.colourBy === "share")
		return (view, v) => rampColour(app, Math.sqrt(view.weight(v) /
			Math.max(1, view.weight(view.root))));
	if (state.colour === "self")
		return (view, v) => selfColour(app, view.self(v, lastColumn(tree)) /
			Math.max(1, view.total(v, lastColumn(tree))));
	if (showsDifference(app))
		return (view, v) => rampColour(app, differenceShare(app, view, v));
	return (view, v) => app.scene.nameColours[view.name(v)];
}

/** @param {Owns<"scene" | "screen">} app */
export function inTheme(app, colour) {
	return app.scene.dark && !isViridis(app) ? darkened(colour) : colour;
}

// The colours of frames by kind and node, and of matches by their terms.
/** @param {Owns<"scene" | "screen">} app */
export function makeColours(app) {
	const base = baseColour(app);
	const { dark } = app.scene;
	const { termColours } = app.model;
	const page = dark ? DARK.mixed : LIGHT.mixed;
	const shown = (colour, kind) => kind === FADED ? mix(colour, page, 0.5) :
		colour;

	app.scene.colourOf = (view, v, kind) =>
		shown(inTheme(app, base(view, v)), kind);
	app.scene.hitColour = (mask, kind) => shown(termColours[bitOf(mask)], kind);
}

// The colour below a label.
/** @param {Owns<"scene" | "screen">} app */
function groundOf(app, view, v, kind) {
	const mask = app.view.search && app.view.search.names[view.name(v)];

	return mask ? app.scene.hitColour(mask, kind) : app.scene.colourOf(view, v, kind);
}

/** @param {Owns<"scene" | "screen">} app */
export function chooseColours(app) {
	const { state, tree } = app.view;
	const { settings, base } = app.model;

	app.scene.legend = [];
	app.scene.nameColours = base.colours;
	if (showsDifference(app)) {
		scaleOf(app);
		app.scene.legend = differenceLegend(app);
	}
	if (state.colour === "self")
		app.scene.legend = [["none of the frame's weight is its own"],
			["all of it is", [0, 0.25, 0.5, 0.75, 1].map(
				share => selfColour(app, share))]];
	else if (state.colour === "name" && settings.colourBy === "share")
		app.scene.legend = [["narrow"], ["wide", [0, 0.5, 1].map(share =>
			rampColour(app, share))]];
	const labelOf = state.colour === "module" ? moduleOf :
		state.colour === "kind" ? kindOf : null;

	if (labelOf)
		colourLabels(app, tree.names.map(labelOf));
}

// Colours names by their labels. The legend has at most twelve labels.
/** @param {Owns<"scene" | "screen">} app */
function colourLabels(app, labels) {
	const { tree, state } = app.view;
	const weights = new Map(labels.map(label => [label, 0]));
	const own = tree.self[lastColumn(tree)];

	for (let i = 1; i < tree.count; i++) {
		const label = labels[tree.name[i]];
		weights.set(label, weights.get(label) + own[i]);
	}
	const colours = coloursOfLabels([...weights]
		.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([label]) => label));

	app.scene.nameColours = labels.map(label => colours.get(label));
	const other = state.colour === "module" ? "no module" : "other";

	app.scene.legend = [...colours].slice(0, 12)
		.map(([label, colour]) => [label || other, colour]);
}

/** @param {Owns<"scene" | "screen">} app */
export function drawStrip(app) {
	const pens = makePens();

	show(app.screen.strip, !isTable(app));
	for (const [x, w, bit] of matchStretches(app.scene.parts, app.view.search))
		pens.rect(app.model.termColours[bit], 1, Math.round(EDGE + x), app.screen.head - 4,
			Math.max(1.5, Math.round(w)), 3);
	app.screen.strip.replaceChildren(...[...pens.pens.values()].map(pathOf));
}

// The y coordinates of the part of the graph that can be seen.
/** @param {Owns<"scene" | "screen">} app */
export function visibleRange(app) {
	const top = scrolledTo(app);

	return app.screen.printing ? [-Infinity, Infinity] : [top, top + heightSeen(app)];
}

/** @param {Owns<"scene" | "screen">} app */
function labelOptions(app) {
	const marks = showsDifference(app);

	return {
		left: EDGE, size: app.model.settings.fontSize, ruler: app.model.ruler,
		keep: app.view.state.names,
		nameOf: (view, v) => (marks ? signOf(app, view, v) : "") +
			(app.view.tree.plain[view.name(v)] ??= plainName(view.label(v))),
		inkOf: (view, v, kind) => inkOn(groundOf(app, view, v, kind)),
	};
}

/** @param {Owns<"scene" | "screen">} app */
function labelsIn(app) {
	const options = labelOptions(app);

	return app.scene.parts.flatMap(part => labelsOf(part, ...app.screen.drawn, options));
}

// Whether all labels can be drawn at once, seen or not. Then they are right
// wherever the page is scrolled, opened or printed.
/** @param {App} app */
function hasFewLabels(app) {
	const least = 2 * app.model.settings.fontSize;
	let left = LABELS_MAX;

	for (const { boxes } of app.scene.parts)
		for (let i = 0; i < boxes.w.length && left >= 0; i++)
			left -= boxes.w[i] >= least && boxes.kind[i] !== TOWER ? 1 : 0;
	return left >= 0;
}

/** @param {App} app */
function rangeOfLabels(app) {
	return hasFewLabels(app) ? [-Infinity, Infinity] : visibleRange(app);
}

/** @param {Owns<"screen">} app */
export function drawLabels(app, [from, to] = rangeOfLabels(app)) {
	app.screen.drawn = [from - 600, to + 600];
	syncTexts(app.screen.labels, labelsIn(app));
	show(app.screen.labels, true);
}

// Marks the function that a sandwich shows.
function isFocal(view, v) {
	return v === view.root && "focal";
}

/** @param {Owns<"scene" | "screen">} app */
function paintOptions(app) {
	return {
		left: EDGE, pixelRatio: app.screen.pixelRatio, colourOf: app.scene.colourOf,
		hitColour: app.scene.hitColour, search: app.view.search,
		termColours: app.model.termColours,
		markOf: app.view.views.length > 1 ? isFocal :
			showsDifference(app) && ((view, v) => markOf(app, view, v)),
		hatch: `url(#${app.screen.id}-hatch)`,
	};
}

/** @param {Owns<"scene" | "screen">} app */
export function drawFrames(app) {
	const layers = drawParts(app.scene.parts, paintOptions(app));

	app.screen.looks = layers.map((pens, i) => syncPaths(
		app.screen.paths.childNodes[i], pens, app.screen.looks[i]));
	drawLabels(app);
}

/** @param {Owns<"scene" | "screen">} app */
export function paintTheme(app) {
	const { screen } = app;
	const { settings } = app.model;
	const { dark } = app.scene;
	const tint = settings.background;
	const page = (dark ? DARK.page : tint.length ? tint : LIGHT.page);
	const [top, bottom] = dark && tint.length ?
		[page[0], mix(page[1], tint[1], 0.04)] : page;

	put(screen.stops[0], { "stop-color": css(top) });
	put(screen.stops[1], { "stop-color": css(bottom) });
	put(screen.cover, { fill: css(top) });
	put(screen.floor, { fill: css(bottom) });
	app.screen.group.style.setProperty("--ink", dark ? "" : settings.uiColour);
	put(app.screen.group, { class: `fg-view ${dark ? "fg-dark" : "fg-light"}` });
}
