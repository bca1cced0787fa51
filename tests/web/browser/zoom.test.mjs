// Zoom, history, details and links, against the folded lines.
import assert from "node:assert/strict";
import { test } from "node:test";
import { useBrowser } from "../lib/browser.mjs";
import * as oracle from "../lib/oracle.mjs";

const use = useBrowser();
const FOLDED = `main;compute;inner 300
main;compute 100
main;compute;other_thing 50
main;io;read 200
main;io;write 100
main;io;write;flush_[k] 50
start;boot 200
`;
const STACKS = oracle.stacksOf(FOLDED);
const WHOLE = 1000;

function title(...path) {
	const n = oracle.sum(oracle.below(STACKS, path));

	return `${path.at(-1).replace(/_\[k\]$/, "")} (${n} samples, ` +
		`${oracle.percent(n, WHOLE)})`;
}

test("details say name, weight and share of what is pointed at", async () => {
	const g = await use.open(FOLDED);

	assert.equal(await g.hover("all"), "Function: all (1,000 samples, 100%)");
	assert((await g.hover("compute")).startsWith(
		`Function: ${title("main", "compute")}`));
	assert.match(await g.hover("compute"), /self 100 \(10\.00%\)/);
	assert.match(await g.hover("inner"), /66\.67% of parent/);
	assert.match(await g.hover("flush"), /kernel/);
	await g.page.mouse.move(5, 5);
	assert.equal(await g.text("details"), "1,000 samples, 10 functions");
	await g.close();
});

