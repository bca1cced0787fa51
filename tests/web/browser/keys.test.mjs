// The keyboard alone, and what a screen reader is told.
import assert from "node:assert/strict";
import { test } from "node:test";
import { useBrowser } from "../lib/browser.mjs";

const use = useBrowser();
const FOLDED = `main;a;x 300
main;a;y 100
main;b 200
main;c;z 150
other 250
`;
const at = async g => /^Function: (\S+)/.exec(await g.text("details"))?.[1];

async function keys(g, ...list) {
	for (const key of list)
		await g.key(key);
	return at(g);
}

async function start(options) {
	const g = await use.open(FOLDED, options);

	await g.root.locator("#frames").focus();
	return g;
}

test("arrows go to the widest callee, the caller and the siblings", async () => {
	const g = await start();

	assert.equal(await keys(g, "Home"), "all");
	assert.equal(await keys(g, "ArrowUp"), "main");
	assert.equal(await keys(g, "ArrowUp"), "a");
	assert.equal(await keys(g, "ArrowRight"), "b");
	assert.equal(await keys(g, "ArrowRight"), "c");
	assert.equal(await keys(g, "ArrowRight"), "c");
	assert.equal(await keys(g, "ArrowUp"), "z");
	assert.equal(await keys(g, "ArrowDown", "ArrowLeft"), "b");
	assert.equal(await keys(g, "ArrowDown", "ArrowDown", "ArrowDown"), "all");
	assert.equal(await keys(g, "End"), "x");
	assert.equal(await keys(g, "Home"), "all");
	await g.close();
});

test("End needs no cursor, and an edit leaves it at the nearest caller", async () => {
	const g = await use.open(FOLDED);

	assert.equal(await keys(g, "End"), "x");
	assert.equal(await keys(g, "h", "ArrowUp"), "y");
	assert.equal(await keys(g, "u", "ArrowLeft"), "x");
	await g.close();
});

test("in an icicle the arrows follow the picture", async () => {
	const g = await start({ args: ["--inverted"] });

	assert.equal(await keys(g, "Home", "ArrowDown"), "main");
	assert.equal(await keys(g, "ArrowUp"), "all");
	await g.close();
});

test("Enter zooms, Backspace goes back, the cursor may leave the zoom", async () => {
	const g = await start();

	await keys(g, "Home", "ArrowUp", "ArrowUp", "Enter");
	assert(!(await g.labels()).some(l => l.text === "b"));
	assert.equal(await keys(g, "ArrowRight"), "b");
	assert((await g.labels()).some(l => l.text === "c"));
	await keys(g, "Backspace");
	await g.page.waitForFunction(() => ![...document.querySelectorAll(
		".fg-labels text")].some(t => t.textContent === "c"));
	await keys(g, "0");
	assert((await g.labels()).some(l => l.text === "other"));
	await g.close();
});

test("the cursor is drawn where its frame is", async () => {
	const g = await start();
	const box = async () => g.root.locator(".fg-cursor").boundingBox();

	await keys(g, "Home", "ArrowUp", "ArrowUp");
	const want = await g.label("a");
	const got = await box();
	assert(Math.abs(got.x + 3 - want.x) < 3);
	assert(Math.abs(got.width - 980 * 0.4) < 4);
	await g.close();
});

test("a reader gets a tree: levels, places, names and numbers", async () => {
	const g = await start();

	await keys(g, "Home", "ArrowUp", "ArrowUp");
	const items = await g.root.locator("[role=treeitem]").evaluateAll(list =>
		list.map(e => [e.getAttribute("aria-level"),
			e.getAttribute("aria-posinset"), e.getAttribute("aria-setsize"),
			e.getAttribute("aria-label")]));
	assert.deepEqual(items, [
		["1", "1", "1", "all, 1,000 samples, 100.00 percent, self 0 samples"],
		["2", "1", "1", "main, 750 samples, 75.00 percent, self 0 samples"],
		["3", "1", "3", "a, 400 samples, 40.00 percent, self 0 samples"],
		["3", "2", "3", "b, 200 samples, 20.00 percent, self 200 samples"],
		["3", "3", "3", "c, 150 samples, 15.00 percent, self 0 samples"],
		["4", "1", "2", "x, 300 samples, 30.00 percent, self 300 samples"],
		["4", "2", "2", "y, 100 samples, 10.00 percent, self 100 samples"],
	]);
	const tree = g.root.locator("[role=tree]");
	const active = await tree.getAttribute("aria-activedescendant");
	assert.match(await g.root.locator(`[id="${active}"]`)
		.getAttribute("aria-label"), /^a,/);
	await g.close();
});

