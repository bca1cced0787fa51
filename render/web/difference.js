// How strongly a frame of a difference is coloured: from -1 for what shrank
// most, over 0, to 1 for what grew most. render/difference.c does the same for
// the static picture.

import { choices } from "./panels.js";

const BINS = 1000; // for finding where the scale ends
const SHOWN = 0.98; // of the area
const SURE = 3; // deviations, from which on a change is no chance
const LEAST_RATIO = 0.2; // scales end no earlier, or a picture of nothing
const LEAST_SHARE = 0.01; // would be full of colour

/** @param {Owns<"scene">} app */
export function isDifferential(app) {
	return app.model.base.self.length > 1;
}

// Before and after of a frame; swapped if the reader asked for it.
/** @param {Owns<"scene">} app */
export function sidesOf({ view: { state } }, value) {
	return state.swap ? [value(1), value(0)] : [value(0), value(1)];
}

function amountOf(absolute, before, after) {
	const delta = after - before;

	return absolute || delta === 0 ? delta : delta / Math.max(before, after);
}

// The end of the scale: most of the picture's area does not exceed it.
function endOfScale(tree, own, absolute) {
	const sizes = Float64Array.from(tree.width, (w, i) =>
		Math.abs(amountOf(absolute, own[0][i], own[1][i])));
	const most = absolute ? sizes.reduce((a, b) => Math.max(a, b), 0) || 1 : 1;
	const bins = new Float64Array(BINS + 1);
	let all = 0;
	let sum = 0;
	let bin = 0;

	sizes.forEach((size, i) => {
		bins[Math.ceil(size / most * BINS)] += tree.width[i];
		all += tree.width[i];
	});
	while (bin < BINS && (sum += bins[bin]) < all * SHOWN)
		bin++;
	return most * bin / BINS;
}

/** @param {Owns<"scene">} app */
function leastOf({ view: { state, all }, model: { settings } }) {
	const whole = Math.max(all.total[0][0], all.total[1][0]);

	return state.grey === "" ? settings.diffLeast :
		whole * parseFloat(state.grey) / 100;
}

// The scale for the current tree and state.
/** @param {Owns<"scene">} app */
function makeScale(app) {
	const { all: tree, state } = app.view;
	const { settings } = app.model;
	const absolute = state.scale.startsWith("absolute");
	const whole = Math.max(tree.total[0][0], tree.total[1][0]);
	const own = state.of === "self" ? tree.self : tree.total;

	return {
		absolute,
		root: state.scale.endsWith("root"),
		self: state.of === "self",
		least: leastOf(app),
		most: Math.max(endOfScale(tree, own, absolute),
			absolute ? whole * LEAST_SHARE : LEAST_RATIO),
		noise: sidesOf(app, c => settings.diffNoise[c]),
		spread: sidesOf(app, c => settings.diffSpread[c]),
	};
}

// The scale is computed again only when something it depends on has changed.
/** @param {Owns<"scene">} app */
export function scaleOf(app) {
	const { all: tree, state } = app.view;
	const key = [state.of, state.scale, state.grey, state.swap].join();

	if (!app.scene.scale || app.scene.scale.tree !== tree || app.scene.scale.key !== key)
		app.scene.scale = { ...makeScale(app), tree, key };
	return app.scene.scale;
}

// 1 from three standard deviations on. The standard deviation of n samples is
// sqrt(n), unless several runs tell another.
function certainty(app, before, after) {
	const z = zOf(app, [before, after]);

	return Number.isNaN(z) ? 1 : Math.min(1, Math.abs(z) / SURE);
}

// The variance that chance gives to a weight of each side; 0 where fg-diff gave
// none.
/** @param {Owns<"scene">} app */
function variances(app, sides) {
	const { noise, spread } = scaleOf(app);

	return sides.map((w, i) => w * (noise[i] + spread[i] * w));
}

// How many standard deviations a change has; NaN where they are unknown.
/** @param {Owns<"scene">} app */
export function zOf(app, sides) {
	const [before, after] = variances(app, sides);

	return (sides[1] - sides[0]) / (Math.sqrt(before + after) || NaN);
}

// A change relative to what was before, with an interval of 95 % on a scale of
// ratios, as fg-diff has it: "+50.0% (+16 .. +93)".
/** @param {Owns<"scene">} app */
export function relativeText(app, sides) {
	const [before, after] = sides;
	const [v, w] = variances(app, sides);
	const wide = 1.96 * Math.sqrt(v / before ** 2 + w / after ** 2);
	const sign = share => (share < 0 ? "" : "+");
	const relative = after / before - 1;
	const end = by => {
		const share = Math.round(100 * (Math.exp(by) * after / before - 1));

		return sign(share) + share;
	};

	if (!before)
		return after > 0 ? "new" : "";
	return `${sign(relative)}${(100 * relative).toFixed(1)}%` +
		(wide > 0 && after > 0 ? ` (${end(-wide)} .. ${end(wide)})` : "");
}

// Share of all after minus share of all before, in percentage points.
/** @param {Owns<"scene">} app */
export function pointsOf(app, sides) {
	const [before, after] = sides;
	const [all, now] = sidesOf(app, c => app.view.all.total[c][0]);
	const points = 100 * (after / (now || 1) - before / (all || 1));

	return `${points < 0 ? "" : "+"}${points.toFixed(2)}`;
}

/** @param {Owns<"scene">} app */
export function differenceShare(app, view, v) {
	const { scale } = app.scene;
	const [before, after] = sidesOf(app, c =>
		scale.self ? view.self(v, c) : view.total(v, c));
	const delta = after - before;

	if (delta === 0 || Math.abs(delta) < scale.least)
		return 0;
	let share = Math.min(1,
		Math.abs(amountOf(scale.absolute, before, after)) / scale.most);
	if (scale.root)
		share = Math.sqrt(share);
	return Math.sign(delta) * share * certainty(app, before, after);
}

