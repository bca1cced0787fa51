// The search panel: a field, switches, and a line for each term.

function makeSearchPanel(app) {
	const field = html("input", {
		type: "text", class: "fg-field", spellcheck: "false",
		autocomplete: "off", placeholder: "Regular expression",
		"aria-label": "Search for",
	});
	const finder = {
		field, slot: 0,
		terms: html("div", { class: "fg-terms" }),
		place: html("span", { class: "fg-place" }),
		ignoreCase: button("Aa", "Ignore case (Ctrl-I)",
			() => toggleSearch(app, "ignoreCase"), { id: "ignorecase" }),
		literal: button(".*", "Regular expression",
			() => toggleSearch(app, "literal")),
		more: button("+", "Another term", () => addSlot(app)),
	};

	app.finder = finder;
	field.addEventListener("input", debounce(() => takeTerm(app), 120));
	field.addEventListener("keydown", event => onFieldKey(app, event));
	return [
		html("div", { class: "fg-find" }, field, finder.ignoreCase,
			finder.literal, finder.more,
			button("\u00d7", "Close (Esc)", () => togglePanel(app, "search", false),
				{ class: "fg-icon" })),
		html("div", { class: "fg-find fg-walk" },
			button("Reset Search", "Reset Search", () => clearSearch(app)),
			finder.place,
			button(icon("M10 3 5 8l5 5"), "Previous match (Shift-Enter)",
				() => nextMatch(app, -1), { class: "fg-icon" }),
			button(icon("M6 3l5 5-5 5"), "Next match (Enter)",
				() => nextMatch(app, 1), { class: "fg-icon" })),
		finder.terms,
	];
}

function openSearch(app) {
	const { finder, state } = app;

	finder.slot = clamp(finder.slot, 0, Math.max(0, state.terms.length - 1));
	finder.field.value = state.terms[finder.slot] || "";
	drawFinder(app);
	finder.field.focus({ preventScroll: true });
	finder.field.select();
}

function setTerms(app, terms) {
	change(app, { terms }, "replace");
}

// The field's text becomes the term it stands for.
function takeTerm(app) {
	const { finder, state } = app;
	const terms = state.terms.slice();

	if (finder.field.value === (terms[finder.slot] || ""))
		return;
	terms[finder.slot] = finder.field.value;
	setTerms(app, terms.filter((t, i) => t || i === finder.slot && i > 0));
}

function addSlot(app) {
	const terms = app.state.terms.filter(Boolean);

	takeTerm(app);
	app.finder.slot = Math.min(app.state.terms.filter(Boolean).length,
		TERMS - 1);
	if (terms.length < TERMS)
		app.finder.field.value = "";
	app.finder.field.focus();
}

function toggleSearch(app, name) {
	change(app, { [name]: !app.state[name] }, "replace");
	say(app, `${name === "literal" ? "literal" : "ignore case"} ` +
		(app.state[name] ? "on" : "off"));
}

function clearSearch(app) {
	app.finder.field.value = "";
	app.finder.slot = 0;
	setTerms(app, []);
}

// Adds a function as a term of its own; the keys stay with the frames.
function searchName(app, name) {
	const term = `"${plainName(name)}"`;
	const terms = app.state.terms.filter(t => t && t !== term);

	setTerms(app, [...terms.slice(0, TERMS - 1), term]);
	app.finder.slot = TERMS;
	togglePanel(app, "search", true);
	app.opener.focus({ preventScroll: true });
}

function onFieldKey(app, event) {
	if (event.key === "Enter") {
		event.preventDefault();
		takeTerm(app);
		if (event.ctrlKey || event.metaKey)
			addSlot(app);
		else
			nextMatch(app, event.shiftKey ? -1 : 1);
	}
}

function termLine(app, term, i) {
	const { state, tree, search, numbers } = app;
	const column = lastColumn(tree);
	const remove = button("\u00d7", `Remove ${term}`, () => {
		setTerms(app, state.terms.filter((t, n) => n !== i));
		openSearch(app);
	}, { class: "fg-x" });
	const edit = button(term || "\u2026", `Edit ${term}`, () => {
		app.finder.slot = i;
		openSearch(app);
	}, { class: "fg-term" });
	const dot = swatch({}, app.termColours[i]);
	let text = app.regexes[i] ? "" : app.wrong;

	if (search && app.regexes[i]) {
		const found = countMatches(search, 1 << i, column);

		text = `${share(found.total, wholeOf(app))} ` +
			`(${numbers.brief(found.total)}), ` +
			`self ${share(found.self, wholeOf(app))}, ` +
			`${counted(found.frames, "frame")}, ` +
			counted(found.functions, "function");
	}
	return html("div", { class: "fg-line" }, dot, edit,
		html("span", { class: "fg-count" }, text), remove);
}

function drawFinder(app) {
	const { finder, state } = app;

	finder.ignoreCase.setAttribute("aria-pressed", String(state.ignoreCase));
	finder.literal.setAttribute("aria-pressed", String(!state.literal));
	finder.field.classList.toggle("fg-wrong", Boolean(app.wrong));
	finder.field.setAttribute("aria-invalid", String(Boolean(app.wrong)));
	show(finder.more, state.terms.length < TERMS);
	drawPlace(app);
	if (app.open === "search")
		finder.terms.replaceChildren(...state.terms.map((term, i) =>
			term ? termLine(app, term, i) : ""));
}

function placeText({ at, found, isDone }) {
	return `${at + 1} of ${withCommas(String(found.length))}` +
		(isDone() ? "" : "+");
}

function drawPlace({ finder, matches }) {
	const text = !matches || matches.at < 0 ? "" : placeText(matches);

	if (finder.place.textContent !== text)
		finder.place.textContent = text;
}

// What there is to walk: places in the picture, or the rows of the table.
function startMatches(app) {
	if (!isTable(app))
		return makeMatches(app.views, app.search, app.focus);
	return { found: app.listing.names, look() {}, isDone: () => true };
}

// To the next match, those in view first; zooms out only where it is out of
// it. After the first time looks further than it must, to say how many
// there are.
function nextMatch(app, step) {
	if (!app.search)
		return;
	app.matches ??= { at: -1, ...startMatches(app) };
	const { matches } = app;
	const { found, at } = matches;
	const to = at < 0 && step < 0 ? -1 : at + step;

	matches.look(to < 0 ? Infinity : to + 1, at < 0 ? 100 : 0);
	if (!found.length)
		return;
	matches.at = (to + found.length) % found.length;
	showMatch(app, found[matches.at]);
	drawPlace(app);
	if (at < 0 && !matches.isDone())
		setTimeout(() => {
			matches.look(0, 2000);
			drawPlace(app);
		}, 60);
}

function showMatch(app, match) {
	const place = `${placeText(app.matches)}: `;

	if (isTable(app)) {
		showRow(app, match, place);
		return;
	}
	reveal(app, app.views[match.part], match.node);
	say(app, place + titleOf(app, app.views[match.part], match.node));
}

function showRow(app, name, place) {
	const { body } = app.listing;
	const { at } = app.matches;

	growTable(app, at + 1);
	for (const row of body.querySelectorAll(".fg-here"))
		row.classList.remove("fg-here");
	body.childNodes[at].classList.add("fg-here");
	body.childNodes[at].scrollIntoView({ block: "center" });
	say(app, place + plainName(app.tree.names[name]));
}