test("Tab comes in and goes out", async () => {
	const g = await use.open(FOLDED);
	const seen = new Set();

	for (let i = 0; i < 12; i++) {
		await g.key("Tab");
		seen.add(await g.page.evaluate(() => document.activeElement &&
			(document.activeElement.textContent ||
				document.activeElement.getAttribute("role")).slice(0, 6)));
	}
	assert(seen.has("Search") && seen.has("View"));
	assert(seen.size < 8);
	await g.close();
});

test("the menus work without a mouse", async () => {
	const g = await start();

	await keys(g, "Home", "ArrowUp", "m");
	assert.equal(await g.root.locator(".fg-context").isVisible(), true);
	await keys(g, "Tab", "Tab", "Tab", "Enter");
	assert.equal(await g.text("matched"), "Matched: 75.0%");
	await keys(g, "Escape", "v");
	assert.equal(await g.root.locator("[aria-label=View]").isVisible(), true);
	await keys(g, "Tab", "Enter");
	assert.match(await g.url(), /v=callers/);
	await keys(g, "Escape", "?");
	assert.equal(await g.root.locator(".fg-help").isVisible(), true);
	await g.close();
});

test("closed by keys, a menu gives the focus back", async () => {
	const g = await use.open(FOLDED);
	const focused = () => g.page.evaluate(() =>
		document.activeElement.textContent.trim().slice(0, 6));

	for (const name of ["Search", "View", "?"]) {
		await g.key("Tab");
		while (await focused() !== name)
			await g.key("Tab");
		await keys(g, "Enter", "Tab", "Escape");
		assert.equal(await focused(), name);
	}
	// With the mouse the frames have it, for the arrows.
	await g.button("View").click();
	await keys(g, "Escape", "Home");
	assert.equal(await at(g), "all");
	await keys(g, "t");
	await g.button("View").click();
	await keys(g, "Escape");
	assert.equal(await focused(), "View");
	await g.close();
});

test("letters can be switched off", async () => {
	const g = await start();

	await g.button("View").click();
	await g.button("Off").click();
	await keys(g, "Escape", "t");
	assert(!(await g.url()).includes("table"));
	assert.equal(await keys(g, "Home", "ArrowUp"), "main");
	await g.close();
});

test("letters mean nothing while typing", async () => {
	const g = await start();

	await g.search("tribs");
	assert(!/v=/.test(await g.url()));
	assert.equal(await g.text("matched"), "No match");
	await g.close();
});

test("long stacks scroll to the cursor", async () => {
	const g = await use.open(`${Array.from({ length: 300 },
		(n, i) => `f${i}`).join(";")} 5\n`);

	await g.root.locator("#frames").focus();
	assert.equal(await keys(g, "End"), "f299");
	const { y } = await g.root.locator(".fg-cursor").boundingBox();
	assert(y > 0 && y < 700);
	assert((await g.labels()).some(l => l.text === "f299"));
	await keys(g, "Home");
	const root = await g.root.locator(".fg-cursor").boundingBox();
	assert(root.y > 0 && root.y < 700);
	await g.close();
});

test("a document with a name, a description and contrast", async () => {
	const g = await start({ args: ["--title", "Load of Monday"] });

	assert.equal(await g.page.title(), "Load of Monday");
	assert.match(await g.root.evaluate(e =>
		e.querySelector(":scope > desc").textContent), /1,000 samples/);
	assert.match(await g.root.getAttribute("role"), /graphics-document/);
	await g.close();
});