// "gone" or "new" for a frame that is on one side only and not grey, else "".
/** @param {Owns<"scene">} app */
export function markOf(app, view, v) {
	const [before, after] = sidesOf(app, c => view.total(v, c));

	if (before > 0 && after > 0 || differenceShare(app, view, v) === 0)
		return "";
	return after > 0 ? "new" : "gone";
}

/** @param {Owns<"scene">} app */
export function signOf(app, view, v) {
	const share = view.parent(v) < 0 ? 0 : differenceShare(app, view, v);

	return share > 0 ? "\u25b2 " : share < 0 ? "\u25bc " : "";
}

/** @param {Owns<"scene">} app */
export function rampColour({ model: { settings } }, share) {
	const { ramp } = settings;
	const middle = (ramp.length - 1) / 2;

	return ramp[middle + Math.sign(share) *
		Math.ceil(Math.abs(share) * middle)];
}

// The same profile, with the first column scaled to the sum of the second.
export function withEqualSums(tree) {
	const [before, after] = tree.total.map(total => total[0]);

	if (!(before > 0 && after > 0))
		return tree;
	const scaled = list =>
		Float64Array.from(list, w => w * after / before);

	return {
		...tree,
		self: [scaled(tree.self[0]), tree.self[1]],
		total: [scaled(tree.total[0]), tree.total[1]],
	};
}

/** @param {Owns<"scene">} app */
function sumsText(app) {
	const { settings, start } = app.model;
	const { state, all: tree } = app.view;
	const { numbers } = app.scene;

	if (state.swap === start.swap && !state.even && settings.diffSums)
		return settings.diffSums;
	const [before, after] = sidesOf(app, c => tree.total[c][0]);
	const change = before > 0 ? ` (${after < before ? "" : "+"}` +
		`${(100 * (after - before) / before).toFixed(1)} %)` : "";

	const text = numbers.told ? numbers.cell : numbers.exact;

	return `before ${text(before)}, after ${text(after)}${numbers.tail}` +
		`${change}${state.even ? "; sums made equal" : ""}`;
}

// Both exact sums, where the legend has short ones.
/** @param {Owns<"scene">} app */
function exactSums(app) {
	const { numbers } = app.scene;
	const { settings } = app.model;
	const [before, after] = sidesOf(app, c => app.view.all.total[c][0]);

	return numbers.told && numbers.scaled ? `${numbers.exact(before)} \u2192 ` +
		`${numbers.exact(after)} ${settings.countName}` : "";
}

/** @param {Owns<"scene">} app */
function endTexts({ scene: { scale, numbers } }) {
	const { absolute, most } = scale;
	const weight = numbers.told ? numbers.cell : numbers.exact;

	if (absolute)
		return [`\u25bc shrank -${weight(Math.ceil(most))}`,
			`\u25b2 grew +${weight(Math.ceil(most))}`];
	return [`\u25bc shrank -${Math.round(100 * most)} %`, most >= 1 ?
		"\u25b2 grew, new" : `\u25b2 grew +${Math.round(100 * most / (1 - most))} %`];
}

// Whether widths show the side that the legend calls "before".
/** @param {Owns<"scene">} app */
function isBeforeWide({ view: { state } }) {
	return (state.by === "after") === state.swap;
}

// The settings that differ from the usual ones, for the legend.
/** @param {Owns<"scene">} app */
function ways(app) {
	const { state } = app.view;
	const wide = state.by === "max" ? "the larger of both" :
		isBeforeWide(app) ? "before" : state.swap && "after";

	return (wide ? `; width: ${wide}` : "") +
		(state.of === "self" ? "; colour: own weight" : "");
}

// Rows of the legend: a text, and one colour or several from left to right.
/** @param {Owns<"scene">} app */
export function differenceLegend(app) {
	const { scale } = app.scene;
	const { settings } = app.model;
	const { all: tree, state } = app.view;
	const { ramp } = settings;
	const whole = Math.max(1, tree.total[0][0], tree.total[1][0]);
	const [shrank, grew] = endTexts(app);
	const grey = `grey: less than ${Number((100 * scale.least / whole)
		.toPrecision(2))} % of all`;

	return [[shrank], [grew, ramp], [grey, ramp[(ramp.length - 1) / 2]],
		[state.by === "max" ? "hatched: gone, outlined: new" :
			isBeforeWide(app) ? "hatched: gone" : "outlined: new"],
		[sumsText(app) + ways(app), undefined, exactSums(app)]];
}

// Rows of the view menu that only a difference has.
/** @param {Owns<"scene">} app */
export function differenceRows(app) {
	const { state } = app.view;

	return isDifferential(app) ? [
		choices(app, "Width", "by", [...["after", "before"].map((by, i) =>
			[by, i === Number(state.swap) ? "After" : "Before"]),
		["max", "Larger"]]),
		choices(app, "Change", "of", [["total", "Total"], ["self", "Self"]]),
		choices(app, "Scale", "scale", [["relative", "Relative"],
			["root", "Root"], ["absolute", "Absolute"]]),
		choices(app, "Grey", "grey", [["", "As given"], ["0", "None"],
			["1", "< 1 %"]]),
		choices(app, "Sums", "even", [[false, "As they are"],
			[true, "Equal"]]),
		choices(app, "Sides", "swap", [[false, "As given"],
			[true, "Swapped"]]),
	] : [];
}
