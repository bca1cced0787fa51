/* SPDX-License-Identifier: MIT */
/*
 * The name of a function contains its module, in a form that depends on the
 * language and the profiler:
 *
 *	libc.so.6`malloc		DTrace
 *	[kernel.kallsyms]		perf, without a symbol
 *	Ljava/util/HashMap;::get	Java, perf-map-agent
 *	java.util.HashMap.get		Java, async-profiler
 *	serde::de::visit		C++, Rust
 *	run (server.py:12)		Python, py-spy
 */
#include "module.h"

#include <stdlib.h>

#include "chars.h"
#include "fg/alloc.h"
#include "fg/text.h"
#include "rules.h"
#include "titles.h"

enum {
	COLOURS = 8,
	PARTS = 3, /* of a path that are told apart */
};

static const struct rgb distinct[COLOURS] = {
	{ 0xE6, 0x9F, 0x00 }, { 0x56, 0xB4, 0xE9 }, { 0x00, 0x9E, 0x73 },
	{ 0xF0, 0xE4, 0x42 }, { 0x00, 0x72, 0xB2 }, { 0xD5, 0x5E, 0x00 },
	{ 0xCC, 0x79, 0xA7 }, { 0xB0, 0xA4, 0x8A },
};

struct rgb module_no_colour(void)
{
	return (struct rgb){ 0xC8, 0xC8, 0xC8 };
}

static bool is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static bool is_word(char c)
{
	return is_lower(c) || is_upper(c) || fg_is_digit(c) || c == '_';
}

/* libc.so.6`malloc */
static fg_str before_quote(fg_str name)
{
	size_t at = 1;

	while (at < name.n && name.p[at] != '`')
		at++;
	return fg_slice(name, 0, at < name.n ? at : 0);
}

/* [kernel.kallsyms] */
static fg_str in_brackets(fg_str name)
{
	if (name.n < 3 || name.p[0] != '[' || name.p[name.n - 1] != ']' ||
	    fg_equal(name, FG_STR("[unknown]")))
		return fg_slice(name, 0, 0);
	return fg_slice(name, 1, name.n - 1);
}

/* java/util/HashMap.get */
static fg_str path_in_front(fg_str name)
{
	fg_str java = rules_java_path(name);
	size_t end = 0;

	if (java.n > 0)
		name = java;
	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];

		if (c == '/' && i == end)
			return fg_slice(name, 0, 0);
		if (c == '/')
			end = i + 1;
	}
	for (size_t i = 0; i < end; i++) {
		char c = name.p[i];

		if (!is_word(c) && c != '$' && c != '-' && c != '/')
			return fg_slice(name, 0, 0);
	}
	return fg_slice(name, 0, end);
}

/* java.util.HashMap.get */
static fg_str package_in_front(fg_str name)
{
	size_t end = 0, at = 0;

	while (at < name.n && (is_lower(name.p[at]) || name.p[at] == '_')) {
		while (at < name.n &&
		       (is_word(name.p[at]) || name.p[at] == '$'))
			at++;
		if (at == name.n || name.p[at] != '.')
			break;
		end = ++at;
	}
	if (end == name.n || (!is_upper(name.p[end]) && name.p[end] != '<'))
		end = 0;
	return fg_slice(name, 0, end);
}

static fg_str without(fg_str name, const char *start)
{
	fg_str first = fg_from_c(start);

	return fg_starts_with(name, first) ? fg_slice(name, first.n, name.n)
					   : name;
}

/* <&mut serde::de::Visitor as ...>::visit */
static fg_str name_space(fg_str name)
{
	size_t end = 0;

	name = without(without(name, "<"), "&");
	name = without(without(name, "mut "), "dyn ");
	while (end < name.n && (is_word(name.p[end]) || name.p[end] == '~'))
		end++;
	if (!fg_starts_with(fg_slice(name, end, name.n), FG_STR("::")))
		end = 0;
	return fg_slice(name, 0, end);
}

/* A file name with an ending, such as `server.py`. */
static bool is_file(fg_str s)
{
	size_t at = s.n;

	while (at > 0 && is_word(s.p[at - 1]))
		at--;
	return at < s.n && at > 1 && s.p[at - 1] == '.';
}

