// Wiring: one viewer for the SVG that the script stands in.

function describeGraph(app) {
	const { root, settings, tree } = app;
	const numbers = makeNumbers(settings);
	const column = lastColumn(tree);

	root.setAttribute("role", "graphics-document document");
	if (!root.querySelector(":scope > title"))
		root.prepend(svg("title", {}, settings.title || "Flame graph"));
	if (root.querySelector(":scope > desc"))
		return;
	const own = sumByName(tree)[column].self;
	const top = [...own.keys()].filter(n => own[n] > 0)
		.sort((a, b) => own[b] - own[a]).slice(0, 3)
		.map(n => plainName(tree.names[n]));

	root.firstElementChild.after(svg("desc", {},
		`${numbers.full(tree.total[column][0])}. ` +
		(top.length ? `Most own weight: ${top.join(", ")}.` : "")));
}

function makeApp(root, settings, tree) {
	const app = {
		root, settings, base: tree, tree,
		alone: root === document.documentElement,
		height: parseFloat(root.getAttribute("height")) || 0,
		links: readLinks(root),
		prefersDark: matchMedia("(prefers-color-scheme: dark)"),
		coarse: matchMedia("(pointer: coarse)"),
		theme: attempt(() => localStorage.getItem("fg-theme"), "") || "auto",
		keys: attempt(() => localStorage.getItem("fg-keys"), "") !== "0",
		font: getComputedStyle(root).fontFamily,
		termColours: [...TERM_COLOURS],
		steps: [], step: 0, looks: [], open: "", hover: null, cursor: null,
		least: null, framed: 0, scrolled: 0, drawn: [0, 0],
		// What a mouse leaves behind is here from the start: each that came
		// later would change the shape of this object, and the browser compile
		// anew all that it has learnt of it.
		last: null, pointer: null, press: null, held: false, touched: null,
		unwritten: null, writeSoon: null,
		table: { by: firstSort(tree), down: true, rows: ROWS },
	};

	app.ruler = makeRuler(`${settings.fontSize}px ${app.font}`);
	if (settings.searchColour >= 0)
		app.termColours[0] = settings.searchColour;
	app.start = defaultState(settings);
	app.state = app.start;
	// The browser keeps the number of a step with it, also when the page is
	// loaded again; what the steps before it were is known when they come back.
	app.step = app.alone && attempt(() => history.state.step, 0) || 0;
	app.linked = app.alone && attempt(() => {
		history.replaceState({ step: app.step }, "");
		return true;
	}, false);
	return app;
}

function build(app) {
	const { settings } = app;

	app.screen = makeScreen();
	if (settings.strokeColour)
		put(app.screen.paths.childNodes[1], { stroke: settings.strokeColour });
	app.ui = makeHeader(app);
	makePanels(app);
	app.sheet = html("div", { class: "fg-sheet" });
	app.holder = html("div", { class: "fg-html fg-holder" }, app.ui.top, app.sheet,
		...Object.values(app.panels));
	app.over = svg("foreignObject", { class: "fg-fo", x: 0, y: 0 }, app.holder);
	app.under = svg("foreignObject", { class: "fg-fo", x: 0, height: LINE + 4 },
		app.ui.foot);
	const { screen } = app;

	app.upper = svg("g", {}, screen.cover, screen.strip, app.over);
	app.lower = svg("g", {}, screen.floor, app.under);
	app.group = svg("g", {
		"font-size": settings.fontSize,
	}, svg("defs", {}, screen.gradient, screen.hatch), screen.page, screen.frames,
	app.lower, app.upper, screen.bar);
	// Before the script: so it is there when that runs in a page that was
	// saved as it stands.
	app.root.insertBefore(app.group, app.root.querySelector(":scope > script"));
	// Or telephones take it for a page made for large screens.
	if (app.alone)
		app.group.append(html("meta", {
			name: "viewport", content: "width=device-width",
		}));
	listen(app);
}

function isTable(app) {
	return app.state.view === "table";
}

// Everything, from the state; called after each change of it.
function render(app) {
	const table = isTable(app);

	app.numbers = makeNumbers({ ...app.settings, unit: app.state.unit });
	chooseColours(app);
	place(app);
	app.dark = isDark(app);
	makeColours(app);
	app.hover = null;
	setBox(app, app.screen.mark, null);
	paintTheme(app);
	show(app.screen.frames, !table);
	show(app.sheet, table);
	keepScroll(app, () => fit(app));
	if (table)
		drawTable(app);
	else
		drawFrames(app);
	if (table && app.printing) {
		app.height = app.head + app.sheet.scrollHeight + 2 * LINE;
		resize(app);
	}
	drawStrip(app);
	stick(app);
	drawHeader(app);
	drawFinder(app);
	setCursor(app, app.cursor, true);
	// Not every browser tells again of a mouse that rests.
	if (app.pointer && !app.cursor && !table)
		setHover(app, spotAt(app, ...pointOf(app, app.pointer)));
}

function layOutAll(app) {
	app.parts = layOutParts(app);
	if (isTable(app))
		app.height = Math.max(app.head + 400, app.alone ?
			heightSeen(app) : app.height);
	resize(app);
}

// With the height a scroll bar may come or go, and leave another width: seen
// here, before anything is drawn for this one.
function fit(app) {
	const { width } = app;

	layOutAll(app);
	place(app);
	if (app.width !== width)
		layOutAll(app);
}

