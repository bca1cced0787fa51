// What a user does first, and every way to show a picture, in Firefox.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { inflateSync } from "node:zlib";
import { command, graph, render, useBrowser } from "../lib/browser.mjs";
import * as oracle from "../lib/oracle.mjs";
import { makeProfile } from "../lib/profile.mjs";

const use = useBrowser();
const FOLDED = "main;alpha 60\nmain;beta;leaf 25\nmain;beta;top 15\n";
const ONE = render(FOLDED, "--title", "One");
const TWO = render("start;gamma 10\nstart;delta 30\n", "--title", "Two");
const HEIGHT = Number(/ height="(\d+)"/.exec(ONE)[1]);
const served = new Map([["/one.svg", ["image/svg+xml", ONE]]]);
let server;
let base;

before(async () => {
	server = createServer((request, response) => {
		const [type, body, policy] = served.get(request.url) ||
			["text/plain", ""];

		response.writeHead(200, { "Content-Type": type,
			...policy && { "Content-Security-Policy": policy } });
		response.end(body);
	});
	await new Promise(done => server.listen(0, "127.0.0.1", done));
	base = `http://127.0.0.1:${server.address().port}`;
});
after(() => server.close());

async function visit(path, ...answer) {
	const page = await use.page({ viewport: { width: 1400, height: 800 } });

	if (answer.length)
		served.set(path, answer);
	await page.goto(base + path);
	return page;
}

const names = async g => (await g.labels()).map(l => l.text).sort();

