// From boxes to elements: one path a colour, labels only where they fit and
// can be seen. Cost goes with pixels, not with frames.

import { bitOf, put, svg } from "./base.js";
import { channels, css, fromChannels } from "./colours.js";
import { fitLabel } from "./labels.js";
import { BOX, TOWER } from "./layout.js";

// Towers have few colours and five strengths, or there would be as many
// paths as towers.
function towerColour(colour) {
	return fromChannels(channels(colour).map(c => (c & 0xe0) | 0x10));
}

function strength(cover) {
	return Math.max(1, Math.min(5, Math.round(cover * 5))) / 5;
}

// Where row r of a part lies: y is its upper edge, `direction` -1 grows up.
export function rowY(part, r) {
	return part.base + part.direction * r * part.row;
}

export function towerY(part, r, high) {
	return rowY(part, part.direction < 0 ? r + high - 1 : r);
}

export function makePens() {
	const pens = new Map();
	const draw = (key, x, y, w, h) => {
		let pen = pens.get(key);

		if (!pen)
			pens.set(key, pen = { d: "" });
		pen.d += `M${x} ${y}h${w}v${h}h${-w}z`;
		return pen;
	};

	return {
		pens,
		// Over the colours: hatching, and lines around boxes.
		mark(look, x, y, w, h) {
			draw(look.fill, x, y, w, h).look = look;
		},
		// The key is a number: strengths are fifths.
		rect(colour, opacity, x, y, w, h) {
			const pen = draw(colour + opacity / 2, x, y, w, h);

			pen.colour = colour;
			pen.opacity = opacity;
		},
	};
}

// The edges of a box on whole device pixels, with a gap where there is room.
function edges(x, w, left, dots) {
	const from = Math.round((left + x) * dots) / dots;
	const to = Math.round((left + x + w) * dots) / dots;
	const gap = w > 4 ? 1 / dots : 0;

	return [from, Math.max(to - from - gap, 1 / dots)];
}

const OUTLINE = { fill: "none", stroke: "#000", "stroke-opacity": 0.8 };

// What vanished is hatched and what is new has an outline.
function drawMark({ markOf: marked, marks, hatch }, boxes, i, [x, y, w, h]) {
	const mark = w > 2 && marked(boxes.view, boxes.node[i]);

	if (mark === "gone")
		marks.mark({ fill: hatch }, x, y, w, h);
	else if (mark === "new")
		marks.mark(OUTLINE, x + 0.5, y + 0.5, w - 1, h - 1);
}

// options: left, dots, colourOf(view, node, kind), termColours, search;
// markOf(view, node) and hatch, where there is something to mark.
function drawBox(pens, part, i, r, options) {
	const { boxes, row } = part;
	const [x, w] = edges(boxes.x[i], boxes.w[i], options.left, options.dots);
	const kind = boxes.kind[i];
	const colour = options.colourOf(boxes.view, boxes.node[i], kind);

	if (kind !== TOWER) {
		const mask = options.search &&
			options.search.names[boxes.view.name(boxes.node[i])];

		pens.rect(colour, 1, x, rowY(part, r), w, row - 1);
		if (mask)
			options.hits.rect(options.hitColour(mask, kind), 1, x,
				rowY(part, r), w, row - 1);
		if (options.markOf)
			drawMark(options, boxes, i, [x, rowY(part, r), w, row - 1]);
		return;
	}
	const high = boxes.high[i];
	const y = towerY(part, r, high);
	const thin = Math.min(1, boxes.w[i] * options.dots);

	pens.rect(towerColour(colour), strength(boxes.cover[i] * thin), x, y, w,
		high * row - 1);
	boxes.hits[i].forEach((rows, bit) =>
		drawHits(options, part, rows, bit, { r, high, x, w }));
}

