// The viewer's modules as one script, joined without esbuild: what
// cmake/BundleScript.cmake can join is a part of the language, and the modules
// must keep to it. browser/bundle.test.mjs runs the script.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";
import { read, script } from "./lib/page.mjs";

const names = readdirSync(new URL("../../render/web/", import.meta.url))
	.filter(name => name.endsWith(".js"));
const LOADER = ["unpack.js"];

test("imports and exports have the forms that can be joined", () => {
	for (const name of names) {
		const rest = read(name)
			.replace(/^import \{[^}]*\} from "\.\/[a-z0-9]+\.js";$/gm, "")
			.replace(/^export (async )?(function|const) /gm, "");

		assert(!/^\s*(import|export)\b/m.test(rest), name);
		assert(!/\bimport\s*\(|\bimport\.meta/.test(rest), name);
	}
});

test("no name is declared in two modules", () => {
	const seen = new Map();

	for (const name of names.filter(n => !LOADER.includes(n)))
		for (const [, found] of read(name).matchAll(
			/^(?:export )?(?:async )?(?:function|const|let) (\w+)/gm)) {
			assert(!seen.has(found),
				`${found} in ${seen.get(found)} and ${name}`);
			seen.set(found, name);
		}
	assert(seen.size > 200);
});

test("every import is declared where it is said to be", () => {
	for (const name of names)
		for (const [, list, from] of read(name).matchAll(
			/^import \{([^}]*)\} from "\.\/([a-z0-9]+\.js)";$/gm))
			for (const wanted of list.split(",").map(w => w.trim()).filter(Boolean))
				assert(new RegExp(`^export (async )?(function|const) ${wanted}\\b`,
					"m").test(read(from)), `${name}: ${wanted} of ${from}`);
});

test("the joined script is one strict function", () => {
	const text = script();

	assert(text.startsWith("(() => {\n\"use strict\";\n"));
	assert(!/^(import|export) /m.test(text));
	assert(!text.includes("]]>"));
	new vm.Script(text);
});
