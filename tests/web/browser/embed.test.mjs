// The picture in other documents, under policies, and where no script runs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { graph, render, until, useBrowser } from "../lib/browser.mjs";

const use = useBrowser();
const ONE = render("main;alpha 60\nmain;beta 40\n", "--title", "One");
const PLAIN = render("main;alpha 60\nmain;beta 40\n", "--embed=text");
const TWO = render("start;gamma 10\nstart;delta 30\n", "--title", "Two");
const HEIGHT = Number(/ height="(\d+)"/.exec(ONE)[1]);
const inline = svg => svg.slice(svg.indexOf("<svg"));
const html = body => `<!DOCTYPE html><meta charset="utf-8"><title>t</title>${body}`;
const served = new Map();
let server;
let base;

before(async () => {
	server = createServer((request, response) => {
		const [type, body, policy] = served.get(request.url.split("?")[0]) ||
			["text/plain", ""];

		response.writeHead(200, { "Content-Type": type,
			...policy && { "Content-Security-Policy": policy } });
		response.end(body);
	});
	await new Promise(done => server.listen(0, "127.0.0.1", done));
	base = `http://127.0.0.1:${server.address().port}`;
	served.set("/one.svg", ["image/svg+xml", ONE]);
});
after(() => server.close());

function serve(path, type, body, policy) {
	served.set(path, [type, body, policy]);
	return base + path;
}

async function visit(url, options) {
	const page = await use.page(options);

	await page.goto(url);
	return page;
}

// corner: where the frame lies, if the frame's own places do not say it.
async function worksIn(page, frame, corner = { x: 0, y: 0 }) {
	const root = frame.locator("svg.fg-ready");

	await root.waitFor({ state: "attached" });
	await root.locator(".fg-labels text", { hasText: "beta" })
		.waitFor({ state: "attached" });
	const box = await root.locator(".fg-labels text", { hasText: "beta" })
		.boundingBox();
	await page.mouse.click(corner.x + box.x + 2, corner.y + box.y + 5);
	await root.locator("#unzoom").waitFor();
	assert.equal(await root.locator(".fg-labels text", { hasText: "alpha" })
		.count(), 0);
	await root.locator("#unzoom").dispatchEvent("click");
	await root.locator("#search").dispatchEvent("click");
	await root.locator(".fg-finder input").fill("beta");
	await page.keyboard.press("Enter");
	assert.equal(await root.locator("#matched").textContent(),
		"Matched: 40.0%");
	assert.deepEqual(page.wrongs, []);
}

for (const [name, tag] of [
	["object", `<object type="image/svg+xml" data="/one.svg"></object>`],
	["embed", "<embed type=\"image/svg+xml\" src=\"/one.svg\">"],
	["iframe", "<iframe src=\"/one.svg\" width=900 height=400></iframe>"],
	["sandbox", "<iframe sandbox=\"allow-scripts\" src=\"/one.svg\" " +
		"width=900 height=400></iframe>"],
]) {
	test(`in <${name}>, at its size`, async () => {
		const page = await visit(serve(`/${name}.html`, "text/html", html(tag)),
			{ viewport: { width: 1400, height: 800 } });
		const box = await page.locator("object,embed,iframe").boundingBox();
		const frame = page.frames().find(f => f.url().endsWith("/one.svg"));

		if (/object|embed/.test(name)) {
			assert.equal(Math.round(box.width), 1200);
			assert.equal(Math.round(box.height), HEIGHT);
		}
		await worksIn(page, frame, /object|embed/.test(name) ? box : undefined);
		assert.equal(new URL(page.url()).hash, "");
		await page.close();
	});
}

const DEEP = render(`main;${Array.from({ length: 60 },
	(n, i) => `f${i}`).join(";")} 60\nmain;other 40\n`);

