// The picture on the screen: where everything lies, and drawing it.

const BAR = 36; // the row of buttons and title
const LINE = 22; // subtitle, legend, details: a row each
const EDGE = 10; // left and right of the frames

// What lies over what; a theme that has no colours draws each in its own way.
const LAYERS = ["towers", "boxes", "hits", "marks"];

function makeScreen() {
	const id = `fg-${Math.random().toString(36).slice(2, 8)}`;
	const stops = [svg("stop", { offset: "5%" }), svg("stop", { offset: "95%" })];
	const screen = {
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
		bar: svg("rect", { class: "fg-scroll", rx: 3 }),
		floor: svg("rect", { class: "fg-page", width: "100%", x: 0, height: LINE + 4 }),
	};

	// Names are read through neither mark.
	screen.over = svg("g", { class: "fg-over" }, screen.cursor);
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

function isDark(app) {
	if (app.printing)
		return false;
	const theme = app.state.theme || app.theme;

	if (theme === "light" || theme === "dark")
		return theme === "dark";
	// Inside a page the page decides; it says so with color-scheme.
	if (!app.alone && !/dark/.test(getComputedStyle(app.root).colorScheme))
		return false;
	return app.prefersDark.matches;
}

// Rows above the frames that are there at the moment.
function headHeight(app) {
	const { settings } = app;

	return BAR + (settings.subtitle ? LINE : 0) +
		(app.legend.length > 0 ? LINE : 0);
}

function place(app) {
	const { settings } = app;
	const box = boxOf(app);

	app.width = Math.max(320, Math.round(settings.fixed ? settings.width :
		box.width || settings.width));
	app.row = app.coarse.matches ? Math.max(24, settings.row) : settings.row;
	app.dots = Math.max(1, Math.round(globalThis.devicePixelRatio || 1));
	app.head = headHeight(app);
}

function layOutOptions(app, view, focus) {
	const { settings, search } = app;
	const least = Math.max(1, settings.minWidth);
	const whole = focus === view.root && isAll(app, view, focus) &&
		app.state.by === "after" && !isFiltered(app) &&
		settings.total > view.weight(focus) ? settings.total : 0;

	return {
		width: app.width - 2 * EDGE, least, skip: settings.minWidth > 1,
		limit: 30000, search, whole,
	};
}

// The parts with their boxes, the height that the rows need, and where row 0
// of each part lies. In a sandwich the callers go the other way.
function layOutParts(app) {
	const { views, focus, state, head, row } = app;
	const parts = views.map((view, i) => {
		const at = focus.part === i ? focus.node : view.root;
		const boxes = layOut(view, at, layOutOptions(app, view, at));

		return { view, focus: at, boxes, row, from: i };
	});
	const [main, callers] = parts;
	const extra = callers ? Math.max(0, callers.boxes.rows - 1) : 0;
	const up = !state.icicle;

	// Zooming may need more rows than the whole, but never takes any away.
	app.least ??= main.focus === main.view.root ? main.boxes.rows :
		layOut(main.view, main.view.root,
			layOutOptions(app, main.view, main.view.root)).rows;
	main.rows = Math.max(main.boxes.rows, app.least);
	const above = up ? main.rows - 1 : extra;

	parts.forEach((part, i) => {
		part.direction = up === (i === 0) ? -1 : 1;
		part.base = head + above * row;
	});
	app.rows = main.rows + extra;
	app.height = head + app.rows * row + LINE + 12;
	return parts;
}

// Whether colours, signs and marks tell the difference.
function showsDifference({ state, tree, settings }) {
	return state.colour === "name" && tree.self.length > 1 &&
		settings.ramp.length > 2 && settings.colourBy !== "share";
}

// Made for both themes.
function isViridis({ settings, state }) {
	return settings.colourBy === "self" && settings.columns < 2 &&
		state.colour === "self";
}

// How much of a frame's weight is its own.
function selfColour(app, share) {
	return isViridis(app) ? rampColour(app, share) : heat(Math.sqrt(share));
}

// What the colour of a frame is, before fading, theme and search.
function baseColour(app) {
	const { state, tree, settings } = app;

	if (state.colour === "name" && settings.colourBy === "share")
		return (view, v) => rampColour(app, Math.sqrt(view.weight(v) /
			Math.max(1, view.weight(view.root))));
	if (state.colour === "self")
		return (view, v) => selfColour(app, view.self(v, lastColumn(tree)) /
			Math.max(1, view.total(v, lastColumn(tree))));
	if (showsDifference(app))
		return (view, v) => rampColour(app, differenceShare(app, view, v));
	return (view, v) => app.nameColours[view.name(v)];
}

function toned(app, colour) {
	return app.dark && !isViridis(app) ? darkened(colour) : colour;
}

// By kind and node, and for matches by their terms.
function makeColours(app) {
	const base = baseColour(app);
	const { dark, termColours } = app;
	const page = dark ? DARK.mixed : LIGHT.mixed;
	const shown = (colour, kind) => kind === FADED ? mix(colour, page, 0.5) :
		colour;

	app.colourOf = (view, v, kind) =>
		shown(toned(app, base(view, v)), kind);
	app.hitColour = (mask, kind) => shown(termColours[bitOf(mask)], kind);
}

// What a name is written on.
function groundOf(app, view, v, kind) {
	const mask = app.search && app.search.names[view.name(v)];

	return mask ? app.hitColour(mask, kind) : app.colourOf(view, v, kind);
}

function chooseColours(app) {
	const { state, settings, tree, base } = app;

	app.legend = [];
	app.nameColours = base.colours;
	if (showsDifference(app)) {
		scaleOf(app);
		app.legend = differenceLegend(app);
	}
	if (state.colour === "self")
		app.legend = [["none of the frame's weight is its own"],
			["all of it is", [0, 0.25, 0.5, 0.75, 1].map(
				share => selfColour(app, share))]];
	else if (state.colour === "name" && settings.colourBy === "share")
		app.legend = [["narrow"], ["wide", [0, 0.5, 1].map(share =>
			rampColour(app, share))]];
	const labelOf = state.colour === "module" ? moduleOf :
		state.colour === "kind" ? kindOf : null;

	if (labelOf)
		colourLabels(app, tree.names.map(labelOf));
}

// By the labels of the names; the legend has a dozen of them at most.
function colourLabels(app, labels) {
	const { tree, state } = app;
	const weights = new Map(labels.map(label => [label, 0]));
	const own = tree.self[lastColumn(tree)];

	for (let i = 1; i < tree.count; i++) {
		const label = labels[tree.name[i]];
		weights.set(label, weights.get(label) + own[i]);
	}
	const colours = coloursOfLabels([...weights]
		.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([label]) => label));

	app.nameColours = labels.map(label => colours.get(label));
	app.legend = [...colours].slice(0, 12).map(([label, colour]) => [label ||
		(state.colour === "module" ? "no module" : "other"), colour]);
}

