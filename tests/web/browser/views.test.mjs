// Every choice of the view menu, the frame menu, the table and what can be
// taken away.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { render, useBrowser } from "../lib/browser.mjs";
import * as oracle from "../lib/oracle.mjs";

const use = useBrowser();
const FOLDED = `app;liba\`parse;liba\`lex 120
app;liba\`parse;liba\`parse;liba\`lex 80
app;libb\`send;kernel_write_[k] 300
app;zeta 200
app;zeta;libb\`send 100
init;liba\`lex 200
`;
const STACKS = oracle.stacksOf(FOLDED);
const names = async g => (await g.labels()).map(l => l.text);

async function choose(g, row, name) {
	if (!await g.root.locator(".fg-panel[aria-label=View]").isVisible())
		await g.button("View").click();
	await g.root.getByRole("group", { name: row, exact: true })
		.getByRole("button", { name, exact: true }).click();
}

test("flame and icicle, by menu, key and option", async () => {
	const g = await use.open(FOLDED);
	const upright = async () =>
		(await g.label("app")).y < (await g.label("all")).y;

	assert.equal(await upright(), true);
	await choose(g, "Grows", "Down");
	assert.equal(await upright(), false);
	await g.key("Escape");
	await g.key("i");
	assert.equal(await upright(), true);
	await g.close();

	const icicle = await use.open(FOLDED, { args: ["--inverted"] });
	assert((await icicle.label("app")).y > (await icicle.label("all")).y);
	await icicle.close();
});

