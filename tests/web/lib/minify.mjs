// The viewer's script as the build makes it, and what it calls things there.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { read } from "./page.mjs";

const path = name => fileURLToPath(
	new URL(`../../../render/web/${name}`, import.meta.url));

export function minified() {
	const folder = mkdtempSync(join(tmpdir(), "fg-minify-"));
	const [script, map] = ["script", "map"].map(name => join(folder, name));

	execFileSync("fg_minify", [path("names.txt"), script, map,
		...read("files.txt").trim().split("\n").map(path)]);
	const names = { property: {}, variable: {} };
	for (const line of readFileSync(map, "utf8").trim().split("\n")) {
		const [kind, name, short] = line.split(" ");
		names[kind][name] = short;
	}
	const text = readFileSync(script, "utf8");
	rmSync(folder, { recursive: true });
	return { text, ...names };
}
