// The state of the viewer: what is shown, how it changes, and the way back.

import { attempt, debounce } from "./base.js";
import { evened } from "./difference.js";
import { drawMatched } from "./header.js";
import { follow, nodeAtPlace, pathTo, readState, writeState } from "./link.js";
import { render, showRoot } from "./render.js";
import { SLICE, compile, makeHunt, runSearch } from "./search.js";
import { transform } from "./transform.js";
import { widen } from "./tree.js";
import { invertedView, sandwichViews, treeView } from "./views.js";

const TREE_PARTS = ["hide", "focus", "merge", "recursion", "order", "by",
	"even"];
const VIEW_PARTS = ["view", "fn", ...TREE_PARTS];
const SEARCH_PARTS = ["terms", "ignoreCase", "literal", ...TREE_PARTS];

export function differs(a, b, names) {
	return names.some(name => String(a[name]) !== String(b[name]));
}

export function editsOf({ hide, focus, merge, recursion }) {
	return { hide, focus, merge, recursion };
}

/** @param {Owns<"view" | "input" | "scene">} app */
function makeTree(app) {
	const { state } = app.view;
	const { settings } = app.model;
	const tree = transform(app.model.base, {
		edits: editsOf(state), order: state.order, chart: settings.chart,
	});

	if (tree.self.length < 2)
		return tree;
	return widen(state.even ? evened(tree) : tree, state.by);
}

// The parts of the picture: one view, or a sandwich's two halves.
/** @param {Owns<"view" | "input" | "scene">} app */
function makeViews(app) {
	const { state, tree } = app.view;
	const heaviest = state.order === "weight";

	if (state.view === "inverted")
		return [invertedView(tree, heaviest)];
	if (state.view === "sandwich") {
		const name = tree.names.indexOf(state.fn);

		if (tree.name.includes(name, 1))
			return sandwichViews(tree, name, heaviest);
	}
	return [treeView(tree)];
}

/** @param {Owns<"view" | "input" | "scene">} app */
function makeSearch(app) {
	const { terms, ignoreCase, literal } = app.view.state;

	app.view.wrong = "";
	app.view.hunt = null;
	app.view.regexes = terms.map(term => {
		try {
			return term ? compile(term, { ignoreCase, literal }) : null;
		} catch (error) {
			app.view.wrong = error.name === "Error" ? error.message :
				"This is not a regular expression";
			return null;
		}
	});
	if (!app.view.regexes.some(Boolean))
		return null;
	app.view.hunt = makeHunt(app.view.tree, app.view.regexes);
	app.view.hunt.look(SLICE);
	setTimeout(goOnSearching, 0, app, app.view.hunt);
	return runSearch(app.view.tree, app.view.regexes, app.view.hunt.masks);
}

// Looks at some more names, if nothing else is searched by now, and shows what
// there is once they were all.
/** @param {Owns<"view" | "input" | "scene">} app */
function goOnSearching(app, hunt) {
	if (app.view.hunt !== hunt || hunt.isDone())
		return;
	hunt.look(SLICE);
	if (hunt.isDone()) {
		app.view.search = runSearch(app.view.tree, app.view.regexes, hunt.masks);
		app.view.matches = null;
		render(app);
		return;
	}
	drawMatched(app);
	setTimeout(goOnSearching, 0, app, hunt);
}

// Brings everything in line with app.state; `before` is what it was.
/** @param {Owns<"view" | "input" | "scene">} app */
function applyState(app, before) {
	const { state } = app.view;
	const anew = names => !before || differs(before, state, names);

	if (anew(TREE_PARTS))
		app.view.tree = makeTree(app);
	if (anew(VIEW_PARTS)) {
		const { cursor } = app.input;
		const { views } = app.view;
		// Who moves by keys goes on from there, if it is the same picture.
		const path = cursor && !differs(before, state, ["view", "fn"]) &&
			pathTo(views[cursor.part], cursor.node);

		app.view.views = makeViews(app);
		app.scene.least = null;
		app.input.cursor = app.input.last = path && app.view.views[cursor.part] && {
			part: cursor.part,
			node: follow(app.view.views[cursor.part], path).node,
		};
	}
	if (anew(SEARCH_PARTS))
		app.view.search = makeSearch(app);
	if (anew([...VIEW_PARTS, ...SEARCH_PARTS]))
		app.view.matches = null;
	if (anew([...VIEW_PARTS, "path", "part"])) {
		const part = state.part < app.view.views.length ? state.part : 0;
		const found = follow(app.view.views[part], state.path);

		app.view.focus = { part, node: found.node };
		app.view.notice = state.view === "sandwich" && !app.view.views[1] ?
			"The function is not there: this is all." : found.whole ? "" :
				"The frame of the link is not there: this is its nearest caller.";
	}
}

// how: "push" makes a step to go back to, "replace" changes this step.
/** @param {Owns<"view" | "input" | "scene">} app */
export function change(app, changes, how) {
	const before = app.view.state;
	const edits = editsOf(before);

	app.view.state = { ...before, ...changes };
	if (!("was" in changes) && differs(edits, app.view.state, Object.keys(edits)))
		app.view.state.was = { ...edits, was: before.was };
	applyState(app, before);
	if (how === "push") {
		app.view.steps.length = app.view.step + 1;
		app.view.step = app.view.steps.push(app.view.state) - 1;
	} else {
		app.view.steps[app.view.step] = app.view.state;
	}
	writeLink(app, how);
	render(app);
	if (differs(before, app.view.state, ["view", "fn", "icicle"]))
		showRoot(app);
}

