// Regular expressions whose time is linear in the length of the text. A link
// may bring any expression, and the browser's own would hang on (a+)+$ and a
// name of forty letters. All alternatives are followed at the same time, as in
// Thompson's grep. What concerns one character ([a-z], \d, .) is left to the
// browser, and so are expressions without alternatives.

const PROGRAM_MAX = 10000;
const STEPS_MAX = 2e6; // a name, some hundredths of a second
const STATES_MAX = 1000;

// Tokens: groups, quantifiers, and what stands for one character.
const TOKENS = new RegExp("\\(\\?<?[=!]|\\((?:\\?:|\\?<[^>]*>)?|" +
	"[*+?]\\??|\\{\\d+(?:,\\d*)?}\\??|" +
	"\\[(?:[^\\]\\\\]|\\\\[^])*]|\\\\(?:x[\\da-f]{2}|u[\\da-f]{4}|c?[^])|[^]", "gi");

// Parses an expression that the browser accepts. Returns a list of
// alternatives; an alternative is a list of atoms: texts, { edge }, { ways,
// look } and { part, least, most }.
function parseRegex(tokens) {
	const ways = [[]];

	for (let token; (token = tokens.shift()) && token !== ")";) {
		const way = ways[ways.length - 1];
		const times = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??$/.exec(token);

		if (/^(?:\(\?<[=!]|\\[1-9k])/.test(token))
			throw new Error("No look-behind, no references to groups");
		if (times && way.length)
			way.push({ part: way.pop(), ...bounds(times) });
		else if (token[0] === "(")
			way.push({ ways: parseRegex(tokens), look: /[=!]$/.exec(token)?.[0] });
		else if (token === "|")
			ways.push([]);
		else
			way.push(/^(?:[\^$]|\\b)$/i.test(token) ? { edge: token } : token);
	}
	return ways;
}

// `most` is 0 if there is no upper bound.
/** @param {string[]} found */
function bounds([sign, least, comma, most]) {
	return least ? { least, most: comma ? most : least } :
		{ least: sign[0] === "+", most: sign[0] === "?" };
}

const isWord = char => /^\w$/.test(char);

// Whether `edge` holds between two characters; "" is an end of the text.
function isEdge(edge, before, behind) {
	return edge === "^" ? !before : edge === "$" ? !behind :
		(isWord(before) === isWord(behind)) === (edge === "\\B");
}

// Steps of the program: `test` accepts a character, `to` continues at several
// steps, `holds` passes if a condition holds, `end` is a match.
function emit(machine, node) {
	const { program } = machine;
	const here = () => program.length;
	const add = step => {
		if (program.push(step) > PROGRAM_MAX)
			throw new Error("Too large an expression");
		return step;
	};

	if (node.part) {
		const { part, least, most } = node;

		for (let i = 0; i < (most || +least + 1); i++) {
			const from = here();
			const split = i >= least && add({ to: [from + 1] });

			emit(machine, part);
			if (!most && split)
				add({ to: [from] });
			split?.to?.push(here());
		}
	} else if (node.look) {
		const body = here() + 2;

		machine.looks = true;
		add({ holds: (before, behind, text, at) =>
			runMachine(machine, text, at, [body], []) === (node.look === "=") });
		const after = add({});

		emit(machine, node.ways);
		add({ end: true });
		after.to = [here()];
	} else if (node.ways) {
		emit(machine, node.ways);
	} else if (node.edge) {
		add({ holds: (...place) => isEdge(node.edge, ...place) });
	} else if (node.map) {
		const split = add({ to: [] });
		const ends = node.map(way => {
			split.to.push(here());
			way.forEach(part => emit(machine, part));
			return add({});
		});

		for (const end of ends)
			end.to = [here()];
	} else {
		add({ test: new RegExp(`^(?:${node})$`, machine.flags) });
	}
}

// Whether there is a match that begins at one of `live`, or later at one of
// `roots`. The next state is cached by the state and the next character, unless
// it depends on later text. So most characters cost one look-up.
export function runMachine(machine, text, from, live, roots) {
	let state = stateOf(machine, live, text[from - 1]);

	for (let at = from; ; at++) {
		const char = text[at] || "";
		let next = state.next.get(char);

		if (machine.looks || next === undefined) {
			next = nextState(machine, state, roots, text, at);
			state.next.set(char, next);
		}
		if (machine.left-- < 0 || !next.next)
			return next === true;
		state = next;
	}
}

// True if it matches, false if it cannot match any more, else the next state.
function nextState(machine, { live, before }, roots, text, at) {
	const { program, seen } = machine;
	const mark = ++machine.mark;
	const char = text[at] || "";
	const stack = [...live, ...roots];
	const next = [];

	while (stack.length) {
		const pc = stack.pop();
		const step = program[pc];

		if (seen[pc] === mark)
			continue;
		seen[pc] = mark;
		machine.left--;
		if (step.end)
			return true;
		if (step.to)
			stack.push(...step.to);
		else if (!step.test)
			step.holds(before, char, text, at) && stack.push(pc + 1);
		else if (char && step.test.test(char))
			next.push(pc + 1);
	}
	return char !== "" && next.length + roots.length > 0 &&
		stateOf(machine, next, char);
}

function stateOf({ states }, live, char) {
	const before = char && (isWord(char) ? "a" : " ") || "";
	const key = live.sort((a, b) => a - b).join() + before;

	if (states.size > STATES_MAX)
		states.clear();
	if (!states.has(key))
		states.set(key, { live, before, next: new Map() });
	return states.get(key);
}

export function makeMachine(source, flags) {
	const machine = { flags, program: [], mark: 0, states: new Map() };

	emit(machine, parseRegex(source.match(TOKENS) || []));
	machine.program.push({ end: true });
	machine.seen = new Uint32Array(machine.program.length);
	return machine;
}

// Like a RegExp that can only test. `lost` counts the texts that were too long
// to be searched to their ends. Throws what RegExp throws, and errors of its
// own.
export function makeRegex(source, flags) {
	const native = new RegExp(source, flags);
	const machine = /[(*+?{]/.test(source.replace(/\\[^]/g, "")) &&
		makeMachine(source, flags);

	return {
		lost: 0,
		test(text) {
			if (!machine)
				return native.test(text);
			machine.left = STEPS_MAX;
			const found = runMachine(machine, text, 0, [], [0]);

			this.lost += machine.left < 0 ? 1 : 0;
			return found;
		},
	};
}
