// Fingers, and what other media make of the picture: colours that the system
// forces, paper.
import assert from "node:assert/strict";
import { test } from "node:test";
import { graph, render, until, useBrowser } from "../lib/browser.mjs";

const use = useBrowser();
const FOLDED = `main;compute;inner 300
main;compute 100
main;io;read 200
main;io;write 100
other 300
`;
const PHONE = { viewport: { width: 400, height: 700 }, hasTouch: true,
	isMobile: true };

async function middle(g, name) {
	const { x, y, height } = await g.label(name);

	return [x + 4, y + height / 2];
}

async function tap(g, name) {
	await g.page.touchscreen.tap(...await middle(g, name));
}

// Fingers at places, one after the other; null lifts them.
async function touch(g, ...steps) {
	const session = g.session ??=
		await g.page.context().newCDPSession(g.page);

	for (const points of steps) {
		await session.send("Input.dispatchTouchEvent", {
			type: !points.length ? "touchEnd" :
				points.length > (g.fingers || 0) ? "touchStart" : "touchMove",
			touchPoints: points.map(([x, y], id) => ({ x, y, id })),
		});
		g.fingers = points.length;
	}
}

const sees = async (g, name) => (await g.labels()).some(l => l.text === name);

test("on a telephone letters are as large as elsewhere, rows larger", async () => {
	const g = await use.open(FOLDED, PHONE);

	assert.equal(await g.page.evaluate(() => innerWidth), 400);
	assert.equal(Math.round((await g.label("all")).y -
		(await g.label("main")).y), 32);
	for (const name of ["Search", "View"]) {
		const { width, height } = await g.button(name).boundingBox();
		assert(width >= 32 && height >= 32);
	}
	await g.close();
});

test("the first tap tells, the second zooms, the root resets", async () => {
	const g = await use.open(FOLDED, PHONE);

	await tap(g, "io");
	assert.match(await g.text("details"), /io \(300 samples, 30\.00%\)/);
	assert(await sees(g, "other"));
	await tap(g, "io");
	assert(!await sees(g, "other"));
	await tap(g, "all");
	await tap(g, "all");
	assert(await sees(g, "other"));
	await g.close();
});

test("the first tap opens a sheet: number first, the name wraps, and more", async () => {
	const name = `io_${"with_a_very_long_name_".repeat(8)}end`;
	const g = await use.open(`main;${name};read 30\nmain;${name};write 20\n` +
		`main;${name} 10\nmain;other 40\n`, PHONE);
	const sheet = g.root.locator(".fg-tapped");
	const [label] = (await g.labels()).filter(l => l.text.startsWith("io_"));

	await g.page.touchscreen.tap(label.x + 5, label.y + 5);
	await sheet.waitFor();
	const text = (await sheet.locator(".fg-facts").innerText()).split(/\n+/);
	assert.deepEqual(text.slice(0, 2), ["60.00% \u00b7 60 samples", name]);
	assert.deepEqual(text.slice(2), ["Self", "10.00% \u00b7 10 samples",
		"Share of parent", "60.00%"]);
	const listed = title => sheet.getByRole("group", { name: title })
		.getByRole("button").allInnerTexts();
	assert.deepEqual(await listed("Callers"), ["100.00% main"]);
	assert.deepEqual(await listed("Callees"), ["30.00% read", "20.00% write"]);
	// It is at the bottom, as wide as the window, and cuts nothing.
	const box = await sheet.boundingBox();
	assert.equal(Math.round(box.y + box.height), PHONE.viewport.height);
	assert.equal(Math.round(box.width), PHONE.viewport.width);
	assert(await sheet.evaluate(e => e.scrollWidth <= e.clientWidth));
	await sheet.getByRole("button", { name: "read" }).tap();
	assert.match(await sheet.innerText(), /30\.00% \u00b7 30 samples\s+read/);
	await sheet.getByRole("button", { name: "Zoom" }).tap();
	assert.equal(await sheet.isVisible(), false);
	assert(!await sees(g, "other"));
	await g.close();
});

test("the sheet closes by Esc, by its button, by the second tap", async () => {
	const g = await use.open(FOLDED, PHONE);
	const sheet = g.root.locator(".fg-tapped");

	for (const close of [() => g.key("Escape"),
		() => sheet.getByRole("button", { name: "Close" }).tap(),
		() => tap(g, "io")]) {
		await tap(g, "io");
		assert.equal(await sheet.isVisible(), true);
		await close();
		assert.equal(await sheet.isVisible(), false);
		await tap(g, "all");
		await g.key("Escape");
	}
	await g.close();
});

test("a finger that stays opens the frame's menu, and does not zoom", async () => {
	const g = await use.open(FOLDED, PHONE);
	const at = await middle(g, "io");
	const menu = g.root.locator(".fg-context");

	await touch(g, [at]);
	await menu.waitFor();
	await touch(g, []);
	assert.equal(await menu.isVisible(), true);
	assert(await sees(g, "other"));
	await menu.getByRole("button", { name: /^Search this/ }).tap();
	assert.equal(await g.text("matched"), "Matched: 30.0%");
	await g.close();
});

test("a finger that moves on opens none", async () => {
	const g = await use.open(FOLDED, PHONE);
	const [x, y] = await middle(g, "io");

	await g.page.clock.install();
	await touch(g, [[x, y]], [[x, y - 30]]);
	await g.page.clock.runFor(700);
	await touch(g, []);
	assert.equal(await g.root.locator(".fg-context").isVisible(), false);
	await g.close();
});

