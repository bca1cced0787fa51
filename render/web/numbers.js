// Numbers as people read them. Weights are integers in units of 10^-scale.

export function withCommas(digits) {
	const [whole, fraction] = digits.split(".");
	const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");

	return fraction ? `${grouped}.${fraction}` : grouped;
}

// "1 frame", "2,000 frames"
export function counted(n, what) {
	return `${withCommas(String(n))} ${what}${n === 1 ? "" : "s"}`;
}

// A decimal number, as exact as a double: the point is put in, not divided in.
export function decimal(units, scale) {
	const sign = units < 0 ? "-" : "";
	const digits = BigInt(Math.round(Math.abs(units))).toString();
	const all = digits.padStart(scale + 1, "0");
	const cut = all.length - scale;
	const fraction = all.slice(cut).replace(/0+$/, "");

	return sign + all.slice(0, cut) + (fraction ? `.${fraction}` : "");
}

export function percent(part, whole) {
	return whole > 0 ? `${(100 * part / whole).toFixed(2)}%` : "0.00%";
}

const TIMES = [["ns", 1], ["\u00b5s", 1e3], ["ms", 1e6], ["s", 1e9],
	["min", 6e10], ["h", 3.6e12]];
const TIME_UNITS = { "ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9 };
const SIZES = [["bytes", 1], ["KiB", 1024], ["MiB", 1024 ** 2],
	["GiB", 1024 ** 3], ["TiB", 1024 ** 4]];
const COUNTS = [["", 1], ["k", 1e3], ["M", 1e6], ["G", 1e9], ["T", 1e12]];

// 1234567 in the largest of `steps` that it fills when rounded: 1.23 M.
// core/amount.c does the same; tests/web/amounts.txt tests both.
function inSteps(value, steps) {
	const size = Math.abs(value);
	let [name, step] = steps[0];

	for (const [larger, times] of steps) {
		if (size >= times * 0.9995)
			[name, step] = [larger, times];
	}
	const part = size / step;
	const places = step === 1 && Number.isInteger(size) ? 0 :
		part >= 100 ? 0 : part >= 10 ? 1 : part >= 1 ? 2 : 3;
	const digits = Math.round(size * 10 ** places / step) / 10 ** places;

	return `${value < 0 ? "-" : ""}${Number(digits.toFixed(places))} ${name}`
		.trim();
}

// The weight `value` (a plain number), short, in the steps of its unit.
function brief(value, unit) {
	if (Object.hasOwn(TIME_UNITS, unit))
		return inSteps(value * TIME_UNITS[unit], TIMES);
	return inSteps(value, unit === "bytes" ? SIZES : COUNTS);
}

// Whether short amounts of this unit have units of their own.
function hasSteps(unit) {
	return Object.hasOwn(TIME_UNITS, unit) || unit === "bytes";
}

// How a profile writes its weights, from its settings. Where the input says
// what was counted, `tail` says it behind the short amount: "1.29 s of
// cpu-clock, 1,292,012,345 ns".
export function makeNumbers(settings) {
	const { scale, factor, unit, countName } = settings;
	const plain = units => units / 10 ** scale * factor;
	// A double has 53 bits. A larger weight is marked as approximate.
	const exact = units =>
		(Math.abs(units) > Number.MAX_SAFE_INTEGER ? "~" : "") +
		withCommas(decimal(units * factor, scale));
	const told = settings.tail !== undefined && unit === settings.toldUnit;
	const scaled = hasSteps(unit) || (told && unit === "count");
	const tail = told ? settings.tail : scaled ? "" : ` ${countName}`;
	const named = units => `${exact(units)} ${countName}`;
	const cell = units => scaled ? brief(plain(units), unit) : exact(units);
	const full = units => {
		const text = cell(units);

		return [exact(units), named(units)].includes(text) ? text + tail :
			`${text}${tail}, ${named(units)}`;
	};

	return {
		exact,
		plain,
		told,
		scaled,
		tail: told ? tail : ` ${countName}`,
		// "1.23 ms", or "1,234" where there is no unit.
		cell,
		// "1.23 ms of cpu-clock", "1,234 samples"
		brief: units => cell(units) + tail,
		// With the exact number: "1,234 samples", or both.
		full: told ? full : named,
		short: units => brief(plain(units), unit),
	};
}
