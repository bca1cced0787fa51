// Run by tests/lint/script.sh from the top. What is newer
// than the oldest browsers (doc/VIEWER.md) and the oldest Node (package.json)
// that we name is an error: es-x knows the language, compat what browsers have,
// n what Node has. CSS is not looked at.
import { readFileSync } from "node:fs";
import compat from "eslint-plugin-compat";
import es from "eslint-plugin-es-x";
import node from "eslint-plugin-n";

// The manual of the viewer names them: "Chrome 94" becomes "Chrome >= 94".
const BROWSERS = /^The oldest browsers[^]*?^An older/m
	.exec(readFileSync("doc/VIEWER.md", "utf8"))[0]
	.match(/\w+ \d+(\.\d+)?/g).map(name => name.replace(" ", " >= "));

if (BROWSERS.length < 5)
	throw new Error(`doc/VIEWER.md names only ${BROWSERS}`);

const names = (kind, list) =>
	Object.fromEntries(list.split(" ").map(name => [name, kind]));

const limits = {
	"max-lines-per-function": ["error", { max: 60 }],
	"max-lines": ["error", { max: 600 }],
	"max-depth": ["error", 4],
	"max-params": ["error", 6],
};

const taste = {
	eqeqeq: "error",
	"no-var": "error",
	"prefer-const": "error",
	"no-undef": "error",
	"no-unused-vars": "error",
	"no-eval": "error",
	"no-implied-eval": "error",
	"no-new-func": "error",
	"no-unreachable": "error",
	"no-dupe-keys": "error",
	"no-redeclare": "error",
	"no-fallthrough": "error",
	"no-self-compare": "error",
	"no-unsafe-finally": "error",
	"no-console": "error",
	"semi": "error",
	"no-unexpected-multiline": "error",
};

const language = es.configs["flat/restrict-to-es2022"];

export default [
	{ linterOptions: { reportUnusedDisableDirectives: "off" } },
	{
		files: ["render/web/**/*.js"],
		languageOptions: {
			ecmaVersion: 2022,
			sourceType: "module",
			globals: names("readonly", "window document navigator " +
				"location history URL URLSearchParams atob " +
				"TextDecoder TextEncoder DecompressionStream TextDecoderStream " +
				"Blob performance getComputedStyle " +
				"setTimeout clearTimeout queueMicrotask ResizeObserver IntersectionObserver " +
				"XMLSerializer Image matchMedia " +
				"localStorage DOMPoint"),
		},
		plugins: { ...language.plugins, compat },
		// any object may be an array: the name of the method decides
		settings: { "es-x": { aggressive: true }, browsers: BROWSERS },
		rules: { ...limits, ...taste, ...language.rules,
			"compat/compat": "error" },
	},
	{
		files: ["tests/web/**/*.mjs"],
		languageOptions: {
			ecmaVersion: 2022,
			sourceType: "module",
			globals: names("readonly", "process Buffer URL console " +
				"document window location history getComputedStyle " +
				"setTimeout clearTimeout requestAnimationFrame " +
				"TextDecoder TextEncoder structuredClone"),
		},
		plugins: { ...language.plugins, n: node },
		settings: { "es-x": { aggressive: true } },
		// what is run in a page has the page's globals
		rules: { ...limits, ...taste, ...language.rules, "no-undef": "off",
			"no-console": "off",
			"n/no-unsupported-features/node-builtins": ["error",
				{ allowExperimental: true }] },
	},
];
