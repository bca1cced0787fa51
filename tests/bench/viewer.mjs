// SPDX-License-Identifier: MIT
// How long a browser takes to open a flame graph and to answer, and what
// memory it needs: fg-render's pictures beside those with an element for
// every frame (--classic, which has no script, and inferno's), of the same
// made-up profiles.
//
//	viewer.mjs --inferno FOLDER [--report FILE] [--runs N] [--browser NAME]
//		[--frames N] [--picture NAME] [--perl flamegraph.pl]
//
// A run is a browser started anew with an empty profile. Times are of the
// page's main thread: from an event to when what it changed is laid out and
// painted, without the wait for the next frame, the first time that it is done,
// once the browser has come to rest after opening. Medians.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync,
	writeFileSync } from "node:fs";
import { cpus, loadavg, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launch } from "../web/lib/browser.mjs";
import { makeProfile } from "../web/lib/profile.mjs";

const { values: options } = parseArgs({ options: {
	inferno: { type: "string" }, "inferno-version": { type: "string" },
	perl: { type: "string" }, report: { type: "string" },
	runs: { type: "string", default: "5" },
	picture: { type: "string", multiple: true },
	browser: { type: "string", multiple: true, default: ["chromium", "firefox"] },
	frames: { type: "string", multiple: true,
		default: ["10000", "200000", "1000000"] },
} });
const runs = Number(options.runs);
const folder = mkdtempSync(join(tmpdir(), "fg-bench-"));
const MINIMIZE = 35; // SIGRTMIN + 1

process.env.TMPDIR = folder;

const REST = 500; // ms between what is done, as nobody is faster

// What an element for every frame costs above this takes minutes a click.
const PATIENCE = 200000;

const draw = (program, args) => (input, output) => {
	const text = execFileSync(program, args,
		{ input: readFileSync(input), maxBuffer: 1 << 30, stdio: "pipe" });
	writeFileSync(output, text);
};

const PEERS = [
	{ name: "fg-render", kind: "fg", draw: draw("fg-render", ["-q"]) },
	{ name: "fg-render --classic", kind: "still", most: PATIENCE,
		draw: draw("fg-render", ["-q", "--classic", "--minwidth", "0"]) },
	options.inferno && { name: "inferno", kind: "peer", most: PATIENCE,
		draw: draw(join(options.inferno, "inferno-flamegraph"),
			["-q", "--minwidth", "0"]) },
	options.perl && { name: "flamegraph.pl", kind: "peer", most: PATIENCE,
		draw: draw("perl", [options.perl, "--minwidth", "0"]) },
].filter(peer => peer && (options.picture?.includes(peer.name) ?? true));

const BUDGETS = {
	size: [0.30, 0.9, 2.6], open: [350, 500, 800], zoom: [25, 25, 25],
	search: [25, 30, 50], inverted: [25, 60, 150], sandwich: [25, 60, 150],
	table: [25, 60, 150], memory: [25, 40, 90],
};

// In the page: notes when the picture could be used for the first time.
function watchOpening() {
	const isReady = () => document.querySelector("svg.fg-ready") ||
		document.readyState === "complete" && document.documentElement &&
		!document.querySelector("metadata.fg-data");
	const look = () => {
		if (isReady()) {
			requestAnimationFrame(() => setTimeout(() => {
				globalThis.openedAt = performance.now();
			}));
		} else {
			setTimeout(look, 4);
		}
	};

	look();
}

// In the page: what an action costs, in the task itself and in the frame
// that shows it; the wait between is nobody's work.
function measureIn({ act, term, place }) {
	const actions = {
		click() {
			const at = { bubbles: true, cancelable: true, view: globalThis,
				clientX: place[0], clientY: place[1], button: 0, detail: 1,
				pointerId: 1, isPrimary: true, pointerType: "mouse" };
			const target = document.elementFromPoint(...place);

			for (const [type, Kind] of [["pointerdown", PointerEvent],
				["pointerup", PointerEvent], ["click", MouseEvent]])
				target.dispatchEvent(new Kind(type, at));
		},
		key() {
			document.documentElement.dispatchEvent(new KeyboardEvent(
				"keydown", { key: term, bubbles: true, cancelable: true }));
		},
		field() {
			const input = document.querySelector(".fg-finder input");

			input.value = term;
			input.dispatchEvent(new InputEvent("input", { bubbles: true }));
			input.dispatchEvent(new KeyboardEvent("keydown",
				{ key: "Enter", bubbles: true, cancelable: true }));
		},
		prompt() {
			globalThis.prompt = () => term;
			document.querySelector("#search").dispatchEvent(new MouseEvent(
				"click", { bubbles: true, cancelable: true, view: globalThis }));
		},
	};

	return new Promise((done, fail) => setTimeout(() => {
		const begin = performance.now();
		try {
			actions[act]();
		} catch (error) {
			fail(error);
		}
		document.documentElement.getBoundingClientRect();
		const handled = performance.now() - begin;
		requestAnimationFrame(() => {
			const frame = performance.now();
			const { port1, port2 } = new MessageChannel();
			port1.onmessage = () => done(handled + performance.now() - frame);
			port2.postMessage(0);
		});
	}, 50));
}

