// A viewer that was built without esbuild: its modules are joined by CMake.
import assert from "node:assert/strict";
import { test } from "node:test";
import { graph, useBrowser } from "../lib/browser.mjs";
import { picture } from "../lib/page.mjs";

const use = useBrowser();

test("it zooms, searches, lists and goes back", async () => {
	const page = await use.page();

	await use.visit(page, use.file("joined.svg",
		picture("main;parse;read 30\nmain;parse 20\nmain;draw 50\n")));
	const g = graph(page);

	await g.click("parse");
	assert.deepEqual((await g.labels()).map(l => l.text).sort(),
		["all", "main", "parse", "read"]);
	await g.button("Reset Zoom").click();
	await g.search("rea");
	assert.match(await g.text("matched"), /^Matched: 30\.0%/);
	await g.key("Escape");
	await g.key("Escape");
	await g.key("t");
	assert.equal(await page.locator("tbody tr").count(), 4);
	await g.close();
});
