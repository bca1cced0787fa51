// The minifier renames no property that the viewer has from the browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { useBrowser } from "../lib/browser.mjs";
import { minified } from "../lib/minify.mjs";
import { read } from "../lib/page.mjs";

const use = useBrowser();

test("renamed properties are the viewer's own", async () => {
	const page = await use.page();
	const theirs = new Set(await page.evaluate(() => {
		const types = Object.getOwnPropertyNames(window)
			.filter(name => /^[A-Z]/.test(name)).map(name => window[name]);
		const style = [];

		for (const name in document.documentElement.style)
			style.push(name);
		return [...style, ...types.flatMap(type => [type, type?.prototype]
			.filter(Boolean).flatMap(Object.getOwnPropertyNames))];
	}));
	const reviewed = read("names.txt").split("\n")
		.filter(line => line.startsWith("own "))
		.flatMap(line => line.split(" "));
	const doubtful = Object.keys(minified().property)
		.filter(name => theirs.has(name) && !reviewed.includes(name));

	assert(theirs.has("textContent") && theirs.has("floor"));
	assert.deepEqual(doubtful, [],
		"to be listed in render/web/names.txt, as `keep` or as `own`");
	await page.close();
});
