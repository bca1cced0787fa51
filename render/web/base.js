// What all parts of the viewer use: making elements, guarded calls.

const SVG = "http://www.w3.org/2000/svg";
const HTML = "http://www.w3.org/1999/xhtml";

// Text and elements are added as nodes, never as markup.
function fill(element, attributes, children) {
	for (const [name, value] of Object.entries(attributes || {})) {
		if (value !== undefined && value !== false)
			element.setAttribute(name, value === true ? "" : value);
	}
	element.append(...children);
	return element;
}

// Sets only the attributes that differ: a browser lays out everything that is
// written.
export function put(element, attributes) {
	for (const [name, value] of Object.entries(attributes)) {
		if (element.getAttribute(name) !== String(value))
			element.setAttribute(name, value);
	}
}

export function svg(tag, attributes, ...children) {
	return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function html(tag, attributes, ...children) {
	return fill(document.createElementNS(HTML, tag), attributes, children);
}

// A label that is a sign or very short: the title is its accessible name.
export function button(label, title, action, attributes) {
	const sign = typeof label !== "string" || label.length < 3;
	const element = html("button", {
		type: "button", title, "aria-label": sign && title, ...attributes,
	}, label);

	element.addEventListener("click", action);
	return element;
}

export function show(element, visible) {
	element.style.display = visible ? "" : "none";
}

export function clamp(value, low, high) {
	return Math.max(low, Math.min(high, value));
}

// A heap: take() removes and returns the first of all items, in the order of
// `compare`.
export function makeHeap(compare) {
	const list = [];
	const isBefore = (i, j) => compare(list[i], list[j]) < 0;
	const swap = (i, j) => {
		[list[i], list[j]] = [list[j], list[i]];
		return j;
	};

	return {
		size: () => list.length,
		add(item) {
			let i = list.push(item) - 1;
			while (i > 0 && isBefore(i, i - 1 >> 1))
				i = swap(i, i - 1 >> 1);
		},
		take() {
			swap(0, list.length - 1);
			const first = list.pop();
			for (let i = 0, next = 1; next < list.length; next = 2 * i + 1) {
				if (next + 1 < list.length && isBefore(next + 1, next))
					next++;
				if (!isBefore(next, i))
					break;
				i = swap(i, next);
			}
			return first;
		},
	};
}

// Runs what a sandbox, a blob: URL or the browser's settings may forbid.
export function attempt(action, otherwise) {
	try {
		return action();
	} catch {
		return otherwise;
	}
}

// The number of the lowest bit that is set in a mask.
export function bitOf(mask) {
	return 31 - Math.clz32(mask & -mask);
}

// Returns a function that calls `action` when it was not called again for `ms`.
export function debounce(action, ms) {
	let timer = 0;

	return () => {
		clearTimeout(timer);
		timer = setTimeout(action, ms);
	};
}
