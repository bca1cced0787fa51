// What a reader must be able to read and take along: labels wherever a graph is
// seen, outlines that cover none, facts of a frame that can be copied, paper.
import assert from "node:assert/strict";
import { test } from "node:test";
import { render, useBrowser } from "../lib/browser.mjs";

const use = useBrowser();
const FOLDED = "main;parse;read 30\nmain;parse 20\nmain;draw 50\n";
const deep = (rows, name = "f") => `${Array.from({ length: rows },
	(n, i) => `${name}${i}`).join(";")} 5\n`;
const inline = svg => svg.slice(svg.indexOf("<svg"));

// Two frames of the test wait for what the page does by itself.
const settled = page => page.evaluate(() => new Promise(done =>
	requestAnimationFrame(() => requestAnimationFrame(done))));

async function openPage(use, html) {
	const page = await use.page();

	await page.goto(use.file(`page${Math.random()}.html`,
		`<!DOCTYPE html><meta charset="utf-8">${html}`));
	return page;
}

test("labels are there when what is around an inline graph opens", async () => {
	const page = await openPage(use, `<details><summary>Show</summary>${
		inline(render(deep(40)))}</details><div style="height:3000px"></div>`);

	await page.locator("summary").click();
	await page.locator("svg.fg-ready text", { hasText: /^f0$/ }).waitFor();
	await page.locator("svg.fg-ready text", { hasText: /^f39$/ }).waitFor();
	await page.close();
});

test("labels are there when what is above an inline graph closes", async () => {
	const page = await openPage(use, `<details open><summary>Hide</summary>
		<div style="height:20000px"></div></details>${inline(render(deep(40)))}`);

	await page.locator("svg.fg-ready").waitFor({ state: "attached" });
	await page.locator("summary").click();
	for (const name of ["f0", "f39"]) {
		await page.locator("svg.fg-ready text",
			{ hasText: new RegExp(`^${name}$`) }).waitFor();
	}
	await page.close();
});

test("a graph of more labels than are drawn at once gets them as it is seen", async () => {
	const page = await openPage(use, `<details open><summary>Hide</summary>
		<div style="height:90000px"></div></details>${
		inline(render(deep(3000), "--inverted"))}`);
	const texts = page.locator("svg.fg-ready .fg-labels text");

	await page.locator("svg.fg-ready").waitFor({ state: "attached" });
	await settled(page);
	assert(await texts.count() < 300);
	await page.locator("summary").click();
	await page.waitForFunction(() => [...document.querySelectorAll(
		".fg-labels text")].some(e => e.textContent === "f2990" ||
		e.textContent === "f3"));
	await page.close();
});

test("two copies of one file in a page have labels both", async () => {
	const svg = inline(render(deep(30)));
	const page = await openPage(use,
		`${svg}<div style="height:5000px"></div>${svg}`);

	await page.locator("svg.fg-ready").nth(1).waitFor({ state: "attached" });
	for (const i of [0, 1]) {
		await page.locator("svg.fg-ready").nth(i)
			.locator("text", { hasText: /^f29$/ }).waitFor({ state: "attached" });
	}
	await page.close();
});

test("a picture of a page much higher than the window has all labels", async () => {
	const g = await use.open(deep(250));

	assert.equal((await g.labels()).length, 251);
	await g.close();
});

test("the outline of a new frame lies around it", async () => {
	const g = await use.open("a;_old_ 30 20\na;_new_ 0 25\n");
	const box = await g.root.locator(".fg-marks path").first()
		.evaluate(e => {
			const { y, height } = e.getBBox();
			return { y, height };
		});
	const label = await g.label("\u25b2 _new_");
	const scroll = await g.root.evaluate(e => e.getBoundingClientRect().top);
	const [below] = (await g.labels()).filter(l => / a$/.test(l.text));
	const row = Math.round(below.y - label.y);

	assert.equal(Math.round(box.height), row, "in the gaps of the rows");
	assert(label.y + label.height - 1 <= box.y + box.height + scroll - 0.5);
	await g.close();
});

