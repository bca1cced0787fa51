// Whatever names, titles, options, files and addresses say: no script of
// theirs runs, nothing is loaded, and nothing even tries to (a policy tells).
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { render, useBrowser } from "../lib/browser.mjs";

const use = useBrowser();
const DO = "globalThis.broken=1;alert(1);fetch('http://evil.invalid/')";
const ATTACKS = [
	`</script><script>${DO}</script>`,
	`]]><script>${DO}</script><![CDATA[`,
	`]]></script><svg onload="${DO}">`,
	`"><script>${DO}</script>`,
	`' onload='${DO}' onmouseover='${DO}`,
	`" onload="${DO}" onmouseover="${DO}" autofocus onfocus="${DO}`,
	`<img src="http://evil.invalid/i.png" onerror="${DO}">`,
	"<image href=\"http://evil.invalid/i.svg\"/>",
	`--><script>${DO}</script><!--`,
	`--!><script>${DO}</script>`,
	`><script>${DO}</script>`,
	`</style><style>*{background:url(http://evil.invalid/)}</style>`,
	"}*{background:url(http://evil.invalid/)}",
	"</title></metadata></text></g></svg><iframe src=http://evil.invalid/>",
	`</title><script>${DO}</script>`,
	`&lt;script&gt;${DO}&lt;/script&gt;`,
	`&#60;script>${DO}</script>`,
	`&quot; onload=&quot;${DO}`,
	`<!DOCTYPE x [<!ENTITY e SYSTEM "http://evil.invalid/">]>&e;`,
	`<?xml-stylesheet href="http://evil.invalid/"?>`,
	`<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="${DO}"/>`,
	`\${${DO}}`, `\`;${DO};\``, `';${DO};'`, `\\";${DO};//`,
	`\u2028${DO}\u2029`, `\\x3cscript\\x3e${DO}`, `+ADw-script+AD4-${DO}`,
	`javascript:${DO}`, "url(http://evil.invalid/)",
	`"><set attributeName=onmouseover to="${DO}"/>`,
	`"><animate onbegin="${DO}" attributeName=x dur=1s>`,
	`\u202e</script><script>${DO}</script>`, `a\u0000<script>${DO}</script>`,
	"__proto__", "constructor", "details", "fg-data",
];
const plain = name => name.replace(/[;\n]/g, ",");
const FOLDED = ATTACKS.map((a, i) => `root;${plain(a)};leaf${i} ${i + 9}\n`).join("");
const TWO = FOLDED.replace(/ (\d+)\n/g, " 12 $1\n");
const OPTIONS = ["title", "subtitle", "notes", "countname", "nametype",
	"fonttype", "search"];
const OTHERS = [["--nameattr", "FILE"], ["--cp=MAP"]];

// Every option says an attack, a different one in each picture.
function options(folder, n) {
	const attack = i => ATTACKS[(n + i) % ATTACKS.length].replaceAll("\0", "");
	const list = OPTIONS.flatMap((name, i) => [`--${name}`, attack(i * 5)]);

	return [...list, ...OTHERS.flat().map(word =>
		word.replace("FILE", folder.attributes).replace("MAP", folder.map))];
}

function attributes() {
	const rows = [`root\thref= java\rscript:${plain(DO)}\tclass=fg-data`,
		`leaf1\thref=data:text/html,<script>${plain(DO)}</script>\tid=details`,
		`leaf2\tg_extra=onclick="${plain(DO)}" onmouseover='${plain(DO)}'`,
		`leaf3\ta_extra=xlink:href="JavaScript:${plain(DO)}"\tclass=fg-chunk`,
		"leaf4\tclass=fg-static\ttarget=x\thref=#ok"];

	for (const [i, a] of ATTACKS.entries()) {
		const text = plain(a).replaceAll("\0", "");

		rows.push(`leaf${i + 5}\ttitle=${text}\tid=${text}\tclass=${text}\t` +
			`href=${i % 2 ? "" : "#"}${text}\ttarget=${text}\t` +
			`g_extra=${text}`);
		rows.push(`${plain(a)}\ttitle=${text}\tg_extra=fill="${text}"`);
	}
	return `${rows.join("\n")}\n`;
}

let server;
let base;
let policy;
let folder;
const served = new Map();

before(async () => {
	server = createServer((request, response) => {
		const [type, body] = served.get(request.url.split("?")[0]) || [];

		response.writeHead(200, { "Content-Type": type || "text/plain",
			...policy && type && { "Content-Security-Policy": policy } });
		response.end(body);
	});
	await new Promise(done => server.listen(0, "127.0.0.1", done));
	base = `http://127.0.0.1:${server.address().port}`;
	folder = {
		attributes: use.file("attributes", attributes()).slice(7),
		map: use.file("map", ATTACKS.map(a =>
			`${plain(a)}->rgb(1,2,3)\n`).join("")).slice(7),
	};
});
after(() => server.close());