// The rows of a tower that match, those that lie together as one.
function drawHits({ hits, termColours }, part, rows, bit, { r, high, x, w }) {
	const matches = i => rows >> Math.min(i, 31) & 1;

	for (let from = 0; from < high; from++) {
		let n = 0;

		while (from + n < high && matches(from + n))
			n++;
		if (n)
			hits.rect(termColours[bit], 1, x, towerY(part, r + from, n),
				Math.max(w, 1.5), n * part.row - 1);
		from += n;
	}
}

export function drawParts(parts, options) {
	const [towers, frames, hits, marks] = [0, 0, 0, 0].map(makePens);
	const all = { ...options, hits, marks };

	for (const part of parts) {
		const { kind, rowStart } = part.boxes;

		for (let r = part.from; r < rowStart.length - 1; r++) {
			for (let i = rowStart[r]; i < rowStart[r + 1]; i++)
				drawBox(kind[i] === TOWER ? towers : frames, part, i, r,
					all);
		}
	}
	return [towers, frames, hits, marks];
}

// Firefox draws a path of one box by other means than one of several, and
// keeps a bitmap for each time that the means change: so where there is one, a
// step back to its corner makes it no simple box.
function shapeOf({ d }) {
	return d.lastIndexOf("M") ? d : d + d.split("h")[0];
}

export function pathOf(pen) {
	const { look, colour, opacity } = pen;

	return svg("path", { d: shapeOf(pen), ...look || {
		fill: css(colour), "fill-opacity": opacity < 1 && opacity,
	} });
}

// Keeps the paths where only their boxes have changed, or not even these.
// Returns what they look like, which is `before` the next time.
export function syncPaths(layer, { pens }, before) {
	const all = [...pens.values()];
	const looks = all.map(({ colour, opacity, look }) =>
		look ? look.fill : `${colour} ${opacity}`).join();

	if (looks !== before)
		layer.replaceChildren(...all.map(pathOf));
	else
		all.forEach((pen, i) => put(layer.childNodes[i],
			{ d: shapeOf(pen) }));
	return looks;
}

// Elements are kept and changed rather than made anew.
export function syncTexts(layer, wanted) {
	while (layer.childNodes.length > wanted.length)
		layer.lastChild.remove();
	while (layer.childNodes.length < wanted.length)
		layer.append(svg("text"));
	wanted.forEach(({ x, y, text, ink }, i) => {
		const element = layer.childNodes[i];

		put(element, { x, y, fill: ink });
		if (element.textContent !== text)
			element.textContent = text;
	});
}

// The labels of the rows between the y coordinates `from` and `to`.
export function labelsOf(part, from, to, options) {
	const { boxes, row } = part;
	const { left, size, ruler, keep, nameOf, inkOf } = options;
	const wanted = [];

	for (let r = part.from; r < boxes.rowStart.length - 1; r++) {
		const y = rowY(part, r);

		if (y + row < from || y > to)
			continue;
		for (let i = boxes.rowStart[r]; i < boxes.rowStart[r + 1]; i++) {
			if (boxes.kind[i] === TOWER || boxes.w[i] < 2 * size)
				continue;
			const { view } = boxes;
			const node = boxes.node[i];
			const text = fitLabel(nameOf(view, node), boxes.w[i] - 7, ruler,
				keep);

			if (text)
				wanted.push({
					text, ink: inkOf(view, node, boxes.kind[i]),
					x: (left + boxes.x[i] + 3).toFixed(1),
					y: (y + (row - 1) / 2 + size * 0.33).toFixed(1),
				});
		}
	}
	return wanted;
}

// Where the matches lie, as stretches [x, w, bit] along the width.
export function matchStretches(parts, search) {
	const stretches = [];

	for (const { boxes } of search ? parts : []) {
		for (let i = 0; i < boxes.node.length; i++) {
			const mask = boxes.kind[i] === TOWER ? boxes.mask[i] :
				boxes.kind[i] === BOX &&
				search.names[boxes.view.name(boxes.node[i])];

			if (mask)
				stretches.push([boxes.x[i], Math.max(boxes.w[i], 1.5),
					bitOf(mask)]);
		}
	}
	return stretches;
}