function drawStrip(app) {
	const pens = makePens();

	show(app.screen.strip, !isTable(app));
	for (const [x, w, bit] of matchStretches(app.parts, app.search))
		pens.rect(app.termColours[bit], 1, Math.round(EDGE + x), app.head - 4,
			Math.max(1.5, Math.round(w)), 3);
	app.screen.strip.replaceChildren(...[...pens.pens.values()].map(pathOf));
}

// The y coordinates of the graph that can be seen at the moment.
function visibleRange(app) {
	const top = scrolledTo(app);

	return app.printing ? [-Infinity, Infinity] : [top, top + heightSeen(app)];
}

function labelOptions(app) {
	const marks = showsDifference(app);

	return {
		left: EDGE, size: app.settings.fontSize, ruler: app.ruler,
		keep: app.state.names,
		nameOf: (view, v) => (marks ? signOf(app, view, v) : "") +
			(app.tree.plain[view.name(v)] ??= plainName(view.label(v))),
		inkOf: (view, v, kind) => inkOn(groundOf(app, view, v, kind)),
	};
}

function labelsIn(app) {
	const options = labelOptions(app);

	return app.parts.flatMap(part => labelsOf(part, ...app.drawn, options));
}

function drawLabels(app, [from, to] = visibleRange(app)) {
	app.drawn = [from - 600, to + 600];
	syncTexts(app.screen.labels, labelsIn(app));
	show(app.screen.labels, true);
}

// What a sandwich is of has an outline.
function isMiddle(view, v) {
	return v === view.root && "new";
}

function paintOptions(app) {
	return {
		left: EDGE, dots: app.dots, colourOf: app.colourOf,
		hitColour: app.hitColour, search: app.search,
		termColours: app.termColours,
		markOf: app.views.length > 1 ? isMiddle :
			showsDifference(app) && ((view, v) => markOf(app, view, v)),
		hatch: `url(#${app.screen.id}-hatch)`,
	};
}

function drawFrames(app) {
	const layers = drawParts(app.parts, paintOptions(app));

	app.looks = layers.map((pens, i) => syncPaths(
		app.screen.paths.childNodes[i], pens, app.looks[i]));
	drawLabels(app);
}

function paintTheme(app) {
	const { screen, settings, dark } = app;
	const tint = settings.background;
	const page = (dark ? DARK.page : tint.length ? tint : LIGHT.page);
	const [top, bottom] = dark && tint.length ?
		[page[0], mix(page[1], tint[1], 0.04)] : page;

	put(screen.stops[0], { "stop-color": css(top) });
	put(screen.stops[1], { "stop-color": css(bottom) });
	put(screen.cover, { fill: css(top) });
	put(screen.floor, { fill: css(bottom) });
	app.group.style.setProperty("--ink", dark ? "" : settings.uiColour);
	put(app.group, { class: `fg-view ${dark ? "fg-dark" : "fg-light"}` });
}
