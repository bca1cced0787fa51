// The search panel by mouse and by keyboard, against the folded lines.
import assert from "node:assert/strict";
import { test } from "node:test";
import { useBrowser } from "../lib/browser.mjs";
import * as oracle from "../lib/oracle.mjs";
import { makeProfile } from "../lib/profile.mjs";

const use = useBrowser();
const FOLDED = `main;Parse;parse_expr 300
main;Parse;lex 100
main;io;parse_header;parse_line 200
main;io;read 300
tiny;needle 1
rest 99
`;
const STACKS = oracle.stacksOf(FOLDED);
const share = regex => {
	const p = 100 * oracle.sum(oracle.through(STACKS, n => regex.test(n))) /
		oracle.sum(STACKS);

	return `${p === 100 ? 100 : p.toFixed(1)}%`;
};
const fills = (g, colour) => g.root.locator(`#frames path[fill="${colour}"]`);
const MAGENTA = "#e600e6";

test("what matches is coloured and counted once", async () => {
	const g = await use.open(FOLDED);

	await g.button("Search").click();
	await g.page.keyboard.type("parse");
	await g.page.waitForFunction(() =>
		document.querySelector("#matched").textContent);
	assert.equal(await g.text("matched"), `Matched: ${share(/parse/)}`);
	assert.equal(await fills(g, MAGENTA).count(), 1);
	const line = await g.root.locator(".fg-count").textContent();
	assert.match(line, /50\.0% \(500 samples\), self 50\.0%, 3 frames, 3 functions/);
	await g.close();
});

test("under zoom: of the view and of all; then of all again", async () => {
	const g = await use.open(FOLDED);

	await g.search("parse");
	await g.click("io");
	assert.equal(await g.text("matched"),
		"Matched: 40.0% of view, 50.0% of all");
	await g.button("Reset Zoom").click();
	assert.equal(await g.text("matched"), "Matched: 50.0%");
	await g.close();
});

test("case, literal text and quotes", async () => {
	const g = await use.open(FOLDED);

	await g.search("parse");
	await g.button("Ignore case (Ctrl-I)").click();
	assert.equal(await g.text("matched"), `Matched: ${share(/parse/i)}`);
	await g.key("Control+i");
	assert.equal(await g.text("matched"), `Matched: ${share(/parse/)}`);
	await g.search("p.rse_");
	assert.equal(await g.text("matched"), `Matched: ${share(/p.rse_/)}`);
	await g.button("Regular expression").click();
	assert.equal(await g.text("matched"), "No match");
	await g.button("Regular expression").click();
	await g.search("\"p.rse_\"");
	assert.equal(await g.text("matched"), "No match");
	await g.close();
});

test("a bad expression says so and harms nothing", async () => {
	const g = await use.open(FOLDED);

	await g.search("(");
	assert.match(await g.text("matched"), /not a regular expression/);
	assert.equal(await g.root.locator(".fg-finder input")
		.getAttribute("aria-invalid"), "true");
	await g.search("(q|read)");
	assert.equal(await g.text("matched"), `Matched: ${share(/read/)}`);
	await g.close();
});

test("several terms have colours and numbers of their own", async () => {
	const g = await use.open(FOLDED);

	await g.search("Parse");
	for (const term of ["read", "lex", "rest"]) {
		await g.button("Another term").click();
		await g.page.keyboard.type(term);
		await g.key("Enter");
	}
	const lines = await g.root.locator(".fg-line").allTextContents();
	assert.equal(lines.length, 4);
	assert.match(lines[1], /read.*30\.0%/);
	assert.equal(await g.text("matched"),
		`Matched: ${share(/Parse|read|lex|rest/)}`);
	// lex lies on Parse, which has its own colour
	for (const colour of ["#e600e6", "#00a0d0", "#3fb34f", "#2040a0"])
		assert.equal(await fills(g, colour).count(), 1, colour);
	await g.button("Remove read").click();
	assert.equal(await g.text("matched"),
		`Matched: ${share(/Parse|lex|rest/)}`);
	await g.close();
});