// Zooming to a node that is at hand needs no search for its path.
/** @param {Owns<"view" | "input" | "scene">} app */
export function zoomTo(app, part, node) {
	const view = app.view.views[part];
	const before = app.view.state;

	if (app.view.focus.node === node && app.view.focus.part === part)
		return;
	app.view.focus = { part, node };
	app.view.notice = "";
	app.view.state = { ...before, part, path: pathTo(view, node) };
	app.view.steps.length = app.view.step + 1;
	app.view.step = app.view.steps.push(app.view.state) - 1;
	writeLink(app, "push");
	render(app);
}

/** @param {Owns<"view" | "input" | "scene">} app */
export function resetZoom(app) {
	zoomTo(app, 0, app.view.views[0].root);
}

/** @param {Owns<"view" | "input" | "scene">} app */
export function isTable(app) {
	return app.view.state.view === "table";
}

/** @param {Owns<"view" | "input" | "scene">} app */
export function isZoomed(app) {
	return app.view.focus.node !== app.view.views[app.view.focus.part].root;
}

// The graph owns the address only where it is the whole document. A new one
// is much work for a browser, which gets it once the picture is painted.
/** @param {Owns<"view" | "input" | "scene">} app */
function writeLink(app, how) {
	if (!app.model.alone)
		return;
	if (how === "push")
		finishLink(app);
	app.view.unwritten = {
		how: app.view.unwritten ? app.view.unwritten.how : how, state: app.view.state,
		step: app.view.step,
	};
	app.view.writeSoon ??= debounce(() => finishLink(app), 100);
	app.view.writeSoon();
}

// Writes what is not written yet.
/** @param {Owns<"view" | "input" | "scene">} app */
export function finishLink(app) {
	const link = app.view.unwritten;

	app.view.unwritten = null;
	if (!link)
		return;
	const url = new URL(location.href);

	mirrorQuery(app.view.old, link.state, url);
	url.hash = writeState(link.state, app.model.start);
	const method = link.how === "push" ? "pushState" : "replaceState";

	app.view.linked = attempt(() => {
		history[method]({ step: link.step }, "", url.href);
		return true;
	}, false);
}

// Who came with ?s= keeps it; the place of ?x= and ?y= is in the fragment.
function mirrorQuery(old, { terms }, url) {
	if (old.s && terms[0])
		url.searchParams.set("s", terms[0]);
	else if (old.s)
		url.searchParams.delete("s");
	if (old.x) {
		url.searchParams.delete("x");
		url.searchParams.delete("y");
	}
}

/** @param {Owns<"view" | "input" | "scene">} app */
function goTo(app, step) {
	const state = app.view.steps[step];

	if (!state)
		return;
	app.view.step = step;
	const before = app.view.state;
	app.view.state = state;
	applyState(app, before);
	render(app);
	if (differs(before, state, ["view", "fn", "icicle"]))
		showRoot(app);
}

/** @param {Owns<"view" | "input" | "scene">} app */
export function back(app) {
	if (app.view.step === 0)
		return;
	finishLink(app);
	if (app.view.linked)
		history.back();
	else
		goTo(app, app.view.step - 1);
}

/** @param {Owns<"view" | "input" | "scene">} app */
export function forward(app) {
	if (app.view.step + 1 >= app.view.steps.length)
		return;
	finishLink(app);
	if (app.view.linked)
		history.forward();
	else
		goTo(app, app.view.step + 1);
}

/** @param {Owns<"view" | "input" | "scene">} app */
export function onPopState(app, { state }) {
	app.view.unwritten = null;
	const read = () => readState(location.hash.slice(1), app.model.start);

	if (state?.step >= 0) {
		app.view.steps[state.step] ??= read();
		goTo(app, state.step);
		return;
	}
	// A link that was typed in: one of our steps from now on.
	app.view.steps.length = app.view.step + 1;
	app.view.step = app.view.steps.push(app.view.state) - 1;
	change(app, read(), "replace");
}

// The state that the address asks for.
/** @param {Owns<"view" | "input" | "scene">} app */
function startState(app) {
	const state = app.model.alone ? attempt(() =>
		readState(location.hash.slice(1), app.model.start), app.model.start) : app.model.start;
	const query = attempt(() => new URLSearchParams(location.search),
		new URLSearchParams());

	app.view.old = { s: false, x: false };
	if (!app.model.alone)
		return state;
	if (query.get("s") && state.terms === app.model.start.terms) {
		app.view.old.s = true;
		state.terms = [query.get("s")];
	}
	if (query.get("x") && query.get("y") && !state.path.length) {
		const node = nodeAtPlace(app.model.base, app.model.settings, app.screen.height,
			query.get("x"), parseFloat(query.get("y")));

		app.view.old.x = true;
		if (node > 0)
			state.path = pathTo(treeView(app.model.base), node);
	}
	return state;
}

/** @param {Owns<"view" | "input" | "scene">} app */
export function beginState(app) {
	app.view.state = startState(app);
	app.view.steps[app.view.step] = app.view.state;
	applyState(app, null);
}

// What is kept in the browser rather than in the address: "theme", "keys".
/** @param {Owns<"view">} app */
export function setPreference(app, name, value) {
	app.view[name] = value;
	attempt(() => localStorage.setItem(`fg-${name}`,
		value === true ? "1" : value === false ? "0" : value));
}

// The matches that "next" walks; null where they are to be found anew.
/** @param {Owns<"view">} app */
export function setMatches(app, matches) {
	app.view.matches = matches;
	return matches;
}