test("callers first", async () => {
	const g = await use.open(FOLDED);

	await choose(g, "Show", "Callers first");
	await g.key("Escape");
	assert.match(await g.hover("liba`lex"), /liba`lex \(400 samples, 40\.00%\)/);
	assert.match(await g.hover("liba`parse"), /\(200 samples, 20\.00%\)/);
	await g.click("libb`send");
	assert.match(await g.hover("zeta"), /\(100 samples, 10\.00%\)/);
	assert.match(await g.url(), /v=callers/);
	await g.page.reload();
	await g.page.locator("svg.fg-ready").waitFor({ state: "attached" });
	assert((await names(g)).includes("zeta"));
	await g.key("r");
	assert((await names(g)).includes("app"));
	await g.close();
});

test("a function with its callers and callees", async () => {
	const g = await use.open(FOLDED);

	await g.hover("zeta");
	await g.key("s");
	assert.deepEqual((await names(g)).sort(), ["app", "libb`send", "zeta"]);
	const y = async name => (await g.label(name)).y;
	assert(await y("libb`send") < await y("zeta"));
	assert(await y("app") > await y("zeta"));
	assert.match(await g.hover("zeta"), /zeta \(300 samples, 30\.00%\)/);
	assert.match(await g.hover("app"), /app \(300 samples, 30\.00%\)/);
	await g.page.mouse.move(500, 5);
	await g.root.getByRole("button", { name: "Back to the whole graph" }).click();
	assert((await names(g)).includes("init"));
	await g.close();
});

test("the table has own and total weight, sorts, and leads on", async () => {
	const g = await use.open(FOLDED);

	await choose(g, "Show", "Table");
	await g.key("Escape");
	const rows = () => g.root.locator("tbody tr").evaluateAll(list =>
		list.map(r => [r.lastChild, ...r.cells].slice(0, -1)
			.map(c => c.textContent)));
	const want = [...new Set(STACKS.flatMap(s => s.names))].map(name => {
		const self = oracle.sum(oracle.selfOf(STACKS, name));
		const total = oracle.sum(oracle.through(STACKS, n => n === name));
		return [name.replace("_[k]", ""), String(self),
			oracle.percent(self, 1000), String(total).replace("1000", "1,000"),
			oracle.percent(total, 1000)];
	});
	const by = (column, rows_) => rows_.map(r => r[column]);
	const sorted = [...want].sort((a, b) => b[1] - a[1]);

	assert.deepEqual(by(1, await rows()), by(1, sorted));
	assert.deepEqual([...await rows()].sort(), [...want].sort());
	await g.root.locator("th button", { hasText: "Function" }).click();
	assert.deepEqual(by(0, await rows()), by(0, want).sort());
	assert.equal(await g.root.locator("th[aria-sort=ascending]").count(), 1);
	await g.root.locator("th button", { hasText: "Total %" }).click();
	assert.equal((await rows())[0][0], "app");
	await g.search("^lib");
	assert.deepEqual(by(0, await rows()).sort(), ["liba`lex", "liba`parse",
		"libb`send"]);
	await g.key("Escape");
	await g.root.locator("tbody button", { hasText: "liba`parse" }).click();
	assert.match(await g.url(), /v=sandwich/);
	assert((await names(g)).includes("liba`lex"));
	await g.close();
});

test("by weight the heaviest comes first", async () => {
	const g = await use.open(FOLDED);
	const order = async () => (await g.labels())
		.filter(l => ["zeta", "libb`send", "liba`parse"].includes(l.text))
		.filter((l, i, all) => all.findIndex(m => m.text === l.text) === i)
		.sort((a, b) => a.x - b.x).map(l => l.text);

	assert.deepEqual(await order(), ["liba`parse", "libb`send", "zeta"]);
	await choose(g, "Order", "Weight");
	assert.deepEqual((await order())[2], "liba`parse");
	await g.key("Escape");
	await g.key("o");
	assert.deepEqual(await order(), ["liba`parse", "libb`send", "zeta"]);
	await g.close();
});

test("a flame chart keeps the order of time, and can leave it", async () => {
	const g = await use.open("a;x 1\nb 1\na;x 1\na;y 2\n",
		{ args: ["--flamechart"] });
	const top = async () => (await g.labels()).filter(l => /^[ab]$/.test(l.text))
		.sort((p, q) => p.x - q.x).map(l => l.text);

	assert.deepEqual(await top(), ["a", "b", "a"]);
	await choose(g, "Order", "Name");
	assert.deepEqual(await top(), ["a", "b"]);
	assert.match(await g.hover("x"), /\(2 samples, 40\.00%\)/);
	await choose(g, "Order", "Time");
	assert.deepEqual(await top(), ["a", "b", "a"]);
	await g.close();
});

const colourUnder = async (g, name) => {
	const { x, y } = await g.label(name);

	return g.page.evaluate(([px, py]) => {
		const paths = [...document.querySelectorAll("#frames path")];
		const point = document.documentElement.createSVGPoint();
		[point.x, point.y] = [px, py + scrollY];
		return paths.filter(p => p.isPointInFill(point)).at(-1)
			.getAttribute("fill");
	}, [x + 1, y + 4]);
};

// What is drawn is what the static picture has, but for `off` steps of 255.
async function assertColours(g, args, off) {
	const still = render(FOLDED, "--no-javascript", ...args);

	for (const name of ["app", "zeta", "init", "all"]) {
		const at = new RegExp(`<title>${name} \\([^<]*</title><rect[^>]*` +
			"fill=\"rgb\\((\\d+),(\\d+),(\\d+)\\)");
		const want = at.exec(still).slice(1).map(Number);
		const drawn = (await colourUnder(g, name)).match(/\w\w/g)
			.map(c => parseInt(c, 16));

		drawn.forEach((c, i) => assert(Math.abs(c - want[i]) <= off,
			`${name}: ${drawn} for ${want}`));
	}
}

test("colours are the static picture's; by module, kind, own share", async () => {
	const g = await use.open(FOLDED);

	await assertColours(g, [], 0);
	await choose(g, "Colour", "Module");
	const legend = await g.root.locator(".fg-key").allTextContents();
	assert.deepEqual(legend.sort(), ["liba", "libb", "no module"]);
	await choose(g, "Colour", "Kind");
	assert.deepEqual((await g.root.locator(".fg-key").allTextContents()).sort(),
		["kernel", "other"]);
	await choose(g, "Colour", "Self");
	await g.key("Escape");
	assert.notEqual(await colourUnder(g, "zeta"), await colourUnder(g, "app"));
	await g.close();
});

test("--colordiffusion, --stroke-color and --uicolor", async () => {
	const args = ["--colordiffusion", "--stroke-color", "#0000ff",
		"--uicolor", "#800000"];
	const g = await use.open(FOLDED, { args });
	const style = (selector, name) => g.root.locator(selector).first()
		.evaluate((e, n) => getComputedStyle(e)[n], name);

	await assertColours(g, args, 2);
	assert.equal(await style(".fg-boxes path", "stroke"), "rgb(0, 0, 255)");
	assert.equal(await style("#title", "color"), "rgb(128, 0, 0)");
	await g.key("d");
	await g.key("d");
	assert.notEqual(await style("#title", "color"), "rgb(128, 0, 0)");
	await g.close();
});

test("--colors okabe tells modules apart, viridis own weight", async () => {
	const modules = await use.open(FOLDED, { args: ["--colors=okabe"] });

	await assertColours(modules, ["--colors=okabe"], 0);
	assert.deepEqual((await modules.root.locator(".fg-key")
		.allTextContents()).sort(), ["liba", "libb", "no module"]);
	assert.doesNotMatch(await modules.url(), /c=/);
	await choose(modules, "Colour", "Name");
	await assertColours(modules, ["--colors=hot"], 0);
	await modules.close();

	const own = await use.open(FOLDED, { args: ["--colors=viridis"] });

	await assertColours(own, ["--colors=viridis"], 3);
	assert.equal(await colourUnder(own, "all"), "#440154");
	await own.close();
});

test("dark and light, as the system has it or as chosen", async () => {
	const g = await use.open(FOLDED, { colorScheme: "dark" });
	const dark = () => g.root.locator(".fg-view").evaluate(e =>
		e.classList.contains("fg-dark"));

	assert.equal(await dark(), true);
	await g.page.emulateMedia({ colorScheme: "light" });
	await g.root.locator(".fg-view.fg-light").waitFor();
	await choose(g, "Theme", "Dark");
	assert.equal(await dark(), true);
	await g.page.reload();
	await g.page.locator("svg.fg-ready").waitFor({ state: "attached" });
	assert.equal(await dark(), true);
	await g.key("d");
	assert.equal(await dark(), false);
	await g.close();
});

test("names are cut at the chosen side", async () => {
	const long = "namespace::module::Class::a_function_of_long_name";
	const g = await use.open(`r;${long} 1\nr;z 4\n`);

	assert((await names(g)).some(l => /^namespace.*\.\.$/.test(l)));
	await choose(g, "Names", "End");
	assert((await names(g)).some(l => /^\.\..*long_name$/.test(l)));
	await choose(g, "Names", "Middle");
	assert((await names(g)).some(l => /^namespace.*\.\..*name$/.test(l)));
	await choose(g, "Names", "Short");
	assert((await names(g)).includes("a_function_of_long_name"));
	await g.close();
});

async function fromMenu(g, name, item) {
	await g.click(name, { button: "right" });
	await g.root.locator(".fg-context").getByRole("button", { name: item })
		.click();
}

test("hide, only, merge, collapse, and undo", async () => {
	const g = await use.open(FOLDED);
	const total = async name => /\(([\d,]+) samples/
		.exec(await g.hover(name))[1];

	await fromMenu(g, "zeta", "Hide stacks");
	assert.equal(await total("all"), "700");
	assert(!(await names(g)).includes("zeta"));
	await g.key("u");
	assert.equal(await total("all"), "1,000");
	await fromMenu(g, "zeta", "Only stacks");
	assert.equal(await total("all"), "300");
	await g.page.mouse.move(500, 5);
	await g.root.getByRole("button", { name: "Remove only with zeta" }).click();
	assert.equal(await total("all"), "1,000");
	await fromMenu(g, "zeta", "Merge into");
	assert.equal(await total("libb`send"), "400");
	await g.back();
	await fromMenu(g, "app", "Collapse recursion");
	assert.equal(await total("liba`lex"), "200");
	await g.key("u");
	assert.equal(await total("app"), "800");
	await g.page.keyboard.down("Alt");
	await g.click("init");
	await g.page.keyboard.up("Alt");
	assert.equal(await total("all"), "800");
	const { hash } = new URL(await g.url());
	await g.close();
	const again = await use.open(FOLDED, { at: hash });
	assert(!(await names(again)).includes("init"));
	await again.key("u");
	assert((await names(again)).includes("init"), "a link's edits, too");
	await again.close();
});

test("what is left when stacks are hidden has the whole width", async () => {
	const g = await use.open(FOLDED);
	const width = async name => (await g.hover(name), await g.marked()).width;
	const whole = await width("all");

	await fromMenu(g, "zeta", "Only stacks");
	assert(Math.abs(await width("app") - whole) < 2);
	assert.match(await g.hover("all"),
		/all \(300 samples, 100\.00%\).*30\.00% of the whole/);
	assert.match(await g.hover("libb`send"),
		/libb`send \(100 samples, 33\.33%\).*10\.00% of the whole/);
	await g.close();
});

test("a sandwich of a function that is not there says so", async () => {
	const g = await use.open(FOLDED, { at: "#v=sandwich&fn=gone" });

	assert.match(await g.text("details"), /is not in these stacks/);
	assert.equal(await g.root.locator(".fg-chip").count(), 0);
	await g.close();
});

test("undo takes back one edit after another", async () => {
	const g = await use.open(FOLDED);
	const total = async () => /\(([\d,]+) samples/
		.exec(await g.hover("all"))[1];

	await fromMenu(g, "zeta", "Hide stacks");
	await fromMenu(g, "init", "Hide stacks");
	assert.equal(await total(), "500");
	await g.key("u");
	assert.equal(await total(), "700");
	await g.key("u");
	assert.equal(await total(), "1,000");
	await g.key("u");
	assert.equal(await total(), "1,000");
	await g.back();
	assert.equal(await total(), "700");
	await g.close();
});

test("the name and the stack can be copied", async () => {
	const g = await use.open(FOLDED);
	const copied = () => g.page.evaluate(() => globalThis.copied);

	await g.page.evaluate(() => {
		navigator.clipboard.writeText = async text => {
			globalThis.copied = text;
		};
	});
	await g.hover("kernel_write");
	await g.key("c");
	assert.equal(await copied(), "kernel_write_[k]");
	await g.key("C");
	assert.equal(await copied(), "app\nlibb`send\nkernel_write_[k]");
	await fromMenu(g, "init", "Copy name");
	assert.equal(await copied(), "init");
	await g.page.evaluate(() => {
		navigator.clipboard.writeText = async () => {
			throw new Error("no");
		};
	});
	await g.hover("app");
	await g.key("c");
	const field = g.root.locator(".fg-context input");
	await field.waitFor();
	assert.equal(await field.evaluate(e => e.value), "app");
	await g.close();
});

test("a stack is copied from its outermost caller on, whatever the view", async () => {
	const g = await use.open("main;eval;call;lex 5\n");
	const copied = async name => {
		await g.hover(name);
		await g.key("C");
		return g.page.evaluate(() => globalThis.copied);
	};

	await g.page.evaluate(() => {
		navigator.clipboard.writeText = async text => {
			globalThis.copied = text;
		};
	});
	await g.hover("call");
	await g.key("s");
	assert.equal(await copied("lex"), "call\nlex");
	assert.equal(await copied("eval"), "eval\ncall");
	await g.key("r");
	assert.equal(await copied("eval"), "eval\ncall\nlex");
	await g.close();
});

async function saved(g, kind) {
	await g.button("View").click();
	const [file] = await Promise.all([g.page.waitForEvent("download"),
		g.button(kind).click()]);
	await g.key("Escape");

	return { name: file.suggestedFilename(),
		bytes: readFileSync(await file.path()) };
}

test("the view is saved as SVG and PNG, the profile as folded", async () => {
	const g = await use.open(FOLDED, { args: ["--title", "My <load>"] });

	await g.click("libb`send");
	const picture = await saved(g, "SVG");
	assert.equal(picture.name, "my-load.svg");
	const text = picture.bytes.toString();
	assert(text.includes("My &lt;load&gt;") && text.includes(">kernel_write<"));
	assert(!text.includes("script"));
	const page = await use.page();
	await page.goto(use.file("saved.svg", text));
	assert(await page.locator("text", { hasText: "kernel_write" }).isVisible());
	await page.close();
	const png = await saved(g, "PNG");
	assert.equal(png.name, "my-load.png");
	assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
	assert.equal(png.bytes.readUInt32BE(16), 2000);
	await g.key("t");
	await g.button("View").click();
	assert.equal(await g.button("SVG").count(), 0, "a table is no picture");
	await g.key("Escape");
	const folded = await saved(g, "Folded");
	assert.deepEqual(folded.bytes.toString().trim().split("\n").sort(),
		oracle.fold(STACKS));
	await g.close();
});

test("the functions are saved as CSV, of what is left, as exact numbers", async () => {
	const g = await use.open("a;-[x y] 10\na;say \"hi\", you 20.5\ngone;a 4\n",
		{ at: "#f=without-name--gone" });
	const { name, bytes } = await saved(g, "CSV");
	const lines = bytes.toString().split("\r\n");

	assert.equal(name, "flame-graph.csv");
	assert.equal(lines[0], "function,self,total");
	assert.deepEqual(lines.slice(1).sort(), ["", "\"say \"\"hi\"\", you\",20.5,20.5",
		"'-[x y],10,10", "a,0,30.5"]);
	await g.close();
});

test("links of functions open with Ctrl and from the menu", async () => {
	const table = use.file("links", "zeta\thref=#there\ttarget=_self\n" +
		"app\thref=javascript:alert(1)\n").slice("file://".length);
	const g = await use.open(FOLDED, { args: ["--nameattr", table] });
	// The graph soon makes the address its own: whoever looks later misses it.
	const leadsThere = action => Promise.all([
		g.page.waitForURL(/#there$/), action()]);

	await leadsThere(() => fromMenu(g, "zeta", "Open link"));
	await g.back();
	await g.page.keyboard.down("Control");
	await leadsThere(() => g.click("zeta"));
	await g.click("app");
	await g.page.keyboard.up("Control");
	assert.match(await g.text("matched"), /^Matched: 80/);
	await g.close();
});

test("units are scaled for the eye, exact in the title", async () => {
	const g = await use.open("a;b 1500000\na;c 500000\n",
		{ args: ["--countname", "ns"] });

	assert.match(await g.hover("b"), /b \(1,500,000 ns, 75\.00%\) · 1\.5 ms/);
	await g.close();
	const bytes = await use.open("a;b 1536.5\n", { args: ["--unit", "bytes",
		"--countname", "allocated"] });
	assert.match(await bytes.hover("b"), /\(1,536\.5 allocated, 100\.00%\) · 1\.5 KiB/);
	await bytes.close();
});

test("what the header says is said in details, table, legend and search", async () => {
	const g = await use.open("# fg: metric=cpu-clock unit=ns\n" +
		"a;b 1500000\na;c 500000\n");

	assert.match(await g.root.locator("text=/^Flame Graph/").first()
		.textContent(), /^Flame Graph: 2 ms of cpu-clock$/);
	assert.match(await g.hover("b"),
		/b \(1\.5 ms of cpu-clock, 1,500,000 ns, 75\.00%\) · self 1\.5 ms/);
	await g.key("t");
	const cell = g.root.locator("tbody td").first();
	assert.equal(await cell.textContent(), "1.5 ms");
	assert.equal(await cell.getAttribute("title"), "1,500,000 ns");
	await g.close();
	const pair = await use.open("# fg: metric=cpu-clock unit=ns\n" +
		"a;b 1500000 2500000\n");
	const legend = pair.root.locator(".fg-legend");
	assert.match(await legend.textContent(),
		/before 1\.5 ms, after 2\.5 ms of cpu-clock: \+1 ms \(\+66\.7 %\)/);
	assert.equal(await legend.locator("[title]").getAttribute("title"),
		"1,500,000 \u2192 2,500,000 ns");
	await pair.close();
});

test("a sandwich from the menu: of the cursor's function, else the hottest", async () => {
	const g = await use.open(FOLDED);

	await choose(g, "Show", "Sandwich");
	const own = [...new Set(STACKS.map(s => s.names.at(-1)))].map(name =>
		[oracle.sum(oracle.selfOf(STACKS, name)), name]);
	const [, hottest] = own.sort((a, b) => b[0] - a[0])[0];
	assert.equal(new URLSearchParams(new URL(await g.url()).hash.slice(1))
		.get("fn"), hottest);
	await g.key("Escape");
	await g.key("Backspace");
	await g.root.locator("#frames").focus();
	await g.hover("app");
	await g.key("v");
	await choose(g, "Show", "Sandwich");
	assert.match(await g.url(), /fn=app/);
	assert(await g.root.getByText("app: callers below, callees above")
		.isVisible());
	await g.close();
});

test("the unit can be told later, and is in the link", async () => {
	const g = await use.open("main;a 1500000\nmain;b 500000\n");

	assert.doesNotMatch(await g.hover("a"), /ms/);
	await choose(g, "Unit", "ns");
	await g.key("Escape");
	assert.match(await g.hover("a"), /1\.5 ms/);
	assert.match(await g.url(), /u=ns/);
	await choose(g, "Unit", "None");
	assert.doesNotMatch(await g.url(), /u=/);
	await g.close();
	const odd = await use.open("main;a 15\n", { at: "#u=constructor" });
	assert.match(await odd.hover("a"), /a \(15 samples, 100\.00%\) · self 15 /);
	await odd.close();
});

test("colours of own weight say what they mean", async () => {
	const g = await use.open(FOLDED);

	await choose(g, "Colour", "Self");
	assert.match(await g.root.locator(".fg-legend").textContent(), /its own.*all/);
	assert.equal(await g.root.locator(".fg-legend .fg-ramp").count(), 1);
	await g.close();
});

test("a link may ask for a theme, until the user chooses one", async () => {
	const g = await use.open(FOLDED, { at: "#t=dark" });

	assert.equal(await g.root.locator(".fg-view.fg-dark").count(), 1);
	await g.hover("app");
	await g.click("app");
	assert.match(await g.url(), /t=dark/);
	await choose(g, "Theme", "Light");
	assert.equal(await g.root.locator(".fg-view.fg-light").count(), 1);
	assert.doesNotMatch(await g.url(), /t=/);
	await g.close();
	const odd = await use.open(FOLDED, { at: "#t=mauve" });
	assert.equal(await odd.root.locator(".fg-view.fg-light").count(), 1);
	await odd.close();
});
