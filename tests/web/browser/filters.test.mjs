// The filter bar: what is searched becomes a filter of all views, that can be
// switched, edited, moved and removed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { useBrowser } from "../lib/browser.mjs";
import * as oracle from "../lib/oracle.mjs";

const use = useBrowser();
const FOLDED = `web-1;main;parse;libz\`inflate 30
web-1;main;parse;lex 10
web-1;main;draw;libz\`inflate 20
web-1;main;draw;fill 25
io-2;read;parse;lex 15
`;
const STACKS = oracle.stacksOf(FOLDED);

const chips = g => g.root.locator(".fg-filters .fg-text").allTextContents();
const bar = async g => (await g.root.locator(".fg-filters .fg-more")
	.textContent());
const way = (g, name) => g.root.locator(".fg-ways")
	.getByRole("button", { name, exact: true });

async function type(g, text, subject = "regex") {
	if (!await g.root.locator(".fg-finder").isVisible())
		await g.key("/");
	await g.root.locator(".fg-ways select").selectOption(subject);
	await g.page.keyboard.press("ControlOrMeta+a");
	await g.root.locator(".fg-finder input").fill(text);
}

async function rows(g) {
	const cells = await g.root.locator("tbody tr").evaluateAll(list =>
		list.map(row => [...row.children].map(c => c.textContent)));

	return Object.fromEntries(cells.map(row => [row.at(-1),
		row.slice(0, -1)]));
}

// Self and total of each function, in weights and shares, and the total's share
// of the whole profile.
function wanted(stacks) {
	const left = oracle.sum(stacks);
	const whole = oracle.sum(STACKS);

	return Object.fromEntries([...new Set(stacks.flatMap(s => s.names))].map(n => {
		const self = oracle.sum(oracle.selfOf(stacks, n));
		const total = oracle.sum(oracle.through(stacks, x => x === n));

		return [n, [String(self), oracle.percent(self, left), String(total),
			oracle.percent(total, left), ...left < whole ?
				[oracle.percent(total, whole)] : []]];
	}));
}

test("what is searched becomes a filter by one click, of every view", async () => {
	const g = await use.open(FOLDED);

	await type(g, "^parse$");
	await way(g, "Without").click();
	assert.deepEqual(await chips(g), ["without ^parse$"]);
	assert.equal(await bar(g), "45 samples left, 45.00% of the whole");
	assert.equal(await g.text("matched"), "");
	await g.key("Escape");
	assert.match(await g.hover("libz`inflate"),
		/inflate \(20 samples, 44\.44%\).* 20\.00% of the whole/);
	await g.key("t");
	assert.deepEqual(await rows(g), wanted(STACKS.filter(s =>
		!s.names.includes("parse"))));
	await g.key("t");
	await g.key("u");
	assert.deepEqual(await chips(g), []);
	await g.key("t");
	assert.deepEqual(await rows(g), wanted(STACKS));
	await g.close();
});

test("by Alt-Enter too; modules and threads", async () => {
	const g = await use.open(FOLDED);

	await type(g, "libz", "module");
	await g.key("Alt+Enter");
	assert.deepEqual(await chips(g), ["only with module libz"]);
	await type(g, "^web", "thread");
	await g.key("Alt+Shift+Enter");
	assert.deepEqual(await chips(g), ["only with module libz",
		"without thread ^web"]);
	assert.equal(await bar(g), "Nothing is left");
	assert.match(await g.text("details"), /^0 samples/);
	await g.button("without thread ^web: on").click();
	assert.equal(await bar(g), "50 samples left, 50.00% of the whole");
	await g.key("Escape");
	await g.close();
});

test("a chip is switched, edited, moved and removed; the link has it", async () => {
	const g = await use.open(FOLDED);

	await type(g, "draw");
	await way(g, "Only below").click();
	await type(g, "main");
	await way(g, "Without").click();
	await g.key("Escape");
	assert.equal(await bar(g), "45 samples left, 45.00% of the whole");
	await g.button("without main").click();
	assert.equal(await way(g, "Without").getAttribute("aria-pressed"), "true");
	await g.button("Earlier").click();
	assert.deepEqual(await chips(g), ["without main", "only below draw"]);
	assert.equal(await bar(g), "Nothing is left");
	await g.root.locator(".fg-finder input").fill("lex|fill");
	await g.key("Enter");
	assert.deepEqual(await chips(g), ["without lex|fill", "only below draw"]);
	assert.equal(await bar(g), "20 samples left, 20.00% of the whole");
	await g.key("Escape");
	assert.deepEqual((await g.labels()).map(l => l.text).sort(),
		["all", "draw", "libz`inflate"]);
	const { hash } = new URL(await g.url());
	await g.button("Remove without lex|fill").click();
	assert.equal(await bar(g), "45 samples left, 45.00% of the whole");
	await g.close();
	const again = await use.open(FOLDED, { at: hash });

	assert.deepEqual(await chips(again), ["without lex|fill", "only below draw"]);
	assert.equal(await bar(again), "20 samples left, 20.00% of the whole");
	await again.button("without lex|fill: on").click();
	assert.equal(await bar(again), "45 samples left, 45.00% of the whole");
	await again.close();
});

test("frames are hidden; a wrong expression filters nothing and says so", async () => {
	const g = await use.open(FOLDED, { at: "#f=only-regex--(&f=nonsense" +
		"&f=frames-regex--^(main|web-1|io-2)$" });

	assert.deepEqual((await g.labels()).map(l => l.text).sort(), ["all", "draw",
		"fill", "lex", "lex", "libz`inflate", "libz`inflate", "parse", "parse",
		"read"]);
	assert.equal(await g.root.locator(".fg-filters .fg-wrong").count(), 1);
	assert.equal(await g.button("This is not a regular expression")
		.count() || await g.root.locator(
		"[title='This is not a regular expression']").count(), 1);
	await g.close();
});

test("the lists of earlier links still filter", async () => {
	const g = await use.open(FOLDED, { at: "#hide=fill&focus=main&merge=draw" });

	assert.deepEqual(await chips(g), ["without fill", "only with main",
		"hide frames draw"]);
	assert.equal(await bar(g), "60 samples left, 60.00% of the whole");
	await g.close();
});

test("on a phone the bar scrolls, and nothing is wider than the window", async () => {
	const g = await use.open(FOLDED, { viewport: { width: 360, height: 640 },
		hasTouch: true, at: "#f=only-regex--parse&f=without-regex--draw&" +
			"f=frames-regex--web" });

	assert.equal(await g.page.evaluate(() =>
		document.documentElement.scrollWidth), 360);
	const box = await g.root.locator(".fg-filters").boundingBox();
	const remove = await g.root.locator(".fg-filters .fg-x").first().boundingBox();
	assert(box.width <= 360 && remove.height >= 24 && remove.width >= 24);
	await g.button("Search").click();
	for (const one of await g.root.locator(".fg-ways button").all()) {
		const at = await one.boundingBox();
		assert(!at || at.x >= 0 && at.x + at.width <= 360);
	}
	await g.close();
});