test("two fingers zoom about their middle, freely, and back", async () => {
	const g = await use.open(FOLDED, PHONE);
	const [x, y] = await middle(g, "io");
	const at = by => [[x - by, y], [x + by, y]];
	const range = async () => (/x=([\d.]+)%7E([\d.]+)/.exec(await g.url()) ||
		[0, 0, 1]).slice(1).map(Number);

	await touch(g, at(20).slice(0, 1), at(20), at(30), at(40), []);
	const [from, to] = await range();
	const share = (x - 10) / 380;
	assert(Math.abs(to - from - 0.5) < 0.02, `${from} ${to}`);
	assert(Math.abs((share - from) / (to - from) - share) < 0.03);
	assert.match(await g.text("details") || "", /./);
	await touch(g, at(60).slice(0, 1), at(60), at(59), at(20), []);
	assert.deepEqual(await range(), [0, 1]);
	assert(await sees(g, "other"));
	await g.close();
});

test("a finger scrolls a graph in a small <object>, at its end the page", async () => {
	const page = await use.page(PHONE);

	use.file("deep.svg", render(`${Array.from({ length: 60 },
		(n, i) => `f${i}`).join(";")} 60\n`));
	await page.goto(use.file("small.html", "<!DOCTYPE html><meta name=viewport " +
		"content='width=device-width'><object type='image/svg+xml' " +
		"data='deep.svg' width=380 height=300></object>" +
		"<div style='height:3000px'></div>"));
	const frame = page.frames().find(f => f.url().endsWith("deep.svg"));
	const g = graph(page, frame.locator("svg.fg-ready"));
	await g.root.waitFor({ state: "attached" });
	const place = async () => (await g.root.locator(".fg-labels text",
		{ hasText: /^all$/ }).boundingBox()).y;
	const before = await place();
	const drag = async (from, to) => {
		const way = Array.from({ length: 11 }, (n, i) =>
			[[150, from + (to - from) * i / 10]]);
		await touch(g, ...way, []);
	};

	await drag(150, 250);
	assert(Math.abs(await place() - before - 100) < 20, "it follows the finger");
	assert.equal(await page.evaluate(() => scrollY), 0);
	assert.equal(await g.root.locator("#unzoom").isVisible(), false);
	await drag(250, 50);
	await page.waitForFunction(() => scrollY > 0);
	await until(page, async () => await place() +
		await page.evaluate(() => scrollY) === before);
	await g.close();
});

test("where the system forces colours, frames are outlines of these", async () => {
	const g = await use.open(FOLDED, { forcedColors: "active" });
	const style = (selector, name) => g.root.locator(selector).first()
		.evaluate((e, n) => getComputedStyle(e)[n], name);
	const canvas = await style(".fg-page", "fill");

	await g.search("io");
	assert.equal(await style(".fg-boxes path", "fill"), canvas);
	const ink = await style(".fg-labels text", "fill");
	assert.notEqual(ink, canvas);
	assert.equal(await style(".fg-boxes path", "stroke"), ink);
	const hit = await style(".fg-hits path", "stroke");
	assert(![ink, canvas].includes(hit), "matches stand out");
	assert.equal(await style(".fg-cursor", "stroke"), hit);
	await g.close();
});

test("on paper it is light, whole, and without what is for hands", async () => {
	const g = await use.open(`${Array.from({ length: 120 },
		(n, i) => `f${i}`).join(";")} 5\n`, { colorScheme: "dark" });

	await g.button("View").click();
	await g.page.emulateMedia({ media: "print" });
	await g.page.evaluate(() => dispatchEvent(new Event("beforeprint")));
	assert.equal(await g.button("Search").isVisible(), false);
	assert.equal(await g.root.locator(".fg-panel:visible").count(), 0);
	assert.equal(await g.root.locator(".fg-view.fg-light").count(), 1);
	const labels = await g.labels();
	assert(labels.some(l => l.text === "f0"));
	assert(labels.some(l => l.text === "f119"), "rows out of the window, too");
	const { y } = await g.root.locator("#title").boundingBox();
	const top = await g.root.evaluate(e => e.getBoundingClientRect().top);
	assert(y - top < 20, "the title is at the beginning");
	await g.page.evaluate(() => dispatchEvent(new Event("afterprint")));
	await g.page.emulateMedia({ media: "screen" });
	assert.equal(await g.root.locator(".fg-view.fg-dark").count(), 1);
	const pdf = await g.page.pdf({ printBackground: true });
	assert(pdf.length > 3000);
	await g.close();
});

test("a table is printed with all rows that it shows", async () => {
	const g = await use.open(Array.from({ length: 90 },
		(n, i) => `f${i} ${i + 1}\n`).join(""), { at: "#v=table" });
	const bottom = locator => locator.evaluate(e =>
		e.getBoundingClientRect().bottom);

	await g.page.emulateMedia({ media: "print" });
	await g.page.evaluate(() => dispatchEvent(new Event("beforeprint")));
	const last = g.root.locator("tbody tr").nth(89);
	assert.match(await last.textContent(), /f0$/);
	assert(await bottom(last) <= await bottom(g.root.locator(".fg-sheet:not(.fg-pane)")));
	assert(await bottom(last) <= await bottom(g.root));
	await g.page.evaluate(() => dispatchEvent(new Event("afterprint")));
	await g.page.emulateMedia({ media: "screen" });
	await g.page.waitForFunction(() => document.documentElement
		.getBoundingClientRect().height < 800);
	await g.close();
});
