// What opens below the buttons: search, view, help. One at a time.

// What has the focus again when a panel closes: who uses the mouse goes on
// among the frames.
function whereKeysAre(app) {
	const { activeElement } = document;

	return activeElement && (isTable(app) ||
		activeElement.matches(":focus-visible")) ? activeElement :
		app.screen.frames;
}

function togglePanel(app, name, open = app.open !== name) {
	if (!app.open)
		app.opener = whereKeysAre(app);
	app.open = open ? name : "";
	for (const [key, panel] of Object.entries(app.panels)) {
		show(panel, key === app.open);
		const opener = { search: app.ui.search, menu: app.ui.menu,
			help: app.ui.help }[key];
		if (opener)
			opener.setAttribute("aria-expanded", String(key === app.open));
	}
	if (app.open === "menu")
		drawMenu(app);
	if (app.open === "search")
		openSearch(app);
	else if (app.open)
		(app.panels[app.open].querySelector("button,input") ||
			app.panels[app.open]).focus();
	else
		app.opener.focus({ preventScroll: true });
}

// A row of buttons [text, action, on]; `on` where one of them is.
function menuRow(label, list) {
	return html("div", { class: "fg-row", role: "group", "aria-label": label },
		html("span", { class: "fg-label" }, label),
		html("span", { class: "fg-seg" }, ...list.map(([text, action, on]) =>
			button(text, text, action, on === undefined ? {} :
				{ "aria-pressed": String(on) }))));
}

// options: [value, text] of a part of the state.
function choices(app, label, key, options) {
	return menuRow(label, options.map(([value, text]) => [text, () => {
		change(app, { [key]: value, ...key === "view" && {
			path: [], part: 0, fn: value === "sandwich" ?
				functionAt(app, spotOfKeys(app)) : "",
		} }, "push");
		drawMenu(app);
	}, app.state[key] === value]));
}

// What is kept in the browser rather than in the address; but a link may ask
// for a theme (#t=dark), say in a frame of a page that has it.
function setTheme(app, value) {
	app.theme = value;
	attempt(() => localStorage.setItem("fg-theme", value));
	change(app, { theme: "" }, "replace");
	drawMenu(app);
}

// The function of a frame; of the root the one with the most own weight.
function functionAt({ views, tree }, { part, node }) {
	const { self } = sumByName(tree).at(-1);
	const view = views[part];

	return view.name(node) < tree.names.length - 1 ? view.label(node) :
		tree.names[self.indexOf(self.reduce((a, b) => Math.max(a, b)))];
}

function setKeys(app, on) {
	app.keys = on;
	attempt(() => localStorage.setItem("fg-keys", on ? "1" : "0"));
	drawMenu(app);
}

function menuRows(app) {
	const { settings } = app;
	const times = settings.chart ? [["time", "Time"]] : [];
	const differential = isDifferential(app);

	return [
		choices(app, "Show", "view", [["tree", "Callees"],
			["inverted", "Callers first"], ["sandwich", "Sandwich"],
			["table", "Table"]]),
		choices(app, "Grows", "icicle", [[false, "Up"], [true, "Down"]]),
		choices(app, "Order", "order", [...times, ["name", "Name"],
			["weight", "Weight"]]),
		choices(app, "Colour", "colour", [["name",
			differential ? "Change" : "Name"], ["module", "Module"],
		["kind", "Kind"], ["self", "Self"]]),
		...differenceRows(app),
		choices(app, "Names", "names", [["start", "Start"], ["end", "End"],
			["middle", "Middle"], ["short", "Short"]]),
		choices(app, "Unit", "unit", [["samples", "None"],
			...settings.toldUnit === "count" ? [["count", "Count"]] : [],
			["ns", "ns"], ["us", "\u00b5s"], ["ms", "ms"], ["s", "s"],
			["bytes", "Bytes"]]),
		choices(app, "Recursion", "recursion", [[false, "As it is"],
			[true, "Collapsed"]]),
		menuRow("Theme", [["auto", "Auto"], ["light", "Light"],
			["dark", "Dark"]].map(([value, text]) =>
			[text, () => setTheme(app, value),
				(app.state.theme || app.theme) === value])),
		menuRow("Letter keys", [[true, "On"], [false, "Off"]]
			.map(([on, text]) => [text, () => setKeys(app, on), app.keys === on])),
		menuRow("Save", [...isTable(app) ? [] : [["SVG", () => saveSvg(app)],
			["PNG", () => savePng(app)]], ["Folded", () => saveFolded(app)]]),
		...app.alone ? [menuRow("Link", [["Copy", () => {
			finishLink(app);
			copy(app, location.href, "the link");
		}]])] : [],
	];
}

function drawMenu(app) {
	const panel = app.panels.menu;
	const buttons = () => [...panel.querySelectorAll("button")];
	const at = buttons().indexOf(document.activeElement);

	if (app.open !== "menu")
		return;
	panel.replaceChildren(...menuRows(app));
	if (at >= 0)
		buttons()[at].focus();
}

const HELP = [
	["Click", "zoom to a frame; a faded one zooms out to it"],
	["Right click, M", "menu of the frame"],
	["Alt-wheel", "into the frame, out of it"],
	["Ctrl-click", "search this function"],
	["Alt-click, H", "hide stacks through this frame"],
	["Arrows", "go to caller, callee, siblings"],
	["Home, End", "the root, the hottest leaf"],
	["Enter, 0", "zoom, reset zoom"],
	["Backspace", "back"],
	["/, Ctrl-F, F3", "search"],
	["N, Shift-N", "next match, previous match"],
	["Ctrl-I", "ignore case"],
	["I, R, T, O", "direction, callers first, table, order"],
	["S, #", "callers and callees, search this function"],
	["F, G, Shift-R", "focus, merge into caller, collapse recursion"],
	["C, Shift-C", "copy name, copy stack"],
	["D, U", "theme, undo"],
	["Esc", "close, clear the search, reset the zoom"],
];

function makeHelp() {
	return html("dl", { class: "fg-help" }, ...HELP.flatMap(([keys, text]) =>
		[html("dt", {}, keys), html("dd", {}, text)]));
}

function makePanels(app) {
	const panel = (label, ...children) => {
		const element = html("div", {
			class: "fg-panel", role: "dialog", "aria-label": label,
			tabindex: "-1",
		}, ...children);

		show(element, false);
		return element;
	};

	app.panels = {
		search: panel("Search", ...makeSearchPanel(app)),
		menu: panel("View"),
		help: panel("Help", makeHelp()),
		context: panel("Frame"),
	};
	app.panels.search.classList.add("fg-finder");
	app.panels.context.classList.add("fg-context");
}
