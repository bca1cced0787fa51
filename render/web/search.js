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

// The outermost matching nodes, the heaviest first.
function listMatches(tree, search) {
	const found = [];

	for (let i = 1; i < tree.count;) {
		const here = search.names[tree.name[i]];

		if (here)
			found.push(i);
		i = here || !search.below[i] ? tree.end[i] : i + 1;
	}
	return found.sort((a, b) => tree.width[b] - tree.width[a] || a - b);
}
