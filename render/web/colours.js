// Colours are numbers 0xRRGGBB. Colours by name are the generator's own, so the
// picture looks the same with and without script. The dark theme makes them
// calmer. Text on a colour is black or white, whichever reads better.

import { clamp } from "./base.js";
import { plainName } from "./tree.js";

// Search terms: none of these colours is in a flame palette.
export const TERM_COLOURS = [0xe600e6, 0x00a0d0, 0x3fb34f, 0x2040a0, 0x8f7bf0, 0x0e8a7a];
export const LIGHT = {
	page: [0xffffff, 0xffffff], ink: "#1b1b1f", mixed: 0xffffff,
};
export const DARK = {
	page: [0x1c1d22, 0x17181c], ink: "#e4e4ea", mixed: 0x1a1b20,
};
// The palette of Okabe and Ito: people with any colour vision tell them apart.
const DISTINCT = [0xe69f00, 0x56b4e9, 0x009e73, 0xf0e442, 0x0072b2, 0xd55e00,
	0xcc79a7, 0xb0a48a];
const GREYISH = 0xc8c8c8;

export function css(colour) {
	return `#${colour.toString(16).padStart(6, "0")}`;
}

export function parseColour(text) {
	const m = /^#?([0-9a-f]{6})$/i.exec(text || "");

	return m ? parseInt(m[1], 16) : -1;
}

export function channels(colour) {
	return [colour >> 16 & 255, colour >> 8 & 255, colour & 255];
}

export function fromChannels(list) {
	return list.reduce((all, c) => all << 8 | clamp(Math.round(c), 0, 255), 0);
}

export function mix(a, b, share) {
	const to = channels(b);

	return fromChannels(channels(a).map((c, i) =>
		c * (1 - share) + to[i] * share));
}

// Relative luminance and contrast as WCAG defines them.
export function luminance(colour) {
	const [r, g, b] = channels(colour).map(c => {
		const share = c / 255;

		return share <= 0.04045 ? share / 12.92 :
			((share + 0.055) / 1.055) ** 2.4;
	});

	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// One of the two always has a contrast of at least 4.58.
export function inkOn(colour) {
	return luminance(colour) > 0.179 ? "#000" : "#fff";
}

// Keeps the hue and lowers saturation and lightness. A colour that is nearly
// white means little, and becomes nearly black.
export function darkened(colour) {
	const list = channels(colour);
	const grey = 0.3 * list[0] + 0.59 * list[1] + 0.11 * list[2];
	const white = Math.min(...list) ** 2 / 470;

	return fromChannels(list.map(c =>
		(c * 0.82 + grey * 0.18) * 0.86 - white));
}

// A stable number in [0, count) for a text.
function bucket(text, count) {
	return hashName(text) % count;
}

// FNV-1a over UTF-16 units. Paths in links consist of these hashes.
export function hashName(text) {
	let hash = 0x811c9dc5;

	for (let i = 0; i < text.length; i++)
		hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
	return hash;
}

// The module of a frame: of libc.so`malloc, [module], a package or a namespace.
export function moduleOf(name) {
	const plain = plainName(name);
	const rules = [/^(.+?)`/, /^\[(?!unknown\])(.+)\]$/, 
		/^(?:L(?=(?:javax?|jdk|net|org|com|io|sun)\/))?((?:[\w$-]+\/)+)[^/]*$/,
		/^((?:[a-z_][\w$]*\.)+)[A-Z<]/, /^<?&?(?:mut )?(?:dyn )?([\w~]+)::/,
		/\(([^()\s]+\.\w+):?\d*\)$/];

	for (const rule of rules) {
		const m = rule.exec(plain);
		if (m)
			return m[1].split("/").slice(0, 3).join("/")
				.replace(/[./]$/, "");
	}
	return "";
}

const KINDS = {
	"k": "kernel", "i": "inlined", "j": "compiled at run time", "w": "waker",
};

export function kindOf(name) {
	const m = /_\[([kijw])\]$/.exec(name);

	return m ? KINDS[m[1]] : "";
}

// A label has the same colour in every picture, unless a heavier label, which
// comes first, has it in this picture. More than eight labels share colours.
export function coloursOfLabels(labels) {
	const free = new Set(DISTINCT);

	return new Map(labels.map(label => {
		const from = bucket(label, DISTINCT.length);
		const wish = [...DISTINCT.slice(from), ...DISTINCT.slice(0, from)];
		const colour = label ? wish.find(c => free.has(c)) ?? wish[0] : GREYISH;

		free.delete(colour);
		return [label, colour];
	}));
}

// From white over yellow to red.
export function heat(share) {
	return share < 0.5 ? mix(0xfff7d6, 0xfdb863, share * 2) :
		mix(0xfdb863, 0xd7301f, share * 2 - 1);
}
