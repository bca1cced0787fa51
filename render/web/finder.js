// The search panel: a field, switches, and a line for each term.

import { button, clamp, debounce, html, show } from "./base.js";
import { reveal } from "./cursor.js";
import { lastColumn, titleOf, wholeOf } from "./describe.js";
import { makeFilterLine, useField } from "./filterbar.js";
import { icon, say, share, swatch } from "./header.js";
import { counted, withCommas } from "./numbers.js";
import { togglePanel } from "./panels.js";
import { TERMS, countMatches, makeMatches } from "./search.js";
import { change, isTable, setMatches } from "./state.js";
import { growTable } from "./table.js";
import { plainName } from "./tree.js";

/** @param {Owns<"screen">} app */
export function makeSearchPanel(app) {
	const field = html("input", {
		type: "text", class: "fg-field", spellcheck: "false",
		autocomplete: "off", placeholder: "Regular expression",
		"aria-label": "Search for",
	});
	const line = makeFilterLine(app);
	const finder = {
		field, line, slot: 0,
		terms: html("div", { class: "fg-terms" }),
		place: html("span", { class: "fg-place" }),
		ignoreCase: button("Aa", "Ignore case (Ctrl-I)",
			() => toggleSearch(app, "ignoreCase"), { id: "ignorecase" }),
		literal: button(".*", "Regular expression",
			() => toggleSearch(app, "literal")),
		more: button("+", "Another term", () => addSlot(app)),
	};

	app.screen.finder = finder;
	field.addEventListener("input", debounce(() => readField(app), 120));
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
		line.element,
		finder.terms,
	];
}

/** @param {Owns<"screen">} app */
export function openSearch(app) {
	const { finder } = app.screen;
	const { state } = app.view;

	finder.line.edited = -1;
	finder.slot = clamp(finder.slot, 0, Math.max(0, state.terms.length - 1));
	finder.field.value = state.terms[finder.slot] || "";
	drawFinder(app);
	finder.field.focus({ preventScroll: true });
	finder.field.select();
}

/** @param {Owns<"screen">} app */
function setTerms(app, terms) {
	change(app, { terms }, "replace");
}

// Takes the field's text over into its search term.
/** @param {Owns<"screen">} app */
function readField(app) {
	const { finder } = app.screen;
	const { state } = app.view;
	const terms = state.terms.slice();

	if (finder.line.edited >= 0 || finder.field.value === (terms[finder.slot] || ""))
		return;
	terms[finder.slot] = finder.field.value;
	setTerms(app, terms.filter((t, i) => t || i === finder.slot && i > 0));
}

/** @param {Owns<"screen">} app */
function addSlot(app) {
	const terms = app.view.state.terms.filter(Boolean);

	readField(app);
	app.screen.finder.slot = Math.min(app.view.state.terms.filter(Boolean).length,
		TERMS - 1);
	if (terms.length < TERMS)
		app.screen.finder.field.value = "";
	app.screen.finder.field.focus();
}

/** @param {Owns<"screen">} app */
export function toggleSearch(app, name) {
	change(app, { [name]: !app.view.state[name] }, "replace");
	say(app, `${name === "literal" ? "literal" : "ignore case"} ` +
		(app.view.state[name] ? "on" : "off"));
}

/** @param {Owns<"screen">} app */
export function clearSearch(app) {
	app.screen.finder.field.value = "";
	app.screen.finder.slot = 0;
	setTerms(app, []);
}

// Adds a function as a term of its own. The keyboard focus stays at the frames.
/** @param {Owns<"screen">} app */
export function searchName(app, name) {
	const term = `"${plainName(name)}"`;
	const terms = app.view.state.terms.filter(t => t && t !== term);

	setTerms(app, [...terms.slice(0, TERMS - 1), term]);
	app.screen.finder.slot = TERMS;
	togglePanel(app, "search", true);
	app.input.opener.focus({ preventScroll: true });
}