/* run (server.py:12) */
static fg_str file_behind(fg_str name)
{
	size_t from, end = name.n ? name.n - 1 : 0, digits;

	for (from = end; from > 0; from--) {
		char c = name.p[from - 1];

		if (c == '(' || c == ')' || c == ' ' ||
		    (c >= '\t' && c <= '\r'))
			break;
	}
	if (from == 0 || name.p[from - 1] != '(' || name.p[end] != ')')
		return fg_slice(name, 0, 0);
	for (digits = end; digits > from && fg_is_digit(name.p[digits - 1]);)
		digits--;
	if (digits > from && name.p[digits - 1] == ':')
		end = digits - 1;
	name = fg_slice(name, from, end);
	return is_file(name) ? name : fg_slice(name, 0, 0);
}

/* The first parts of a path, without what ends the last. */
static fg_str first_parts(fg_str module)
{
	size_t parts = 0, end = 0;

	for (; end < module.n; end++) {
		if (module.p[end] == '/' && ++parts == PARTS)
			break;
	}
	if (end && (module.p[end - 1] == '.' || module.p[end - 1] == '/'))
		end--;
	return fg_slice(module, 0, end);
}

fg_str module_of(fg_str name)
{
	static fg_str (*const rules[])(fg_str) = {
		before_quote,	  in_brackets, path_in_front,
		package_in_front, name_space,  file_behind,
	};
	fg_str module = { 0 };

	name = titles_name(name);
	for (size_t i = 0; i < sizeof rules / sizeof *rules && !module.n; i++)
		module = rules[i](name);
	return first_parts(module);
}

/* FNV-1a over UTF-16, as in the viewer's script. */
static uint32_t hash_of(fg_str text)
{
	const uint32_t prime = 0x01000193;
	uint32_t hash = 0x811C9DC5;

	while (text.n) {
		uint32_t c = chars_next(&text);

		if (c > 0xFFFF) {
			hash = (hash ^ (0xD7C0 + (c >> 10))) * prime;
			c = 0xDC00 | (c & 0x3FF);
		}
		hash = (hash ^ c) * prime;
	}
	return hash;
}

struct module {
	fg_frame id;
	fg_str name;
	fg_wide weight;
	struct rgb colour;
};

static int by_weight(const void *a, const void *b)
{
	const struct module *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight < y->weight ? 1 : -1;
	return fg_compare(x->name, y->name);
}

static int by_id(const void *a, const void *b)
{
	const struct module *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

/* Labels that come first choose first. */
static void choose(struct module *modules, size_t count)
{
	bool taken[COLOURS] = { 0 };

	for (size_t i = 0; i < count; i++) {
		size_t wish = hash_of(modules[i].name) % COLOURS, at = wish;

		modules[i].colour = module_no_colour();
		if (!modules[i].name.n)
			continue;
		for (size_t k = 1; k < COLOURS && taken[at]; k++)
			at = (wish + k) % COLOURS;
		at = taken[at] ? wish : at;
		taken[at] = true;
		modules[i].colour = distinct[at];
	}
}

static struct module *list(const struct fg_frames *names)
{
	size_t count = fg_frames_count(names);
	struct module *modules = fg_malloc((count + 1) * sizeof *modules);

	for (size_t i = 0; i < count; i++)
		modules[i] = (struct module){
			.id = (fg_frame)i,
			.name = fg_frames_name(names, (fg_frame)i),
		};
	return modules;
}

struct rgb *module_colours(const struct fg_tree *tree)
{
	size_t count = fg_frames_count(tree->names);
	struct fg_frames *names = fg_frames_new();
	struct rgb *colours = fg_malloc((count + 1) * sizeof *colours);
	fg_frame *belongs = fg_malloc((count + 1) * sizeof *belongs);
	struct module *modules;

	for (size_t i = 0; i < count; i++)
		belongs[i] = fg_frames_intern(
			names,
			module_of(fg_frames_name(tree->names, (fg_frame)i)));
	modules = list(names);
	for (uint32_t i = 1; i < tree->count; i++) {
		if (tree->frame[i] < count)
			modules[belongs[tree->frame[i]]].weight +=
				tree->self[tree->columns - 1][i];
	}
	qsort(modules, fg_frames_count(names), sizeof *modules, by_weight);
	choose(modules, fg_frames_count(names));
	qsort(modules, fg_frames_count(names), sizeof *modules, by_id);
	for (size_t i = 0; i < count; i++)
		colours[i] = modules[belongs[i]].colour;
	free(modules);
	free(belongs);
	fg_frames_free(names);
	return colours;
}
