// Run by tests/lint/script.sh from the top: the viewer is a classic script
// whose functions are shared by its files; the tests are modules.
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
			globals: names("readonly", "window document navigator " +
				"location history URL URLSearchParams atob " +
				"TextDecoder TextEncoder DecompressionStream TextDecoderStream " +
				"Blob performance getComputedStyle " +
				"setTimeout clearTimeout queueMicrotask ResizeObserver " +
				"XMLSerializer Image matchMedia " +
				"localStorage DOMPoint"),
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