test("opens, zooms, searches, resets, turns around, lists", async () => {
	const g = await use.open(FOLDED);

	assert.deepEqual(await names(g), ["all", "alpha", "beta", "leaf", "main",
		"top"]);
	assert.match(await g.hover("beta"), /beta \(40 samples, 40\.00%\)/);
	await g.click("beta");
	assert.deepEqual(await names(g), ["all", "beta", "leaf", "main", "top"]);
	await g.search("leaf");
	assert.match(await g.text("matched"), /62\.5% of view, 25\.0% of all/);
	assert.match(await g.url(), /#.*s=leaf/);
	for (const key of ["Escape", "Escape", "Escape"])
		await g.key(key);
	assert((await names(g)).includes("alpha"));
	await g.key("r");
	assert.match(await g.url(), /v=callers/);
	assert.equal((await names(g)).filter(n => n === "main").length, 3);
	await g.key("r");
	await g.key("t");
	const rows = await g.root.locator("tbody tr").allTextContents();
	assert.equal(rows.length, 5);
	assert(rows.some(row => /alpha/.test(row) && /60/.test(row)));
	await g.close();
});

test("ten thousand frames: the sums are the profile's", async () => {
	const folded = makeProfile(10000, 3);
	const g = await use.open(folded);
	const whole = oracle.sum(oracle.stacksOf(folded));

	// Higher than the window: at the root's row it is scrolled down.
	assert(await g.page.evaluate(() => scrollY) > 0);
	assert.match(await g.hover("all"), new RegExp(
		`all \\(${whole.toLocaleString("en")} samples`));
	await g.search("parse");
	const hits = oracle.sum(oracle.through(oracle.stacksOf(folded),
		name => /parse/.test(name)));
	assert.equal(await g.text("matched"),
		`Matched: ${(100 * hits / whole).toFixed(1)}%`);
	await g.close();
});

// Chromium's bars take no room where nobody sees them.
test("where a scroll bar comes, it is drawn once, for the room that is left", async () => {
	const rows = letter => Array.from({ length: 30 },
		(n, i) => letter + i).join(";");
	const g = await use.open(`${rows("f")} 5\n${rows("g")};f0 5\n`);
	const room = () => g.page.evaluate(() =>
		document.documentElement.getBoundingClientRect().width);

	assert.equal(await room(), 1000);
	await g.hover("f0");
	await g.page.evaluate(() => {
		globalThis.drawn = 0;
		new MutationObserver(() => {
			globalThis.drawn++;
		}).observe(document.querySelector(".fg-labels"),
			{ attributes: true, childList: true, subtree: true });
	});
	await g.key("s");
	await g.url();
	assert(await room() < 1000);
	assert.equal(await g.page.evaluate(() => globalThis.drawn), 1);
	await g.close();
});

test("nothing to draw, and names of all kinds", async () => {
	const page = await use.page();
	await page.goto(use.file("empty.svg", render("", "--allow-empty")));
	assert.deepEqual(page.wrongs, []);
	await page.close();
	const hostile = ["</script><script>alert(1)</script>", "]]>\"'&<",
		"\u202eevil\u202c\ud83d\ude00", "long".repeat(2560)];
	const g = await use.open(hostile.map(name => `r;${name} 10\n`).join(""));
	for (const name of hostile) {
		await g.search(`"${name}"`);
		assert.equal(await g.text("matched"), "Matched: 25.0%", name);
		await g.key("Escape");
	}
	assert.equal(await g.page.locator("script").count(), 1);
	await g.close();
});

// In frames of a page by its own document: of <object> and <embed> the
// protocol knows no end of loading.
test("in <object>, <embed> and <iframe>, at its size, and live", async () => {
	const page = await visit("/frames.html", "text/html", `<!DOCTYPE html>
		<object type="image/svg+xml" data="/one.svg"></object>
		<embed type="image/svg+xml" src="/one.svg">
		<iframe src="/one.svg" width=900 height=300></iframe>`);

	const results = await page.evaluate(async () => {
		const found = [];

		for (const tag of ["object", "embed", "iframe"]) {
			const element = document.querySelector(tag);
			const inside = () => element.contentDocument ||
				element.getSVGDocument();
			while (!inside()?.querySelector("svg.fg-ready"))
				await new Promise(done => setTimeout(done, 20));
			const root = inside().documentElement;
			const { width, height } = element.getBoundingClientRect();
			root.querySelector("#search").click();
			const input = root.querySelector(".fg-finder input");
			input.value = "alpha";
			input.dispatchEvent(new InputEvent("input", { bubbles: true }));
			while (!root.querySelector("#matched").textContent)
				await new Promise(done => setTimeout(done, 20));
			found.push([tag, width, height,
				root.querySelector("#matched").textContent]);
		}
		return found;
	});
	assert.deepEqual(results.slice(0, 2), [
		["object", 1200, HEIGHT, "Matched: 60.0%"],
		["embed", 1200, HEIGHT, "Matched: 60.0%"]]);
	assert.equal(results[2][3], "Matched: 60.0%");
	assert.deepEqual(page.wrongs, []);
	await page.close();
});

test("twice in one page, and from a blob:", async () => {
	const inline = svg => svg.slice(svg.indexOf("<svg"));
	const page = await visit("/two.html", "text/html",
		`<!DOCTYPE html><meta charset=utf-8>${inline(ONE)}<p>and</p>${inline(TWO)}`);

	await page.locator("svg.fg-ready").nth(1).waitFor();
	const [one, two] = [0, 1].map(i =>
		graph(page, page.locator("svg.fg-ready").nth(i)));
	await one.click("beta");
	assert(!(await names(one)).includes("alpha"));
	assert((await names(two)).includes("gamma"));
	assert.equal(new URL(page.url()).hash, "");
	await page.evaluate(text => {
		location.href = URL.createObjectURL(
			new Blob([text], { type: "image/svg+xml" }));
	}, ONE);
	await page.waitForURL(/^blob:/);
	await page.locator("svg.fg-ready").first().waitFor({ state: "attached" });
	await graph(page).click("beta");
	assert(!(await names(graph(page))).includes("alpha"));
	assert.deepEqual(page.wrongs, []);
	await page.close();
});

test("under policies: live where it is listed, else the still picture", async () => {
	const policy = execFileSync("fg-render", ["--print-csp-hash"]).toString()
		.trim();
	const live = await visit("/strict.svg", "image/svg+xml", ONE,
		`default-src 'none'; ${policy}`);
	await live.locator("svg.fg-ready").waitFor({ state: "attached" });
	await graph(live).click("beta");
	assert.deepEqual(live.wrongs, []);
	await live.close();
	const half = await visit("/half.svg", "image/svg+xml", ONE,
		`default-src 'none'; ${policy.replace(/(script-src '\S+) '\S+;/, "$1;")}`);
	await half.waitForFunction(() => /policy/.test(
		document.querySelector("#details").textContent));
	await half.close();
	const still = await visit("/raw.svg", "image/svg+xml", ONE,
		"default-src 'none'; style-src 'unsafe-inline'; sandbox");
	assert(await still.locator(".fg-static text", { hasText: "alpha" })
		.isVisible());
	await still.close();
	const image = await visit("/img.html", "text/html",
		"<!DOCTYPE html><img src=\"/one.svg\">");
	const box = await image.locator("img").boundingBox();
	assert.deepEqual([box.width, box.height], [1200, HEIGHT]);
	await image.close();
});

// All packed streams of a PDF: what is drawn on its pages, fonts and more.
function streamsOf(pdf) {
	const text = pdf.toString("latin1");

	return [...text.matchAll(/\bstream\r?\n([^]*?)\r?\nendstream/g)].map(m => {
		try {
			return inflateSync(Buffer.from(m[1], "latin1")).toString("latin1");
		} catch {
			return "";
		}
	});
}

test("zoom and view are independent, and Esc leaves a view", async () => {
	const g = await use.open(FOLDED);

	await g.click("beta");
	await g.key("t");
	const rows = () => g.root.locator("tbody tr th").allTextContents();
	assert(!(await rows()).includes("alpha"));
	await g.key("Escape");
	assert(!(await g.labels()).some(l => l.text === "alpha"));
	await g.key("0");
	await g.key("t");
	assert((await rows()).includes("alpha"));
	await g.close();
});

test("a high graph is printed on one page", async () => {
	const g = await use.open(`${Array.from({ length: 300 },
		(n, i) => `f${i}`).join(";")} 5\n`);
	const { data } = await command(g.page, "browsingContext.print", {});
	const pdf = Buffer.from(data, "base64");
	const all = pdf.toString("latin1") + streamsOf(pdf).join("\n");

	assert.equal(all.match(/\/Type\s*\/Page\b(?!s)/g).length, 1);
	await g.close();
});

test("printed, it is light, drawn as lines and letters, and then as before", async () => {
	const g = await use.open(FOLDED, { at: "#t=dark" });
	const { data } = await command(g.page, "browsingContext.print",
		{ background: true, page: { width: 29.7, height: 21 } });
	const pdf = Buffer.from(data, "base64");
	const drawn = streamsOf(pdf).join("\n");

	assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
	assert(!/\/Subtype\s*\/Image/.test(pdf.toString("latin1") + drawn));
	assert((drawn.match(/\b(f|f\*)$/gm) || []).length >= 5, "frames");
	assert((drawn.match(/T[jJ]$/gm) || []).length >= 6, "letters");
	// The title is nearly black on paper, and light on the dark screen.
	assert.match(drawn, /0\.10588\d* 0\.10588\d* 0\.12156\d* rg/);
	assert.equal(await g.root.locator(".fg-view.fg-dark").count(), 1);
	assert.equal(await g.button("Search").isVisible(), true);
	await g.close();
});

test("what is saved is there: a picture of the view, its pixels, its lines", async () => {
	const g = await use.open(FOLDED, { args: ["--title", "Saved"] });
	const destinationFolder = join(use.folder, "saved");

	mkdirSync(destinationFolder);
	await command(g.page, "browser.setDownloadBehavior", {
		downloadBehavior: { type: "allowed", destinationFolder },
	});
	await g.click("beta");
	await g.key("v");
	const saved = async (name, ending) => {
		const path = join(destinationFolder, `saved.${ending}`);

		await g.root.getByRole("group", { name: "Save" })
			.getByRole("button", { name, exact: true }).click();
		while (!existsSync(path) || !readFileSync(path).length)
			await sleep(50);
		return readFileSync(path);
	};
	const svg = (await saved("SVG", "svg")).toString();
	assert.match(svg, /^<svg[^]*>leaf<[^]*<\/svg>$/);
	assert.doesNotMatch(svg, /alpha|<script/);
	execFileSync("xmllint", ["--noout", "-"], { input: svg });
	const png = await saved("PNG", "png");
	assert.equal(png.subarray(1, 4).toString(), "PNG");
	assert(png.readUInt32BE(16) > 900, "as wide as the window, or twice");
	const folded = (await saved("Folded", "folded")).toString();
	assert.deepEqual(folded.trim().split("\n").sort(),
		FOLDED.trim().split("\n").sort());
	await g.close();
});
