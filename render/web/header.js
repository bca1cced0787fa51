// The rows above the frames: buttons, title, subtitle, legend; and the line
// below them: what is pointed at, or else the way to what is in view.

function icon(path) {
	return svg("svg", {
		viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true",
		fill: "none", stroke: "currentColor", "stroke-width": 1.75,
		"stroke-linecap": "round", "stroke-linejoin": "round",
	}, svg("path", { d: path }));
}

function makeHeader(app) {
	const { settings } = app;
	const parts = {
		reset: button("Reset Zoom", "Reset Zoom (0)", () => resetZoom(app),
			{ id: "unzoom" }),
		back: button(icon("M10 3 5 8l5 5"), "Back (Backspace)",
			() => back(app), { class: "fg-icon" }),
		forward: button(icon("M6 3l5 5-5 5"), "Forward",
			() => forward(app), { class: "fg-icon" }),
		search: button("Search", "Search (/, Ctrl-F)",
			() => togglePanel(app, "search"),
			{ id: "search", "aria-expanded": "false" }),
		menu: button("View", "View (v)", () => togglePanel(app, "menu"),
			{ "aria-expanded": "false", class: "fg-drop" }),
		help: button("?", "Help (?)", () => togglePanel(app, "help"),
			{ class: "fg-icon", "aria-expanded": "false" }),
		title: html("div", { id: "title", class: "fg-title" }, settings.title),
		crumbs: html("nav", { class: "fg-crumbs", "aria-label": "Zoom" }),
		legend: html("div", { class: "fg-legend" }),
		details: html("div", { id: "details", class: "fg-details" }),
		matched: html("div", { id: "matched", class: "fg-matched" }),
		live: html("div", { class: "fg-unseen", "aria-live": "polite" }),
	};

	parts.top = html("div", { class: "fg-top" },
		html("div", { class: "fg-bar" },
			html("div", { class: "fg-side" }, parts.reset, parts.back,
				parts.forward),
			parts.title,
			html("div", { class: "fg-side fg-right" }, parts.search,
				parts.menu, parts.help)),
		settings.subtitle ? html("div", { id: "subtitle", class: "fg-sub" },
			settings.subtitle) : "",
		parts.legend);
	parts.foot = html("div", { class: "fg-html fg-foot" }, parts.details,
		parts.crumbs, parts.matched, parts.live);
	return parts;
}

function crumb(app, view, part, node, current) {
	const name = plainName(view.label(node));

	return button(name, name, () => zoomTo(app, part, node),
		{ class: "fg-crumb", "aria-current": current && "true" });
}

// A long way shows its beginning and its end.
function shortened(path) {
	return path.length <= 8 ? path : [...path.slice(0, 2), -1,
		...path.slice(-5)];
}

function chip(label, hint, action) {
	return html("span", { class: "fg-chip" }, html("span", {}, label),
		button("\u00d7", hint, action, { class: "fg-x" }));
}

const EDIT_WORDS = { hide: "without", focus: "only", merge: "merged:" };

function editChips(app) {
	const { state } = app;
	const chips = LISTS.flatMap(list => state[list].map(name =>
		chip(`${EDIT_WORDS[list]} ${plainName(name)}`, "Undo",
			() => change(app, {
				[list]: state[list].filter(n => n !== name),
			}, "push"))));

	if (state.recursion)
		chips.push(chip("recursion collapsed", "Undo",
			() => change(app, { recursion: false }, "push")));
	if (app.views[1])
		chips.push(chip(`${plainName(state.fn)}: ${state.icicle ?
			"callers above, callees below" :
			"callers below, callees above"}`,
			"Back to all", () => change(app, { view: "tree", path: [] }, "push")));
	if (state.view === "inverted")
		chips.push(chip("callers first", "Back to callees",
			() => change(app, { view: "tree", path: [] }, "push")));
	return chips;
}

function drawCrumbs(app) {
	const { views, focus } = app;
	const view = views[focus.part];
	const items = [];

	if (isZoomed(app)) {
		const path = [...ancestors(view, focus.node), focus.node];

		for (const node of shortened(path)) {
			if (items.length)
				items.push(html("span", { class: "fg-sep" }, "\u203a"));
			items.push(node < 0 ? html("span", {}, "\u2026") :
				crumb(app, view, focus.part, node, node === focus.node));
		}
	}
	app.ui.crumbs.replaceChildren(...editChips(app), ...items);
}

