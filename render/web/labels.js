// The text on a box: as much of the name as fits.

import { html } from "./base.js";

// The width of each character is measured once; no whole text is measured.
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

// Splits a text into characters; combining marks stay with their letter. In
// ASCII text each unit is a letter, and the text itself serves as the list.
function letters(text) {
	return /^[ -~]*$/.test(text) ? text :
		text.match(/\P{M}\p{M}*|\p{M}+/gu) || [];
}

function joinLetters(list) {
	return typeof list === "string" ? list : list.join("");
}

function countFitting(list, ruler, room) {
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

// The last part of a qualified name.
function shortName(name) {
	const bare = name.replace(/\([^()]*\)( const)?$/, "");
	const cut = /(?:^|[.:/`])([^.:/`<>]+(?:<.*>)?)$/.exec(bare);

	return cut ? cut[1] : name;
}

// `name` cut to `room` px; "" where not even three letters fit. `keep` says
// which part stays: "start", "end", "middle", or "short", which drops
// qualifiers first.
export function fitLabel(name, room, ruler, keep) {
	const text = keep === "short" ? shortName(name) : name;
	// More letters than this cannot fit.
	const all = letters(text.length > 2 * room + 64 && keep !== "end" ?
		text.slice(0, 2 * room + 64) : text);
	const cut = joinLetters(all).length < text.length;

	if (!cut && countFitting(all, ruler, room) === all.length)
		return text;
	const left = room - 2 * ruler(".");
	if (left < 2 * ruler("m"))
		return "";
	if (keep === "end") {
		const n = countFitting([...all].reverse(), ruler, left);
		return `..${joinLetters(all.slice(all.length - n))}`;
	}
	if (keep === "middle") {
		const end = letters(text.slice(-400));
		const n = countFitting(all, ruler, left / 2);
		const m = countFitting([...end].reverse(), ruler, left / 2);
		return `${joinLetters(all.slice(0, n))}..${joinLetters(end.slice(end.length - m))}`;
	}
	return `${joinLetters(all.slice(0, countFitting(all, ruler, left)))}..`;
}