// A page that notes whatever is tried in it.
async function guarded() {
	const page = await use.page();

	page.on("dialog", dialog => {
		page.wrongs.push(`dialog: ${dialog.message()}`);
		dialog.dismiss();
	});
	page.on("request", request => {
		if (!/^(http:\/\/127\.0\.0\.1|blob:|data:image\/png)/.test(request.url()))
			page.wrongs.push(`request: ${request.url()}`);
	});
	await page.addInitScript(() => {
		addEventListener("securitypolicyviolation", event => {
			// Firefox looks for an icon, whatever the page is.
			if (!event.blockedURI.endsWith("/favicon.ico")) {
				(globalThis.tried ||= []).push(event.blockedURI +
					` ${event.violatedDirective} ${event.sample}`);
			}
		}, true);
	});
	return page;
}

async function isUnharmed(page, what) {
	for (const frame of page.frames()) {
		assert.deepEqual(await frame.evaluate(() =>
			[globalThis.broken, globalThis.tried]), [undefined, undefined], what);
	}
	assert.deepEqual(page.wrongs, [], what);
}

async function useAll(page) {
	const box = page.viewportSize();

	for (let y = 40; y < box.height; y += 16) {
		await page.mouse.move(box.width / 3, y);
		await page.mouse.move(box.width / 2, y);
	}
	for (const key of ["t", "t", "r", "r", "End", "s", "Backspace", "i", "d", "o",
		"?", "Escape", "n", "End", "m", "Escape", "0", "h", "u", "c"])
		await page.keyboard.press(key);
	await page.mouse.click(300, 300, { button: "right" });
	await page.keyboard.press("Escape");
}

const RULES = () => "default-src 'none'; " +
	execFileSync("fg-render", ["--print-csp-hash"]).toString().trim();

function picture(n, ...args) {
	return render(args.includes("two") ? TWO : FOLDED, "-q",
		...args.filter(a => a !== "two"), ...options(folder, n));
}

const WAYS = [["as usual"], ["as text", "--embed=text"],
	["with all frames, of a difference", "--fallback-min=all", "two"],
	["classic", "--classic"], ["still", "--no-javascript"],
	["a chart, in Latin-1", "--flamechart", "--inverted",
		"--encoding=ISO-8859-1"]];

for (const [n, [name, ...args]] of WAYS.entries()) {
	test(`a picture ${name} does nothing of what its texts say`, async () => {
		const page = await guarded();

		policy = RULES();
		for (let i = n; i < ATTACKS.length; i += WAYS.length) {
			served.set("/p.svg", ["image/svg+xml", picture(i, ...args)]);
			await page.goto(`${base}/p.svg`);
			if (!/classic|still/.test(name)) {
				await page.locator("svg.fg-ready")
					.waitFor({ state: "attached" });
			}
			if (i < WAYS.length)
				await useAll(page);
			await isUnharmed(page, `${name} ${i}`);
		}
		await page.close();
	});
}

// In HTML other rules hold for what ends a comment, a title, a script.
test("nor does it inside a page, with and without a policy", async () => {
	const page = await guarded();
	const inline = svg => svg.slice(svg.indexOf("<svg"));

	for (policy of [RULES(), ""]) {
		for (const [n, args] of [[], ["--classic"], ["--embed=text"]].entries()) {
			for (let i = n; i < ATTACKS.length; i += 6) {
				served.set("/p.html", ["text/html", "<!DOCTYPE html>" +
					`<meta charset=utf-8><title>t</title>${
						inline(picture(i, ...args))}<p id=end>end</p>`]);
				await page.goto(`${base}/p.html`);
				await page.locator("body > #end").waitFor();
				if (!args.includes("--classic")) {
					await page.locator("svg.fg-ready")
						.waitFor({ state: "attached" });
				}
				await page.mouse.move(300, 200 + i);
				await isUnharmed(page, `${args} ${i}`);
			}
		}
	}
	policy = "";
	await page.close();
});

test("nor does what an address asks for", async () => {
	const page = await guarded();

	policy = RULES();
	served.set("/p.svg", ["image/svg+xml", render("a;b 1\na;c 2\n")]);
	for (const [i, attack] of ATTACKS.entries()) {
		const text = encodeURIComponent(attack);

		await page.goto(`${base}/p.svg?n=${i}&s=${text}&x=${text}&y=${text}` +
			`#z=${text}&s=${text}&s2=${text}&v=${text}&o=${text}&c=${text}` +
			`&hide=${text}&t=${text}&f=${text}&w=${text}`);
		await page.locator("svg.fg-ready").waitFor({ state: "attached" });
	}
	await isUnharmed(page, "address");
	await page.close();
});

test("this test notices what breaks out", async () => {
	const page = await guarded();
	const svg = body => ["image/svg+xml",
		`<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`];

	policy = RULES();
	served.set("/p.svg", svg("<rect onclick='1'/><script>1</script>"));
	await page.goto(`${base}/p.svg`);
	assert((await page.evaluate(() => globalThis.tried)).length > 0);
	policy = "";
	served.set("/q.svg", svg(`<script>${DO.replace(/&/g, "&amp;")}</script>`));
	await page.goto(`${base}/q.svg`);
	assert.equal(await page.evaluate(() => globalThis.broken), 1);
	assert(page.wrongs.some(w => /dialog/.test(w)));
	await page.close();
});
