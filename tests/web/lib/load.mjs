// The viewer's own files, unmodified, in a context of their own: what they
// define at the top is found by name.
import vm from "node:vm";
import { read } from "./page.mjs";

export function load() {
	const context = vm.createContext({
		TextDecoder, TextEncoder, URLSearchParams, URL, atob,
		DecompressionStream, setTimeout, clearTimeout, performance,
	});

	for (const name of read("files.txt").trim().split("\n")) {
		if (name !== "main.js")
			vm.runInContext(read(name), context, { filename: name });
	}
	return new Proxy({}, {
		get: (target, name) => vm.runInContext(String(name), context),
	});
}
