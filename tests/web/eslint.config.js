// Run by tests/lint/script.sh from the top: the viewer is a classic script
// whose functions are shared by its files; the tests are modules.
import { readFileSync } from "node:fs";

const names = (kind, list) =>
	Object.fromEntries(list.split(" ").map(name => [name, kind]));

// What the minifier leaves alone is all there is besides the viewer's own.
const script = {
	...names("off", Object.getOwnPropertyNames(globalThis).join(" ")),
	undefined: "readonly",
	...names("readonly", readFileSync(new URL(
		"../../render/web/names.txt", import.meta.url), "utf8")
		.split("\n").filter(line => /^(global|alias) /.test(line))
		.map(line => line.replace(/^\w+ /, "")).join(" ")),
};

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
	"no-unused-vars": ["error", { vars: "local" }],
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

export default [
	{ linterOptions: { reportUnusedDisableDirectives: "off" } },
	{
		files: ["render/web/**/*.js"],
		languageOptions: {
			ecmaVersion: 2022,
			sourceType: "script",
			globals: script,
		},
		rules: { ...limits, ...taste },
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
		rules: { ...limits, ...taste, "no-console": "off" },
	},
];
