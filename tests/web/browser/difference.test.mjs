// Differential profiles: colours, signs, marks, and the rows of the menu.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { render, useBrowser } from "../lib/browser.mjs";

const use = useBrowser();
const FOLDED = `main;parse 1000 1000
main;sum 300 600
main;old 100 0
main;new 0 120
main;tiny 0 1
`;
const UP = "\u25b2";
const DOWN = "\u25bc";

async function choose(g, row, name) {
	const view = g.button("View");

	if (await view.getAttribute("aria-expanded") !== "true")
		await view.click();
	await g.root.getByRole("group", { name: row, exact: true })
		.getByRole("button", { name, exact: true }).click();
	await g.key("Escape");
}

async function texts(g) {
	return (await g.labels()).map(l => l.text).sort();
}

// The colour of the box under a label.
async function colourAt(g, name) {
	const { x, y, height } = await g.label(name);

	return g.root.locator(".fg-frames > g").first().evaluate((group, at) => {
		const point = group.ownerSVGElement.createSVGPoint();

		for (const path of [...group.querySelectorAll("path")]) {
			Object.assign(point, at);
			const place = point.matrixTransform(path.getScreenCTM().inverse());

			if (/^#/.test(path.getAttribute("fill")) &&
				path.isPointInFill(place))
				return path.getAttribute("fill");
		}
		return "";
	}, { x: x + 1, y: y + height / 2 });
}

function channels(colour) {
	return [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16));
}

const legend = g => g.root.locator(".fg-legend").last().textContent();
const marks = (g, fill) => g.root.locator(`.fg-frames path[fill^="${fill}"]`);

test("what changed has a sign, a colour and numbers", async () => {
	const g = await use.open(FOLDED);

	assert.deepEqual(await texts(g), [
		"all", "parse", `${UP} main`, `${UP} new`, `${UP} sum`,
	].sort());
	const [r, , b] = channels(await colourAt(g, `${UP} sum`));
	assert(r > b + 50, "what grew is red");
	const [red, green, blue] = channels(await colourAt(g, "parse"));
	assert(red === green && green === blue, "what did not change is grey");
	const details = await g.hover(`${UP} sum`);
	assert.match(details, /sum \(600 samples, 34\.86%; \+17\.43% of all\)/);
	assert.match(details, /300 \u2192 600/);
	assert.match(details, /21\.43% \u2192 34\.86% of all \(\+13\.43 percentage points\)/);
	assert.match(details, /\+100\.0% of itself/);
	assert.match(await legend(g), /shrank.*grew.*before 1,400, after 1,721/);
	await g.close();
});

