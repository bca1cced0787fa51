/* SPDX-License-Identifier: MIT */
#include "rename.h"

#include "fg/text.h"
#include "input/scan.h"

bool rename_needed(const struct collapse_options *options)
{
	return options->strip_offsets || options->shorten_packages ||
	       options->no_packages;
}

/* Cuts "_[k]" off the end of *name and returns it. */
static fg_str take_mark(fg_str *name)
{
	enum { MARK = 4 };
	fg_str mark;

	if (name->n <= MARK)
		return FG_STR("");
	mark = scan_from(*name, name->n - MARK);
	if (!fg_starts_with(mark, FG_STR("_[")) || mark.p[MARK - 1] != ']')
		return FG_STR("");
	name->n -= MARK;
	return mark;
}

/* "0x1f", "0x1f/0x60" or "31" */
static bool is_offset(fg_str text)
{
	uint64_t value;

	if (scan_is_number(text))
		return true;
	if (!scan_hex(&text, &value))
		return false;
	if (scan_text(&text, FG_STR("/")) && !scan_hex(&text, &value))
		return false;
	return text.n == 0;
}

static fg_str without_offset(fg_str name)
{
	size_t plus = fg_rfind_char(name, '+');

	if (plus == 0 || plus == name.n ||
	    !is_offset(scan_from(name, plus + 1)))
		return name;
	return fg_slice(name, 0, plus);
}

static bool is_word(char c)
{
	return fg_is_digit(c) || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
	       (unsigned char)c >= 0x80;
}

/*
 * Whether all bytes are letters or separators, as in names of classes and
 * packages.
 */
static bool may_have_package(fg_str name)
{
	if (name.n == 0 || !is_word(*name.p))
		return false;
	for (size_t i = 0; i < name.n; i++) {
		bool colons = name.p[i] == ':' && i > 0 &&
			      (name.p[i - 1] == ':' ||
			       (i + 1 < name.n && name.p[i + 1] == ':'));

		if (!is_word(name.p[i]) && !colons &&
		    !memchr("./<>-", name.p[i], 5))
			return false;
	}
	return true;
}

/* The last '.' or '/' before `end`; `end` when there is none. */
static size_t find_separator(fg_str name, size_t end)
{
	for (size_t i = end; i-- > 1;) {
		/* in "Lambda$14/0x00000008.run", the number is not a package */
		if ((name.p[i] == '.' || name.p[i] == '/') && i + 1 < name.n &&
		    !fg_is_digit(name.p[i + 1]))
			return i;
	}
	return end;
}

/* The length of "java.util.zip." before class and method, or 0. */
static size_t package_length(fg_str name)
{
	size_t method = scan_rfind(name, FG_STR("::")), class;

	if (!may_have_package(name))
		return 0;
	if (method == name.n)
		method = find_separator(name, name.n);
	if (method == name.n)
		return 0;
	class = find_separator(name, method);
	return class < method ? class + 1 : 0;
}

/* Appends the first letter of every word. */
static void append_short(struct fg_buffer *to, fg_str package)
{
	for (size_t i = 0; i < package.n; i++) {
		if (i == 0 || !is_word(package.p[i]) ||
		    !is_word(package.p[i - 1]))
			fg_buffer_append(to, fg_slice(package, i, i + 1));
	}
}

fg_str rename_frame(const struct collapse_options *options, fg_str name,
		    struct fg_buffer *room)
{
	fg_str whole = name, mark = take_mark(&name);
	size_t package = 0;

	if (options->strip_offsets)
		name = without_offset(name);
	if (options->shorten_packages || options->no_packages)
		package = package_length(name);
	if (package == 0 && name.n + mark.n == whole.n)
		return whole;
	room->n = 0;
	if (!options->no_packages)
		append_short(room, fg_slice(name, 0, package));
	fg_buffer_append(room, scan_from(name, package));
	fg_buffer_append(room, mark);
	return fg_buffer_text(room);
}