test("the function of a sandwich stands out", async () => {
	const g = await use.open(FOLDED);

	await g.hover("parse");
	await g.key("s");
	assert.equal(await g.root.locator(".fg-marks path").first()
		.getAttribute("stroke-width"), "3");
	const weights = await g.root.locator(".fg-labels text").evaluateAll(list =>
		list.map(e => [e.textContent, getComputedStyle(e).fontWeight]));
	assert.deepEqual(weights.sort(), [["main", "400"], ["parse", "700"],
		["read", "400"]]);
	// Apart from its neighbours by more than a row.
	const at = async name => (await g.label(name)).y;
	const row = await at("main") - await at("parse");
	assert.equal(Math.round(row), Math.round(await at("parse") - await at("read")));
	assert.equal(Math.round(row), 36);
	for (const name of ["read", "parse", "main"])
		assert.match(await g.hover(name), new RegExp(`${name} \\(`));
	await g.close();
});

test("a small graph has higher rows, a large one and a fixed one do not", async () => {
	const step = async g => {
		const { y } = await g.label("f0");
		const above = (await g.label("f1")).y;

		await g.close();
		return Math.round(Math.abs(y - above));
	};

	assert.equal(await step(await use.open(deep(5))), 32);
	assert.equal(await step(await use.open(deep(25))), 23);
	assert.equal(await step(await use.open(deep(60))), 16);
	assert.equal(await step(await use.open(deep(5),
		{ args: ["--width", "800"] })), 16);
});

test("what is said of a frame can be selected and copied", async () => {
	const g = await use.open(FOLDED);
	const menu = g.root.locator(".fg-context");

	await g.page.evaluate(() => {
		globalThis.copied = [];
		Object.defineProperty(navigator, "clipboard", { value: {
			writeText: async text => globalThis.copied.push(text),
		} });
	});
	await g.click("parse", { button: "right" });
	assert.deepEqual((await menu.locator(".fg-facts").innerText())
		.split(/\n+/), ["50.00% \u00b7 50 samples", "parse", "Self",
		"20.00% \u00b7 20 samples", "Share of parent", "50.00%"]);
	const selected = await menu.locator(".fg-facts").evaluate(e => {
		getSelection().selectAllChildren(e);
		return [getSelection().toString(), getComputedStyle(e).userSelect];
	});
	assert.match(selected[0], /50 samples/);
	assert.equal(selected[1], "text");
	await menu.getByRole("button", { name: "Copy details" }).click();
	assert.deepEqual(await g.page.evaluate(() => globalThis.copied),
		["50.00% \u00b7 50 samples\nparse\nSelf: 20.00% \u00b7 20 samples\n" +
		"Share of parent: 50.00%"]);
	await g.close();
});

test("a printed graph or table is on one page, and whole", async () => {
	for (const [folded, at] of [[FOLDED, ""], [deep(300), ""],
		[deep(150), "#v=table"]]) {
		const g = await use.open(folded, { at });
		const pdf = (await g.page.pdf({ format: "A4" })).toString("latin1");

		assert.equal(pdf.match(/\/Type\s*\/Page\b(?!s)/g).length, 1, at);
		await g.close();
	}
});

test("a graph in a printed page is not cut between pages", async () => {
	const page = await openPage(use, `<div style="height:800px"></div>${
		inline(render(deep(30)))}`);

	await page.locator("svg.fg-ready").waitFor({ state: "attached" });
	assert.equal(await page.locator("svg.fg-ready").evaluate(e =>
		getComputedStyle(e).breakInside), "avoid");
	await page.close();
});

test("indirect recursion collapses, too", async () => {
	const g = await use.open("rec;y;rec;z 3\nrec;y 2\n");

	await g.key("R");
	assert.deepEqual((await g.labels()).map(l => l.text).sort(),
		["all", "rec", "y", "z"]);
	assert.match(await g.hover("z"), /z \(3 samples, 60\.00%\)/);
	assert.match(await g.hover("y"), /y \(2 samples, 40\.00%\)/);
	await g.close();
});

