// The state of the viewer: what is shown, how it changes, and the steps back.

import { attempt, debounce } from "./base.js";
import { hashName } from "./colours.js";
import { withEqualSums } from "./difference.js";
import { activeFilters } from "./filters.js";
import { drawMatched } from "./header.js";
import { follow, nodeAtPlace, pathTo, readState, writeState } from "./link.js";
import { isRange } from "./range.js";
import { render, showRoot } from "./render.js";
import { SLICE, compile, makeNameScan, runSearch } from "./search.js";
import { transform, treeBelow, treeEnding } from "./transform.js";
import { chooseWidths } from "./tree.js";
import { callersView, sandwichViews, treeView } from "./views.js";

const EDITS = ["filters", "recursion"];
const TREE_PARTS = [...EDITS, "order", "by", "even"];

export function differs(a, b, names) {
	return names.some(name =>
		JSON.stringify(a[name]) !== JSON.stringify(b[name]));
}

// Undoes the last change of what stacks count. The filters that a link brought
// are undone together.
/** @param {Owns<"view" | "input" | "scene">} app */
export function undoEdit(app) {
	const { state } = app.view;
	const { filters, recursion } = app.model.start;
	const was = state.was || { filters, recursion, was: undefined };

	if (differs(state, was, EDITS))
		change(app, was, "push");
}

// What the filters leave of the profile: all that can be selected from.
/** @param {App} app */
function makeTree(app) {
	const { state } = app.view;
	const tree = transform(app.model.base, {
		filters: activeFilters(state), recursion: state.recursion,
		order: state.order, chart: app.model.settings.chart,
	});

	if (tree.self.length < 2)
		return tree;
	return chooseWidths(state.even ? withEqualSums(tree) : tree, state.by);
}

// Where the state keeps the zoom of each view. A zoom among callees (path) and
// one among callers (ends) select the stacks of all other views.
const ZOOMS = { tree: "path", callers: "ends", sandwich: "around" };

// The zooms of other views, which select the stacks of this one.
export function selectionOf({ view, path, ends }) {
	return { path: view === "tree" ? [] : path,
		ends: view === "callers" ? [] : ends };
}

// The selected stacks of `all`; all of them if the frame is not there.
/** @param {App} app */
function selectTree(app, all) {
	const { state } = app.view;
	const { path, ends } = selectionOf(state);
	const { node } = follow(treeView(all), path);
	const below = node > 0 ? treeBelow(all, node) : all;

	if (!ends.length && below === all)
		return all;
	const frames = ends.map(hash => below.names.map((name, i) =>
		i < below.names.length - 1 && hashName(name) === hash));
	const tree = !ends.length ? below :
		treeEnding(below, frames);

	return tree.self.length > 1 ? chooseWidths(tree, state.by) : tree;
}

// What to draw: one view, or the two halves of a sandwich.
/** @param {App} app */
function makeViews(app) {
	const { state, tree } = app.view;
	const heaviest = state.order === "weight";

	if (state.view === "callers")
		return [callersView(tree, heaviest)];
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
	app.view.nameScan = null;
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
	app.view.nameScan = makeNameScan(app.view.tree, app.view.regexes);
	app.view.nameScan.look(SLICE);
	setTimeout(goOnSearching, 0, app, app.view.nameScan);
	return runSearch(app.view.tree, app.view.regexes, app.view.nameScan.masks);
}

// Searches more names, unless there is another search by now. Draws again when
// all names were searched.
/** @param {Owns<"view" | "input" | "scene">} app */
function goOnSearching(app, nameScan) {
	if (app.view.nameScan !== nameScan || nameScan.isDone())
		return;
	nameScan.look(SLICE);
	if (nameScan.isDone()) {
		app.view.search = runSearch(app.view.tree, app.view.regexes, nameScan.masks);
		app.view.matches = null;
		render(app);
		return;
	}
	drawMatched(app);
	setTimeout(goOnSearching, 0, app, nameScan);
}

// Updates trees and views for the state; returns whether they are new. The
// keyboard cursor stays at its frame if the kind of view is the same.
/** @param {Owns<"view" | "input" | "scene">} app */
function updateTrees(app, before) {
	const { state, views, all } = app.view;
	const { cursor } = app.input;
	const edited = !before || differs(before, state, TREE_PARTS);
	const selection = JSON.stringify(selectionOf(state));
	const selected = edited || selection !== app.view.selection;

	if (edited)
		app.view.all = makeTree(app);
	if (selected) {
		app.view.selection = selection;
		app.view.tree = selectTree(app, app.view.all);
	}
	if (!selected && all && !differs(before, state, ["view", "fn"]))
		return false;
	const path = cursor && before && !differs(before, state, ["view", "fn"]) &&
		pathTo(views[cursor.part], cursor.node);

	app.view.views = makeViews(app);
	app.scene.wholeRows = null;
	app.input.cursor = app.input.last = path &&
		app.view.views[cursor.part] && {
			part: cursor.part,
			node: follow(app.view.views[cursor.part], path).node,
		};
	return true;
}

