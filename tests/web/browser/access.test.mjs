// For everybody: axe-core's rules and contrasts, in both themes, over the
// document and each thing that opens; and what a screen reader is told.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { graph, render, useBrowser } from "../lib/browser.mjs";
import { makeProfile } from "../lib/profile.mjs";

const use = useBrowser();
const axe = readFileSync(new URL(
	"../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const PICTURE = render(`${makeProfile(400, 3)}main;before_io_[k] 90000\n`,
	"--title", "Load", "--subtitle", "of Monday");
const CHANGE = render("main;parse 1000 1000\nmain;sum 300 600\n" +
	"main;old 100 0\nmain;new 0 120\n", "--diff-width", "max");
const inPage = svg => "<!DOCTYPE html><html lang=\"en\"><head>" +
	"<meta charset=\"utf-8\"><title>t</title><style>:root{color-scheme:" +
	"light dark}</style></head><body><main><h1>Report</h1>" +
	`${svg.slice(svg.indexOf("<svg"))}</main></body></html>`;

async function keys(g, ...list) {
	for (const key of list)
		await g.key(key);
}

const SCENES = {
	"at first": async () => {},
	"zoomed, with a path": async g => {
		await keys(g, "Home", "ArrowUp", "ArrowUp", "Enter");
		await g.page.mouse.move(500, 5);
	},
	"a cursor, details": g => keys(g, "Home", "ArrowUp"),
	"the search": async g => {
		await g.search("read");
		await g.button("Another term").click();
		await g.page.keyboard.type("(");
		await g.key("Enter");
	},
	"the view menu": g => keys(g, "v"),
	"the help": g => keys(g, "?"),
	"a frame's menu": g => keys(g, "Home", "ArrowUp", "m"),
	"the table": g => keys(g, "t"),
	"callers first": g => keys(g, "r"),
	"call tree": g => keys(g, "Home", "l", "ArrowUp"),
	"edits": g => keys(g, "Home", "End", "h", "Home", "End", "s"),
	"a legend": async g => {
		await keys(g, "v");
		await g.button("Module").click();
		await keys(g, "Escape");
	},
};

// What a user can read: [text, ink, what it stands on...], colours as CSS
// writes them; what lies on the page stands on both ends of its gradient.
function readable(root) {
	const style = getComputedStyle;
	const pages = [...root.querySelectorAll("stop")]
		.map(stop => style(stop).stopColor);
	const found = [];

	// The backgrounds of an element and what is around it, the top one first.
	function layers(element) {
		const list = [];

		for (let at = element; at && at !== root; at = at.parentElement)
			list.push(style(at).backgroundColor);
		return list;
	}
	for (const element of root.querySelectorAll(".fg-html *")) {
		const own = [...element.childNodes].filter(n => n.nodeType === 3)
			.map(n => n.data.trim()).join("");
		const seen = element.checkVisibility() && element.offsetWidth > 1 &&
			!element.disabled;
		const ink = style(element, element.placeholder && "::placeholder").color;

		if (seen && (own || element.placeholder))
			for (const page of pages)
				found.push([own || element.placeholder, ink,
					...layers(element), page]);
	}
	for (const label of root.querySelectorAll(".fg-labels text")) {
		const point = root.createSVGPoint();

		point.x = parseFloat(label.getAttribute("x")) + 1;
		point.y = parseFloat(label.getAttribute("y")) - 4;
		const under = [...root.querySelectorAll(".fg-frames path[fill^='#']")]
			.filter(path => path.isPointInFill(point)).at(-1);

		if (under && label.checkVisibility())
			found.push([label.textContent, style(label).fill,
				style(under).fill]);
	}
	return found;
}

function parse(text) {
	return text.match(/[\d.]+/g).map(Number);
}

function over(top, below) {
	const alpha = top[3] ?? 1;

	return [0, 1, 2].map(i => top[i] * alpha + below[i] * (1 - alpha));
}

// As WCAG defines it.
function contrast(ink, ...layers) {
	const ground = layers.map(parse).reduceRight((below, top) => over(top, below));
	const [low, high] = [ground, over(parse(ink), ground)].map(colour => colour
		.map(c => c / 255)
		.map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
		.reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0))
		.sort((a, b) => a - b);

	return (high + 0.05) / (low + 0.05);
}

// Contrasts are not axe's: it takes long, and knows no gradient and no path.
async function isAccessible(g, scene) {
	await g.page.evaluate(axe);
	const { violations, passes } = await g.page.evaluate(() =>
		globalThis.axe.run(document, {
			resultTypes: ["violations"],
			rules: { "color-contrast": { enabled: false } },
		}));

	assert(passes.length >= 15, `${scene}: ${passes.length} rules`);
	assert.deepEqual(violations.map(v => `${v.id}: ${v.nodes[0].html}`), [],
		scene);
}

async function isReadable(g, scene) {
	const texts = await g.root.evaluate(readable);

	assert(texts.length > 20, `${scene}: ${texts.length} texts`);
	assert.deepEqual(texts.filter(([, ...colours]) =>
		contrast(...colours) < 4.5), [], scene);
}

for (const [kind, file, scenes] of [
	["document", use.file("a.svg", PICTURE), Object.keys(SCENES)],
	["page", use.file("a.html", inPage(PICTURE)),
		Object.keys(SCENES).slice(0, 4)],
	["difference", use.file("d.svg", CHANGE),
		["at first", "the view menu", "the table"]]]) {
	test(`no barriers in a ${kind}, light or dark`, async () => {
		for (const scene of scenes) {
			const page = await use.page({ colorScheme: "light" });
			const g = graph(page);

			await use.visit(page, file);
			await g.root.locator("#frames").focus();
			await SCENES[scene](g);
			await isAccessible(g, `${kind}, ${scene}`);
			await isReadable(g, `${kind}, light, ${scene}`);
			await page.emulateMedia({ colorScheme: "dark" });
			await g.root.locator(".fg-view.fg-dark").waitFor();
			await isReadable(g, `${kind}, dark, ${scene}`);
			await g.close();
		}
	});
}

test("the browser's accessibility tree has the buttons and the frames", async () => {
	const g = await use.open("main;a;x 300\nmain;b 100\n", {
		args: ["--title", "Load"] });
	const session = await g.page.context().newCDPSession(g.page);

	await g.root.locator("#frames").focus();
	await keys(g, "Home", "ArrowUp");
	const { nodes } = await session.send("Accessibility.getFullAXTree");
	const named = role => nodes.filter(n => !n.ignored && n.role?.value === role)
		.map(n => n.name.value);
	assert.deepEqual(named("tree"), ["Flame graph"]);
	assert.deepEqual(named("treeitem"), [
		"all, 400 samples, 100.00 percent, self 0 samples",
		"main, 400 samples, 100.00 percent, self 0 samples",
		"a, 300 samples, 75.00 percent, self 0 samples",
		"b, 100 samples, 25.00 percent, self 100 samples"]);
	for (const name of ["Search", "View", "Help (?)"])
		assert(named("button").includes(name), name);
	assert(nodes.length < 300, `${nodes.length} nodes`);
	await keys(g, "t");
	const table = (await session.send("Accessibility.getFullAXTree")).nodes;
	const roles = table.filter(n => !n.ignored).map(n => n.role?.value);
	assert.equal(roles.filter(r => r === "columnheader").length, 5);
	assert.equal(roles.filter(r => r === "rowheader").length, 4);
	await g.close();
});
