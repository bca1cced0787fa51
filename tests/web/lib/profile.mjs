// Made-up profiles: a walk over a random, layered call graph with Zipf
// callees, shared leaf functions and some recursion. Same seed, same profile.

export function generator(seed) {
	let state = seed >>> 0;

	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = Math.imul(state ^ state >>> 15, state | 1);
		t ^= t + Math.imul(t ^ t >>> 7, t | 61);
		return ((t ^ t >>> 14) >>> 0) / 4294967296;
	};
}

const PARTS = ["parse", "read", "write", "hash", "lookup", "merge", "flush",
	"encode", "decode", "scan", "insert", "commit", "lock", "wait", "copy",
	"alloc", "visit", "resolve", "emit", "compare"];
const THINGS = ["Table", "Row", "Buffer", "Node", "Index", "Page", "Session",
	"Query", "Token", "Stream", "Cache", "Entry", "Block", "Queue", "Record"];

function nameOf(i, random) {
	const part = PARTS[Math.floor(random() * PARTS.length)];
	const thing = THINGS[Math.floor(random() * THINGS.length)];

	return [
		`${thing.toLowerCase()}_${part}_${i}`,
		`db::${thing}::${part}${i}(${thing}&)`,
		`org/example/${thing}.${part}${i}_[j]`,
		`do_${part}_${thing.toLowerCase()}${i}_[k]`,
	][Math.floor(random() * 4)];
}

// The lines of a folded profile with about `frames` distinct frames.
export function makeProfile(frames, seed = 1, functions = 0) {
	const random = generator(seed);
	const count = functions || Math.max(60, Math.round(frames / 20));
	const names = Array.from({ length: count }, (n, i) => nameOf(i, random));
	const callees = names.map(() => Array.from({ length: 8 }, () =>
		Math.floor(random() * count)));
	const tree = { kids: new Map(), self: 0 };
	let made = 0;

	while (made < frames) {
		let at = tree;
		let f = Math.floor(random() ** 4 * 6);
		const depth = 4 + Math.floor(random() ** 1.5 * 36);
		// Some walks are on the beaten track, others find new ground.
		const skew = random() < 0.2 ? 3.5 : 1;

		for (let d = 0; d < depth && made < frames; d++) {
			let kid = at.kids.get(f);
			if (!kid) {
				kid = { kids: new Map(), self: 0 };
				at.kids.set(f, kid);
				made++;
			}
			at = kid;
			f = random() < 0.04 ? f :
				callees[f][Math.floor(random() ** skew * 8)];
		}
		at.self += Math.floor(Math.min(1e6, (1 - random()) ** -1.2)) *
			(skew > 1 ? 40 : 1);
	}
	const lines = [];
	const stack = [[tree, ""]];

	while (stack.length) {
		const [node, path] = stack.pop();

		if (node.self)
			lines.push(`${path} ${node.self}`);
		for (const [f, kid] of node.kids)
			stack.push([kid, path ? `${path};${names[f]}` : names[f]]);
	}
	return `${lines.sort().join("\n")}\n`;
}
