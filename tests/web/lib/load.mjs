// What the viewer's modules export, in one object. main.js is left out: it starts
// a viewer, and needs a document.
import { readdirSync } from "node:fs";

const folder = new URL("../../../render/web/", import.meta.url);
const names = readdirSync(folder).filter(name => name.endsWith(".js") &&
	name !== "main.js" && name !== "unpack.js");
const modules = await Promise.all(names.map(name =>
	import(new URL(name, folder))));

export function load() {
	return Object.assign({}, ...modules);
}
