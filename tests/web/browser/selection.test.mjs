// Zoom, filters, search and view are independent of each other: what is zoomed
// to in one view selects the stacks of the others.
import assert from "node:assert/strict";
import { test } from "node:test";
import { useBrowser } from "../lib/browser.mjs";
import * as oracle from "../lib/oracle.mjs";

const use = useBrowser();
const FOLDED = `main;parse;read;sys_read 30
main;parse;read 10
main;parse;copy 10
main;draw;read;sys_read 20
main;draw;fill 25
idle 5
`;
const STACKS = oracle.stacksOf(FOLDED);

const names = async g => (await g.labels()).map(l => l.text).sort();

// The rows of the table as { name: [self, total] }.
async function rows(g) {
	const cells = await g.root.locator("tbody tr").evaluateAll(list =>
		list.map(row => [...row.children].map(c => c.textContent)));

	return Object.fromEntries(cells.map(([self, , total, , name]) =>
		[name, [Number(self), Number(total)]]));
}

// Self and total of each function of some stacks.
function sums(stacks) {
	const all = new Set(stacks.flatMap(s => s.names));

	return Object.fromEntries([...all].map(name => [name,
		[oracle.sum(oracle.selfOf(stacks, name)),
			oracle.sum(oracle.through(stacks, n => n === name))]]));
}

test("the table lists what is zoomed to, and the zoom outlives it", async () => {
	const g = await use.open(FOLDED);

	await g.click("parse");
	await g.key("t");
	assert.deepEqual(await rows(g), sums(oracle.below(STACKS, ["main", "parse"])));
	assert.match(await g.text("details") + await g.root
		.locator(".fg-crumbs").textContent(), /below parse/);
	await g.key("Escape");
	assert.deepEqual(await names(g),
		["all", "copy", "main", "parse", "read", "sys_read"]);
	await g.key("0");
	await g.key("t");
	assert.deepEqual(await rows(g), sums(STACKS));
	await g.close();
});

test("callers first shows the stacks of the zoom, and its own selects", async () => {
	const g = await use.open(FOLDED);

	await g.click("parse");
	await g.key("r");
	assert.deepEqual((await names(g)).filter(n => n !== "all"),
		["copy", "main", "main", "main", "parse", "parse", "parse", "read",
			"read", "sys_read"]);
	await g.click("sys_read");
	assert.match(await g.hover("sys_read"), /30 samples, 30\.00%/);
	await g.key("t");
	assert.deepEqual(await rows(g), sums(oracle.below(STACKS,
		["main", "parse"]).filter(s => s.names.at(-1) === "sys_read")));
	// Back among the callees there is only what ends in sys_read.
	await g.key("t");
	assert.deepEqual(await names(g), ["all", "main", "parse", "read", "sys_read"]);
	assert.match(await g.url(), /z=.*e=|e=.*z=/);
	const url = await g.url();

	await g.page.goto("about:blank");
	await use.visit(g.page, url);
	assert.deepEqual(await names(g), ["all", "main", "parse", "read", "sys_read"]);
	await g.button("All stacks").click();
	assert.deepEqual(await names(g),
		["all", "copy", "main", "parse", "read", "sys_read"]);
	await g.close();
});

test("callers and callees are of the stacks that are zoomed to", async () => {
	const g = await use.open(FOLDED);

	await g.click("draw");
	await g.hover("read");
	await g.key("s");
	assert.deepEqual(await names(g), ["draw", "main", "read", "sys_read"]);
	await g.key("Escape");
	assert.deepEqual(await names(g), ["all", "draw", "fill", "main", "read",
		"sys_read"]);
	await g.close();
});

test("search and edits stay in every view; undone one at a time", async () => {
	const g = await use.open(FOLDED);

	await g.click("parse");
	await g.search("sys_");
	await g.key("Escape");
	for (const view of ["r", "t"]) {
		await g.key(view);
		assert.match(await g.text("matched"), /60\.0% of view, 50\.0% of all/);
		await g.key(view);
	}
	await g.key("r");
	await g.key("Escape");
	assert.equal(await g.text("matched"), "");
	assert.match(await g.url(), /v=callers/);
	await g.key("Escape");
	assert.doesNotMatch(await g.url(), /v=/);
	assert.match(await g.url(), /z=/);
	await g.key("Escape");
	assert.doesNotMatch(await g.url(), /z=/);
	await g.close();
});

test("Esc leaves any view", async () => {
	const g = await use.open(FOLDED);

	for (const key of ["t", "r", "s"]) {
		await g.hover("read");
		await g.key(key);
		assert.match(await g.url(), /v=/);
		await g.key("Escape");
		assert.doesNotMatch(await g.url(), /v=/);
	}
	await g.close();
});

test("a link of an earlier version still shows callers first", async () => {
	const g = await use.open(FOLDED, { at: "#v=inverted" });

	assert.equal((await names(g)).filter(n => n === "sys_read").length, 1);
	await g.close();
});
