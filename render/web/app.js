// The viewer's objects. Each has one purpose:
//
//   model   the profile and what the page gives; never changes
//   view    what is shown: the state that the link says, and the trees, the
//           focus and the search that follow from it
//   scene   what the last drawing computed: boxes, colours, legend, numbers
//   screen  elements of the document, and where they lie
//   input   what mouse, keys and fingers are about at the moment
//
// types.d.ts lists their properties.

import { attempt } from "./base.js";
import { TERM_COLOURS } from "./colours.js";
import { makeRuler } from "./labels.js";
import { defaultState } from "./link.js";
import { makeScreen } from "./screen.js";
import { readLinks } from "./settings.js";
import { ROWS, firstSort } from "./table.js";

function makeModel(root, settings, tree) {
	const { fontFamily } = getComputedStyle(root);
	const termColours = [...TERM_COLOURS];

	if (settings.searchColour >= 0)
		termColours[0] = settings.searchColour;
	return {
		root, settings, base: tree, termColours,
		start: defaultState(settings),
		standalone: root === document.documentElement,
		links: readLinks(root),
		prefersDark: matchMedia("(prefers-color-scheme: dark)"),
		coarse: matchMedia("(pointer: coarse)"),
		font: fontFamily,
		ruler: makeRuler(`${settings.fontSize}px ${fontFamily}`),
	};
}

function makeView({ start, standalone, base }) {
	// The browser keeps the number of a step, also when the page is loaded
	// again. The steps before it become known when the reader goes back.
	const step = standalone && attempt(() => history.state.step, 0) || 0;

	return {
		state: start, steps: [], step,
		linked: standalone && attempt(() => {
			history.replaceState({ step }, "");
			return true;
		}, false),
		old: { s: false, x: false },
		unwritten: null, writeSoon: null,
		all: base, selection: "", tree: base, views: [], focus: { part: 0, node: 0 }, notice: "",
		search: null, regexes: [], wrong: "", nameScan: null, matches: null,
		theme: attempt(() => localStorage.getItem("fg-theme"), "") || "auto",
		keys: attempt(() => localStorage.getItem("fg-keys"), "") !== "0",
		table: { by: firstSort(base), down: true, rows: ROWS },
	};
}

// All properties are here from the start: an object that gets more of them
// later changes its shape, and browsers compile the code that uses it again.
function makeScene() {
	return {
		numbers: null, legend: [], nameColours: [], colourOf: null,
		hitColour: null, dark: false, scale: null, parts: [], rows: 0,
		wholeRows: null, listing: null,
	};
}

function makeInput() {
	return {
		hover: null, cursor: null, last: null, pointer: null, press: null, dragged: null,
		held: false, touched: null, fingers: new Map(), fingerDistance: 0, fingerMiddle: 0,
		holdTimer: 0, lastDragY: 0, lastWheel: 0, open: "", opener: null,
	};
}

/** @returns {App} */
export function makeApp(root, settings, tree) {
	const model = makeModel(root, settings, tree);

	return {
		model, view: makeView(model), scene: makeScene(),
		screen: makeScreen(root), input: makeInput(),
	};
}