// The focus is the frame that the view's own zoom leads to.
/** @param {Owns<"view">} app */
function updateFocus(app) {
	const { state, views } = app.view;
	const part = state.part < views.length ? state.part : 0;
	const found = follow(views[part], state[ZOOMS[state.view]] || []);

	app.view.focus = { part, node: found.node };
	app.view.notice = state.view === "sandwich" && !views[1] ?
		"The function is not in these stacks: this is all." :
		found.whole ? "" :
			"The frame of the link is not there: this is its nearest caller.";
}

// Makes trees, views, search and focus fit the state. `before` is the state
// that they fit now, or null.
/** @param {Owns<"view" | "input" | "scene">} app */
function applyState(app, before) {
	const { state, tree } = app.view;
	const renewed = updateTrees(app, before);
	const searched = !before || app.view.tree !== tree ||
		differs(before, state, ["terms", "ignoreCase", "literal"]);

	if (searched)
		app.view.search = makeSearch(app);
	if (searched || renewed)
		app.view.matches = null;
	updateFocus(app);
}

// how: "push" adds a step to go back to, "replace" changes the current step.
/** @param {Owns<"view" | "input" | "scene">} app */
export function change(app, changes, how) {
	const before = app.view.state;
	const { filters, recursion, was } = before;

	app.view.state = { ...before, ...changes };
	// A range is of what is there; something else begins as a whole.
	if (!changes.range && differs(before, app.view.state, ["view", "fn", "path",
		"ends", "around", ...TREE_PARTS]))
		app.view.state.range = "";
	if (!("was" in changes) && differs(before, app.view.state, EDITS))
		app.view.state.was = { filters, recursion, was };
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

// Zooms to a node. As the node is known, there is no path to follow.
/** @param {Owns<"view" | "input" | "scene">} app */
export function zoomTo(app, part, node) {
	const view = app.view.views[part];
	const before = app.view.state;

	if (app.view.focus.node === node && app.view.focus.part === part)
		return;
	app.view.focus = { part, node };
	app.view.notice = "";
	app.view.state = { ...before, part, range: "",
		[ZOOMS[before.view] || "path"]: pathTo(view, node) };
	app.view.steps.length = app.view.step + 1;
	app.view.step = app.view.steps.push(app.view.state) - 1;
	writeLink(app, "push");
	render(app);
}

// Removes the zooms of all views.
/** @param {Owns<"view" | "input" | "scene">} app */
export function resetZoom(app) {
	if (isSelected(app))
		change(app, NO_ZOOM, "push");
}

/** @param {Owns<"view" | "input" | "scene">} app */
export function isTable(app) {
	return app.view.state.view === "table";
}

// Goes back to callees; zooms, edits and search stay.
/** @param {Owns<"view" | "input" | "scene">} app */
export function leaveView(app) {
	change(app, { view: "tree", part: 0 }, "push");
}

const NO_ZOOM = { path: [], ends: [], around: [], part: 0, range: "" };

// Whether there is a zoom, in this view or another, that selects stacks.
/** @param {App} app */
export function isSelected(app) {
	const { path, ends } = app.view.state;

	return isZoomed(app) || path.length + ends.length > 0 || isRange(app);
}

// Whether the view is zoomed to one of its frames.
/** @param {Owns<"view" | "input" | "scene">} app */
export function isZoomed(app) {
	return app.view.focus.node !== app.view.views[app.view.focus.part].root;
}

// Writes the address, which is the graph's only if it is the whole document. A
// new address is much work for a browser, so it is written after the picture is
// painted.
/** @param {Owns<"view" | "input" | "scene">} app */
function writeLink(app, how) {
	if (!app.model.standalone)
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

// Writes the address now, if it is still to be written.
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

// Keeps ?s= up to date for links that came with it. ?x= and ?y= go away,
// because the fragment has the zoom.
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
	// The reader typed a link: it becomes a step of ours.
	app.view.steps.length = app.view.step + 1;
	app.view.step = app.view.steps.push(app.view.state) - 1;
	change(app, read(), "replace");
}

// The state that the address asks for.
/** @param {Owns<"view" | "input" | "scene">} app */
function startState(app) {
	const state = app.model.standalone ? attempt(() =>
		readState(location.hash.slice(1), app.model.start), app.model.start) : app.model.start;
	const query = attempt(() => new URLSearchParams(location.search),
		new URLSearchParams());

	app.view.old = { s: false, x: false };
	if (!app.model.standalone)
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

// Sets what the browser keeps, outside of the address: "theme" or "keys".
/** @param {Owns<"view">} app */
export function setPreference(app, name, value) {
	app.view[name] = value;
	attempt(() => localStorage.setItem(`fg-${name}`,
		value === true ? "1" : value === false ? "0" : value));
}

// Sets the matches that "next match" walks; null to find them again.
/** @param {Owns<"view">} app */
export function setMatches(app, matches) {
	app.view.matches = matches;
	return matches;
}
