// Pictures in a browser, as a user has them: drawn by fg-render, opened,
// clicked, typed at. Whatever a page says on its console fails the test.
// The browser is Chromium, or with FG_BROWSER=firefox the Firefox that the
// system has, of which playwright-core speaks the standard protocol.
import { execFileSync } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { tmpdir } from "node:os";
import { after, before } from "node:test";
import assert from "node:assert/strict";
import playwright from "playwright-core";

function inPath(...names) {
	for (const folder of process.env.PATH.split(delimiter)) {
		for (const name of names) {
			try {
				accessSync(join(folder, name), constants.X_OK);
				return join(folder, name);
			} catch {
				// look on
			}
		}
	}
	return undefined;
}

export function render(folded, ...args) {
	return execFileSync("fg-render", args, {
		input: folded, maxBuffer: 1 << 28,
	}).toString();
}

// Where nothing is found, playwright looks for the one it installed.
export function launch(name = process.env.FG_BROWSER || "chromium") {
	if (name === "firefox") {
		return playwright._bidiFirefox.launch({
			executablePath: process.env.FG_FIREFOX ||
				inPath("firefox-esr", "firefox"),
		});
	}
	return playwright.chromium.launch({
		executablePath: process.env.FG_CHROMIUM ||
			inPath("chromium", "chromium-browser", "google-chrome"),
		args: process.getuid() === 0 ? ["--no-sandbox"] : [],
	});
}

// A command of Firefox's protocol that playwright-core sends, but does not
// offer: to print, and where downloads go.
export async function command(page, method, params) {
	const { delegate, browserContext } = page._connection.toImpl(page);
	const session = method.startsWith("browser.") ?
		browserContext._browser._browserSession : delegate._session;

	return session.send(method, method.startsWith("browser.") ? params :
		{ context: delegate._session.sessionId, ...params });
}

// What Firefox says of itself and of no page: nothing else answers to
// "this page has no icon, and may not have one".
const isChatter = text => /favicon\.ico/.test(text);

// Starts a browser for the tests of a file; use.open(...) in them.
export function useBrowser() {
	const use = { folder: mkdtempSync(join(tmpdir(), "fg-web-")), errors: [] };

	before(async () => {
		use.browser = await launch();
	});
	after(async () => {
		await use.browser.close();
		rmSync(use.folder, { recursive: true });
	});
	use.file = (name, text) => {
		const path = join(use.folder, name);
		writeFileSync(path, text);
		return `file://${path}`;
	};
	use.page = async (options = {}) => {
		const page = await use.browser.newPage({
			viewport: { width: 1000, height: 700 }, ...options,
		});
		page.wrongs = [];
		const note = text => isChatter(text) || page.wrongs.push(text);
		page.on("pageerror", e => note(`${e.message} ${e.stack}`));
		page.on("console", m => note(m.text()));
		return page;
	};
	use.visit = async (page, url) => {
		await page.goto(url);
		await page.locator("svg.fg-ready").first()
			.waitFor({ state: "attached" });
	};
	// A profile on the screen; its address ends with `at`.
	use.open = async (folded, { args = [], at = "", ...options } = {}) => {
		const page = await use.page(options);
		const url = use.file(`p${Math.random()}.svg`, render(folded, ...args));
		await use.visit(page, url + at);
		return graph(page);
	};
	return use;
}

// page.goBack() waits for a load, and Firefox tells of none.
function goBack() {
	return new Promise(done => {
		addEventListener("popstate", () => setTimeout(done), { once: true });
		history.back();
	});
}

// Waits until `test` holds, frame by frame; the test's own limit ends it.
export async function until(page, test) {
	while (!await test())
		await page.evaluate(() => new Promise(requestAnimationFrame));
}

// As if pasted: Firefox's protocol types letter by letter, and needs half a
// minute for ten thousand.
function paste(field, text) {
	field.focus();
	field.value = text;
	field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

// What a user sees and does, in words.
export function graph(page, root = page.locator("svg.fg-ready").first()) {
	const rects = locator => locator.evaluateAll(list => list.map(e => {
		const { x, y, width, height } = e.getBoundingClientRect();
		return { text: e.textContent, x, y, width, height };
	}));
	const g = {
		page, root,
		text: async id => (await root.locator(`#${id}`).textContent())
			.replace(/\u00a0/g, " "),
		labels: () => rects(root.locator(".fg-labels text")),
		button: (name, exact = true) => root.getByRole("button", { name, exact }),
		key: key => page.keyboard.press(key),
		// The address follows the picture a little later, or when the page
		// is left.
		url: () => page.evaluate(() => {
			dispatchEvent(new Event("pagehide"));
			return location.href;
		}),
		async back() {
			await g.url();
			await page.evaluate(goBack);
		},
		async label(name) {
			const found = (await g.labels()).filter(l => l.text === name ||
				l.text.endsWith("..") &&
				name.startsWith(l.text.slice(0, -2)));
			assert(found.length > 0, `no label for ${name}`);
			return found[0];
		},
		async hover(name) {
			const { x, y, height } = await g.label(name);
			// Firefox tells of no move to where the mouse is.
			await page.mouse.move(x + 3, y + height / 2);
			await page.mouse.move(x + 2, y + height / 2);
			return g.text("details");
		},
		async click(name, options) {
			const { x, y, height } = await g.label(name);
			await page.mouse.click(x + 2, y + height / 2, options);
		},
		// The box under the pointer.
		async marked() {
			return (await rects(root.locator(".fg-mark")))[0];
		},
		async search(term) {
			if (!await root.locator(".fg-finder").isVisible())
				await page.keyboard.press("/");
			await root.locator(".fg-finder input").evaluate(paste, term);
			await page.keyboard.press("Enter");
		},
		async close() {
			assert.deepEqual(page.wrongs, []);
			await page.close();
		},
	};
	return g;
}
