/* SPDX-License-Identifier: MIT */
#include "names.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/regex.h"
#include "fg/text.h"

struct rule {
	struct fg_regex *regex; /* with its replacement */
};

struct names {
	struct rule *rules;
	size_t count, room;
};

/*
 * An annotation (core "_[k]", "_[i]", "_[j]") stays at the end, and so does
 * what stands behind a name in parentheses.
 */
#define END "(?=(_\\[[kijw]\\])?$)"

/* What compilers put behind any name, and what only behind one of C or C++. */
#define DOTTED "llvm|part|constprop|isra|lto_priv|clone|cold|localalias|__uniq"
#define DOTTED_C DOTTED "|hot|warm|eh|resolver"

/*
 * The order matters: what is added last is taken off first, and a name may
 * have several of the dotted ones, "f.part.0.constprop.1.cold".
 */
static const struct {
	const char *regex, *with;
} suffix_rules[] = {
	/* memcpy@plt, memcpy@GLIBC_2.2.5, memcpy@@GLIBC_2.14 */
	{ "(?<=.)@plt" END, "" },
	{ "(?<=.)@@?[A-Z]\\w*_\\d[\\w.]*" END, "" },
	/* as c++filt prints clones: parse(int) [clone .part.0] [clone .cold] */
	{ "(?<=.)( \\[clone [^\\]]*\\])+" END, "" },
	/* "cache.warm" may be a method elsewhere: not behind another dot */
	{ "^([\\w$]+|.*\\))(\\.(" DOTTED_C ")(\\.\\d+)*)+" END, "$1" },
	{ "(?<=.)(\\.(" DOTTED ")(\\.\\d+)*)+" END, "" },
	/* OpenMP's parallel regions are functions of their own, by number */
	{ "(\\._omp_fn|\\.omp_outlined(\\._debug__)?)\\.\\d+" END, "$1" },
	/* Rust: core::fmt::write::h0123456789abcdef, and mangled */
	{ "(?<=.)::h[0-9a-f]{16}" END, "" },
	{ "^(_ZN.*)17h[0-9a-f]{16}(?=E)", "$1" },
	/* {lambda(int)#2}, {closure#0}, {closure_env#0} */
	{ "#\\d+(?=\\})", "" },
	/* clang: main::$_0::operator(), 'lambda0'(int) */
	{ "\\$_\\d+", "$$_" },
	{ "'lambda\\d+'", "'lambda'" },
	/* Java: Main$$Lambda$14/0x0000000800c03000.run, lambda$main$0 */
	{ "(\\$\\$Lambda)(\\$\\d+)?([/.](0x)?[0-9a-f]{4,})?", "$1" },
	{ "(lambda\\$\\w+)\\$\\d+", "$1" },
	/* Java's generated classes: GeneratedMethodAccessor12.invoke, $Proxy7 */
	{ "(Generated\\w*Accessor)\\d+", "$1" },
	{ "\\$Proxy\\d+", "$$Proxy" },
	{ "(\\baccess\\$)\\d+" END, "$1" },
	/* Spring: Order$$EnhancerBySpringCGLIB$$1a2b3c4d, Order$$SpringCGLIB$$0 */
	{ "(\\$\\$\\w*CGLIB)\\$\\$[0-9a-f]+", "$1" },
	/* Go: main.run.func1.2 */
	{ "\\.func\\d+(\\.\\d+)*" END, ".func" },
	{ "^\\[unknown @ [^\\]]*\\]", "[unknown]" },
	/* threads: pool-1-thread-7, Thread #3, java-812/815, kworker/u8:2 */
	{ "(?i)(?<![a-z])((thread|worker|pool|tid|pid)[- #=])#?\\d+", "$1N" },
	{ "(?<=[a-z])(Thread[- #])#?\\d+", "$1N" },
	{ "^([^/;]+)-\\d+/\\d+$", "$1" },
	{ "^([a-z_]+)/u?\\d+(:\\d+H?)?$", "$1" },
	/* main.c:42, parse (lib/parse.js:10:5) */
	{ "(?<=[^:])(:\\d+){1,2}(?=[)\\]]?(_\\[[kijw]\\])?$)", "" },
};

