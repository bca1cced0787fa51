// Numbers as people read them. Weights are whole units of 10^-scale.

function withCommas(digits) {
	const [whole, fraction] = digits.split(".");
	const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");

	return fraction ? `${grouped}.${fraction}` : grouped;
}

// "1 frame", "2,000 frames"
function counted(n, what) {
	return `${withCommas(String(n))} ${what}${n === 1 ? "" : "s"}`;
}

// Exact as long as a double is: the point is put in, not divided in.
function decimal(units, scale) {
	const sign = units < 0 ? "-" : "";
	const digits = BigInt(Math.round(Math.abs(units))).toString();
	const all = digits.padStart(scale + 1, "0");
	const cut = all.length - scale;
	const fraction = all.slice(cut).replace(/0+$/, "");

	return sign + all.slice(0, cut) + (fraction ? `.${fraction}` : "");
}

function percent(part, whole) {
	return whole > 0 ? `${(100 * part / whole).toFixed(2)}%` : "0.00%";
}

const TIMES = [["ns", 1], ["\u00b5s", 1e3], ["ms", 1e6], ["s", 1e9],
	["min", 6e10], ["h", 3.6e12]];
const TIME_UNITS = { "ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9 };
const SIZES = [["B", 1], ["KiB", 1024], ["MiB", 1024 ** 2],
	["GiB", 1024 ** 3], ["TiB", 1024 ** 4]];
const COUNTS = [["", 1], ["k", 1e3], ["M", 1e6], ["G", 1e9], ["T", 1e12]];

// 1234567 in the largest of `steps` that it fills when rounded: 1.23 M.
function inSteps(value, steps) {
	const size = Math.abs(value);
	let [name, step] = steps[0];

	for (const [larger, times] of steps) {
		if (size >= times * 0.9995)
			[name, step] = [larger, times];
	}
	const digits = step === 1 && Number.isInteger(value) ? value :
		size < 1000 * step ? (value / step).toPrecision(3) :
			(value / step).toFixed(0);

	return `${Number(digits)} ${name}`.trim();
}

// The weight `value` (a plain number) short, in the unit's own steps.
function brief(value, unit) {
	if (Object.hasOwn(TIME_UNITS, unit))
		return inSteps(value * TIME_UNITS[unit], TIMES);
	return inSteps(value, unit === "bytes" ? SIZES : COUNTS);
}

// How a profile writes its weights, from its settings.
function makeNumbers(settings) {
	const { scale, factor, unit, countName } = settings;
	const plain = units => units / 10 ** scale * factor;
	// A double has 53 bits; what needs more is marked as about right.
	const exact = units =>
		(Math.abs(units) > Number.MAX_SAFE_INTEGER ? "~" : "") +
		withCommas(decimal(units * factor, scale));
	const scaled = Object.hasOwn(TIME_UNITS, unit) || unit === "bytes";

	return {
		exact,
		plain,
		// "1,234 samples", and "1.23 ms" with it where that says more.
		full: units => `${exact(units)} ${countName}`,
		brief: units => scaled ? brief(plain(units), unit) :
			`${exact(units)} ${countName}`,
		short: units => brief(plain(units), unit),
		scaled,
	};
}
