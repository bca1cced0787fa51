// The table of functions by weight: a real HTML table.

import { button, html } from "./base.js";
import {
	arrow, isFiltered, signedPercent, wholeOf, wholeProfile,
} from "./describe.js";
import { pointsOf, relativeText, sidesOf, zOf } from "./difference.js";
import { sandwich } from "./moves.js";
import { percent, withCommas } from "./numbers.js";
import { heightSeen } from "./scroll.js";
import { isTable, setMatches } from "./state.js";
import { plainName } from "./tree.js";

// Own and total weight per name and column; recursion counts once. The sums are
// kept with the tree, but not for trees that are copied from it.
export function sumByName(tree) {
	if (tree.summed !== tree) {
		tree.summed = tree;
		tree.sums = tree.self.map((own, column) =>
			sumColumn(tree, own, tree.total[column]));
	}
	return tree.sums;
}

function sumColumn({ count, name, end, names }, own, all) {
	const self = new Float64Array(names.length);
	const total = new Float64Array(names.length);
	const until = new Uint32Array(names.length);

	for (let i = 1; i < count; i++) {
		const n = name[i];

		self[n] += own[i];
		if (i >= until[n]) {
			total[n] += all[i];
			until[n] = end[i];
		}
	}
	return { self, total };
}

export const ROWS = 200; // at first, and with each "more"
const ROWS_PRINTED = 100; // what can be read on a page
const ROW = 28; // px, or more

// The first order: by own weight; in a difference by change, the worst first.
export function firstSort(tree) {
	return tree.self.length > 1 ? 7 : 1;
}

/** @param {Owns<"scene">} app */
function columnsOf(app) {
	const { tree } = app.view;
	const { numbers } = app.scene;
	const sums = sumByName(tree);
	const [last, first] = sums[1] ? sidesOf(app, c => sums[c]).reverse() : sums;
	const whole = wholeOf(app);
	const weight = numbers.cell;
	/** @type {any[]} */
	const list = [
		["Function", n => plainName(tree.names[n]), null],
		["Self", n => weight(last.self[n]), n => last.self[n], true],
		["Self %", n => percent(last.self[n], whole), n => last.self[n]],
		["Total", n => weight(last.total[n]), n => last.total[n], true],
		["Total %", n => percent(last.total[n], whole), n => last.total[n]],
	];

	if (sums.length > 1)
		list.push(...changeColumns(app, first, last));
	if (isFiltered(app))
		list.push(["Total, % of the whole", n => percent(last.total[n],
			wholeProfile(app)), n => last.total[n]]);
	return list;
}

// The columns of a difference: what was before, and the changes.
/** @param {Owns<"scene">} app */
function changeColumns(app, first, last) {
	const { cell } = app.scene.numbers;
	const delta = (n, what) => last[what][n] - first[what][n];
	const sides = n => [first.total[n], last.total[n]];
	const relative = n => delta(n, "total") / (first.total[n] || 1e-9);

	return [
		["Self before", n => cell(first.self[n]), n => first.self[n], true],
		["Total before", n => cell(first.total[n]), n => first.total[n], true],
		...["self", "total"].map(what => [`\u0394 ${what}, % of all`,
			n => `${arrow(delta(n, what))} ` +
				signedPercent(delta(n, what), wholeOf(app)),
			n => delta(n, what)]),
		["\u0394 total, points", n => pointsOf(app, sides(n)),
			n => delta(n, "total")],
		["Change of total", n => relativeText(app, sides(n)),
			n => relative(n)],
		...zOf(app, [1, 2]) ? [["z", n => (zOf(app, sides(n)) || 0).toFixed(1),
			n => zOf(app, sides(n)) || 0]] : [],
	];
}

/** @param {Owns<"scene">} app */
function sortedNames(app, columns) {
	const { by, down } = app.view.table;
	const { names } = app.view.tree;
	const sums = sumByName(app.view.tree);
	const used = [];

	for (let n = 0; n < names.length - 1; n++) {
		if (sums.some(s => s.total[n] > 0) &&
			(!app.view.search || app.view.search.names[n]))
			used.push(n);
	}
	const value = columns[by][2];
	const sign = down ? -1 : 1;

	return used.sort((a, b) => sign * (value ? value(a) - value(b) :
		names[a] < names[b] ? -1 : Number(names[a] > names[b])) || a - b);
}

