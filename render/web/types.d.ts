// Types of the viewer's objects, for `tsc --checkJs` (tests/lint/types.sh).
// Nothing of this file is in a picture.

/** The parts of the viewer; app.js says what each is for. */
interface Parts {
	model: Model;
	view: View;
	scene: Scene;
	screen: Screen_;
	input: Input;
}

/** Who gets an App reads its parts ... */
type App = { readonly [K in keyof Parts]: Readonly<Parts[K]> };

/** ... and changes those that its module owns: Owns<"view">. */
type Owns<K extends keyof Parts> = App & Pick<Parts, K>;

/** Profile and page. */
interface Model {
	root: SVGSVGElement;
	settings: Settings;
	base: Tree; // as it was read
	standalone: boolean; // the picture is the whole document
	links: Map<string, { href: string; target: string }>; // by function
	prefersDark: MediaQueryList;
	coarse: MediaQueryList; // the pointer is a finger
	font: string;
	ruler: (char: string) => number; // px
	termColours: number[]; // of search terms
	start: State;
}

/** What is shown. Trees, focus and search follow from the state. */
interface View {
	state: State;
	steps: State[]; // to go back and forward
	step: number; // the one of `state`
	linked: boolean; // steps are in the browser's history
	old: { s: boolean; x: boolean }; // the address had flamegraph.pl's ?s=, ?x=
	unwritten: { how: string; state: State; step: number } | null;
	writeSoon: (() => void) | null;
	all: Tree; // what the filters leave of the base
	selection: string; // what of it is selected, as text to compare
	tree: Tree; // all, or what the zooms of other views select of it
	views: TreeView[]; // one, or the two halves of a sandwich
	focus: Spot; // what is zoomed to
	notice: string;
	search: Search | null;
	regexes: any[];
	wrong: string; // what is wrong with a search term
	nameScan: any;
	matches: any; // of "next match"
	theme: string; // "auto", "light", "dark": kept in the browser
	keys: boolean; // letters are keys: kept in the browser
	table: { by: number; down: boolean; rows: number };
}

/** What a drawing computes. */
interface Scene {
	numbers: any; // of makeNumbers()
	legend: any[][]; // [label, colour or colours, title]
	nameColours: number[];
	colourOf: ((view: TreeView, node: number, kind: number) => number) | null;
	hitColour: ((mask: number, kind: number) => number) | null;
	dark: boolean;
	scale: any; // of a difference's colours
	parts: Part[]; // boxes of each of the views
	rows: number; // of all parts
	wholeRows: number | null; // rows of the whole graph
	listing: any; // the table
}

/** Elements of the document, and where they lie, in px. */
interface Screen_ {
	id: string;
	stops: SVGElement[];
	page: SVGElement;
	paths: SVGElement;
	labels: SVGElement;
	mark: SVGElement; // under the pointer
	cursor: SVGElement; // of the keys
	items: SVGElement; // what a screen reader sees
	tip: SVGElement;
	field: SVGElement;
	map: SVGElement; // of a range
	mapPlace: { x: number; y: number; wide: number }; // in px
	chosen: SVGElement; // with Shift
	strip: SVGElement; // matches along the width
	cover: SVGElement;
	bar: SVGElement; // scrolls
	floor: SVGElement;
	over: SVGElement;
	frames: SVGElement;
	gradient: SVGElement;
	hatch: SVGElement;
	group: SVGElement; // all of the viewer
	upper: SVGElement; // what stays at the top of the window
	lower: SVGElement; // what stays at its bottom
	overlay: SVGElement;
	footer: SVGElement;
	holder: HTMLElement;
	sheet: HTMLElement; // of the table
	pane: HTMLElement; // of the call tree
	calls: any; // its rows, their order, and its elements
	ui: Record<string, any>;
	panels: Record<string, HTMLElement>;
	finder: any;
	width: number;
	height: number;
	head: number; // height of what is above the frames
	row: number; // its height
	framesHeight: number; // of all rows
	pixelRatio: number; // device pixels in a pixel
	box: DOMRect | null; // of the picture in the window, until it changes
	askedSize: string; // what resize() asked for
	frameHeight: number; // the height of the <object> that the graph scrolls in
	scrolled: number; // in there
	visible: { top: number; height: number };
	drawn: [number, number]; // where labels are, from y to y
	drawnHeight: number;
	windowHeight: number;
	looks: string[];
	printing: boolean;
	sayTimer: number; // a timer
}

/** What mouse, keys and fingers are about. */
interface Input {
	hover: Spot | null;
	cursor: Spot | null;
	last: Spot | null; // pointed at or moved to
	pointer: { clientX: number; clientY: number } | null;
	press: [number, number, boolean] | null; // and whether with Shift
	dragged: [number, number] | null; // to here
	held: boolean; // the press was more than a click
	touched: Spot | null; // tapped once
	fingers: Map<number, PointerEvent>;
	fingerDistance: number; // of two fingers
	fingerMiddle: number; // x between them
	holdTimer: number; // a timer
	lastDragY: number;
	lastWheel: number; // the time of it
	open: string; // the panel
	opener: any; // gets the focus back when the panel closes
}

/** A node of one of the views; with its box where it is drawn. */
interface Spot {
	part: number;
	node: number;
	box?: { row: number; x?: number; w?: number; high?: number };
	tower?: boolean;
}

/** A view as it is laid out. */
interface Part {
	view: TreeView;
	focus: number;
	boxes: any; // of layOut()
	row: number;
	from: number; // its first row that is drawn
	rows?: number;
	gap: number; // px between row 0 and the others
	direction?: number; // -1 grows up
	base?: number; // y of its row 0
}

/** What the address says; link.js has the letters for it. */
interface State {
	view: string; // "tree", "callers", "sandwich", "table"
	fn: string; // of the sandwich
	path: number[]; // zoom among callees, from the root
	ends: number[]; // zoom among callers, from the leaf
	around: number[]; // zoom in a sandwich, in its ...
	part: number;
	range: string; // FROM~TO of the focus's width, 0 to 1; empty for all
	icicle: boolean; // the root is at the top
	rows: boolean; // the call tree is shown as a table
	order: string;
	colour: string;
	names: string;
	unit: string;
	theme: string;
	by: string; // of a difference: what widths show
	of: string;
	scale: string;
	grey: string;
	even: boolean;
	swap: boolean;
	terms: string[];
	ignoreCase: boolean;
	literal: boolean;
	filters: string[]; // filters.js says what they mean
	recursion: boolean; // is collapsed
	was?: any; // the edits before the last one
}

/** settings.js reads them from the picture. */
type Settings = Record<string, any>;

/** tree.js: nodes in preorder. */
type Tree = any;

/** views.js: what can be drawn as boxes. */
type TreeView = Record<string, any>;

/** search.js: names and nodes that match. */
type Search = Record<string, any>;

// What is newer than the library of the compiler, or ours.
interface Uint8ArrayConstructor {
	fromBase64?(text: string): Uint8Array<ArrayBuffer>;
}
interface Element {
	fgStarted?: boolean; // of the viewer's script
}