test("next and previous, each match, the heaviest first, no further out than needed", async () => {
	const g = await use.open(FOLDED);
	const at = () => g.root.locator(".fg-place").textContent();

	await g.search("parse|lex|needle");
	assert.equal(await at(), "1 of 5");
	assert.match(await g.text("details"), /parse_expr \(300/);
	await g.key("Enter");
	assert.match(await g.text("details"), /parse_header \(200/);
	await g.key("Shift+Enter");
	await g.key("Shift+Enter");
	assert.equal(await at(), "5 of 5");
	assert.match(await g.text("details"), /needle \(1 samples/);
	await g.key("Escape");
	await g.click("Parse");
	await g.key("n");
	assert.match(await g.text("details"), /parse_expr/);
	assert(!(await g.labels()).some(l => l.text === "io"));
	await g.key("n");
	assert((await g.labels()).some(l => l.text === "io"));
	await g.key("N");
	assert.match(await g.text("details"), /parse_expr/);
	await g.close();
});

test("matches in view come first, and keep the zoom", async () => {
	const g = await use.open("main;near;hit 60\nmain;far;hit 500\n");

	await g.click("near");
	await g.search("^hit$");
	assert.match(await g.text("details"), /hit \(60 samples/);
	assert.match(await g.text("matched"), /100% of view/);
	await g.key("Enter");
	assert.match(await g.text("details"), /hit \(500 samples/);
	assert.equal(await g.root.locator(".fg-place").textContent(), "2 of 2");
	await g.key("Enter");
	assert.match(await g.text("details"), /hit \(60 samples/);
	await g.close();
});

test("a function of a sandwich is one match", async () => {
	const g = await use.open("main;f;g 3\nmain;f 2\n", { at: "#v=sandwich&fn=f" });

	await g.search("^[fg]$");
	assert.equal(await g.root.locator(".fg-place").textContent(), "1 of 2");
	await g.close();
});

test("matches that are too narrow to draw can be seen", async () => {
	const folded = `${makeProfile(3000, 2)}main;x;needle_in_hay 1\n` +
		"main 5000000\n";
	const g = await use.open(folded);

	await g.search("needle_in_hay");
	assert.match(await g.text("matched"), /Matched: 0\.0%/);
	const boxes = await fills(g, MAGENTA).evaluateAll(list =>
		list.map(e => e.getBoundingClientRect().width));
	assert.equal(boxes.length, 1);
	assert(boxes[0] >= 1.5);
	assert.equal(await g.root.locator(`path[fill="${MAGENTA}"]`).count(), 2);
	await g.close();
});

test("in a narrow run only the rows that match are coloured", async () => {
	const folded = `main 5000000\nmain;${Array.from({ length: 40 },
		(n, i) => [5, 9, 10, 38].includes(i) ? `hit${i}` : `f${i}`).join(";")} 1\n`;
	// of a fixed width, the rows have 16 px
	const g = await use.open(folded, { args: ["--width=1000"] });
	const rows = async () => {
		const whole = await g.root.evaluate(e => e.getBoundingClientRect());
		const all = await fills(g, MAGENTA).evaluateAll(list =>
			list.map(e => e.getAttribute("d").match(/M\S+ (\S+?)h.*?v([\d.]+)/g)
				.map(part => part.match(/M\S+ (\S+?)h.*?v([\d.]+)/).slice(1)
					.map(Number))));

		assert(whole.height > 0);
		return all.flat().map(([y, h]) => [Math.round(y / 16), (h + 1) / 16])
			.sort((a, b) => b[0] - a[0]);
	};

	await g.search("hit(5|9|10)");
	const [low, high] = await rows();
	assert.deepEqual([low[1], high[1]], [1, 2], "one row, and two together");
	assert.equal(low[0] - high[0], 5);
	await g.search("hit38");
	assert.equal((await rows()).length, 1, "far up, it is seen, too");
	await g.key("Escape");
	await g.key("r");
	await g.search("hit(9|10)");
	assert.deepEqual((await rows()).map(r => r[1]), [2], "callers first");
	await g.close();
});

test("next and previous among callers first, in a sandwich, in the table", async () => {
	const g = await use.open(FOLDED);
	const place = () => g.root.locator(".fg-place").textContent();

	await g.key("r");
	await g.search("Parse|io|read");
	assert.match(await g.text("details"), /read \(300 samples, 30\.00%\)/);
	assert.equal(await place(), "1 of 5");
	await g.key("Enter");
	assert.match(await g.text("details"), /Parse \(300/);
	await g.key("Shift+Enter");
	await g.key("Shift+Enter");
	assert.equal(await place(), "5 of 5");
	assert.match(await g.text("details"), /Parse \(100/);
	await g.key("Escape");
	await g.key("r");
	await g.hover("io");
	await g.key("s");
	await g.key("n");
	assert.match(await g.text("details"), /io \(500/);
	await g.key("n");
	assert.match(await g.text("details"), /read \(300/);
	await g.key("t");
	await g.key("n");
	await g.key("n");
	const row = g.root.locator("tr.fg-here");
	assert.equal(await row.count(), 1);
	assert.match(await row.textContent(), /Parse/);
	await g.key("N");
	assert.match(await row.textContent(), /read/);
	await g.close();
});

test("Escape closes the panel, then clears the search", async () => {
	const g = await use.open(FOLDED);

	await g.key("Control+f");
	await g.page.keyboard.type("read");
	await g.key("Enter");
	await g.key("Escape");
	assert.equal(await g.root.locator(".fg-finder").isVisible(), false);
	assert.equal(await g.text("matched"), `Matched: ${share(/read/)}`);
	await g.key("Escape");
	assert.equal(await g.text("matched"), "");
	assert.equal(await fills(g, MAGENTA).count(), 0);
	for (const key of ["F3", "Control+f", "/"]) {
		await g.key(key);
		assert.equal(await g.root.locator(".fg-finder").isVisible(), true);
		await g.key("Escape");
	}
	await g.close();
});

test("Reset Search, Ctrl-click and #", async () => {
	const g = await use.open(FOLDED);

	await g.page.keyboard.down("Control");
	await g.click("io");
	await g.page.keyboard.up("Control");
	assert.equal(await g.text("matched"), `Matched: ${share(/^io$/)}`);
	await g.button("Reset Search").click();
	assert.equal(await g.text("matched"), "");
	await g.key("Escape");
	await g.hover("read");
	await g.key("#");
	assert.equal(await g.text("matched"), `Matched: ${share(/^read$/)}`);
	await g.key("h");
	assert.match(await g.text("matched"), /^Matched: 0/);
	assert(!(await g.labels()).some(l => l.text === "read"));
	await g.close();
});

test("--search and --search-color", async () => {
	const g = await use.open(FOLDED, { args: ["--search", "lex",
		"--search", "read", "--search-color", "#123456"] });

	assert.equal(await g.text("matched"), `Matched: ${share(/lex|read/)}`);
	assert.equal(await fills(g, "#123456").count(), 1);
	await g.close();
});

test("an expression that would hang the browser does not", async () => {
	const names = Array.from({ length: 40 },
		(_, i) => `main;${"a".repeat(34 + i % 7)}b${i} 1\n`).join("");
	const g = await use.open(names, { at: "?s=%28a%2B%29%2B%24" });

	assert.equal(await g.text("matched"), "No match");
	await g.button("Search").click();
	await g.search("^(([a-z])+.)+[A-Z]$");
	assert.equal(await g.text("matched"), "No match");
	await g.search("(a|aa)+b1$");
	assert.match(await g.text("matched"), /^Matched: 2\.5%/);
	await g.search("(a)\\1b");
	assert.match(await g.text("matched"), /^No look-behind/);
	await g.close();
});
