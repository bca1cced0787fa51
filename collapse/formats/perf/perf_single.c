/* SPDX-License-Identifier: MIT */
#include "perf_single.h"

#include "fg/text.h"
#include "input/scan.h"
#include "perf_line.h"

enum {
	COLUMNS = 17, /* of " %16lx" */
	/* the most numbers that are tried in such columns */
	TRIES_MAX = 16,
};

/* The blanks before `at`. */
static size_t blanks_before(fg_str text, size_t at)
{
	size_t n = 0;

	while (n < at && text.p[at - 1 - n] == ' ')
		n++;
	return n;
}

/* The length of the hex number that ends before `at`. */
static size_t digits_before(fg_str text, size_t at)
{
	size_t n = 0;

	while (n < at && perf_is_hex(text.p[at - 1 - n]))
		n++;
	return n;
}

/* Whether a number ends before `end` that is right-aligned in the column. */
static bool ends_column(fg_str text, size_t end, size_t *start)
{
	size_t digits = digits_before(text, end);

	*start = end - digits;
	return digits > 0 && digits < COLUMNS &&
	       digits + blanks_before(text, *start) >= COLUMNS;
}

bool perf_is_wide(fg_str text)
{
	size_t start = 0, end;

	while (start < text.n && text.p[start] == ' ')
		start++;
	end = start + fg_find_char(fg_slice(text, start, text.n), ' ');
	return ends_column(text, end, &start);
}

/*
 * The end of the last number in that column that ends at `end` or before and
 * is followed by a blank; 0 if there is none. A byte that cannot be in the
 * column excludes all positions whose column would contain it, so most of a
 * long text is not read.
 */
static size_t column_end(fg_str text, size_t end)
{
	size_t start;

	while (end >= COLUMNS) {
		size_t at = end - COLUMNS;

		while (at < end &&
		       (text.p[at] == ' ' || perf_is_hex(text.p[at])))
			at++;
		if (at < end) {
			end = at;
			continue;
		}
		if (end < text.n && text.p[end] == ' ' &&
		    ends_column(text, end, &start))
			return end;
		for (end--; text.p[end] != ' ' || text.p[end - 1] == ' '; end--)
			if (end < COLUMNS)
				return 0;
	}
	return 0;
}

/* Whether the address at `start` is the target of a branch. */
static bool is_target(fg_str text, size_t start, size_t *arrow)
{
	const fg_str mark = FG_STR(" =>");
	fg_str before = fg_trim_end(fg_slice(text, 0, start));

	*arrow = before.n - mark.n;
	return fg_ends_with(before, mark);
}

/* The index after the first "+0x1f" that ends a word, or 0. */
static size_t offset_end(fg_str text)
{
	const fg_str mark = FG_STR("+0x");

	for (size_t at = 0; at < text.n;) {
		size_t digits = 0;

		at += fg_find(fg_slice(text, at, text.n), mark) + mark.n;
		while (at + digits < text.n && perf_is_hex(text.p[at + digits]))
			digits++;
		at += digits;
		if (digits > 0 && at <= text.n &&
		    (at == text.n || text.p[at] == ' '))
			return at;
	}
	return 0;
}

/* The index after the last module that begins with '/' or '[', or 0. */
static size_t path_end(fg_str text)
{
	return scan_group_end(text, perf_last_path(text));
}

/*
 * The frame at the start of `text`, which follows an address: without
 * registers, branches and the like. Empty when there is none.
 */
static fg_str frame_of(fg_str text)
{
	const fg_str unknown = FG_STR("[unknown]");
	size_t end;

	/* instructions come after a TAB */
	text = fg_trim(fg_slice(text, 0, fg_find_char(text, '\t')));
	end = offset_end(text);
	if (end > 0 && fg_starts_with(fg_slice(text, end, text.n), FG_STR(" "
									  "(")))
		end = scan_group_end(text, end + 1);
	if (end > 0)
		return fg_slice(text, 0, end);
	if (perf_module_start(text) < text.n)
		return text;
	end = path_end(text);
	if (end == 0 && fg_starts_with(text, unknown))
		end = unknown.n;
	return fg_slice(text, 0, end);
}

bool perf_split_column(fg_str text, fg_str *address, fg_str *frame)
{
	size_t end = column_end(text, text.n), stop = text.n, start, arrow;

	for (unsigned tries = 0; tries < TRIES_MAX && end > 0; tries++) {
		start = end - digits_before(text, end);
		*address = fg_slice(text, start, end);
		if (is_target(text, start, &arrow)) {
			stop = arrow;
		} else {
			*frame = frame_of(fg_slice(text, end, stop));
			if (frame->n > 0)
				return true;
		}
		end = column_end(text, start);
	}
	return false;
}

/* The name at the start of `text`, without registers, branches and the like. */
static fg_str name_of(fg_str text)
{
	static const char *const ends[] = { "\t", "  ",
					    " insn:", " ABI:", " 0x" };

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		text.n = fg_find(text, fg_from_c(ends[i]));
	return fg_trim_end(text);
}

bool perf_split_name(fg_str text, fg_str *address, fg_str *frame)
{
	size_t end = column_end(text, text.n);

	if (end == 0 || end + 1 == text.n || fg_is_blank(text.p[end + 1]))
		return false;
	*address = fg_slice(text, end - digits_before(text, end), end);
	*frame = name_of(fg_slice(text, end + 1, text.n));
	return true;
}

/* Whether such a number is the first word of `text`. */
static bool split_first_name(fg_str text, fg_str *address, fg_str *frame)
{
	return fg_starts_with(text, FG_STR("  ")) && perf_is_wide(text) &&
	       perf_split_name(text, address, frame) &&
	       fg_trim(text).p == address->p;
}

/*
 * Whether the text has a part that every frame with a module, an offset or no
 * symbol has one of. Most texts of tracepoints have none, so this check is a fast exit.
 */
static bool may_have_frame(fg_str text)
{
	return fg_find_char(text, '(') < text.n ||
	       fg_contains(text, FG_STR("+0x")) ||
	       fg_contains(text, FG_STR("[unknown]"));
}

bool perf_split_single(fg_str text, fg_str *address, fg_str *frame)
{
	if (!may_have_frame(text))
		return split_first_name(text, address, frame);
	if (perf_split_column(text, address, frame))
		return true;
	if (!perf_split_frame(text, address, frame))
		return false;
	*frame = frame_of(*frame);
	return perf_module_start(*frame) < frame->n;
}
