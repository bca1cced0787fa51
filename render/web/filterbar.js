// The row of filters below the buttons, and the line of the search panel that
// turns what is searched into a filter.

import { button, clamp, html, show } from "./base.js";
import { lastColumn, wholeProfile } from "./describe.js";
import { SUBJECTS, WAYS, isUsable, readFilter, writeFilter } from "./filters.js";
import { say } from "./header.js";
import { percent } from "./numbers.js";
import { togglePanel } from "./panels.js";
import { change } from "./state.js";
import { plainName } from "./tree.js";

// Replaces the filters; says what is left.
/** @param {Owns<"screen">} app */
function setFilters(app, filters) {
	change(app, { filters }, "push");
	say(app, leftText(app));
}

// Adds a filter, if it is not there yet. A new one goes behind the others.
/** @param {Owns<"screen">} app */
export function filterBy(app, filter) {
	const { filters } = app.view.state;
	const text = writeFilter(filter);

	if (!filters.includes(text))
		setFilters(app, [...filters, text]);
}

// "only with parse", "without module libc"
function filterText({ how, what, text }) {
	return [WAYS[how].words, ["module", "thread"].includes(what) && what,
		plainName(text)].filter(Boolean).join(" ");
}

/** @param {Owns<"screen">} app */
function leftText(app) {
	const { all } = app.view;
	const { numbers } = app.scene;
	const weight = all.total[lastColumn(all)][0];

	return weight > 0 ? `${numbers.brief(weight)} left, ` +
		`${percent(weight, wholeProfile(app))} of the whole` : "Nothing is left";
}

/** @param {Owns<"screen">} app */
function filterChip(app, written, i) {
	const { filters } = app.view.state;
	const filter = readFilter(written);
	const text = filterText(filter);
	const replace = (...by) => setFilters(app,
		filters.flatMap((f, n) => n === i ? by : f));
	const wrong = !isUsable(filter);

	return html("span", { class: `fg-chip${wrong ? " fg-wrong" : ""}` },
		button(filter.off ? "\u25cb" : "\u25cf", `${text}: on`, () =>
			replace(writeFilter({ ...filter, off: !filter.off })),
		{ class: "fg-x", "aria-pressed": String(!filter.off) }),
		button(text, wrong ? "This is not a regular expression" :
			`Edit ${text}`, () => editFilter(app, i), { class: "fg-text" }),
		button("\u00d7", `Remove ${text}`, () => replace(), { class: "fg-x" }));
}

/** @param {Owns<"screen">} app */
export function drawFilters(app) {
	const { filters } = app.view.state;
	const { ui } = app.screen;
	/** @type {any} */
	const focused = document.activeElement;
	const buttons = () => [...ui.filters.querySelectorAll("button")];
	const at = buttons().indexOf(focused);

	show(ui.filters, filters.length > 0);
	ui.filters.replaceChildren(...filters.length ? [
		...filters.map((filter, i) => filterChip(app, filter, i)),
		html("span", { class: "fg-more" }, leftText(app)),
	] : []);
	// Who removed the last chip goes on at the frames.
	if (at >= 0)
		(buttons()[Math.min(at, buttons().length - 1)] ??
			app.screen.frames).focus({ preventScroll: true });
	drawFilterLine(app);
}

// The line of the search panel: what the text is held against, and a button for
// each way; for a filter that is edited also its place.
/** @param {Owns<"screen">} app */
export function makeFilterLine(app) {
	const subject = html("select", { class: "fg-field", "aria-label": "Match" },
		...Object.entries(SUBJECTS)
			.map(([value, label]) => html("option", { value }, label)));
	const move = (text, by) => button(text, `${text} filter`,
		() => moveFilter(app, by));
	const line = {
		subject, edited: -1,
		ways: Object.entries(WAYS).filter(([, way]) => !way.weigh)
			.map(([how, { words }]) => button(
				words[0].toUpperCase() + words.slice(1),
				`${words}: make a filter of it`, () => useField(app, how),
				{ "data-how": how })),
		place: html("span", { class: "fg-find" }, move("Earlier", -1),
			move("Later", 1)),
	};

	return { ...line, element: html("div", { class: "fg-find fg-ways" },
		subject, ...line.ways, line.place) };
}

/** @param {Owns<"screen">} app */
function drawFilterLine(app) {
	const { line } = app.screen.finder;
	const filter = readFilter(app.view.state.filters[line.edited]);

	show(line.place, filter);
	for (const way of line.ways)
		way.setAttribute("aria-pressed",
			String(way.getAttribute("data-how") === filter?.how));
}

/** @param {Owns<"screen">} app */
export function editFilter(app, i) {
	const { line, field } = app.screen.finder;
	const filter = readFilter(app.view.state.filters[i]);

	togglePanel(app, "search", true);
	line.edited = i;
	line.subject.value = filter.what;
	field.value = filter.text;
	field.select();
	drawFilterLine(app);
}

/** @param {Owns<"screen">} app */
function moveFilter(app, by) {
	const { line } = app.screen.finder;
	const { filters } = app.view.state;
	const to = clamp(line.edited + by, 0, filters.length - 1);
	const moved = filters.filter((f, i) => i !== line.edited);

	moved.splice(to, 0, filters[line.edited]);
	line.edited = to;
	setFilters(app, moved);
}

// Makes a filter of the field's text, or changes the one that is edited. The
// text is no search term any more.
/** @param {Owns<"screen">} app */
export function useField(app, how) {
	const { line, field, slot } = app.screen.finder;
	const { filters, terms, ignoreCase, literal } = app.view.state;
	const text = literal && field.value && line.subject.value !== "name" &&
		!/^".+"$/.test(field.value) ? `"${field.value}"` : field.value;
	const at = line.edited;
	const old = readFilter(filters[at]);
	const written = writeFilter({ how: how || old?.how || "only",
		what: line.subject.value, text, off: old?.off,
		ignoreCase: old?.text === text ? old.ignoreCase : ignoreCase });

	field.focus();
	if (!text)
		return;
	line.edited = -1;
	field.value = "";
	change(app, {
		filters: old ? filters.map((f, i) => i === at ? written : f) :
			[...filters.filter(f => f !== written), written],
		terms: old ? terms : terms.filter((t, i) => i !== slot),
	}, "push");
	say(app, leftText(app));
}