/** @param {Owns<"scene">} app */
function sortTable(app, by) {
	const { table } = app.view;

	table.down = table.by === by ? !table.down : by > 0;
	table.by = by;
	table.rows = ROWS;
	drawTable(app);
	const { length } = columnsOf(app);
	/** @type {NodeListOf<HTMLElement>} */
	const heads = app.screen.sheet.querySelectorAll("th button");

	heads[(by + length - 1) % length].focus();
}

function largest(names, value) {
	return names.reduce((a, b) =>
		Math.abs(value(b)) > Math.abs(value(a)) ? b : a, names[0] ?? 0);
}

// The head sets the widths of columns; else the browser measures each cell
// twice.
/** @param {Owns<"scene">} app */
function tableHead(app, { columns, names }) {
	const { by, down } = app.view.table;

	const [first, ...rest] = columns.map(([label, text, value], i) => {
		const head = html("th", {
			scope: "col",
			"aria-sort": i === by && (down ? "descending" : "ascending"),
		}, button(label + (i === by ? (down ? " \u2193" : " \u2191") : ""),
			`Sort by ${label}`, () => sortTable(app, i)));

		if (value)
			head.style.width = `calc(20px + ${Math.max(8, label.length + 2,
				text(largest(names, value)).length)}ch)`;
		return head;
	});

	return html("thead", {}, html("tr", {}, ...rest, first));
}

// Bars compare rows: the longest is as wide as its column. The name may be
// long, so it is the last column, beside its numbers.
/** @param {Owns<"scene">} app */
function tableRow(app, { columns, most }, n) {
	const name = app.view.tree.names[n];
	const { exact, told } = app.scene.numbers;
	const cells = columns.slice(1).map(([, text, value, isWeight], i) => {
		const cell = html("td", told && isWeight ? {
			title: `${exact(value(n))} ${app.model.settings.countName}`,
		} : {}, text(n));

		if (i % 2 === 1 && i < 4)
			cell.style.setProperty("--part",
				`${(100 * value(n) / (most[i + 1] || 1)).toFixed(1)}%`);
		return cell;
	});
	const link = button(plainName(name), "Callers and callees",
		() => sandwich(app, name), { class: "fg-term" });

	return html("tr", {}, ...cells, html("th", { scope: "row" }, link));
}

// Makes the body have at least `count` rows, if there are so many. Rows in the
// window are made at once, the others later.
/** @param {Owns<"scene">} app */
export function growTable(app, count) {
	const { listing } = app.scene;
	const { names, body } = listing;

	body.append(...names.slice(body.childNodes.length, count)
		.map(n => tableRow(app, listing, n)));
}

/** @param {Owns<"scene">} app */
function growLater(app) {
	const { listing } = app.scene;
	const { table } = app.view;
	const drawn = listing.body.childNodes.length;

	if (drawn < Math.min(table.rows, listing.names.length))
		setTimeout(() => {
			if (app.scene.listing !== listing || !isTable(app))
				return;
			growTable(app, Math.min(table.rows, drawn + 50));
			growLater(app);
		}, 60);
}

/** @param {Owns<"scene">} app */
function moreRows(app) {
	const { listing: { names } } = app.scene;
	const { table } = app.view;
	const rest = names.length - table.rows;

	return rest > 0 ? button(`${withCommas(String(rest))} more`, "Show more",
		() => {
			table.rows += ROWS * 5;
			app.screen.sheet.lastChild.replaceWith(moreRows(app));
			growLater(app);
		}, { class: "fg-rest" }) :
		html("p", { class: "fg-rest" }, names.length ? "" : "No function");
}

// Prepares the table, with the rows that fit the window.
/** @param {Owns<"scene">} app */
function listTable(app) {
	const columns = columnsOf(app);
	const names = sortedNames(app, columns);
	const most = columns.map(([, , value], i) => i && i % 2 === 0 &&
		names.reduce((m, n) => Math.max(m, value(n)), 0));

	app.scene.listing = { columns, names, most, body: html("tbody") };
	growTable(app, app.screen.printing ? Math.min(app.view.table.rows, ROWS_PRINTED) :
		Math.min(app.view.table.rows, Math.ceil(heightSeen(app) / ROW)));
}

/** @param {Owns<"scene">} app */
export function drawTable(app) {
	const { sheet } = app.screen;

	setMatches(app, null);
	listTable(app);
	const { body } = app.scene.listing;

	// A difference has more columns; CSS hides some of them in small
	// windows.
	sheet.replaceChildren(html("table", {
		class: app.view.tree.self.length > 1 && "fg-wide",
	}, html("caption", { class: "fg-unseen" },
		`${app.model.settings.title || "Profile"}: functions`),
	tableHead(app, app.scene.listing), body), moreRows(app));
	growLater(app);
}
