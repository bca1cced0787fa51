// A picture is read back to what it was drawn from, byte for byte, whatever
// the names are, in both encodings of the data, in one column or two.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { generator } from "./lib/profile.mjs";

const run = (program, input, ...args) => execFileSync(program, args,
	{ input, maxBuffer: 1 << 28 }).toString();
const PIECES = ["main", "a", "b", "operator()", "x y", "<T>", "&", "\"q\"", "'",
	"]]>", "\\x41", "\\", "\u00e9", "\ud83d\ude00", "\u202e", "#", "%", "--",
	"_[k]", "lib.so`f", "0x12", ":", "{}", "\u0430", "&#10;",
	"</svg>", "long".repeat(100), "|", "=", "1"];

// Lines as fg-collapse writes them: stacks once, in order, none a comment,
// no name with a blank at an edge, a number at its end, or control bytes.
function randomFolded(random, columns) {
	const pick = list => list[Math.floor(random() * list.length)];
	const names = Array.from({ length: 2 + Math.floor(random() * 30) }, () =>
		`n${Array.from({ length: Math.floor(random() * 4) },
			() => pick(PIECES)).join("")}e`);
	const weight = () => random() < 0.1 ? 2 ** Math.floor(random() * 50) :
		Math.floor(random() * 1000);
	const stacks = new Map();

	for (let n = 1 + Math.floor(random() * 60); n > 0; n--) {
		const depth = 1 + Math.floor(random() ** 3 * 40);
		const path = Array.from({ length: depth }, () => pick(names));
		const weights = Array.from({ length: columns }, weight);

		weights[0] += weights.every(w => w === 0) ? 1 : 0;
		stacks.set(path.join(";"), weights.join(" "));
	}
	return [...stacks].map(([path, w]) => `${path} ${w}\n`).join("");
}

const sorted = text => text.split("\n").filter(Boolean).sort().join("\n");

test("what is drawn is read back as it was", () => {
	const random = generator(20240229);

	for (let i = 0; i < 60; i++) {
		const folded = randomFolded(random, 1 + i % 2);
		const args = [[], ["--embed=text"], ["--inverted"],
			["--minwidth=5%"], ["--fallback-min=0"],
			["--embed=text", "--pretty-xml"]][i % 6];
		const picture = run("fg-render", folded, "-q", ...args);

		assert.equal(sorted(run("fg-collapse", picture, "-q")), sorted(folded),
			`${i}: ${args}`);
		assert.equal(run("fg-render", folded, "-q", ...args), picture);
	}
});

test("order of the lines and parts of a weight change no byte", () => {
	const random = generator(7);

	for (let i = 0; i < 10; i++) {
		const folded = randomFolded(random, 1 + i % 2);
		const lines = folded.trim().split("\n").reverse();
		const picture = run("fg-render", folded, "-q");

		assert.equal(run("fg-render", `${lines.join("\n")}\n`, "-q"), picture);
	}
});

// Every kind of file is XML and a picture to others' readers, too.
test("xmllint and rsvg-convert accept every kind of picture", () => {
	const random = generator(11);
	const kinds = [[], ["--embed=text"], ["--classic"], ["--no-javascript"],
		["--pretty-xml"], ["--encoding=ISO-8859-1"], ["--flamechart"],
		["--inverted", "--title", "<&]]>", "--notes", "--", "--search", "<("]];

	for (const [i, args] of kinds.entries()) {
		for (const columns of [1, 2]) {
			const picture = run("fg-render", randomFolded(random, columns),
				"-q", ...args);

			run("xmllint", picture, "--noout", "--nonet", "-");
			const png = execFileSync("rsvg-convert", ["-w", "300"],
				{ input: picture });
			assert.equal(png.readUInt32BE(16), 300, `${i}`);
		}
	}
});