// A picture that grows upwards keeps its place to the root's row, and the row
// in sight when the window gets lower.
function keepScroll(app, action) {
	const { drawnHeight, windowHeight } = app;
	const lower = globalThis.innerHeight < windowHeight;
	// By half a pixel where the browser enlarges the page.
	const atRoot = lower && scrolledTo(app) +
		(app.framed || windowHeight) >= drawnHeight - 1;

	action();
	const grown = app.height - drawnHeight;
	app.drawnHeight = app.height;
	app.windowHeight = globalThis.innerHeight;
	if (!app.alone || app.state.icicle)
		return;
	if (atRoot)
		scrollGraph(app, app.height);
	else if (grown)
		scrollGraph(app, scrolledTo(app) + grown);
}

// A new picture begins where its root is: at the bottom, the top, or between;
// or with the frame of a link.
function showRoot(app) {
	const [part] = app.parts;

	if (app.alone)
		scrollGraph(app, app.parts[1] ? part.base - heightSeen(app) / 2 :
			app.state.icicle ? 0 : app.height);
	if (isZoomed(app))
		scrollToSpot(app, app.focus);
}

// The head and the last line stay in the window while the graph scrolls.
function stick(app) {
	const { head, height, width } = app;
	const seen = app.printing ? height : heightSeen(app);
	const top = app.alone ? clamp(scrolledTo(app), 0,
		Math.max(0, height - seen)) : 0;
	const room = app.alone ? Math.min(seen, height) : height;

	app.view = { top, height: Math.max(room, app.alone ? seen : 0) };
	put(app.upper, { transform: `translate(0 ${top})` });
	put(app.lower, { transform: `translate(0 ${top + room - LINE - 4})` });
	show(app.screen.floor, app.alone && height > seen);
	app.holder.classList.toggle("fg-tall", app.alone && height > seen);
	put(app.over, { width, height: Math.max(app.view.height, 60) });
	put(app.under, { width });
	put(app.screen.cover, { height: head - 1 });
	app.sheet.style.top = `${head}px`;
	app.sheet.style.height = `${room - head - LINE - 8}px`;
	for (const panel of Object.values(app.panels)) {
		panel.style.maxHeight = `${Math.max(160,
			app.view.height - BAR - LINE - 12)}px`;
	}
}

function onScroll(app) {
	stick(app);
	const [from, to] = visibleRange(app);

	if (from < app.drawn[0] || to > app.drawn[1])
		drawLabels(app);
}

function onResize(app) {
	const box = boxOf(app);

	// Paper is no window.
	if (app.printing)
		return;
	if (!app.settings.fixed && Math.round(box.width) !== app.width &&
		box.width > 0 || app.framed && Math.abs(box.height - app.framed) > 1 ||
		app.alone && globalThis.innerHeight !== app.windowHeight)
		app.render();
}

function start(root, settings, tree) {
	const app = makeApp(root, settings, tree);

	build(app);
	app.render = () => render(app);
	app.state = startState(app);
	app.steps[app.step] = app.state;
	settle(app, null);
	app.legend = [];
	// Such a page has a viewer without life.
	for (const old of root.querySelectorAll(
		":scope > .fg-static, :scope > .fg-view"))
		if (old !== app.group)
			old.remove();
	describeGraph(app);
	app.render();
	showRoot(app);
	root.classList.add("fg-ready");
	whenIdle(deadline => {
		// What changes in the course of things has then done so once.
		app.render();
		warmUp(app, deadline, tree.count > LARGE ? ROUNDS : 1);
	});
}

// Of graphs that are large, until the browsers have compiled what is run;
// a slow round counts for several, one for each so many ms.
const LARGE = 50000;
const ROUNDS = 16;
const SLOW = 25;

// Zooms, searches and lists without showing it, while nothing else is to do:
// else the first of each would pay for compiling what it runs. Without elements
// too, whose memory Firefox would keep.
function warmUp(app, deadline, rounds) {
	const [view] = app.views;
	const kids = view.children(view.root);
	let left = kids.length && rounds;

	while (left > 0 && (left === rounds || deadline.timeRemaining() > 15)) {
		const begin = performance.now();

		rehearse(app, kids[left % kids.length], left === rounds);
		left -= 1 + ((performance.now() - begin) / SLOW | 0);
	}
	if (left > 0)
		whenIdle(rest => warmUp(app, rest, left));
}

function rehearse(app, node, whole) {
	const { focus, search, parts, rows, height, views } = app;

	app.focus = { part: 0, node };
	if (whole)
		app.search = runSearch(app.tree, [compile("e", app.state)]);
	makeColours(app);
	app.parts = layOutParts(app);
	drawParts(app.parts, paintOptions(app));
	labelsIn(app);
	if (whole) {
		countMatches(app.search, 1, lastColumn(app.tree));
		makeMatches(views, app.search, focus).look(1, 100);
	}
	Object.assign(app, { focus, search, parts, rows, height });
	if (whole && !isTable(app))
		listTable(app);
}

function main(script) {
	const root = script?.closest("svg");
	const data = root?.querySelector(":scope > .fg-data");

	if (!data)
		return;
	script.fgStarted = true;
	const settings = readSettings(data);

	loadTree(root, settings).then(tree => start(root, settings, tree),
		error => giveUp(root, error));
}

main(document.currentScript);
