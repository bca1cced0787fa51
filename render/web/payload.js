// The data in the picture: from text chunks to streams of numbers. The
// generator's embed.h describes the format.

// The digits of the text format. "]" and characters that XML changes are left
// out.
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" +
	"abcdefghijklmnopqrstuvwxyz!#$%()*+,-./:;=?@^_`{|}~";

export function fromBase64(text) {
	return Uint8Array.fromBase64?.(text) ??
		Uint8Array.from(atob(text), c => c.charCodeAt(0));
}

function join(parts) {
	const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
	let at = 0;

	for (const part of parts) {
		all.set(part, at);
		at += part.length;
	}
	return all;
}

// A stream reader is 30 to 170 ms faster than Blob and Response at 2 MB.
export async function inflate(bytes) {
	const stream = new DecompressionStream("deflate");
	const writer = stream.writable.getWriter();
	const reader = stream.readable.getReader();
	const parts = [];
	const written = writer.write(bytes).then(() => writer.close());

	// The reader reports errors; the writer must not report them again.
	written.catch(() => {});
	for (;;) {
		const { done, value } = await reader.read();
		if (done)
			return join(parts);
		parts.push(value);
	}
}

// base: digits from here on have a successor; digit: the value of each byte.
export function reader(bytes, text) {
	const base = text ? 43 : 128;
	const digit = new Uint8Array(256);

	for (let i = 0; i < 256; i++)
		digit[i] = text ? Math.max(0, DIGITS.indexOf(String.fromCharCode(i))) : i;
	return { bytes, base, digit, at: 0, text };
}

// An array for `count` numbers, and `some` more, if there can be as many in the
// data.
/** @param {any} Kind */
function room(from, count, Kind = Uint32Array, some = 0) {
	if (!(count >= 0 && count <= from.bytes.length - from.at))
		throw new Error("the data end too early");
	return new Kind(count + some);
}

// Weights take half the memory if their sum fits into 32 bits.
function weights(from, count) {
	const { at } = from;
	const list = numbers(from, room(from, count));

	if (from.sum < 2 ** 32)
		return list;
	from.at = at;
	return numbers(from, room(from, count, Float64Array));
}

// Reads numbers into an array, and leaves their sum in from.sum. Most have one
// digit; the inner loop reads longer ones.
function numbers(from, into) {
	const { bytes, base, digit } = from;
	let { at } = from;
	let sum = 0;

	for (let i = 0; i < into.length; i++) {
		let d = digit[bytes[at++]];
		let value = d;

		if (d >= base) {
			for (let times = base; d >= base; times *= base) {
				d = digit[bytes[at++]];
				value += (d - 1) * times;
			}
			// The sum of such numbers is never infinite.
			if (!(value >= base && value < 1e200))
				throw new Error("the data contradict themselves");
		}
		into[i] = value;
		sum += value;
	}
	from.at = at;
	from.sum = sum;
	if (at > bytes.length)
		throw new Error("the data end too early");
	return into;
}

// Bytes over 127 are escaped only where they are not part of a character.
function unescapeName(name) {
	return name.includes("\\") ? name.replace(/\\x([0-9a-f]{2})/g,
		(all, hex) => hex > "7f" ? "\ufffd" :
			String.fromCharCode(parseInt(hex, 16))) : name;
}

// The end of each of `count` lines, from the reader's position on.
function lineEnds(from, count) {
	const ends = room(from, count);

	for (let i = 0; i < count; i++) {
		const end = from.bytes.indexOf(10, from.at);

		if (end < 0)
			throw new Error("the data end too early");
		ends[i] = end;
		from.at = end + 1;
	}
	return ends;
}

// The lines of the names. Each line leaves out what it shares with the line
// before; here it is put back.
function completeNames(from, count) {
	const { bytes } = from;
	const shared = bytes.subarray(from.at, from.at += count);
	const begin = from.at;
	const ends = lineEnds(from, count);
	const all = new Uint8Array(from.at - begin +
		shared.reduce((n, some) => n + some, 0));
	let at = 0;
	let before = 0;

	for (let i = 0; i < count; i++) {
		if (before + shared[i] > at)
			throw new Error("the data contradict themselves");
		all.copyWithin(at, before, before + shared[i]);
		before = at;
		at += shared[i];
		const line = bytes.subarray(i ? ends[i - 1] + 1 : begin, ends[i] + 1);
		all.set(line, at);
		at += line.length;
	}
	return all;
}

function readNames(from, count) {
	const begin = from.at;

	if (!count)
		return [];
	if (!from.text)
		return new TextDecoder().decode(completeNames(from, count))
			.split("\n").slice(0, -1);
	lineEnds(from, count);
	return new TextDecoder().decode(from.bytes.subarray(begin, from.at - 1))
		.split("\n").map(unescapeName);
}

// The callees of the root and of each name: callee[start[n]] and following,
// where n is 0 for the root and one more than its index for a name.
export function readCallees(from, names) {
	const start = new Uint32Array(names + 2);

	start.set(numbers(from, room(from, names + 1)), 1);
	for (let n = 1; n <= names + 1; n++) {
		start[n] += start[n - 1];
		// The sum went past 32 bits.
		if (start[n] < start[n - 1])
			throw new Error("the data contradict themselves");
	}
	const callee = numbers(from, room(from, start[names + 1]));

	for (let n = 0; n <= names; n++)
		for (let k = start[n] + 1; k < start[n + 1]; k++)
			callee[k] += callee[k - 1] + 1;
	return { start, callee };
}

// A node without own weight cannot be a leaf: the node behind it is its child.
// Its level is not in the data.
function readLevels(from, nodes, self, whole) {
	const [first, second = first] = self;
	let count = 0;

	for (let i = 1; i < nodes - 1; i++)
		if (whole || first[i] > 0 || second[i] > 0)
			count++;
	const levels = room(from, count, Uint32Array, nodes - count);
	let at = nodes - count;

	// Levels are read to the end of the array; from there each goes to its
	// place.
	numbers(from, levels.subarray(at));
	for (let i = 1; i < nodes - 1; i++)
		levels[i + 1] = whole || first[i] > 0 || second[i] > 0 ?
			levels[at++] : 0;
	return levels;
}

// All streams of a payload. Per-node streams have a number for each node. The
// root is node 0, and has the last name.
export function readStreams(bytes,
	{ text, nodes, names, colours, columns, gaps, allLevels }) {
	if (!(nodes >= 1 && (columns === 1 || columns === 2)))
		throw new Error("the data contradict themselves");
	const from = reader(bytes, text);
	/** @type {any} */
	const streams = { names: readNames(from, names) };

	streams.colours = numbers(from, room(from, colours));
	streams.colour = numbers(from, room(from, names + 1));
	if (streams.colour.some(colour => colour >= colours))
		throw new Error("the data contradict themselves");
	streams.callees = readCallees(from, names);
	streams.self = [];
	for (let c = 0; c < columns; c++)
		streams.self.push(weights(from, nodes));
	streams.levels = readLevels(from, nodes, streams.self, allLevels);
	streams.places = room(from, nodes - 1, Uint32Array, 1);
	numbers(from, streams.places.subarray(1));
	if (gaps) {
		streams.gap = new Float64Array(nodes);
		streams.gap.set(numbers(from, room(from, nodes - 1, Float64Array)), 1);
	}
	return streams;
}
