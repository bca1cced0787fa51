// Search: which names match which of up to six terms (a bit each), and what
// weight their stacks have. A stack counts once, however often it matches.

const TERMS = 6;

// A regular expression; "quoted" is literal text, and so is all of it when
// `literal` is set. Throws what RegExp throws.
function compile(term, { ignoreCase, literal }) {
	const quoted = /^"(.+)"$/.exec(term);
	const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
	const source = quoted ? escaped(quoted[1]) :
		literal ? escaped(term) : term;

	return new RegExp(source, ignoreCase ? "i" : "");
}

function matches(regex, name, plain = plainName(name)) {
	return regex.test(plain) || plain !== name && regex.test(name);
}

// A bit for each of `regexes` (null for one that cannot be used) a name.
function matchNames({ names, plain }, regexes) {
	const masks = new Uint8Array(names.length);

	regexes.forEach((regex, bit) => {
		for (let i = 0; regex && i < names.length - 1; i++) {
			if (matches(regex, names[i], plain[i] ??= plainName(names[i])))
				masks[i] |= 1 << bit;
		}
	});
	return masks;
}

// above: terms on the way from the root, itself included; below: terms in
// the subtree, itself included.
function runSearch(tree, regexes) {
	const { count, name, parent } = tree;
	const search = {
		names: matchNames(tree, regexes),
		above: new Uint8Array(count),
		below: new Uint8Array(count),
		rows: [], // see matchedRows
	};
	const { names, above, below } = search;

	for (let i = 1; i < count; i++)
		above[i] = above[parent[i]] | names[name[i]];
	for (let i = count - 1; i > 0; i--) {
		below[i] |= names[name[i]];
		below[parent[i]] |= below[i];
	}
	return search;
}

// What a term (a bit) found: total and own weight, frames, functions.
function countMatches(tree, search, bit, column) {
	const { count, name, parent, total, self } = tree;
	const { names, above } = search;
	const found = { total: 0, self: 0, frames: 0, functions: 0 };

	for (let i = 1; i < count; i++) {
		if (!(names[name[i]] & bit))
			continue;
		found.frames++;
		found.self += self[column][i];
		if (!(above[parent[i]] & bit))
			found.total += total[column][i];
	}
	for (const mask of names)
		found.functions += mask & bit ? 1 : 0;
	return found;
}

// The weight of all stacks through `from` that match in its subtree.
function matchedBelow(tree, search, from, column) {
	const { end, name } = tree;
	const total = tree.total[column];
	let sum = 0;

	for (let i = from; i < end[from];) {
		if (search.names[name[i]]) {
			sum += total[i];
			i = end[i];
		} else if (!search.below[i]) {
			i = end[i];
		} else {
			i++;
		}
	}
	return sum;
}

// The same for stacks from nodes upwards to the root.
function matchedAbove(search, nodes, origin, weights) {
	let sum = 0;

	for (let i = 0; i < nodes.length; i++) {
		if (search.above[nodes[i]])
			sum += weights[origin[i]];
	}
	return sum;
}

// For each node the rows in which a term (a bit) matches, a bit a row: its own
// is the first, then those of its callees or, `up`, of its callers; what is
// 31 rows away and more is in the last bit. Made when they are asked for.
function matchedRows(tree, search, bit, up) {
	const { count, name, parent } = tree;
	const { names, rows } = search;
	const known = bit + (up ? TERMS : 0);

	if (rows[known])
		return rows[known];
	const found = rows[known] = new Int32Array(count);
	const oneOn = mask => mask << 1 | mask & 1 << 31;

	for (let i = 1; i < count; i++)
		found[i] = names[name[i]] >> bit & 1 | (up && oneOn(found[parent[i]]));
	for (let i = count - 1; i > 0 && !up; i--)
		found[parent[i]] |= oneOn(found[i]);
	return found;
}

// The outermost matches of all parts, the heaviest first, found as they are
// asked for: nothing in a box is heavier than the box, so the heaviest of
// those at hand is a match, or what it holds takes its place.
function makeMatches(views, search) {
	const heap = makeHeap((a, b) => b.weight - a.weight ||
		a.part - b.part || a.node - b.node);
	const found = [];
	const open = (part, box) => {
		const view = views[part];

		for (const node of view.children(box)) {
			const weight = view.weight(node);
			if (weight > 0 && view.hits(node, search))
				heap.add({ part, node, weight });
		}
	};

	views.forEach((view, part) => open(part, view.root));
	return {
		found,
		isDone: () => heap.size() === 0,
		// Looks on, until there are `enough` or `steps` are done.
		look(enough, steps) {
			for (; heap.size() && (found.length < enough || steps > 0); steps--) {
				const box = heap.take();
				if (search.names[views[box.part].name(box.node)])
					found.push(box);
				else
					open(box.part, box.node);
			}
		},
	};
}
