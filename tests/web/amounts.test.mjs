// Weights as the generator and the viewer say them: one table for both.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./lib/load.mjs";

const web = load();
const ROWS = readFileSync(new URL("amounts.txt", import.meta.url), "utf8")
	.split("\n").filter(line => line && !line.startsWith("#"))
	.map(line => line.split("\t"));

const unescape = text => text.replace(/&#(\d+);/g,
	(all, code) => String.fromCodePoint(code)).replace(/&gt;/g, ">");

function draw(metric, unit, weight, ...args) {
	const keys = [["metric", metric], ["unit", unit]]
		.filter(([, value]) => value !== "-")
		.map(([key, value]) => `${key}=${value}`).join(" ");

	return execFileSync("fg-render", args, {
		input: `# fg: ${keys}\na ${weight}\n`,
	}).toString();
}

function settingsOf(svg) {
	const [, data] = /<metadata class="fg-data"([^>]*?)\/?>/.exec(svg);
	const attributes = Object.fromEntries(
		[...data.matchAll(/([\w-]+)="([^"]*)"/g)]
			.map(m => [m[1], unescape(m[2])]));

	return web.readSettings({ getAttribute: name => attributes[name] ?? null });
}

test("the generator and the viewer say amounts alike", () => {
	assert(ROWS.length > 25);
	for (const [metric, unit, weight, said] of ROWS) {
		const svg = draw(metric, unit, weight);
		const settings = settingsOf(svg);
		const numbers = web.makeNumbers(settings);
		const units = Math.round(Number(weight) * 10 ** settings.scale);
		const [, title] = /<title>all \((.*), 100%\)/.exec(svg);
		const [start, end] = said.split("~");

		assert(unescape(title).startsWith(start), `${said}: ${title}`);
		assert(numbers.full(units).startsWith(start),
			`${said}: ${numbers.full(units)}`);
		if (end === undefined) {
			assert.equal(unescape(title), said);
			assert.equal(numbers.full(units), said);
		}
	}
});

test("--countname and --unit win over the header", () => {
	const title = (...args) =>
		/<title>all \((.*), 100%\)/.exec(draw("cpu", "ns", 2048, ...args))[1];

	assert.equal(title("--countname", "sheep"), "2,048 sheep");
	assert.equal(title("--unit", "bytes"), "2 KiB of cpu, 2,048 bytes");
	assert.equal(title("--classic"), "2,048 ns");
});

test("another unit in the viewer's menu says the numbers as they are", () => {
	const settings = settingsOf(draw("cpu", "ns", 2048));
	const numbers = web.makeNumbers({ ...settings, unit: "samples" });

	assert.equal(numbers.full(2048), "2,048 ns");
	assert.equal(numbers.cell(2048), "2,048");
});