/** @param {Owns<"screen">} app */
function onFieldKey(app, event) {
	if (event.key === "Enter") {
		event.preventDefault();
		readField(app);
		if (event.altKey || app.screen.finder.line.edited >= 0)
			useField(app, event.altKey && event.shiftKey ? "without" : "");
		else if (event.ctrlKey || event.metaKey)
			addSlot(app);
		else
			nextMatch(app, event.shiftKey ? -1 : 1);
	}
}

/** @param {Owns<"screen">} app */
function termLine(app, term, i) {
	const { state, tree, search } = app.view;
	const { numbers } = app.scene;
	const column = lastColumn(tree);
	const remove = button("\u00d7", `Remove ${term}`, () => {
		setTerms(app, state.terms.filter((t, n) => n !== i));
		openSearch(app);
	}, { class: "fg-x" });
	const edit = button(term || "\u2026", `Edit ${term}`, () => {
		app.screen.finder.slot = i;
		openSearch(app);
	}, { class: "fg-term" });
	const dot = swatch([app.model.termColours[i]]);
	let text = app.view.regexes[i] ? "" : app.view.wrong;

	if (search && app.view.regexes[i]) {
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

/** @param {Owns<"screen">} app */
export function drawFinder(app) {
	const { finder } = app.screen;
	const { state } = app.view;

	finder.ignoreCase.setAttribute("aria-pressed", String(state.ignoreCase));
	finder.literal.setAttribute("aria-pressed", String(!state.literal));
	finder.field.classList.toggle("fg-wrong", Boolean(app.view.wrong));
	finder.field.setAttribute("aria-invalid", String(Boolean(app.view.wrong)));
	show(finder.more, state.terms.length < TERMS);
	drawMatchNumber(app);
	if (app.input.open === "search")
		finder.terms.replaceChildren(...state.terms.map((term, i) =>
			term ? termLine(app, term, i) : ""));
}

function matchNumber({ at, found, isDone }) {
	return `${at + 1} of ${withCommas(String(found.length))}` +
		(isDone() ? "" : "+");
}

/** @param {Owns<"screen">} app */
function drawMatchNumber({ screen: { finder }, view: { matches } }) {
	const text = !matches || matches.at < 0 ? "" : matchNumber(matches);

	if (finder.place.textContent !== text)
		finder.place.textContent = text;
}

// What "next match" walks: frames of the picture, or rows of the table.
/** @param {Owns<"screen">} app */
function startMatches(app) {
	if (!isTable(app))
		return makeMatches(app.view.views, app.view.search, app.view.focus);
	return { found: app.scene.listing.names, look() {}, isDone: () => true };
}

// Goes to the next match, those in view first. Zooms out only if the match is
// not in view. The first time, it looks for more matches than needed, to say
// how many there are.
/** @param {Owns<"screen">} app */
export function nextMatch(app, step) {
	if (!app.view.search)
		return;
	const matches = app.view.matches ??
		setMatches(app, { at: -1, ...startMatches(app) });
	const { found, at } = matches;
	const to = at < 0 && step < 0 ? -1 : at + step;

	matches.look(to < 0 ? Infinity : to + 1, at < 0 ? 100 : 0);
	if (!found.length)
		return;
	matches.at = (to + found.length) % found.length;
	showMatch(app, found[matches.at]);
	drawMatchNumber(app);
	if (at < 0 && !matches.isDone())
		setTimeout(() => {
			matches.look(0, 2000);
			drawMatchNumber(app);
		}, 60);
}

/** @param {Owns<"screen">} app */
function showMatch(app, match) {
	const place = `${matchNumber(app.view.matches)}: `;

	if (isTable(app)) {
		showRow(app, match, place);
		return;
	}
	reveal(app, app.view.views[match.part], match.node);
	say(app, place + titleOf(app, app.view.views[match.part], match.node));
}

/** @param {Owns<"screen">} app */
function showRow(app, name, place) {
	const { body } = app.scene.listing;
	const { at } = app.view.matches;

	growTable(app, at + 1);
	for (const row of body.querySelectorAll(".fg-here"))
		row.classList.remove("fg-here");
	body.childNodes[at].classList.add("fg-here");
	body.childNodes[at].scrollIntoView({ block: "center" });
	say(app, place + plainName(app.view.tree.names[name]));
}