// Memory of this process' descendants, shared pages counted in shares: MB;
// and which of them is the browser itself.
function memory() {
	const parents = new Map();
	const sizes = new Map();

	for (const pid of readdirSync("/proc").filter(name => /^\d+$/.test(name))) {
		try {
			const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
			parents.set(pid, stat.slice(stat.lastIndexOf(")") + 4).split(" ")[0]);
			const map = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
			sizes.set(pid, Number(/^Pss: +(\d+)/m.exec(map)[1]) / 1024);
		} catch {
			// it has ended, or is not ours to look at
		}
	}
	let sum = 0;
	let top = 0;
	for (const [pid, size] of sizes) {
		let up = pid;
		while (up && parents.get(up) !== String(process.pid))
			up = parents.get(up);
		sum += up ? size : 0;
		top = up || top;
	}
	return { sum, top };
}

// Makes the browser give back what it does not need any more, which it would
// do in its own time. Firefox does it on a signal, with a report in TMPDIR.
async function collectGarbage(page, name) {
	if (name === "firefox") {
		process.kill(Number(memory().top), MINIMIZE);
	} else {
		const session = await page.context().newCDPSession(page);

		await session.send("HeapProfiler.collectGarbage");
		await session.detach();
	}
}

// The memory after that, once it stays, or after ten seconds.
async function memoryAtRest(page, name) {
	let before = 0;
	let now = 0;

	await page.waitForTimeout(1000);
	await collectGarbage(page, name);
	for (let n = 0; n < 10 && (n < 3 || Math.abs(now - before) > 2); n++) {
		before = now;
		await page.waitForTimeout(1000);
		now = memory().sum;
	}
	return now;
}

// The lowest frame with a long label on the screen, to be clicked.
function findFrame() {
	const mark = text => {
		const { x, y, width, height } = text.getBoundingClientRect();
		return { x: x + 4, y: y + height / 2, width, height };
	};
	const all = [...document.querySelectorAll(".fg-labels text,#frames text")]
		.filter(t => t.textContent.length > 8).map(mark)
		.filter(t => t.width > 40 && t.y > 80 && t.y < innerHeight - 80 &&
			t.x > 0 && t.x < innerWidth)
		.sort((a, b) => b.y - a.y);

	return all.length ? [all[0].x, all[0].y] : null;
}

async function opened(page, url) {
	await page.goto(url, { timeout: 600000 });
	await page.waitForFunction(() => globalThis.openedAt > 0, null,
		{ timeout: 600000 });
	return page.evaluate(() => globalThis.openedAt);
}

async function newPage(browser) {
	const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });

	page.setDefaultTimeout(600000);
	await page.addInitScript(watchOpening);
	return page;
}

async function measureActions(page, kind) {
	const did = {};
	const measure = async (act, term, place) => {
		await page.waitForTimeout(REST);
		return page.evaluate(measureIn, { act, term, place });
	};
	const key = term => measure("key", term);

	if (kind === "still")
		return did;
	await page.evaluate(() => scrollTo(0, 1e6));
	did.zoom = await measure("click", "", await page.evaluate(findFrame));
	if (kind === "peer") {
		did.search = await measure("prompt", "parse");
		return did;
	}
	await key("0");
	await key("/");
	did.search = await measure("field", "parse");
	for (const again of ["Escape", "Escape", "Escape"])
		await key(again);
	did.inverted = await key("r");
	await key("r");
	await key("End");
	await key("End");
	did.sandwich = await key("s");
	await key("Escape");
	did.table = await key("t");
	return did;
}

async function measureOnce(name, file, kind) {
	const browser = await launch(name);
	const page = await newPage(browser);

	await page.goto(`file://${join(folder, "empty.svg")}`);
	const open = await opened(page, `file://${file}`);
	await page.waitForTimeout(2 * REST);
	const did = await measureActions(page, kind);

	await browser.close();
	return { open, ...did };
}

// In a browser of its own: with the garbage, compiled scripts go, too.
async function measureMemory(name, file) {
	const browser = await launch(name);
	const page = await newPage(browser);

	await page.goto(`file://${join(folder, "empty.svg")}`);
	const empty = await memoryAtRest(page, name);
	await opened(page, `file://${file}`);
	const used = await memoryAtRest(page, name) - empty;

	await browser.close();
	return { memory: used };
}