for (const [name, tag] of [
	["object", "<object type=\"image/svg+xml\" data=\"/deep.svg\" "],
	["embed", "<embed type=\"image/svg+xml\" src=\"/deep.svg\" "],
	["iframe", "<iframe src=\"/deep.svg\" "],
]) {
	test(`in a small <${name}> the graph scrolls, letters stay`, async () => {
		serve("/deep.svg", "image/svg+xml", DEEP);
		const page = await visit(serve(`/small-${name}.html`, "text/html",
			html(`${tag} width="500" height="300"></${name}>` +
				"<div style='height:3000px'></div>")));
		const frame = page.frames().find(f => f.url().endsWith("/deep.svg"));
		const root = frame.locator("svg.fg-ready");
		const label = text => root.locator(".fg-labels text")
			.filter({ hasText: new RegExp(`^${text}$`) });
		const rows = async () => (await label("main").boundingBox()).y -
			(await label("other").boundingBox()).y;

		await root.waitFor({ state: "attached" });
		assert(Math.abs(await rows() - 16) < 1, "rows have their height");
		const before = await label("main").boundingBox();
		await page.mouse.move(before.x + 50, 150);
		await page.mouse.wheel(0, -100);
		await until(page, async () => Math.abs(
			(await label("main").boundingBox()).y - before.y - 100) < 2);
		const box = await label("f5").boundingBox();
		await page.mouse.click(box.x + 2, box.y + 5);
		assert.match(await root.locator("#details").textContent(), /f5 \(60/);
		await page.keyboard.press("Home");
		await page.keyboard.press("End");
		assert.match(await root.locator("#details").textContent(), /f59 /);
		const leaf = await label("f59").boundingBox();
		assert(leaf.y > 0 && leaf.y < 300, "the keys scroll, too");
		for (let i = 0; i < 5; i++)
			await page.keyboard.press("PageDown");
		// The graph is scrolled to its end first, then the page.
		await until(page, async () => {
			await page.mouse.wheel(0, 500);
			return page.evaluate(() => scrollY > 0);
		});
		assert.deepEqual(page.wrongs, []);
		await page.close();
	});
}

test("a graph that grows makes its <object> grow", async () => {
	const page = await visit(serve("/grow.html", "text/html", html(
		"<object type=\"image/svg+xml\" data=\"/deep.svg\"></object>")),
	{ viewport: { width: 1400, height: 800 } });
	const frame = page.frames().find(f => f.url().endsWith("/deep.svg"));

	await frame.locator("svg.fg-ready").waitFor({ state: "attached" });
	const sizes = async () => [(await page.locator("object").boundingBox()).height,
		Number(await frame.locator("svg.fg-ready").getAttribute("height"))];
	await until(page, async () => {
		const [outside, inside] = await sizes();
		return outside === inside;
	});
	const [, inside] = await sizes();
	assert(inside > 61 * 16);
	assert.equal(await frame.locator(".fg-scroll").isVisible(), false);
	await page.close();
});

test("two in one page leave each other alone, and the address", async () => {
	const page = await visit(use.file("two.html",
		html(`<p>text</p>${inline(ONE)}<p>more</p>${inline(TWO)}`)));
	const graphs = [0, 1].map(i =>
		graph(page, page.locator("svg.fg-ready").nth(i)));

	await page.locator("svg.fg-ready").nth(1).waitFor();
	const [one, two] = graphs;
	await one.click("beta");
	assert(!(await one.labels()).some(l => l.text === "alpha"));
	assert((await two.labels()).some(l => l.text === "gamma"));
	await two.button("Search").click();
	await page.keyboard.type("delta");
	await page.keyboard.press("Enter");
	assert.equal(await two.text("matched"), "Matched: 75.0%");
	assert.equal(await one.text("matched"), "");
	await two.click("delta");
	await two.button("Reset Zoom").click();
	assert.equal(await one.button("Reset Zoom").isVisible(), true);
	await one.button("Back (Backspace)").click();
	assert((await one.labels()).some(l => l.text === "alpha"));
	assert.equal(new URL(page.url()).hash, "");
	const globals = await page.evaluate(() => Object.keys(globalThis)
		.filter(k => /^(app|start|main|svg|html|render|treeView)$/.test(k)));
	assert.deepEqual(globals, []);
	await one.close();
});

test("in a page from right to left, names lie in their boxes", async () => {
	const page = await visit(use.file("rtl.html",
		html(`<div dir="rtl">${inline(ONE)}</div>`)));
	const g = graph(page);
	const { x, width } = await g.label("beta");

	await g.hover("beta");
	const box = await g.marked();
	assert(x >= box.x && x + width <= box.x + box.width, `${x} ${box.x}`);
	await g.close();
});

test("a page that was saved as it stands has one viewer again", async () => {
	const page = await visit(use.file("before.html", html(inline(ONE))));

	await page.locator("svg.fg-ready").waitFor();
	const text = await page.content();
	await page.close();
	assert(text.indexOf("fg-view fg-") < text.indexOf("<script"));
	const again = await visit(serve("/again.html", "text/html", text));
	await again.waitForFunction(() =>
		document.querySelectorAll("svg > style").length > 2);
	await again.waitForFunction(() =>
		document.querySelectorAll("svg > .fg-view").length === 1);
	assert.equal(await again.locator("#search").count(), 1);
	await worksIn(again, again);
	await again.close();
});

test("where a page wants trusted types, the viewer has a policy", async () => {
	const typed = "require-trusted-types-for 'script'";

	for (const text of [ONE, PLAIN]) {
		for (const more of ["", "; trusted-types fg-viewer"]) {
			const page = await visit(serve("/typed.svg", "image/svg+xml",
				text, typed + more));

			await worksIn(page, page);
			assert.deepEqual(page.wrongs, []);
			await page.close();
		}
	}
	const page = await visit(serve("/typed.html", "text/html",
		html(inline(ONE) + inline(TWO)), typed));
	await page.locator("svg.fg-ready").nth(1).waitFor();
	assert.equal(await page.evaluate(() => {
		try {
			document.createElement("script").text = "1";
			return "allowed";
		} catch (error) {
			return error.name;
		}
	}), "TypeError");
	await page.close();
});

test("where a page allows no such policy, the picture is static", async () => {
	const page = await visit(serve("/none.svg", "image/svg+xml", ONE,
		"require-trusted-types-for 'script'; trusted-types 'none'"));

	await page.waitForFunction(() => /without zoom and search: ./.test(
		document.querySelector("#details").textContent));
	assert.equal(await page.locator("#frames rect").count(), 4);
	await page.close();
	// where types are not wanted, it needs none
	const free = await visit(serve("/free.svg", "image/svg+xml", ONE,
		"trusted-types 'none'"));
	await free.locator("svg.fg-ready").waitFor();
	await free.close();
});

test("a page keeps its keys and its look", async () => {
	const page = await visit(use.file("page.html", html(`<button id=b>x</button>
		<input id=i><div id=box style="width:600px">${inline(ONE)}</div>`)));

	await page.locator("svg.fg-ready").waitFor();
	await page.locator("#i").focus();
	await page.keyboard.type("/tr0");
	assert.equal(await page.locator("#i").inputValue(), "/tr0");
	const box = await page.locator("svg.fg-ready").boundingBox();
	assert.equal(Math.round(box.width), 600);
	assert.equal(await page.locator("#b").evaluate(e =>
		getComputedStyle(e).borderRadius), "0px");
	assert.deepEqual(page.wrongs, []);
	await page.close();
});

const policy = () => "default-src 'none'; " +
	execFileSync("fg-render", ["--print-csp-hash"]).toString().trim();

test("under a policy that names script and style, all works", async () => {
	for (const text of [ONE, PLAIN]) {
		const page = await visit(serve("/strict.svg", "image/svg+xml", text,
			policy()));

		await worksIn(page, page);
		await page.close();
	}
});

test("or one with a nonce, which the packed script gets, too", async () => {
	const page = await visit(serve("/nonce.html", "text/html",
		html(inline(ONE).replace("<script>", "<script nonce=\"once\">")),
		"default-src 'none'; script-src 'nonce-once'; " +
		"style-src 'unsafe-inline'"));

	await worksIn(page, page);
	await page.close();
});

test("a policy that names the loader alone leaves the picture", async () => {
	const page = await visit(serve("/half.svg", "image/svg+xml", ONE,
		policy().replace(/(script-src '\S+) '\S+;/, "$1;")));

	await page.waitForFunction(() => /policy/.test(
		document.querySelector("#details").textContent));
	assert.equal(await page.locator("#frames rect").count(), 4);
	assert.equal(await page.locator("script").count(), 1);
	await page.close();
});

test("inside XHTML, twice", async () => {
	const page = await visit(serve("/two.xhtml", "application/xhtml+xml",
		"<html xmlns='http://www.w3.org/1999/xhtml'><head><title>t</title>" +
		`</head><body><div>${inline(ONE)}</div>${inline(TWO)}</body></html>`,
	policy()));

	await page.locator("svg.fg-ready").nth(1).waitFor();
	await graph(page, page.locator("svg.fg-ready").nth(1)).click("delta");
	await worksIn(page, page.locator("div").first());
	await page.close();
});


// The static picture is there, and nothing that does not work.
async function isStill(page, root) {
	await root.locator(".fg-static").waitFor({ state: "attached" });
	const text = await root.locator(".fg-static text:visible").allTextContents();
	assert(text.includes("alpha") && text.includes("beta"));
	assert(text.some(t => /in a browser/.test(t)));
	assert(!text.some(t => /Reset Zoom|Search$/.test(t)));
}

test("where policy or sandbox forbid scripts, the picture is static", async () => {
	for (const policy of ["default-src 'none'; style-src 'unsafe-inline'; sandbox",
		"default-src 'self'"]) {
		const page = await visit(serve("/raw.svg", "image/svg+xml", ONE, policy));
		await isStill(page, page);
		await page.close();
	}
	const page = await visit(serve("/locked.html", "text/html",
		html("<iframe sandbox src=\"/one.svg\" width=900 height=300></iframe>")));
	await isStill(page, page.frameLocator("iframe"));
	await page.close();
});

test("without scripts at all, too", async () => {
	const context = await use.browser.newContext({ javaScriptEnabled: false });
	const page = await context.newPage();

	await page.goto(use.file("still.svg", ONE));
	await isStill(page, page);
	await context.close();
});

test("as an image it has its size and a picture", async () => {
	const page = await visit(serve("/img.html", "text/html",
		html("<img src=\"/one.svg\">")), { viewport: { width: 1400, height: 600 } });
	const box = await page.locator("img").boundingBox();

	assert.equal(Math.round(box.width), 1200);
	assert.equal(Math.round(box.height), HEIGHT);
	const colours = await page.evaluate(() => {
		const canvas = document.createElement("canvas");
		const image = document.querySelector("img");
		const pen = canvas.getContext("2d");

		[canvas.width, canvas.height] = [image.width, image.height];
		pen.drawImage(image, 0, 0);
		return new Set(pen.getImageData(0, 0, 1200, image.height).data).size;
	});
	assert(colours > 20);
	assert.deepEqual(page.wrongs, []);
	await page.close();
});

test("from a blob:, also without an address of its own", async () => {
	const page = await visit(serve("/blob.html", "text/html", html("")));

	await Promise.all([page.waitForNavigation(), page.evaluate(text => {
		location.href = URL.createObjectURL(
			new Blob([text], { type: "image/svg+xml" }));
	}, ONE)]);
	await worksIn(page, page);
	await page.close();
});

test("a browser that cannot unpack says so, and keeps the picture", async () => {
	const page = await use.page();

	await page.addInitScript(() => {
		delete globalThis.DecompressionStream;
	});
	await page.goto(use.file("old.svg", ONE));
	await page.waitForFunction(() => /without zoom and search: ./.test(
		document.querySelector("#details").textContent));
	assert.equal(await page.locator("#frames rect").count(), 4);
	assert.deepEqual(page.wrongs, []);
	await page.close();
	const text = await use.page();
	await text.addInitScript(() => {
		delete globalThis.DecompressionStream;
	});
	await use.visit(text, use.file("text.svg", PLAIN));
	await worksIn(text, text);
	await text.close();
});

test("printed, it is light and has no buttons", async () => {
	const page = await use.page({ colorScheme: "dark" });

	await use.visit(page, use.file("print.svg", ONE));
	const pdf = await page.pdf({ printBackground: true });
	assert(pdf.length > 3000);
	const paper = () => page.evaluate(() =>
		getComputedStyle(document.documentElement).backgroundColor);

	assert.equal(await paper(), "rgb(28, 28, 30)");
	await page.emulateMedia({ media: "print" });
	assert.equal(await paper(), "rgba(0, 0, 0, 0)");
	assert.equal(await page.locator("#search").isVisible(), false);
	assert.deepEqual(page.wrongs, []);
	await page.close();
});
