/* SPDX-License-Identifier: MIT */
#include "perf_line.h"

#include "fg/text.h"

enum { ADDRESS_DIGITS = 16 };

bool perf_is_comment(fg_str line)
{
	return line.n > 0 && *line.p == '#' &&
	       (line.n == 1 || line.p[1] == ' ');
}

bool perf_is_blank(fg_str line)
{
	for (size_t i = 0; i < line.n; i++) {
		if (!fg_is_blank(line.p[i]))
			return false;
	}
	return true;
}

static size_t digits_before(fg_str line, size_t at)
{
	size_t n = 0;

	while (n < at && fg_is_digit(line.p[at - 1 - n]))
		n++;
	return n;
}

/* The time that ends before the colon at `colon`. */
static bool time_before(fg_str line, size_t colon, fg_str *word)
{
	size_t fraction = digits_before(line, colon), point, whole, start;

	if (fraction == 0 || fraction == colon)
		return false;
	point = colon - fraction - 1;
	if (line.p[point] != '.')
		return false;
	whole = digits_before(line, point);
	start = point - whole;
	if (whole == 0 || (start > 0 && !fg_is_blank(line.p[start - 1])))
		return false;
	*word = fg_slice(line, start, colon);
	return true;
}

bool perf_find_time(fg_str line, fg_str *word)
{
	for (size_t at = 0; at < line.n; at++) {
		at += fg_find_char(fg_slice(line, at, line.n), ':');
		if (at == line.n)
			return false;
		if ((at + 1 == line.n || fg_is_blank(line.p[at + 1])) &&
		    time_before(line, at, word))
			return true;
	}
	return false;
}

/* The end of the address in a line with perf's layout: "\t%16lx". */
enum { COLUMN_END = 1 + ADDRESS_DIGITS };

bool perf_is_column(fg_str line)
{
	size_t at = 1;

	if (line.n < COLUMN_END || *line.p != '\t' ||
	    (line.n > COLUMN_END && !fg_is_blank(line.p[COLUMN_END])))
		return false;
	while (at < COLUMN_END && line.p[at] == ' ')
		at++;
	if (at == COLUMN_END)
		return false;
	while (at < COLUMN_END && perf_is_hex(line.p[at]))
		at++;
	return at == COLUMN_END;
}

/* "4K", "N/A": a page's size */
static bool is_page_size(fg_str word)
{
	size_t digits = digits_before(word, word.n - (word.n > 0));

	if (fg_equal(word, FG_STR("N/A")))
		return true;
	return digits > 0 && digits + 1 == word.n &&
	       memchr("BKMGT", word.p[digits], 5) != NULL;
}

/*
 * Whether it is the text of -F +phys_addr,data_page_size,code_page_size and
 * +cgroup, which perf prints in place of the blank line after a chain. It has
 * no TAB:
 *
 *	       12ab34000 4K 2M /system.slice/x
 */
static bool is_memory_tail(fg_str line, fg_str text)
{
	if (*line.p == '\t')
		return false;
	while (text.n > 0) {
		if (*text.p == '/')
			return perf_module_start(text) == text.n;
		if (!is_page_size(fg_cut(&text, ' ')))
			return false;
	}
	return true;
}

bool perf_is_memory(fg_str line)
{
	fg_str text = fg_trim(line);
	size_t digits = 0;

	if (line.n == 0 || *line.p != ' ')
		return false;
	while (digits < text.n && perf_is_hex(text.p[digits]))
		digits++;
	if (digits > 0 && (digits == text.n || text.p[digits] == ' '))
		text = fg_trim(fg_slice(text, digits, text.n));
	return is_memory_tail(line, text);
}

bool perf_split_frame(fg_str line, fg_str *address, fg_str *text)
{
	size_t start = 0, end;

	while (start < line.n && fg_is_blank(line.p[start]))
		start++;
	end = start;
	while (end < line.n && perf_is_hex(line.p[end]))
		end++;
	if (end == start || end - start > ADDRESS_DIGITS ||
	    (end < line.n && line.p[end] != ' '))
		return false;
	*address = fg_slice(line, start, end);
	*text = fg_trim(fg_slice(line, end, line.n));
	if (text->n > 0)
		return !is_memory_tail(line, *text);
	if (!perf_is_column(line))
		return false;
	/* as perf prints it with symbols */
	*text = FG_STR("[unknown]");
	return true;
}

bool perf_is_narrow(fg_str line)
{
	return line.n > 2 && line.p[0] == ' ' && line.p[1] == ' ' &&
	       !fg_is_blank(line.p[2]);
}

/* Cuts off the notes that perf adds to a source position, in this order. */
static fg_str without_notes(fg_str line)
{
	static const fg_str notes[] = { { " (inlined)", 10 },
					{ " (discriminator ", 16 } };

	line = fg_trim_end(line);
	if (fg_ends_with(line, notes[0]))
		line.n -= notes[0].n;
	if (line.n > 0 && line.p[line.n - 1] == ')' &&
	    digits_before(line, line.n - 1) > 0) {
		fg_str rest = fg_slice(line, 0, line.n - 1);

		rest.n -= digits_before(rest, rest.n);
		if (fg_ends_with(rest, notes[1]))
			line.n = rest.n - notes[1].n;
	}
	return line;
}

bool perf_is_source(fg_str line)
{
	size_t digits, at;

	if (!perf_is_narrow(line))
		return false;
	line = without_notes(line);
	if (line.n > 0 && line.p[line.n - 1] == ']') {
		for (at = line.n - 1; at > 0 && perf_is_hex(line.p[at - 1]);
		     at--)
			;
		return at < line.n - 1 && at > 1 && line.p[at - 1] == '[' &&
		       !fg_is_blank(line.p[at - 2]);
	}
	digits = digits_before(line, line.n);
	at = line.n - digits;
	return digits > 0 && at > 1 && line.p[at - 1] == ':' &&
	       !fg_is_blank(line.p[at - 2]);
}

/* The '(' that matches the ')' at the end, or text.n. */
static size_t balanced_start(fg_str text)
{
	size_t depth = 0;

	for (size_t i = text.n; i-- > 0;) {
		if (text.p[i] == ')')
			depth++;
		else if (text.p[i] == '(' && --depth == 0)
			return i;
	}
	return text.n;
}

size_t perf_last_path(fg_str text)
{
	for (size_t i = text.n; i-- > 0;) {
		if (text.p[i] == '(' && i + 1 < text.n &&
		    (text.p[i + 1] == '/' || text.p[i + 1] == '[') &&
		    (i == 0 || fg_is_blank(text.p[i - 1])))
			return i;
	}
	return text.n;
}

size_t perf_module_start(fg_str text)
{
	size_t start;

	if (text.n == 0 || text.p[text.n - 1] != ')')
		return text.n;
	start = balanced_start(text);
	if (start == text.n)
		return perf_last_path(text);
	if (start == 0 || fg_is_blank(text.p[start - 1]))
		return start;
	return text.n;
}
