// Free movement: zoom about the pointer, drag, a range, keys, the map.
import assert from "node:assert/strict";
import { test } from "node:test";
import { until, useBrowser } from "../lib/browser.mjs";

const use = useBrowser();
const FOLDED = `a;x 100
a;y 300
b;z 400
c 200
`;
const WHOLE = 980;
const near = (a, b, by = 2) => assert(Math.abs(a - b) <= by, `${a} is not ${b}`);

// Where a frame lies, in px from the left edge of the frames.
async function place(g, name) {
	await g.hover(name);
	const { x, width } = await g.marked();

	return [x - 10, x - 10 + width];
}

async function range(g) {
	const x = new URLSearchParams(new URL(await g.url()).hash.slice(1)).get("x");

	return x ? x.split("~").map(Number) : [0, 1];
}

// Where [from, to] of all lies in the window, when `shown` fills it.
const seen = ([from, to], [a, b]) => [from, to].map(n =>
	Math.max(0, Math.min(1, (n - a) / (b - a))) * WHOLE);

async function fits(g, name, share) {
	const [from, to] = await place(g, name);
	const [x, end] = seen(share, await range(g));

	near(from, x);
	near(to, end);
}

test("a wheel zooms about the pointer; what is there stays there", async () => {
	const g = await use.open(FOLDED);
	const { y } = await g.label("b");

	await g.page.mouse.move(10 + 0.6 * WHOLE, y + 4);
	await g.page.mouse.wheel(0, -200);
	let [from, to] = await range(g);
	near(to - from, 0.5, 0.001);
	near((0.6 - from) / (to - from), 0.6, 0.001);
	await fits(g, "b", [0.4, 0.8]);
	await fits(g, "z", [0.4, 0.8]);
	assert.match(await g.hover("z"), /z \(400 samples, 40\.00%\)/);
	assert.equal(await g.root.locator(".fg-map").isVisible(), true);
	await g.page.mouse.wheel(0, 400);
	[from, to] = await range(g);
	assert.deepEqual([from, to], [0, 1]);
	assert.equal(await g.root.locator(".fg-map").isVisible(), false);
	await g.close();
});

test("a drag moves, and is no click; with Shift it chooses", async () => {
	const g = await use.open(FOLDED);
	const { y } = await g.label("b");
	const drag = async (x, to) => {
		await g.page.mouse.move(10 + x * WHOLE, y + 4);
		await g.page.mouse.down();
		await g.page.mouse.move(10 + (x + to) / 2 * WHOLE, y + 4);
		await g.page.mouse.move(10 + to * WHOLE, y + 4);
		await g.page.mouse.up();
	};

	await drag(0.5, 0.6);
	assert.deepEqual(await range(g), [0, 1]);
	await g.page.keyboard.down("Shift");
	await drag(0.4, 0.9);
	await g.page.keyboard.up("Shift");
	let [from, to] = await range(g);
	near(from, 0.4, 0.002);
	near(to, 0.9, 0.002);
	await fits(g, "c", [0.8, 1]);
	await drag(0.2, 0.4);
	[from, to] = await range(g);
	near(from, 0.3, 0.002);
	near(to, 0.8, 0.002);
	assert.doesNotMatch(await g.url(), /z=/);
	await g.click("b");
	assert.match(await g.url(), /z=/);
	assert.deepEqual(await range(g), [0, 1]);
	await g.close();
});

test("W A S D move, the link has it, Esc and 0 end it", async () => {
	const g = await use.open(FOLDED);

	for (const key of ["w", "w", "w", "d"])
		await g.key(key);
	let [from, to] = await range(g);
	near(to - from, 0.8 ** 3, 0.001);
	near(from, (1 - 0.8 ** 3) / 2 + 0.2 * 0.8 ** 3, 0.001);
	await g.key("a");
	await g.key("s");
	[from, to] = await range(g);
	near(to - from, 0.64, 0.001);
	near(from, 0.18, 0.001);
	const { hash } = new URL(await g.url());
	await g.key("0");
	assert.deepEqual(await range(g), [0, 1]);
	await g.close();
	const again = await use.open(FOLDED, { at: hash });

	await fits(again, "b", [0.4, 0.8]);
	await again.key("Escape");
	assert.deepEqual(await range(again), [0, 1]);
	await again.close();
	for (const bad of ["x=2~3", "x=0.5~0.5", "x=a~b", "x=0.1", "x=-1~0.5"]) {
		const g2 = await use.open(FOLDED, { at: `#${bad}` });
		assert.equal(await g2.root.locator(".fg-map").isVisible(), false);
		await g2.close();
	}
});

test("the map moves the window", async () => {
	const g = await use.open(FOLDED, { at: "#x=0.1~0.3" });
	const box = await g.root.locator(".fg-map").boundingBox();

	await g.page.mouse.click(box.x + 0.7 * box.width, box.y + box.height / 2);
	const [from, to] = await range(g);
	near(from, 0.6, 0.002);
	near(to, 0.8, 0.002);
	await fits(g, "b", [0.4, 0.8]);
	const window = await g.root.locator(".fg-map .fg-window").boundingBox();
	near(window.x - box.x, 0.6 * box.width, 3);
	near(window.width, 0.2 * box.width, 4);
	await g.close();
});

test("a narrow frame becomes as wide as one likes", async () => {
	const g = await use.open(`${FOLDED}b;zz;deep 1\n`);
	const { y } = await g.label("b");

	await g.page.mouse.move(Math.ceil(10 + 800 / 1001 * WHOLE), y + 4);
	for (let i = 0; i < 12; i++) {
		await g.page.mouse.wheel(0, -200);
		await until(g.page, async () => {
			const [from, to] = await range(g);
			return to - from < 0.5 ** i * 0.51;
		});
	}
	assert((await g.labels()).some(l => l.text === "deep"));
	assert.match(await g.hover("deep"), /deep \(1 samples?, 0\.10%\)/);
	await g.close();
});
