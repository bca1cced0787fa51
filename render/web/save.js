// What can be saved: the view as a picture, the profile as text.

import { html, put, svg } from "./base.js";
import { DARK, LIGHT, css } from "./colours.js";
import { titleOf } from "./describe.js";
import { allOf } from "./header.js";
import { note } from "./moves.js";
import { decimal } from "./numbers.js";
import { BAR, EDGE, LINE, drawLabels, inTheme } from "./screen.js";
import { isZoomed } from "./state.js";
import { sumByName } from "./table.js";

/** @param {App} app */
function download(app, blob, ending) {
	const name = (app.model.settings.title || "flamegraph").toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
	const url = URL.createObjectURL(blob);
	const link = html("a", { href: url, download: `${name || "graph"}.${ending}` });

	app.screen.holder.append(link);
	link.click();
	link.remove();
	setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// The frames in view as an SVG without script and controls.
/** @param {App} app */
function pictureOf(app) {
	const { width, head, ui } = app.screen;
	const { settings } = app.model;
	const { focus } = app.view;
	const size = settings.fontSize;
	const ink = app.scene.dark ? DARK.ink : LIGHT.ink;
	const top = head - BAR + 3 * size;
	const bottom = top + app.screen.framesHeight + 20;
	const text = (x, y, anchor, ...what) => svg("text", {
		x, y, "text-anchor": anchor, fill: ink,
	}, ...what);
	const title = text(width / 2, 2 * size, "middle", settings.title);
	const { paths, gradient, hatch, page } = app.screen;

	put(title, { "font-size": size + 5 });
	return svg("svg", {
		width, height: bottom + 10, "font-family": app.model.font,
		viewBox: `0 0 ${width} ${bottom + 10}`, "font-size": size,
		class: app.scene.dark && "fg-dark",
	}, svg("style", {}, ".fg-dark path[stroke-opacity]{stroke:#fff}" +
		".fg-dark pattern rect{fill:#fff;fill-opacity:.2}"), svg("defs", {}, gradient.cloneNode(true), hatch.cloneNode(true)),
	page.cloneNode(), title,
	text(width / 2, 2 * size + LINE, "middle", settings.subtitle),
	text(EDGE, top - 8, "start", ...legendText(app)),
	svg("g", { transform: `translate(0 ${top - head})` },
		paths.cloneNode(true), allLabels(app)),
	text(EDGE, bottom, "start", isZoomed(app) ?
		titleOf(app, app.view.views[focus.part], focus.node) : allOf(app)),
	text(width - EDGE, bottom, "end", ui.matched.textContent));
}

// A few colours of a ramp.
/** @param {App} app */
function legendText(app) {
	const tspan = (fill, text) => svg("tspan", { fill }, text);

	return app.scene.legend.flatMap(([label, colour]) => [
		...[colour ?? []].flat()
			.filter((c, i, all) => i % Math.ceil(all.length / 9) === 0)
			.map(c => tspan(css(inTheme(app, c)), "\u25a0")),
		tspan(false, ` ${label}\u2003`)]);
}

// The saved picture also has the labels outside the window.
/** @param {App} app */
function allLabels(app) {
	const layer = svg("g");

	drawLabels(app, [-Infinity, Infinity]);
	layer.append(...[...app.screen.labels.childNodes]
		.map(text => text.cloneNode(true)));
	drawLabels(app);
	return layer;
}

/** @param {App} app */
function svgText(app) {
	return new XMLSerializer().serializeToString(pictureOf(app));
}

/** @param {App} app */
export function saveSvg(app) {
	download(app, new Blob([svgText(app)], { type: "image/svg+xml" }), "svg");
}

// Twice the size for sharp letters; less where the canvas would be too large.
/** @param {App} app */
export function savePng(app) {
	const picture = pictureOf(app);
	const [w, h] = ["width", "height"].map(n => Number(picture.getAttribute(n)));
	const scale = Math.min(2, 16000 / Math.max(w, h));
	const image = new Image();
	const url = URL.createObjectURL(new Blob([
		new XMLSerializer().serializeToString(picture),
	], { type: "image/svg+xml" }));

	image.onload = () => {
		const canvas = html("canvas", { width: Math.round(w * scale),
			height: Math.round(h * scale) });

		canvas.getContext("2d").drawImage(image, 0, 0, canvas.width,
			canvas.height);
		canvas.toBlob(blob => blob ? download(app, blob, "png") :
			note(app, "This browser cannot draw the picture"));
		URL.revokeObjectURL(url);
	};
	image.onerror = () => note(app, "This browser cannot draw the picture");
	image.src = url;
}

// The profile with its edits as folded lines.
export function foldedText(tree, scale) {
	const { count, parent, depth, names, name, self } = tree;
	const path = [];
	const lines = [];

	for (let i = 1; i < count; i++) {
		path.length = depth[parent[i]];
		path.push(names[name[i]]);
		// Readers take "a;" for "a", so an empty name at the end is
		// written as a dash.
		if (self.some(own => own[i] > 0))
			lines.push(`${path.join(";")}${names[name[i]] ? "" : "-"} ` +
				self.map(own => decimal(own[i], scale)).join(" "));
	}
	return lines.length ? `${lines.join("\n")}\n` : "";
}

/** @param {App} app */
export function saveFolded(app) {
	const header = app.model.root.querySelector(":scope > .fg-header");
	const line = header ? `${header.getAttribute("data-header")}\n` : "";

	download(app, new Blob([line + foldedText(app.view.all,
		app.model.settings.scale)], { type: "text/plain" }),
		"folded");
}

// A cell of CSV (RFC 4180). A text that a spreadsheet would take for a formula
// gets an apostrophe, which spreadsheets do not show.
export function csvCell(cell) {
	const text = typeof cell === "string" && /^[-=+@\t\r]/.test(cell) ?
		`'${cell}` : String(cell);

	return /[",\r\n]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text;
}

// The table of functions, all of its rows, with exact weights.
/** @param {App} app */
export function saveCsv(app) {
	const { tree } = app.view;
	const { scale } = app.model.settings;
	const sums = sumByName(tree);
	const sides = sums.length > 1 ? [" before", " after"] : [""];
	const rows = tree.names.slice(0, -1).map((name, n) => [name,
		...sums.flatMap(({ self, total }) => [self[n], total[n]]
			.map(units => decimal(units, scale)))])
		.filter((row, n) => sums.some(({ total }) => total[n] > 0));
	const head = ["function", ...sides.flatMap(side =>
		[`self${side}`, `total${side}`])];

	download(app, new Blob([[head, ...rows].map(row =>
		`${row.map((cell, i) => i ? cell : csvCell(cell)).join()}\r\n`).join("")],
	{ type: "text/csv" }), "csv");
}
