// The texts about a frame: for the details line, the tooltip, a screen reader.

import { kindOf, moduleOf } from "./colours.js";
import { sidesOf } from "./difference.js";
import { activeFilters } from "./filters.js";
import { percent } from "./numbers.js";
import { plainName } from "./tree.js";

export function lastColumn(tree) {
	return tree.self.length - 1;
}

// The weight that counts as 100 %: of what the filters leave.
/** @param {App} app */
export function wholeOf(app) {
	const { all } = app.view;

	return isFiltered(app) ? all.total[lastColumn(all)][0] : wholeProfile(app);
}

// The weight of the whole profile, whatever the filters.
/** @param {App} app */
export function wholeProfile({ model: { base, settings } }) {
	return Math.max(base.total[lastColumn(base)][0], settings.total);
}

// "12.34% of the whole", where filters leave less than all.
/** @param {App} app */
export function shareOfWhole(app, weight) {
	return isFiltered(app) ?
		`${percent(weight, wholeProfile(app))} of the whole` : "";
}

// Whether a node is the frame "all", which is not in the profile.
/** @param {App} app */
export function isAll({ view: { tree } }, view, v) {
	return view.name(v) === tree.names.length - 1;
}

// Whether a filter is on.
/** @param {App} app */
export function isFiltered({ view: { state } }) {
	return activeFilters(state).length > 0;
}

// "+3.21%" of all weight, as the generator writes it in titles.
export function signedPercent(part, whole) {
	const text = percent(Math.abs(part), whole);

	return part > 0 ? `+${text}` : part < 0 ? `-${text}` : text;
}

/** @param {App} app */
function deltaOf(app, view, v) {
	const [before, after] = sidesOf(app, c => view.total(v, c));

	return after - before;
}

// The title of a frame as in the static picture: NAME (N unit, P%).
/** @param {App} app */
export function titleOf(app, view, v) {
	const weight = view.total(v, lastColumn(app.view.tree));
	const name = plainName(view.label(v));
	const full = app.scene.numbers.full(weight);

	if (isAll(app, view, v) && !isFiltered(app))
		return `${name} (${full}, 100%)`;
	const change = app.view.tree.self.length > 1 ?
		`; ${signedPercent(deltaOf(app, view, v), wholeOf(app))}` : "";

	return `${name} (${full}, ${percent(weight, wholeOf(app))}${change})`;
}

export function arrow(delta) {
	return delta > 0 ? "\u25b2" : delta < 0 ? "\u25bc" : "=";
}

// A change, before -> after: weights, shares, percentage points, and relative
// to the frame.
/** @param {App} app */
export function changeOf(app, view, v) {
	const [before, after] = sidesOf(app, c => view.total(v, c));
	const [all, now] = sidesOf(app, c => app.view.all.total[c][0]);
	const points = 100 * (after / now - before / all);
	const delta = after - before;
	const own = before > 0 ?
		`${delta < 0 ? "" : "+"}${(100 * delta / before).toFixed(1)}% of itself` :
		"new";
	const share = Number.isFinite(points) ?
		`, ${percent(before, all)} \u2192 ${percent(after, now)} of all ` +
			`(${points < 0 ? "" : "+"}${points.toFixed(2)} percentage points)` : "";

	const { exact, cell, told } = app.scene.numbers;
	const text = told ? cell : exact;

	return `${arrow(delta)} ${text(before)} \u2192 ${text(after)}` +
		`${share}, ${own}`;
}

// The rest of the details line, after the title: short parts.
/** @param {App} app */
export function remarks(app, { view, focus }, v) {
	const column = lastColumn(app.view.tree);
	const weight = view.total(v, column);
	const self = view.self(v, column);
	const up = view.parent(v);
	const { brief, cell, scaled, short, told } = app.scene.numbers;
	const list = [shareOfWhole(app, weight)].filter(Boolean);

	if (scaled && !told)
		list.push(brief(weight));
	if (app.view.tree.self.length > 1)
		list.push(changeOf(app, view, v));
	if (self > 0)
		list.push(`self ${told ? cell(self) : short(self)} ` +
			`(${percent(self, wholeOf(app))})`);
	if (focus !== view.root && weight <= view.total(focus, column))
		list.push(`${percent(weight, view.total(focus, column))} of zoom`);
	if (up >= 0 && up !== view.root)
		list.push(`${percent(weight, view.total(up, column))} of parent`);
	const kind = kindOf(view.label(v));
	const module = moduleOf(view.label(v));
	return list.concat(kind || [], module || []);
}
