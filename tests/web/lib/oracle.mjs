// What a profile says, worked out from its folded lines in the plainest way:
// a list of stacks, gone through again for every question.

export function stacksOf(folded) {
	return folded.split("\n").filter(Boolean).map(line => {
		const m = /^(.*?) (\d+)(?: (\d+))?$/.exec(line);

		return { names: m[1].split(";"),
			weights: [Number(m[2]), Number(m[3] || 0)] };
	});
}

export const sum = (stacks, column = 0) =>
	stacks.reduce((n, s) => n + s.weights[column], 0);

export const startsWith = (stack, path) =>
	path.every((name, i) => stack.names[i] === name);

export const below = (stacks, path) =>
	stacks.filter(s => startsWith(s, path));

export const endsAt = (stacks, path) =>
	below(stacks, path).filter(s => s.names.length === path.length);

export const through = (stacks, test) =>
	stacks.filter(s => s.names.some(test));

export const selfOf = (stacks, name) =>
	stacks.filter(s => s.names.at(-1) === name);

// All distinct beginnings of stacks.
export function pathsOf(stacks) {
	const paths = new Map();

	for (const { names } of stacks) {
		for (let n = 1; n <= names.length; n++)
			paths.set(names.slice(0, n).join(";"), names.slice(0, n));
	}
	return [...paths.values()];
}

// Stacks to folded lines again, equal ones added up, in byte order.
export function fold(stacks) {
	const lines = new Map();

	for (const { names, weights } of stacks) {
		if (names.length)
			lines.set(names.join(";"),
				(lines.get(names.join(";")) || 0) + weights[0]);
	}
	return [...lines].map(([path, n]) => `${path} ${n}`).sort();
}

export const percent = (part, whole) => `${(100 * part / whole).toFixed(2)}%`;