function median(list) {
	const sorted = list.filter(n => n !== undefined).sort((a, b) => a - b);

	return sorted.length ? sorted[sorted.length >> 1] : undefined;
}

async function measurePicture(name, file, kind, frames) {
	const times = kind === "fg" ? runs : frames > 50000 ? 1 : Math.min(runs, 3);
	const all = [];

	for (let i = 0; i < times; i++)
		all.push(await measureOnce(name, file, kind));
	for (let i = 0; i < Math.min(times, 3); i++)
		all.push(await measureMemory(name, file));
	return Object.fromEntries(["open", "zoom", "search", "inverted", "sandwich",
		"table", "memory"].map(key => [key, median(all.map(r => r[key]))]));
}

function version(program, ...args) {
	return execFileSync(program, [...args, "--version"]).toString()
		.split("\n")[0].trim();
}

async function browserVersion(name) {
	const browser = await launch(name);
	const text = `${name} ${browser.version()}`;

	await browser.close();
	return text;
}

const number = (value, unit) => value === undefined ? "–" :
	`${value < 9.95 && unit !== "MB" ? value.toFixed(1) : Math.round(value)} ${
		unit}`;

function row(cells) {
	return `| ${cells.join(" | ")} |`;
}

function tableOf(results, name) {
	const lines = [row(["frames", "picture", "file", "open", "click", "search",
		"callers first", "callers and callees", "table", "memory"]),
	`|--:|---|${"--:|".repeat(8)}`];

	for (const r of results.filter(result => result.browser === name)) {
		const { size, open, zoom, search, inverted, sandwich, table } = r;

		lines.push(row([r.frames.toLocaleString("en"), r.picture,
			`${size.toFixed(2)} MB`, number(open, "ms"), number(zoom, "ms"),
			number(search, "ms"), number(inverted, "ms"),
			number(sandwich, "ms"), number(table, "ms"),
			number(r.memory, "MB")]));
	}
	return lines;
}

// Where a measured value of ours is above what it is to stay under.
function overBudget(results) {
	const sizes = [10000, 200000, 1000000];

	return results.filter(r => r.picture === "fg-render").flatMap(r =>
		Object.entries(BUDGETS).filter(([key, limits]) =>
			r[key] > (limits[sizes.indexOf(r.frames)] ?? Infinity))
			.map(([key, limits]) => `${r.browser}, ${
				r.frames.toLocaleString("en")} frames, ${key}: ${
				r[key].toFixed(1)} above ${limits[sizes.indexOf(r.frames)]}`));
}

async function report(results) {
	const lines = ["# Benchmarks of the viewer", "",
		"Written by `./dev bench viewer`; see `tests/bench/viewer.mjs` for how.",
		"", `- ${version("fg-render")}; inferno ${
			options["inferno-version"] || "none"}`];

	for (const name of options.browser)
		lines.push(`- ${await browserVersion(name)}, without GPU, window of ` +
			"1280 x 900");
	lines.push(`- ${cpus()[0].model}, ${cpus().length} processors, ${
		Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}; load at the end ${
		loadavg()[1].toFixed(1)} (1 to 3 is this program's own)`,
	`- medians of ${runs} runs, of the others of 3 at 10,000 frames and else ` +
		"of one; each a browser started anew",
	"- open: until the picture can be used; click, search and views: work of " +
		"the main thread until it is painted; memory: of all the browser's " +
		"processes, over an empty picture, after garbage was collected",
	"- every frame is in every file (`--minwidth 0`); --classic has no script");
	for (const name of options.browser) {
		lines.push("", `## ${name[0].toUpperCase()}${name.slice(1)}`, "",
			...tableOf(results, name));
	}
	const over = overBudget(results);
	lines.push("", "## Budgets", "", ...over.length ? over.map(o => `- ${o}`) :
		["All kept."]);
	return `${lines.join("\n")}\n`;
}

async function main() {
	const results = [];

	writeFileSync(join(folder, "empty.svg"),
		"<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
	for (const frames of options.frames.map(Number)) {
		const input = join(folder, "profile.folded");

		writeFileSync(input, makeProfile(frames, 4,
			frames >= 1000000 ? 5000 : 0));
		for (const peer of PEERS) {
			const file = join(folder, "picture.svg");

			peer.draw(input, file);
			const size = statSync(file).size / 1e6;
			for (const browser of options.browser) {
				const got = frames > (peer.most || Infinity) ? {} :
					await measurePicture(browser, file, peer.kind, frames);

				results.push({ frames, browser, picture: peer.name, size, ...got });
				console.error(JSON.stringify(results.at(-1)));
			}
		}
	}
	const text = await report(results);
	console.log(text);
	if (options.report)
		writeFileSync(options.report, text);
}

try {
	await main();
} finally {
	rmSync(folder, { recursive: true });
}