test("what is under a mouse that rests is told after every key", async () => {
	const g = await use.open("main 100\n");

	assert.match(await g.hover("main"), /main/);
	for (const key of ["i", "r", "o"]) {
		await g.key(key);
		assert.match(await g.text("details"),
			/^Function: (all|main) \(100 samples/, key);
	}
	await g.page.mouse.move(5, 5);
	await g.key("i");
	assert.equal(await g.text("details"), "100 samples, 1 function");
	await g.close();
});

test("boxes are as wide as their share", async () => {
	const g = await use.open(FOLDED);

	for (const path of [["main"], ["main", "compute"], ["main", "io", "read"]]) {
		await g.hover(path.at(-1));
		const { width } = await g.marked();
		const want = oracle.sum(oracle.below(STACKS, path)) / WHOLE * 980;
		assert(Math.abs(width - want) < 2, `${path}: ${width} for ${want}`);
	}
	await g.close();
});

test("click zooms, a faded caller zooms out, the root resets", async () => {
	const g = await use.open(FOLDED);

	assert.equal(await g.button("Reset Zoom").isVisible(), false);
	await g.click("io");
	assert.equal(await g.button("Reset Zoom").isVisible(), true);
	await g.hover("write");
	assert(Math.abs((await g.marked()).width - 980 * 150 / 350) < 2);
	assert.match(await g.hover("write"), /42\.86% of zoom/);
	assert.deepEqual((await g.labels()).map(l => l.text).sort(),
		["all", "flush", "io", "main", "read", "write"]);
	await g.click("main");
	assert((await g.labels()).some(l => l.text === "compute"));
	assert(!(await g.labels()).some(l => l.text === "boot"));
	await g.click("all");
	assert.equal(await g.button("Reset Zoom").isVisible(), false);
	assert((await g.labels()).some(l => l.text === "boot"));
	assert(!(await g.url()).includes("#z="));
	await g.close();
});

test("Reset Zoom, Escape and 0 reset", async () => {
	const g = await use.open(FOLDED);

	for (const reset of [() => g.button("Reset Zoom").click(),
		() => g.key("Escape"), () => g.key("0")]) {
		await g.click("read");
		assert(!(await g.labels()).some(l => l.text === "boot"));
		await reset();
		assert((await g.labels()).some(l => l.text === "boot"));
	}
	await g.close();
});

test("back and forward, by button, key and browser", async () => {
	const g = await use.open(FOLDED);
	const sees = async (name, yes) =>
		assert.equal((await g.labels()).some(l => l.text === name), yes);

	await g.click("main");
	await g.click("io");
	await sees("compute", false);
	await g.button("Back (Backspace)").click();
	await g.page.waitForFunction(() => [...document.querySelectorAll(
		".fg-labels text")].some(t => t.textContent === "compute"));
	await g.button("Forward").click();
	await g.page.waitForFunction(() => ![...document.querySelectorAll(
		".fg-labels text")].some(t => t.textContent === "compute"));
	await g.back();
	await sees("compute", true);
	await sees("boot", false);
	await g.back();
	await sees("boot", true);
	await g.close();
});

test("the path leads out of a zoom", async () => {
	const g = await use.open(FOLDED);

	await g.click("flush");
	await g.page.mouse.move(500, 5);
	const crumbs = await g.root.locator(".fg-crumb").allTextContents();
	assert.deepEqual(crumbs, ["all", "main", "io", "write", "flush"]);
	await g.root.locator(".fg-crumb").nth(2).click();
	assert((await g.labels()).some(l => l.text === "read"));
	await g.close();
});

test("steps that are quicker than the address are in the history all the same", async () => {
	const g = await use.open(FOLDED);
	const hash = async () => new URL(await g.url()).hash;

	await g.click("io");
	const first = await hash();
	await g.key("0");
	await hash();
	// In and out in one task of the page.
	const places = [await g.label("io"), await g.label("all")];
	await g.page.evaluate(list => {
		for (const { x, y } of list) {
			const at = { bubbles: true, clientX: x + 2, clientY: y + 6 };
			const target = document.elementFromPoint(x + 2, y + 6);
			target.dispatchEvent(new PointerEvent("pointerdown", at));
			target.dispatchEvent(new MouseEvent("click", at));
		}
	}, places);
	assert.equal(await hash(), "");
	await g.back();
	assert.equal(await hash(), first);
	await g.back();
	assert.equal(await hash(), "");
	await g.close();
});

test("a link shows the same again, also in a new rendering", async () => {
	const g = await use.open(FOLDED);

	await g.click("write");
	await g.search("flush");
	const { hash } = new URL(await g.url());
	const want = (await g.labels()).map(l => l.text);
	await g.close();

	const again = await use.open(`${FOLDED}aaa;b 77\nmain;io;zoo 3\n`,
		{ at: hash, args: ["--width", "800"] });
	assert.deepEqual((await again.labels()).map(l => l.text), want);
	assert.match(await again.text("matched"), /33\.3% of view, 4\.6% of all/);
	await again.close();

	const lost = await use.open("main;io 5\nx 5\n", { at: hash });
	assert.match(await lost.text("details"), /nearest caller|Function: io/);
	assert(!(await lost.labels()).some(l => l.text === "x"));
	await lost.close();
});

test("a link to a frame far up shows it", async () => {
	const path = Array.from({ length: 90 }, (n, i) => `f${i}`);
	const g = await use.open(`${path.join(";")} 5\n${path.slice(0, 60).join(";")};z 5\n`);

	await g.page.evaluate(() => scrollTo(0, 300));
	await g.click("f62");
	const { hash } = new URL(await g.url());
	await g.close();
	const again = await use.open(`${path.join(";")} 5\n${
		path.slice(0, 60).join(";")};z 5\n`, { at: hash });
	const { y } = await again.label("f62");

	assert(y > 60 && y < 640, String(y));
	await again.close();
});

test("the same step of a flame chart is zoomed to again", async () => {
	const g = await use.open("a;x 5\nb;y 7\na;x 30\na;z 40\nb 6\na;x 5\n",
		{ args: ["--flamechart"] });
	const [, second] = (await g.labels()).filter(l => l.text === "a")
		.sort((p, q) => p.x - q.x);
	const zoomed = () => g.root.locator(".fg-crumb").last().textContent();

	await g.page.mouse.click(second.x + 2, second.y + 4);
	await g.click("z");
	await g.page.mouse.move(500, 5);
	assert.equal(await zoomed(), "z");
	await g.back();
	assert.match(await g.hover("a"), /a \(70 samples/);
	await g.page.reload();
	await g.root.waitFor({ state: "attached" });
	assert.match(await g.hover("a"), /a \(70 samples/);
	await g.close();
});

test("however long the name, the numbers are seen", async () => {
	const name = "very::long::name".repeat(30);
	const g = await use.open(`${name};x 300\n${name} 100\n`);
	const box = await g.root.locator("#details").boundingBox();

	await g.hover(name);
	const { right } = await g.root.locator("#details").evaluate(e => {
		const range = document.createRange();

		range.selectNode(e.querySelector("bdi").nextSibling);
		return range.getBoundingClientRect();
	});
	assert(right <= box.x + box.width, `${right}`);
	await g.close();
});

test("a link that is typed in leads there, and back comes from it", async () => {
	const g = await use.open(FOLDED);
	const sees = async name =>
		(await g.labels()).some(l => l.text === name);

	await g.click("flush");
	const flush = new URL(await g.url()).hash;
	await g.key("0");
	await g.url();
	await g.page.evaluate(hash => {
		location.hash = hash;
	}, `${flush}&i=1`);
	await g.page.waitForFunction(() => document.querySelector("#unzoom")
		.checkVisibility());
	assert(!await sees("read"));
	await g.button("Back (Backspace)").click();
	await g.page.waitForFunction(() => !document.querySelector("#unzoom")
		.checkVisibility());
	assert(await sees("read"));
	assert.equal(new URL(await g.url()).hash, "");
	await g.close();
});

test("back leads to steps from before the page was loaded again", async () => {
	const g = await use.open(FOLDED);
	const sees = async name =>
		(await g.labels()).some(l => l.text === name);

	await g.click("flush");
	await g.url();
	await g.page.reload();
	await g.root.waitFor({ state: "attached" });
	assert(!await sees("read"));
	await g.key("Backspace");
	await g.page.waitForFunction(() => !location.hash);
	await g.url();
	assert(await sees("read"));
	assert.equal(await g.button("Back (Backspace)").isDisabled(), true);
	assert.equal(await g.button("Forward").isDisabled(), false);
	await g.page.evaluate(() => history.forward());
	await g.page.waitForFunction(() => location.hash);
	await g.url();
	assert(!await sees("read"));
	assert.equal(await g.button("Forward").isDisabled(), true);
	await g.close();
});

test("links of flamegraph.pl and inferno; stale and bad ones do no harm", async () => {
	const sees = async (at, here, gone, matched = "") => {
		const g = await use.open(FOLDED, { at });
		const labels = (await g.labels()).map(l => l.text);
		assert(labels.includes(here), `${at}: ${labels}`);
		assert(!gone || !labels.includes(gone), `${at}: ${labels}`);
		assert.match(await g.text("matched"), new RegExp(matched));
		await g.close();
	};
	// 5 rows of 16 px, 36 px above and 34 px below: main is at y 101 - 16
	await sees("?x=10.0&y=85&s=read", "compute", "boot", "of view");
	await sees("?x=800&y=85", "boot", "main");
	await sees("?x=123.4&y=7&s=read", "boot", "", "20.0%");
	await sees("?s=%28", "boot", "", "not a regular expression");
	await sees("?x=a&y=b&s=", "boot");
	await sees("#z=***&s=%ff&v=nonsense&o=7&hide", "boot");
	await sees("#z=zzzzzz.1*999999999", "boot");
	const g = await use.open(FOLDED, { at: "?s=read" });
	await g.search("write");
	assert.equal(new URL(await g.url()).search, "?s=write");
	await g.key("Escape");
	await g.key("Escape");
	assert.equal(new URL(await g.url()).search, "");
	await g.close();
});

test("the picture follows the window, unless its width was asked for", async () => {
	const g = await use.open(FOLDED);
	const width = async () => {
		await g.hover("all");
		return (await g.marked()).width;
	};

	assert(Math.abs(await width() - 979) < 3);
	await g.page.setViewportSize({ width: 600, height: 700 });
	await g.page.waitForFunction(() => document.documentElement.viewBox
		.baseVal.width === 600);
	assert(Math.abs(await width() - 579) < 3);
	await g.close();

	const fixed = await use.open(FOLDED, { args: ["--width", "700"] });
	await fixed.hover("all");
	assert(Math.abs((await fixed.marked()).width - 679) < 3);
	await fixed.close();

	// Higher and wider than the window, it scrolls both ways.
	const large = await use.open(`${Array.from({ length: 100 },
		(n, i) => `f${i}`).join(";")} 5\n`, { args: ["--width", "700"],
		viewport: { width: 420, height: 500 } });
	await large.hover("f0");
	assert(Math.abs((await large.marked()).width - 679) < 3);
	const foot = await large.root.locator(".fg-foot").boundingBox();
	assert(Math.abs(foot.y + foot.height - await large.page.evaluate(() =>
		document.documentElement.clientHeight)) < 20);
	assert.match(await large.text("details"), /^Function: f0 /);
	await large.close();
});

test("the last line stays in sight when the window gets lower or higher", async () => {
	const g = await use.open(`${Array.from({ length: 300 },
		(n, i) => `f${i}`).join(";")} 5\n`, { args: ["--inverted"] });
	const foot = () => g.root.locator(".fg-foot").boundingBox();

	for (const height of [500, 900]) {
		await g.page.setViewportSize({ width: 1000, height });
		await g.page.waitForFunction(h => Math.abs(h - document
			.querySelector(".fg-foot").getBoundingClientRect().bottom) < 2,
		height);
	}
	await g.key("t");
	for (const height of [500, 900]) {
		await g.page.setViewportSize({ width: 1000, height });
		await g.page.waitForFunction(h => Math.abs(h - document
			.querySelector(".fg-foot").getBoundingClientRect().bottom) < 2,
		height);
		const sheet = await g.root.locator(".fg-sheet:not(.fg-pane)").boundingBox();
		assert(sheet.y + sheet.height <= (await foot()).y);
	}
	await g.close();
});

test("a flame at its root stays there when the window gets lower", async () => {
	const g = await use.open(`${Array.from({ length: 30 },
		(n, i) => `f${i}`).join(";")} 5\n`);
	const root = async () => {
		const at = await g.page.evaluate(() => scrollY);
		const high = await g.page.evaluate(() => innerHeight);

		return { at, left: await g.page.evaluate(() =>
			document.documentElement.scrollHeight) - at - high };
	};

	assert.equal((await root()).at, 0);
	await g.page.setViewportSize({ width: 1000, height: 300 });
	await g.page.waitForFunction(() => scrollY > 0);
	assert((await root()).left <= 1);
	// Elsewhere it stays where it is.
	await g.page.evaluate(() => scrollTo(0, 100));
	await g.page.setViewportSize({ width: 1000, height: 250 });
	await g.page.waitForFunction(() => Math.abs(innerHeight - document
		.querySelector(".fg-foot").getBoundingClientRect().bottom) < 2);
	assert.equal((await root()).at, 100);
	await g.close();
});

test("the wheel with Alt goes in and out", async () => {
	const g = await use.open(FOLDED);

	await g.hover("read");
	await g.page.keyboard.down("Alt");
	await g.page.mouse.wheel(0, -100);
	await g.page.waitForFunction(() => location.hash.startsWith("#z="));
	assert(!(await g.labels()).some(l => l.text === "boot"));
	// One step a turn, however many events a turn of the wheel makes.
	while (new URL(await g.url()).hash)
		await g.page.mouse.wheel(0, 100);
	await g.page.keyboard.up("Alt");
	await g.close();
});
