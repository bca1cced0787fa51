// Hostile names, next to nothing, very deep, very large.
import assert from "node:assert/strict";
import { test } from "node:test";
import { render, useBrowser } from "../lib/browser.mjs";
import { makeProfile } from "../lib/profile.mjs";

const use = useBrowser();
const HOSTILE = ["</script><script>alert(1)</script>", "]]>", "\"'&<>",
	"<img src=x onerror=alert(1)>", "\u202eevil\u202c", "\ud83d\ude00\ud83d\udd25",
	"e\u0301\u0301\u0301", "${alert(1)}", "javascript:alert(1)",
	"long".repeat(2560), "-->", "&lt<b&gt", "a\\x41", "constructor",
	"__proto__", "toString", "\u0645\u0631\u062d\u0628\u0627", "x\u0001y"];
const FOLDED = HOSTILE.map((name, i) => `root;${name};leaf${i} 100\n`).join("");

test("no name breaks out, every name can be found and seen", async () => {
	for (const embed of ["deflate", "text"]) {
		const g = await use.open(FOLDED, { args: [`--embed=${embed}`] });
		let alerts = 0;

		g.page.on("dialog", () => alerts++);
		for (const [i, name] of HOSTILE.entries()) {
			await g.search(`"${name}"`);
			assert.equal(await g.text("matched"),
				`Matched: ${(100 / HOSTILE.length).toFixed(1)}%`, name);
			await g.key("Escape");
			await g.hover(`leaf${i}`);
			await g.key("ArrowDown");
			await g.key("s");
			await g.key("Backspace");
			await g.page.waitForFunction(() => !/v=/.test(location.hash));
		}
		assert.equal(alerts, 0);
		assert.equal(await g.page.locator("img").count(), 0);
		assert.equal(await g.page.locator("script").count(), 1);
		await g.close();
	}
});

test("hostile texts in the options", async () => {
	const bad = "</script>]]>\"'<b>&amp;--\u202e";
	const g = await use.open("a;b 1\n", { args: ["--title", bad, "--subtitle",
		bad, "--countname", bad, "--nametype", bad, "--search", bad] });

	assert.equal(await g.text("title"), bad);
	assert.equal(await g.text("subtitle"), bad);
	assert((await g.hover("b")).startsWith(`${bad} b (1 ${bad}, 100.00%)`));
	await g.close();
});

test("nothing, one frame, no weight", async () => {
	const page = await use.page();

	await page.goto(use.file("empty.svg", render("", "--allow-empty")));
	assert((await page.locator("text:visible").allTextContents()).length > 0,
		"it says so");
	assert.deepEqual(page.wrongs, []);
	await page.close();
	for (const folded of ["a 1\n", "a 1\nb 0\n", "a;a;a;a 3\n"]) {
		const g = await use.open(folded);

		for (const key of ["r", "r", "t", "t", "o", "i", "d", "End", "Enter",
			"s", "Escape", "0", "n", "N", "u", "R"])
			await g.key(key);
		await g.search("a");
		assert.equal(await g.text("matched"), "Matched: 100%");
		await g.close();
	}
});

test("five thousand frames on one another", async () => {
	const g = await use.open(`main;${Array(5000).fill("again").join(";")};leaf 9\n` +
		"main;other 1\n");
	const height = await g.root.evaluate(e => e.getBoundingClientRect().height);

	assert(height > 80000);
	assert((await g.labels()).some(l => l.text === "main"));
	assert((await g.labels()).length < 400);
	await g.page.evaluate(() => scrollTo(0, 0));
	await g.page.waitForFunction(() => [...document.querySelectorAll(
		".fg-labels text")].some(t => t.textContent === "leaf"));
	await g.click("leaf");
	assert.match(await g.text("details"), /leaf \(9 samples, 90\.00%\)/);
	assert((await g.url()).length < 400);
	await g.page.reload();
	await g.page.locator("svg.fg-ready").waitFor({ state: "attached" });
	assert.equal(await g.button("Reset Zoom").isVisible(), true);
	// Twice 5,000 steps: to the leaf, and in the other views.
	await g.root.locator("#frames").focus();
	for (const key of ["0", "Home", "End"])
		await g.key(key);
	assert.match(await g.text("details"), /leaf \(9 samples/);
	await g.key("r");
	assert.match(await g.hover("leaf"), /leaf \(9 samples, 90\.00%\)/);
	await g.search("main");
	assert.equal(await g.text("matched"), "Matched: 100%");
	for (const key of ["Escape", "Escape", "Home", "ArrowUp", "s"])
		await g.key(key);
	await g.page.waitForFunction(() => /v=sandwich/.test(location.hash));
	assert((await g.labels()).length > 3);
	await g.key("t");
	assert.match(await g.root.getByRole("row", { name: /again$/ })
		.textContent(), /^0?.*9.*again$/);
	await g.key("t");
	await g.key("R");
	await g.page.waitForFunction(() =>
		document.documentElement.getBoundingClientRect().height < 2000);
	await g.close();
});

test("a million frames: opens, zooms, searches, turns around", async () => {
	const g = await use.open(makeProfile(1000000, 4, 5000));
	const elements = await g.page.evaluate(() =>
		document.querySelectorAll("*").length);

	assert(elements < 1500, `${elements} elements`);
	const [label] = (await g.labels()).filter(l => l.width > 30 && l.y > 60);
	await g.page.mouse.click(label.x + 2, label.y + 5);
	assert.equal(await g.button("Reset Zoom").isVisible(), true);
	await g.search("parse");
	assert.match(await g.text("matched"), /of view, .* of all/);
	await g.key("Escape");
	await g.key("n");
	assert.match(await g.root.locator(".fg-place").textContent(), /^2 of /);
	await g.key("0");
	await g.key("r");
	assert.match(await g.url(), /v=callers/);
	assert((await g.labels()).length > 5);
	await g.key("n");
	assert.match(await g.text("details"), /parse/);
	await g.key("t");
	await g.root.locator("tbody tr").nth(199).waitFor();
	assert.equal(await g.root.locator("tbody tr").count(), 200);
	await g.close();
});

test("differential: both sides, and a choice of widths", async () => {
	const g = await use.open("a;old 50 0\na;new 0 70\na;same 30 30\n");
	const text = await g.hover("\u25b2 new");

	assert.match(text, /new \(70 samples, 70\.00%/);
	assert(!(await g.labels()).some(l => /old/.test(l.text)));
	await g.button("View").click();
	await g.root.getByRole("group", { name: "Width", exact: true })
		.getByRole("button", { name: "Before", exact: true }).click();
	await g.key("Escape");
	assert((await g.labels()).some(l => /old/.test(l.text)));
	assert(!(await g.labels()).some(l => /new/.test(l.text)));
	await g.close();
});