struct names *names_new(void)
{
	return fg_calloc(1, sizeof(struct names));
}

void names_free(struct names *names)
{
	if (!names)
		return;
	for (size_t i = 0; i < names->count; i++)
		fg_regex_free(names->rules[i].regex);
	free(names->rules);
	free(names);
}

static fg_status add(struct names *names, const char *pattern, fg_str with,
		     struct fg_diag *diag)
{
	struct fg_regex *regex = fg_regex_new(pattern, diag);

	if (!regex || !fg_regex_set_replacement(regex, with)) {
		fg_regex_free(regex);
		return FG_EUSAGE;
	}
	FG_RESERVE(&names->rules, &names->room, names->count + 1);
	names->rules[names->count++].regex = regex;
	return FG_OK;
}

fg_status names_add_hex(struct names *names, struct fg_diag *diag)
{
	return add(names, "0x[0-9A-Fa-f]+", FG_STR("0x..."), diag);
}

fg_status names_add_suffixes(struct names *names, struct fg_diag *diag)
{
	size_t n = sizeof suffix_rules / sizeof *suffix_rules;
	fg_status status = FG_OK;

	for (size_t i = 0; i < n && status == FG_OK; i++)
		status = add(names, suffix_rules[i].regex,
			     fg_from_c(suffix_rules[i].with), diag);
	return status;
}

/* Where the pattern ends: not at "\=", "(?=", "(?<=". */
static size_t find_equals(fg_str rule)
{
	for (size_t i = 0; i < rule.n; i++) {
		fg_str before = fg_slice(rule, 0, i);

		if (rule.p[i] == '\\')
			i++;
		else if (rule.p[i] == '=' &&
			 !fg_ends_with(before, FG_STR("(?")) &&
			 !fg_ends_with(before, FG_STR("(?<")))
			return i;
	}
	return rule.n;
}

fg_status names_add_rule(struct names *names, const char *rule,
			 struct fg_diag *diag)
{
	struct fg_loc loc = { .file = "--rename" };
	fg_str text = fg_from_c(rule), with;
	size_t at = find_equals(text);
	fg_status status;
	char *pattern;

	if (at == 0 || at == text.n)
		return fg_fail(diag, FG_EUSAGE, loc,
			       "expected REGEX=REPLACEMENT, got '%s'", rule);
	with = fg_slice(text, at + 1, text.n);
	if (fg_find_char(with, ';') < with.n ||
	    fg_find_char(with, '\n') < with.n)
		return fg_fail(diag, FG_EUSAGE, loc,
			       "a name holds no ';' and no line end: '%s'",
			       rule);
	pattern = fg_str_dup(fg_slice(text, 0, at));
	status = add(names, pattern, with, diag);
	free(pattern);
	return status;
}

bool names_is_empty(const struct names *names)
{
	return names->count == 0;
}

fg_frame *names_map(struct names *names, const struct fg_stacks *from,
		    struct fg_stacks *to)
{
	const struct fg_frames *old = fg_stacks_names(from);
	size_t n = fg_frames_count(old);
	fg_frame *map = fg_malloc(n * sizeof *map);

	for (size_t id = 0; id < n; id++) {
		fg_str name = fg_frames_name(old, (fg_frame)id);
		bool empty = name.n == 0;

		for (size_t i = 0; i < names->count; i++)
			name = fg_regex_replace(names->rules[i].regex, name);
		map[id] =
			name.n == 0 && !empty
				? NAMES_DROPPED
				: fg_frames_intern(fg_stacks_frames(to), name);
	}
	return map;
}

size_t names_map_stack(const struct fg_stack *stack, const fg_frame *map,
		       fg_frame *ids)
{
	size_t depth = 0;

	for (size_t d = 0; d < stack->depth; d++) {
		if (map[stack->ids[d]] != NAMES_DROPPED)
			ids[depth++] = map[stack->ids[d]];
	}
	return depth;
}
