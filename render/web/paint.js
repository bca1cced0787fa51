// From boxes to elements: one path per colour, and labels where they fit. The
// cost grows with pixels, not with frames.

import { bitOf, put, svg } from "./base.js";
import { channels, css, fromChannels } from "./colours.js";
import { fitLabel } from "./labels.js";
import { BOX, TOWER } from "./layout.js";

// Towers have few colours and five strengths; else there would be as many paths
// as towers.
function towerColour(colour) {
	return fromChannels(channels(colour).map(c => (c & 0xe0) | 0x10));
}

function strength(cover) {
	return Math.max(1, Math.min(5, Math.round(cover * 5))) / 5;
}

// The upper edge of row r of a part. `direction` -1 grows up.
export function rowY(part, r) {
	return part.base + part.direction * (r * part.row + (r > 0 ? part.gap : 0));
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
		// What lies over the colours: hatching and outlines.
		mark(look, x, y, w, h) {
			draw(look.fill + look["stroke-width"], x, y, w, h).look = look;
		},
		// The key is a number: opacities are fifths.
		rect(colour, opacity, x, y, w, h) {
			const pen = draw(colour + opacity / 2, x, y, w, h);

			pen.colour = colour;
			pen.opacity = opacity;
		},
	};
}

// The edges of a box on whole device pixels. There is a gap where there is
// room.
function edges(x, w, left, pixelRatio) {
	const from = Math.round((left + x) * pixelRatio) / pixelRatio;
	const to = Math.round((left + x + w) * pixelRatio) / pixelRatio;
	const gap = w > 4 ? 1 / pixelRatio : 0;

	return [from, Math.max(to - from - gap, 1 / pixelRatio)];
}

// Outlines lie in the gaps around a box, so that they cover nothing of its
// label.
const OUTLINE = { fill: "none", stroke: "#000", "stroke-opacity": 0.8 };
const FOCAL = { ...OUTLINE, "stroke-opacity": 1, "stroke-width": 3 };

// A frame that is gone is hatched; a new frame has an outline.
function drawMark({ markOf: marked, marks, hatch }, boxes, i, [x, y, w, h]) {
	const mark = w > 2 && marked(boxes.view, boxes.node[i]);

	if (mark === "gone")
		marks.mark({ fill: hatch }, x, y, w, h);
	else if (mark === "new")
		marks.mark(OUTLINE, x - 0.5, y - 0.5, w + 1, h + 1);
	else if (mark === "focal")
		marks.mark(FOCAL, x - 1.5, y - 1.5, w + 3, h + 3);
}

// options: left, pixelRatio, colourOf(view, node, kind), termColours, search;
// markOf(view, node) and hatch, where there is something to mark.
function drawBox(pens, part, i, r, options) {
	const { boxes, row } = part;
	const [x, w] = edges(boxes.x[i], boxes.w[i], options.left, options.pixelRatio);
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
	const thin = Math.min(1, boxes.w[i] * options.pixelRatio);

	pens.rect(towerColour(colour), strength(boxes.cover[i] * thin), x, y, w,
		high * row - 1);
	boxes.hits[i].forEach((rows, bit) =>
		drawHits(options, part, rows, bit, { r, high, x, w }));
}

// Draws the matching rows of a tower; adjacent rows become one rectangle.
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

// Firefox draws a path of a single box in another way than a path of several,
// and keeps a bitmap each time the way changes. So a path of one box goes back
// to its corner once more, which makes it a path of several lines.
function shapeOf({ d }) {
	return d.lastIndexOf("M") ? d : d + d.split("h")[0];
}

export function pathOf(pen) {
	const { look, colour, opacity } = pen;

	return svg("path", { d: shapeOf(pen), ...look || {
		fill: css(colour), "fill-opacity": opacity < 1 && opacity,
	} });
}

// Keeps the path elements where only their boxes have changed. Returns a text
// for the looks of the layer, which is `before` the next time.
export function syncPaths(layer, { pens }, before) {
	const all = [...pens.values()];
	const looks = all.map(({ colour, opacity, look }) =>
		look ? look.fill + look["stroke-width"] :
			`${colour} ${opacity}`).join();

	if (looks !== before)
		layer.replaceChildren(...all.map(pathOf));
	else
		all.forEach((pen, i) => put(layer.childNodes[i],
			{ d: shapeOf(pen) }));
	return looks;
}

// Existing elements are changed; new ones are made only when needed.
export function syncTexts(layer, wanted) {
	while (layer.childNodes.length > wanted.length)
		layer.lastChild.remove();
	while (layer.childNodes.length < wanted.length)
		layer.append(svg("text"));
	wanted.forEach(({ x, y, text, ink, bold }, i) => {
		const element = layer.childNodes[i];

		put(element, { x, y, fill: ink });
		element.style.fontWeight = bold ? "bold" : "";
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
					bold: part.gap > 0 && node === view.root,
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