test("vanished frames are seen in the other widths", async () => {
	const g = await use.open(FOLDED);

	assert.equal(await marks(g, "url").count(), 0);
	await choose(g, "Width", "Before");
	assert((await texts(g)).includes(`${DOWN} old`));
	assert(!(await texts(g)).includes(`${UP} new`));
	assert.equal(await marks(g, "url").count(), 1);
	assert.match(await g.hover(`${DOWN} old`), /100 \u2192 0.*-100\.0% of itself/);
	const { width } = await g.marked();
	assert(Math.abs(width - 980 * 100 / 1400) < 2, String(width));
	await choose(g, "Width", "Larger");
	assert((await texts(g)).includes(`${DOWN} old`));
	assert((await texts(g)).includes(`${UP} new`));
	assert.match(await legend(g), /hatched: gone/);
	assert((await marks(g, "none").count()) > 0, "new ones are outlined");
	assert.match(await g.url(), /#.*w=max/);
	await g.close();
});

test("the generator's choices are where it starts", async () => {
	const g = await use.open(FOLDED, {
		args: ["--diff-width", "max", "--diff-by", "self", "--min-delta", "0",
			"--colors", "diff-safe"],
	});

	assert((await texts(g)).includes(`${DOWN} old`));
	assert((await texts(g)).includes("main"), "main itself did not change");
	const [r, gr, b] = channels(await colourAt(g, `${UP} sum`));
	assert(r > gr && gr > b, "orange");
	await g.close();
});

test("colours by self, absolute, with equal sums, swapped, grey", async () => {
	const g = await use.open(FOLDED);

	await choose(g, "Change", "Self");
	assert((await texts(g)).includes("main"));
	await choose(g, "Change", "Total");
	const relative = await colourAt(g, `${UP} main`);
	await choose(g, "Scale", "Absolute");
	const absolute = await colourAt(g, `${UP} main`);
	assert(channels(absolute)[2] < channels(relative)[2],
		"callers share the weight that changed");
	await choose(g, "Scale", "Relative");
	await choose(g, "Sums", "Equal");
	assert((await texts(g)).includes(`${DOWN} parse`));
	assert((await texts(g)).includes("main"));
	assert.match(await legend(g), /sums made equal/);
	await choose(g, "Sums", "As they are");
	await choose(g, "Sides", "Swapped");
	assert((await texts(g)).includes(`${DOWN} sum`));
	assert.match(await g.hover(`${DOWN} sum`), /600 \u2192 300/);
	assert.match(await g.url(), /sw=1/);
	await choose(g, "Sides", "As given");
	await choose(g, "Grey", "< 1 %");
	assert.match(await legend(g), /less than 1 %/);
	await g.close();
});

test("the table and the search tell both sides", async () => {
	const g = await use.open(FOLDED);

	await g.search("sum");
	assert.match(await g.text("matched"), /34\.9%.*before 21\.4%/);
	await choose(g, "Show", "Table");
	const row = g.root.getByRole("row", { name: /sum/ });
	assert.match(await row.textContent(), /600.*300/);
	await g.close();
});

test("the table begins with what got worse", async () => {
	const g = await use.open(FOLDED, { at: "#v=table" });
	const rows = await g.root.locator("tbody tr").evaluateAll(list =>
		list.map(row => [row.cells[6], row.lastChild].map(c => c.textContent)));
	const changes = rows.map(([text]) => Number(/[-+]?[\d.]+/.exec(text)));

	assert.equal(rows[0][1], "sum");
	assert(changes[0] > 0 && changes.at(-1) < 0);
	assert.deepEqual(changes, [...changes].sort((a, b) => b - a));
	await g.close();
});

test("the table of a small window has the changes, and names beside them", async () => {
	const headsAt = async width => {
		const g = await use.open(FOLDED, { at: "#v=table",
			viewport: { width, height: 700 } });
		const heads = await g.root.getByRole("columnheader").allInnerTexts();
		const name = await g.root.getByRole("button", { name: "parse" })
			.boundingBox();

		assert(name.x > 0 && name.x + name.width <= width, `${width}: ${name.x}`);
		await g.close();
		return heads.map(text => text.replace(/ [\u2191\u2193]$/, ""));
	};
	const changes = ["\u0394 self, % of all", "\u0394 total, % of all",
		"Function"];
	const now = ["Self", "Self %", "Total", "Total %"];

	assert.deepEqual(await headsAt(1400), [...now, "Self before",
		"Total before", ...changes.slice(0, 2), "\u0394 total, points",
	"Change of total", "z", "Function"]);
	assert.deepEqual(await headsAt(1100), [...now, ...changes.slice(0, 2),
		"Change of total", "Function"]);
	assert.deepEqual(await headsAt(800), ["Self", "Total", ...changes]);
	assert.deepEqual(await headsAt(420), changes);
});

test("swapped sides are swapped everywhere", async () => {
	const g = await use.open("m;leaf 600 200\nm;rest 400 800\n");
	const legend = () => g.root.locator(".fg-legend").textContent();

	assert.match(await legend(), /outlined: new/);
	await choose(g, "Sides", "Swapped");
	assert.match(await legend(), /hatched: gone/);
	assert.doesNotMatch(await legend(), /outlined/);
	await g.button("View").click();
	assert.equal(await g.root.getByRole("group", { name: "Width" })
		.locator("[aria-pressed=true]").textContent(), "Before");
	await g.key("Escape");
	await g.key("t");
	assert.match(await g.root.locator("tbody tr", { hasText: "leaf" })
		.textContent(), /^60060\.00%.*200200.*\+40\.00%/);
	await g.close();
});

test("a saved difference has its marks and its legend", async () => {
	const g = await use.open(FOLDED, { args: ["--subtitle", "Since Monday"] });

	await choose(g, "Width", "Larger");
	await g.button("View").click();
	const [file] = await Promise.all([g.page.waitForEvent("download"),
		g.button("SVG").click()]);
	const text = readFileSync(await file.path()).toString();
	const [, hatch] = /fill="url\(#([\w-]+)\)"[^>]*\/><\/g>/.exec(text) ||
		/fill="url\(#([\w-]+-hatch)\)"/.exec(text);

	assert(text.includes(`<pattern id="${hatch}"`));
	assert.match(text, /Since Monday/);
	assert.match(text, /hatched: gone, outlined: new/);
	await g.close();
});

test("the sums of fg-diff's header stand in the legend", async () => {
	const before = use.file("b.folded", "m;a 50\nm;b 150\n").slice(7);
	const after = use.file("a.folded", "m;a 100\nm;b 600\n").slice(7);
	const two = execFileSync("fg-diff", ["-q", "-n", "--header", before, after]);
	const g = await use.open(two.toString());

	assert.match(await legend(g),
		/before 200 \(scaled to 700\), after 700 samples: 0 \(0 %\)/);
	await g.close();
});

test("the legend is the static picture's", async () => {
	for (const args of [[], ["--negate"], ["--diff-width", "before"],
		["--diff-width", "max", "--diff-by", "self"],
		["--negate", "--diff-width", "after"]]) {
		const still = render(FOLDED, "--no-javascript", ...args);
		const g = await use.open(FOLDED, { args });
		const keys = await g.root.locator(".fg-key").allTextContents();

		assert.equal(keys.length, 5);
		for (const key of keys)
			assert(still.includes(`>${key}<`), `${args}: ${key}`);
		await g.close();
	}
});

// The viewer computes colours as the generator did for the static picture.
test("static and drawn colours agree", async () => {
	for (const args of [[], ["--diff-scale", "root"], ["--negate"],
		["--diff-scale", "absolute"], ["--diff-by", "self"]]) {
		const g = await use.open(FOLDED, { args });
		const statics = execFileSync("fg-render", [...args, "--no-javascript"],
			{ input: FOLDED }).toString();
		const label = (await texts(g)).find(t => t.endsWith("sum"));
		const [, fill] = /<title>sum .*?fill="rgb\(([^)]*)\)"/.exec(statics);
		const drawn = channels(await colourAt(g, label));

		fill.split(",").forEach((c, i) => assert(
			Math.abs(c - drawn[i]) <= 2, `${args}: ${fill}, ${drawn}`));
		await g.close();
	}
});
