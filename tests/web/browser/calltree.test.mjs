// The call tree as rows: numbers, keys, and rows and boxes that mark each other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { useBrowser } from "../lib/browser.mjs";
import * as oracle from "../lib/oracle.mjs";
import { makeProfile } from "../lib/profile.mjs";

const use = useBrowser();
const FOLDED = `main;parse;read 300
main;parse;copy 100
main;draw;read 200
main;draw 50
idle 350
`;
const STACKS = oracle.stacksOf(FOLDED);

const rows = g => g.root.locator(".fg-pane tbody tr").evaluateAll(list =>
	list.map(row => [Number(row.getAttribute("aria-level")),
		row.lastChild.lastChild.textContent,
		...[...row.children].slice(0, -1).map(c => c.textContent)]));
const names = async g => (await rows(g)).map(([level, name]) =>
	" ".repeat(level - 1) + name);
const row = (g, name) => g.root.locator(".fg-pane tbody tr")
	.filter({ hasText: name }).first();
const current = g => g.page.evaluate(() =>
	document.activeElement.getAttribute("title"));

test("the heaviest path is open, with what each stack weighs", async () => {
	const g = await use.open(FOLDED);

	await g.key("l");
	assert.deepEqual(await names(g), ["all", " main", "  parse", "   read",
		"   copy", "  draw", " idle"]);
	for (const [level, name, total, share, self, own] of await rows(g)) {
		const path = { 1: [], 2: [name], 3: ["main", name],
			4: ["main", "parse", name] }[level];
		const all = oracle.sum(oracle.below(STACKS, path));
		const here = oracle.sum(oracle.endsAt(STACKS, path));

		assert.deepEqual([total.replace(",", ""), share, self, own],
			[String(all), oracle.percent(all, 1000), String(here),
				oracle.percent(here, 1000)]);
	}
	assert.match(await g.url(), /l=1/);
	await g.key("r");
	assert.deepEqual(await names(g), ["all", " read", "  parse", "   main",
		"  draw", " idle", " copy", " draw"]);
	await g.key("l");
	assert.equal(await g.root.locator(".fg-pane").isVisible(), false);
	await g.close();
});

test("keys walk it as a tree, Enter zooms, and it is of what is left", async () => {
	const g = await use.open(FOLDED);

	await g.key("l");
	await row(g, "all").click();
	for (const [key, name] of [["ArrowDown", "main"], ["ArrowRight", "parse"],
		["ArrowRight", "read"], ["ArrowLeft", "parse"], ["ArrowLeft", "parse"],
		["ArrowDown", "draw"], ["ArrowRight", "draw"], ["ArrowRight", "read"],
		["End", "idle"], ["Home", "all"], ["*", "all"]]) {
		await g.key(key);
		assert.equal(await current(g), name, key);
	}
	assert.equal((await rows(g)).length, 8);
	await g.key("ArrowDown");
	await g.key("Enter");
	assert.deepEqual(await names(g), ["main", " parse", "  read", "  copy",
		" draw"]);
	assert.match(await g.url(), /z=/);
	await g.key("h");
	assert.deepEqual(await names(g), ["all", " idle"]);
	await g.close();
});

test("a row marks its box, and a box its row", async () => {
	const g = await use.open(FOLDED);

	await g.key("l");
	await row(g, "draw").hover();
	assert.match(await g.text("details"), /draw \(250 samples/);
	const box = await g.label("draw");
	const mark = await g.marked();
	assert(Math.abs(mark.x + 3 - box.x) < 3 && Math.abs(mark.y - box.y) < 16);
	await g.hover("copy");
	assert.equal(await g.root.locator(".fg-pane .fg-here").textContent(),
		await row(g, "copy").textContent());
	await row(g, "copy").click();
	const cursor = await g.root.locator(".fg-cursor").boundingBox();
	assert(Math.abs(cursor.x + 3 - (await g.label("copy")).x) < 4);
	await g.close();
});

test("any column sorts siblings", async () => {
	const g = await use.open(FOLDED);
	const sort = name => g.root.locator(".fg-pane th button", { hasText: name })
		.first().click();

	await g.key("l");
	await sort("Function");
	assert.deepEqual(await names(g), ["all", " idle", " main", "  draw", "  parse",
		"   copy", "   read"]);
	await sort("Self");
	assert.deepEqual((await names(g)).slice(1, 3), [" idle", " main"]);
	await sort("Self");
	assert.deepEqual((await names(g)).slice(1, 3), [" main", "  parse"]);
	assert.equal(await g.root.locator(".fg-pane [aria-sort=ascending]").count(), 1);
	await g.close();
});

test("of thousands of rows only those in sight are elements", async () => {
	const g = await use.open(makeProfile(20000, 3));

	await g.key("l");
	await row(g, "all").click();
	await g.key("*");
	const count = Number(await g.root.locator("[role=treegrid]")
		.getAttribute("aria-rowcount"));
	assert(count > 15000);
	assert(await g.root.locator(".fg-pane tbody tr").count() < 40);
	await g.key("End");
	assert.equal(await g.page.evaluate(() => Number(document.activeElement
		.getAttribute("aria-rowindex"))), count);
	await g.root.locator(".fg-pane").evaluate(e => {
		e.scrollTop = 0;
	});
	await g.root.locator(".fg-pane tr[aria-rowindex='1']").waitFor();
	await g.close();
});

test("a difference says before, after and the change", async () => {
	const g = await use.open("a;x 100 150\na;y 100 50\nb 0 20\n");

	await g.key("l");
	const list = Object.fromEntries((await rows(g)).map(([, n, ...r]) => [n, r]));
	// The intervals are fg-diff's: "+16 .. +93", "-64 .. -30".
	assert.deepEqual(list.x, ["150", "100", "\u25b2 +22.73%",
		"+50.0% (+16 .. +93)"]);
	assert.deepEqual(list.y, ["50", "100", "\u25bc -22.73%",
		"-50.0% (-64 .. -30)"]);
	assert.deepEqual(list.b.slice(0, 2).concat(list.b[3]), ["20", "0", "new"]);
	await g.key("t");
	const cells = await g.root.locator(".fg-sheet:not(.fg-pane) tbody tr")
		.evaluateAll(l => l.map(r => [...r.children].slice(-5)
			.map(c => c.textContent)));

	// Points, interval and z as fg-diff --table prints them.
	assert.deepEqual(cells.find(c => c[4] === "x").slice(1, 4),
		["+18.18", "+50.0% (+16 .. +93)", "3.2"]);
	assert.deepEqual(cells.find(c => c[4] === "b").slice(1, 4),
		["+9.09", "new", "4.5"]);
	await g.close();
});

test("on a phone it fits, and the graph stays in sight", async () => {
	const g = await use.open(FOLDED, { viewport: { width: 360, height: 640 },
		hasTouch: true, at: "#l=1" });
	const pane = await g.root.locator(".fg-pane").boundingBox();
	const box = await g.label("all");

	assert(pane.x >= 0 && pane.x + pane.width <= 360);
	assert(pane.y + pane.height <= 640 && box.y < pane.y && box.y > 0);
	await g.close();
});
