// The viewer's own files, unmodified, in a context of their own: what they
// define at the top is found by name. With FG_MINIFIED set it is the script
// that pictures have, seen through a glass that gives things their names.
import vm from "node:vm";
import { minified } from "./minify.mjs";
import { read } from "./page.mjs";

function makeContext() {
	return vm.createContext({
		TextDecoder, TextEncoder, URLSearchParams, URL, atob,
		DecompressionStream, setTimeout, clearTimeout,
		document: { currentScript: null },
	});
}

const isPlain = value => ["[object Object]", "[object Array]"]
	.includes(Object.prototype.toString.call(value));

// out() is for what comes from the script, into() for what goes there.
function makeGlass(names) {
	const long = Object.fromEntries(Object.entries(names)
		.map(([name, short]) => [short, name]));
	const toShort = key => Object.hasOwn(names, key) ? names[key] : key;
	const toLong = key => Object.hasOwn(long, key) ? long[key] : key;
	const behind = new WeakMap();
	const handler = {
		get: (target, key) => key === Symbol.iterator ?
			() => Array.from(target, out)[Symbol.iterator]() :
			out(Reflect.get(target, toShort(key))),
		set: (target, key, value) =>
			Reflect.set(target, toShort(key), into(value)),
		has: (target, key) => Reflect.has(target, toShort(key)),
		ownKeys: target => Reflect.ownKeys(target).map(toLong),
		getOwnPropertyDescriptor(target, key) {
			const found = Reflect.getOwnPropertyDescriptor(target, toShort(key));
			return found && { ...found, value: out(found.value) };
		},
	};

	function out(value) {
		let seen = value;

		if (typeof value?.then === "function")
			return value.then(out);
		if (typeof value === "function")
			seen = function (...args) {
				return out(Reflect.apply(value, into(this),
					args.map(into)));
			};
		else if (isPlain(value))
			seen = new Proxy(value, handler);
		if (seen !== value)
			behind.set(seen, value);
		return seen;
	}
	function into(value) {
		if (behind.has(value))
			return behind.get(value);
		if (typeof value === "function")
			return (...args) => into(value(...args.map(out)));
		if (Array.isArray(value))
			return value.map(into);
		return !isPlain(value) ? value : Object.fromEntries(
			Object.entries(value).map(([k, v]) => [toShort(k), into(v)]));
	}
	return out;
}

export function load() {
	const context = makeContext();
	const run = (text, filename) => vm.runInContext(text, context, { filename });

	if (process.env.FG_MINIFIED) {
		const { text, property, variable } = minified();
		const out = makeGlass(property);

		run(text.replace(/^\(\(\)=>\{/, "").replace(/\}\)\(\);\s*$/, ""),
			"viewer_script.js");
		return new Proxy({}, { get: (t, name) => out(run(variable[name])) });
	}
	for (const name of read("files.txt").trim().split("\n")) {
		if (name !== "main.js")
			run(read(name), name);
	}
	return new Proxy({}, { get: (t, name) => run(String(name)) });
}
