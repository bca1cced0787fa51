// What every part of the viewer uses: making elements, guarded calls.

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

function svg(tag, attributes, ...children) {
	return fill(document.createElementNS(SVG, tag), attributes, children);
}

function html(tag, attributes, ...children) {
	return fill(document.createElementNS(HTML, tag), attributes, children);
}

// A label that is a sign and no word is called by its title.
function button(label, title, action, attributes) {
	const sign = typeof label !== "string" || label.length < 3;
	const element = html("button", {
		type: "button", title, "aria-label": sign && title, ...attributes,
	}, label);

	element.addEventListener("click", action);
	return element;
}

function show(element, visible) {
	element.style.display = visible ? "" : "none";
}

function clamp(value, low, high) {
	return Math.max(low, Math.min(high, value));
}

// For what a sandbox, a blob: URL or a browser's settings may forbid.
function attempt(action, otherwise) {
	try {
		return action();
	} catch {
		return otherwise;
	}
}

// Calls `action` once the calls have paused for `ms`.
function debounce(action, ms) {
	let timer = 0;

	return () => {
		clearTimeout(timer);
		timer = setTimeout(action, ms);
	};
}