// A colour, or several from left to right, or nothing. Set so, for a policy
// for styles forbids the attribute.
function swatch(app, colour) {
	if (colour === undefined)
		return "";
	const list = [colour].flat().map(c => css(toned(app, c)));
	const element = html("i", { class: list.length > 1 && "fg-ramp" });

	element.style.background = list.length > 1 ?
		`linear-gradient(90deg,${list.join(",")})` : list[0];
	return element;
}

function drawLegend(app) {
	const { legend, ui } = app;

	show(ui.legend, legend.length > 0);
	ui.legend.replaceChildren(...legend.map(([label, colour, title]) =>
		html("span", { class: "fg-key", ...title && { title } },
			swatch(app, colour), label)));
}

function share(part, whole) {
	const p = 100 * part / whole;

	return `${p === 100 || !Number.isFinite(p) ? Math.round(p) || 0 :
		p.toFixed(1)}%`;
}

function matchedBefore({ tree, search }) {
	return tree.self.length < 2 ? "" : ` (before ${share(
		matchedBelow(search, 0, 0), tree.total[0][0])})`;
}

// Of the frames in view and, where that is not all, of everything.
function drawMatched(app) {
	const { ui, search, views, focus } = app;
	const view = views[focus.part];
	const column = lastColumn(app.tree);
	let text = app.wrong;

	if (search) {
		const all = matchedBelow(search, 0, column);

		text = `Matched: ${share(all, wholeOf(app))}${matchedBefore(app)}`;
		if (isZoomed(app) || views.length > 1)
			text = `Matched: ${share(view.matched(focus.node, search, column),
				view.total(focus.node, column))} of view, ` +
				`${share(all, wholeOf(app))} of all`;
		if (all === 0 && !search.names.some(Boolean))
			text = "No match";
		text = [text, app.hunt.text()].filter(Boolean).join(". ");
	}
	if (ui.matched.textContent !== text) {
		ui.matched.textContent = text;
		say(app, text);
	}
}

// For a screen reader; the details line itself changes too often.
function say(app, text) {
	clearTimeout(app.saying);
	app.saying = setTimeout(() => {
		app.ui.live.textContent = text;
	}, 300);
}

function drawHeader(app) {
	const { ui, steps, step } = app;

	show(ui.reset, isZoomed(app));
	show(ui.back, steps.length > 1);
	show(ui.forward, steps.length > 1);
	ui.back.disabled = step === 0;
	ui.forward.disabled = step + 1 >= steps.length;
	drawCrumbs(app);
	drawLegend(app);
	drawMatched(app);
	showDetails(app, app.hover);
}

// How much there is, while nothing is pointed at.
function allOf({ tree, numbers }) {
	const weight = tree.total[lastColumn(tree)][0];
	const scaled = numbers.scaled && !numbers.told ?
		` (${numbers.brief(weight)})` : "";
	const names = tree.names.length - 1;

	return `${numbers.full(weight)}${scaled}, ${withCommas(String(names))} ` +
		`function${names === 1 ? "" : "s"}`;
}

// What the line below says: the frame under the pointer or the keys' cursor;
// else how far the picture is from all there is.
function showDetails(app, spot) {
	const { details, crumbs } = app.ui;
	const away = !spot && !app.notice && crumbs.childNodes.length > 0;

	show(details, !away);
	show(crumbs, away);
	if (!spot) {
		details.replaceChildren(app.notice ||
			html("span", { class: "fg-more" }, allOf(app)));
		return;
	}
	const part = app.parts[spot.part];
	const title = titleOf(app, part.view, spot.node);
	const end = title.lastIndexOf(" (");
	const rest = remarks(app, part, spot.node);

	details.replaceChildren(
		html("span", { class: "fg-kind" }, spot.tower ? "Narrow, e.g. " :
			`${app.settings.nameType} `),
		html("bdi", {}, title.slice(0, end)), title.slice(end),
		html("span", { class: "fg-more" },
			rest.map(r => ` \u00b7 ${r}`).join("")));
}
