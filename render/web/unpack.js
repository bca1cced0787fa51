// The script that a picture runs. Style and script of the viewer are packed as
// texts beside it; it unpacks them and adds them as elements. A page's policy
// then allows or forbids these by their hashes, or by the nonce of this script.

import { giveUp } from "./still.js";

// Decodes base 85, which is a sixteenth shorter than base 64. Missing digits at
// the end count as the highest digit; bytes past the end are dropped.
function fromBase85(text) {
	const bytes = new Uint8Array(text.length * 0.8);

	for (let i = 0, at = 0; i < text.length;) {
		let sum = 0;

		for (const end = i + 5; i < end; i++) {
			const c = text.charCodeAt(i) || 124;

			sum = sum * 85 + c - 35 - 2 * +(c > 38) -
				+(c > 60) - +(c > 62) - +(c > 93);
		}
		for (let shift = 24; shift >= 0; shift -= 8)
			bytes[at++] = sum >>> shift;
	}
	return bytes;
}

async function unpack(text) {
	const stream = new DecompressionStream("gzip");
	const writer = stream.writable.getWriter();
	const reader = stream.readable.pipeThrough(new TextDecoderStream())
		.getReader();
	let all = "";

	// The reader reports errors.
	writer.write(fromBase85(text.trim()))
		.then(() => writer.close()).catch(() => {});
	// Response would do this in one line, but costs Firefox 3 MB.
	for (;;) {
		const { done, value } = await reader.read();

		if (done)
			return all;
		all += value;
	}
}

// Where a page requires trusted types, a script's text must come from a policy,
// and an SVG script element does not take one. Where the page allows no such
// policy, or the browser does not know any, the plain text is used.
function setScript(script, text) {
	/** @type {any} */
	const page = window;
	let typed = text;

	try {
		typed = page.trustedTypes.createPolicy("fg-viewer",
			{ createScript: code => code }).createScript(text);
	} catch {
		// What is forbidden throws below.
	}
	script.text = typed;
}

function setStyle(style, text) {
	style.textContent = text;
}

async function insert(root, nonce) {
	const add = async (element, set, packed) => {
		set(element, await unpack(
			root.querySelector(`:scope > ${packed}`).textContent));
		element.nonce = nonce;
		root.append(element);
	};
	const style = document.createElementNS(root.namespaceURI, "style");
	const script = document.createElementNS("http://www.w3.org/1999/xhtml",
		"script");

	await add(style, setStyle, ".fg-look");
	await add(script, setScript, ".fg-code");
	script.remove();
	if (!script.fgStarted)
		throw new Error("the page's policy forbids the script");
}

function begin(script) {
	const root = script?.closest("svg");

	if (root)
		insert(root, script.nonce).catch(error => giveUp(root, error));
}

begin(document.currentScript);
