// What is written on a box: as much of a name as fits.

import { html } from "./base.js";

// Widths of characters are measured once each, not text by text.
export function makeRuler(font) {
	const canvas = html("canvas").getContext("2d");
	const widths = new Map();

	canvas.font = font;
	return c => {
		let w = widths.get(c);

		if (w === undefined) {
			w = canvas.measureText(c).width;
			widths.set(c, w);
		}
		return w;
	};
}

// The characters of a text; what belongs to a letter stays with it. Of ASCII
// each is a letter, and the text itself will do.
function letters(text) {
	return /^[ -~]*$/.test(text) ? text :
		text.match(/\P{M}\p{M}*|\p{M}+/gu) || [];
}

function glue(list) {
	return typeof list === "string" ? list : list.join("");
}

function takeWhile(list, ruler, room) {
	let used = 0;
	let n = 0;

	for (; n < list.length; n++) {
		const letter = list[n];

		if (letter.length === 1)
			used += ruler(letter);
		else for (const c of letter)
			used += ruler(c);
		if (used > room)
			break;
	}
	return n;
}

// Without what stands before the last part of a qualified name.
function shortName(name) {
	const bare = name.replace(/\([^()]*\)( const)?$/, "");
	const cut = /(?:^|[.:/`])([^.:/`<>]+(?:<.*>)?)$/.exec(bare);

	return cut ? cut[1] : name;
}

// `name` cut to `room` px; "" where not even three letters fit. What is cut
// is its end, its start, its middle, or (short) first what qualifies it.
export function fitLabel(name, room, ruler, keep) {
	const text = keep === "short" ? shortName(name) : name;
	// No room holds more letters than it has pixels.
	const all = letters(text.length > 2 * room + 64 && keep !== "end" ?
		text.slice(0, 2 * room + 64) : text);
	const cut = glue(all).length < text.length;

	if (!cut && takeWhile(all, ruler, room) === all.length)
		return text;
	const left = room - 2 * ruler(".");
	if (left < 2 * ruler("m"))
		return "";
	if (keep === "end") {
		const n = takeWhile([...all].reverse(), ruler, left);
		return `..${glue(all.slice(all.length - n))}`;
	}
	if (keep === "middle") {
		const end = letters(text.slice(-400));
		const n = takeWhile(all, ruler, left / 2);
		const m = takeWhile([...end].reverse(), ruler, left / 2);
		return `${glue(all.slice(0, n))}..${glue(end.slice(end.length - m))}`;
	}
	return `${glue(all.slice(0, takeWhile(all, ruler, left)))}..`;
}
