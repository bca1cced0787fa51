// The state of the viewer: what is shown, how it changes, and the way back.

const TREE_PARTS = ["hide", "focus", "merge", "recursion", "order", "by",
	"even"];
const VIEW_PARTS = ["view", "fn", ...TREE_PARTS];
const SEARCH_PARTS = ["terms", "ignoreCase", "literal", ...TREE_PARTS];

function differs(a, b, names) {
	return names.some(name => String(a[name]) !== String(b[name]));
}

function editsOf({ hide, focus, merge, recursion }) {
	return { hide, focus, merge, recursion };
}

function makeTree(app) {
	const { state, settings } = app;
	const tree = transform(app.base, {
		edits: editsOf(state), order: state.order, chart: settings.chart,
	});

	if (tree.self.length < 2)
		return tree;
	return widen(state.even ? evened(tree) : tree, state.by);
}

// The parts of the picture: one view, or a sandwich's two halves.
function makeViews(app) {
	const { state, tree } = app;
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

function makeSearch(app) {
	const { terms, ignoreCase, literal } = app.state;

	app.wrong = "";
	app.hunt = null;
	app.regexes = terms.map(term => {
		try {
			return term ? compile(term, { ignoreCase, literal }) : null;
		} catch (error) {
			app.wrong = error.name === "Error" ? error.message :
				"This is not a regular expression";
			return null;
		}
	});
	if (!app.regexes.some(Boolean))
		return null;
	app.hunt = makeHunt(app.tree, app.regexes);
	app.hunt.look(SLICE);
	setTimeout(goOnSearching, 0, app, app.hunt);
	return runSearch(app.tree, app.regexes, app.hunt.masks);
}

// Looks at some more names, if nothing else is searched by now, and shows what
// there is once they were all.
function goOnSearching(app, hunt) {
	if (app.hunt !== hunt || hunt.isDone())
		return;
	hunt.look(SLICE);
	if (hunt.isDone()) {
		app.search = runSearch(app.tree, app.regexes, hunt.masks);
		app.matches = null;
		app.render();
		return;
	}
	drawMatched(app);
	setTimeout(goOnSearching, 0, app, hunt);
}

// Brings everything in line with app.state; `before` is what it was.
function settle(app, before) {
	const { state } = app;
	const anew = names => !before || differs(before, state, names);

	if (anew(TREE_PARTS))
		app.tree = makeTree(app);
	if (anew(VIEW_PARTS)) {
		const { cursor, views } = app;
		// Who moves by keys goes on from there, if it is the same picture.
		const path = cursor && !differs(before, state, ["view", "fn"]) &&
			pathTo(views[cursor.part], cursor.node);

		app.views = makeViews(app);
		app.least = null;
		app.cursor = app.last = path && app.views[cursor.part] && {
			part: cursor.part,
			node: follow(app.views[cursor.part], path).node,
		};
	}
	if (anew(SEARCH_PARTS))
		app.search = makeSearch(app);
	if (anew([...VIEW_PARTS, ...SEARCH_PARTS]))
		app.matches = null;
	if (anew([...VIEW_PARTS, "path", "part"])) {
		const part = state.part < app.views.length ? state.part : 0;
		const found = follow(app.views[part], state.path);

		app.focus = { part, node: found.node };
		app.notice = state.view === "sandwich" && !app.views[1] ?
			"The function is not there: this is all." : found.whole ? "" :
				"The frame of the link is not there: this is its nearest caller.";
	}
}

// how: "push" makes a step to go back to, "replace" changes this step.
function change(app, changes, how) {
	const before = app.state;
	const edits = editsOf(before);

	app.state = { ...before, ...changes };
	if (!("was" in changes) && differs(edits, app.state, Object.keys(edits)))
		app.state.was = { ...edits, was: before.was };
	settle(app, before);
	if (how === "push") {
		app.steps.length = app.step + 1;
		app.step = app.steps.push(app.state) - 1;
	} else {
		app.steps[app.step] = app.state;
	}
	writeLink(app, how);
	app.render();
	if (differs(before, app.state, ["view", "fn", "icicle"]))
		showRoot(app);
}

// Zooming to a node that is at hand needs no search for its path.
function zoomTo(app, part, node) {
	const view = app.views[part];
	const before = app.state;

	if (app.focus.node === node && app.focus.part === part)
		return;
	app.focus = { part, node };
	app.notice = "";
	app.state = { ...before, part, path: pathTo(view, node) };
	app.steps.length = app.step + 1;
	app.step = app.steps.push(app.state) - 1;
	writeLink(app, "push");
	app.render();
}

function resetZoom(app) {
	zoomTo(app, 0, app.views[0].root);
}

function isZoomed(app) {
	return app.focus.node !== app.views[app.focus.part].root;
}

// The graph owns the address only where it is the whole document. A new one
// is much work for a browser, which gets it once the picture is painted.
function writeLink(app, how) {
	if (!app.alone)
		return;
	if (how === "push")
		finishLink(app);
	app.unwritten = {
		how: app.unwritten ? app.unwritten.how : how, state: app.state,
		step: app.step,
	};
	app.writeSoon ??= debounce(() => finishLink(app), 100);
	app.writeSoon();
}

// Writes what is not written yet.
function finishLink(app) {
	const link = app.unwritten;

	app.unwritten = null;
	if (!link)
		return;
	const url = new URL(location.href);

	mirrorQuery(app, link.state, url);
	url.hash = writeState(link.state, app.start);
	const method = link.how === "push" ? "pushState" : "replaceState";

	app.linked = attempt(() => {
		history[method]({ step: link.step }, "", url.href);
		return true;
	}, false);
}

// Who came with ?s= keeps it; the place of ?x= and ?y= is in the fragment.
function mirrorQuery({ old }, { terms }, url) {
	if (old.s && terms[0])
		url.searchParams.set("s", terms[0]);
	else if (old.s)
		url.searchParams.delete("s");
	if (old.x) {
		url.searchParams.delete("x");
		url.searchParams.delete("y");
	}
}

function goTo(app, step) {
	const state = app.steps[step];

	if (!state)
		return;
	app.step = step;
	const before = app.state;
	app.state = state;
	settle(app, before);
	app.render();
	if (differs(before, state, ["view", "fn", "icicle"]))
		showRoot(app);
}

function back(app) {
	if (app.step === 0)
		return;
	finishLink(app);
	if (app.linked)
		history.back();
	else
		goTo(app, app.step - 1);
}

function forward(app) {
	if (app.step + 1 >= app.steps.length)
		return;
	finishLink(app);
	if (app.linked)
		history.forward();
	else
		goTo(app, app.step + 1);
}

function onPopState(app, { state }) {
	app.unwritten = null;
	const read = () => readState(location.hash.slice(1), app.start);

	if (state?.step >= 0) {
		app.steps[state.step] ??= read();
		goTo(app, state.step);
		return;
	}
	// A link that was typed in: one of our steps from now on.
	app.steps.length = app.step + 1;
	app.step = app.steps.push(app.state) - 1;
	change(app, read(), "replace");
}

// The state that the address asks for.
function startState(app) {
	const state = app.alone ? attempt(() =>
		readState(location.hash.slice(1), app.start), app.start) : app.start;
	const query = attempt(() => new URLSearchParams(location.search),
		new URLSearchParams());

	app.old = { s: false, x: false };
	if (!app.alone)
		return state;
	if (query.get("s") && state.terms === app.start.terms) {
		app.old.s = true;
		state.terms = [query.get("s")];
	}
	if (query.get("x") && query.get("y") && !state.path.length) {
		const node = nodeAtPlace(app.base, app.settings, app.height,
			query.get("x"), parseFloat(query.get("y")));

		app.old.x = true;
		if (node > 0)
			state.path = pathTo(treeView(app.base), node);
	}
	return state;
}
