/* SPDX-License-Identifier: MIT */
/*
 * Where flamegraph.pl has a palette of that name, these are its rules in its
 * order; python and rust are inferno's. The first that fits decides.
 */
#include "rules.h"

#include "fg/text.h"

static bool ends_with(fg_str name, const char *end)
{
	return fg_ends_with(name, fg_from_c(end));
}

static bool starts_with(fg_str name, const char *start)
{
	return fg_starts_with(name, fg_from_c(start));
}

static bool has(fg_str name, const char *part)
{
	return fg_contains(name, fg_from_c(part));
}

static bool has_char(fg_str name, char c)
{
	return fg_find_char(name, c) < name.n;
}

fg_str rules_java_path(fg_str name)
{
	static const char *const tops[] = { "java/", "javax/", "jdk/", "net/",
					    "org/",  "com/",   "io/",  "sun/" };

	for (unsigned strip = 0; strip < 2; strip++) {
		for (size_t i = 0; i < sizeof tops / sizeof *tops; i++) {
			if (starts_with(name, tops[i]))
				return name;
		}
		if (!starts_with(name, "L"))
			break;
		name = fg_slice(name, 1, name.n);
	}
	return (fg_str){ NULL, 0 };
}

static bool is_java_path(fg_str name)
{
	return rules_java_path(name).n > 0;
}

unsigned rule_java(fg_str name)
{
	if (ends_with(name, "_[j]"))
		return RAMP_green;
	if (ends_with(name, "_[i]"))
		return RAMP_aqua;
	if (is_java_path(name) || has(name, ":::"))
		return RAMP_green;
	if (has(name, "::"))
		return RAMP_yellow;
	return ends_with(name, "_[k]") ? RAMP_orange : RAMP_red;
}

/* "/" and later ".js" */
static bool is_js_path(fg_str name)
{
	size_t at = fg_find_char(name, '/');

	return at < name.n && has(fg_slice(name, at + 1, name.n), ".js");
}

unsigned rule_js(fg_str name)
{
	if (ends_with(name, "_[j]"))
		return has_char(name, '/') ? RAMP_green : RAMP_aqua;
	if (has(name, "::"))
		return RAMP_yellow;
	if (is_js_path(name))
		return RAMP_green;
	if (has_char(name, ':'))
		return RAMP_aqua;
	if (fg_equal(name, FG_STR(" ")))
		return RAMP_green;
	return has(name, "_[k]") ? RAMP_orange : RAMP_red;
}

unsigned rule_perl(fg_str name)
{
	if (has(name, "::"))
		return RAMP_yellow;
	if (has(name, "Perl") || has(name, ".pl"))
		return RAMP_green;
	return ends_with(name, "_[k]") ? RAMP_orange : RAMP_red;
}

/* "python", "python3.12", "Python3" */
static bool is_python(fg_str part)
{
	if (!starts_with(part, "python") && !starts_with(part, "Python"))
		return false;
	for (size_t i = 6; i < part.n; i++) {
		if (!fg_is_digit(part.p[i]) && part.p[i] != '.')
			return false;
	}
	return true;
}

static fg_str next_part(fg_str *path)
{
	size_t at = 0;
	fg_str part;

	while (at < path->n && path->p[at] != '/' && path->p[at] != '\\')
		at++;
	part = fg_slice(*path, 0, at);
	*path = fg_slice(*path, at < path->n ? at + 1 : at, path->n);
	return part;
}

unsigned rule_python(fg_str name)
{
	bool python = starts_with(name, "<built-in") ||
		      starts_with(name, "<method") ||
		      starts_with(name, "<frozen");
	fg_str rest = name;

	while (rest.n) {
		fg_str part = next_part(&rest);

		if (fg_equal(part, FG_STR("site-packages")))
			return RAMP_aqua;
		python |= is_python(part);
	}
	return python ? RAMP_yellow : RAMP_red;
}

unsigned rule_rust(fg_str name)
{
	static const char *const system[] = { "core::", "std::", "alloc::",
					      "<std::", "<alloc::" };
	size_t at = fg_find_char(name, '`');

	if (at < name.n)
		name = fg_slice(name, at + 1, name.n);
	for (size_t i = 0; i < sizeof system / sizeof *system; i++) {
		if (starts_with(name, system[i]))
			return RAMP_orange;
	}
	if (starts_with(name, "<core::") && !starts_with(name, "<core::future::"
							       "from_generator:"
							       ":GenFuture<T>"))
		return RAMP_orange;
	return has(name, "::") ? RAMP_aqua : RAMP_yellow;
}

/* Whatever the language: kernel, inlined, compiled at run time, waker. */
unsigned rule_annotation(fg_str name)
{
	if (ends_with(name, "_[k]"))
		return RAMP_orange;
	if (ends_with(name, "_[i]"))
		return RAMP_aqua;
	if (ends_with(name, "_[j]"))
		return RAMP_green;
	return ends_with(name, "_[w]") ? RAMP_purple : RAMP_red;
}

unsigned rule_wakeup(fg_str name)
{
	(void)name;
	return RAMP_aqua;
}

unsigned rule_chain(fg_str name)
{
	return has(name, "_[w]") ? RAMP_aqua : RAMP_blue;
}

/* Time on the CPU, and off it: fg-collapse --wall-clock. */
unsigned rule_waiting(fg_str name)
{
	return fg_equal(name, FG_STR("[waiting]")) ? RAMP_blue : RAMP_hot;
}
