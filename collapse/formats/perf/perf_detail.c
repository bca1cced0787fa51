/* SPDX-License-Identifier: MIT */
#include "perf_detail.h"

#include "fg/text.h"
#include "input/scan.h"
#include "perf_line.h"

/*
 * Whether it has a branch, like "/P/-/-/3": predicted or not, and more; "/PN/"
 * since 6.14.
 */
static bool has_branch(fg_str line)
{
	static const char *const flags[] = { "/P/",  "/M/",  "/-/",
					     "/PN/", "/MN/", NULL };

	for (size_t i = 0; flags[i]; i++) {
		size_t at = fg_find(line, fg_from_c(flags[i]));

		if (at < line.n &&
		    fg_find_char(fg_slice(line, 0, at), '/') < at)
			return true;
	}
	return false;
}

/* A label, a line of disassembly, or a note between them. */
static bool is_instruction(fg_str line)
{
	static const char *const notes[] = { "... not reaching",
					     "mismatch of LBR", NULL };
	fg_str rest = line, address;

	if (*line.p != '\t')
		return false;
	rest = fg_slice(line, 1, line.n);
	if (scan_starts_with_any(rest, notes) ||
	    fg_ends_with(rest, FG_STR(":")) ||
	    fg_find(rest, FG_STR(":\t")) < rest.n)
		return true;
	address = fg_cut(&rest, '\t');
	for (size_t i = 0; i < address.n; i++) {
		if (!perf_is_hex(address.p[i]))
			return false;
	}
	return rest.p && address.n == 16;
}

/* Later rows of a dump have blanks in place of the title: " 0010: 00 2f". */
static bool is_dump(fg_str line)
{
	enum { TITLE = 17 };
	fg_str row = fg_slice(line, TITLE, line.n), number;

	if (line.n <= TITLE || !perf_is_blank(fg_slice(line, 0, TITLE)))
		return false;
	row = fg_trim(row);
	number = fg_slice(row, 0, fg_find_char(row, ':'));
	for (size_t i = 0; i < number.n; i++) {
		if (!perf_is_hex(number.p[i]))
			return false;
	}
	return number.n >= 4 && number.n < row.n;
}

bool perf_is_detail(fg_str line)
{
	static const char *const starts[] = {
		"ABI:",	       "ilen:",	      "insn:", "IPC:",
		"BPF output:", "BPF string:", NULL
	};

	if (line.n > 1 && *line.p == '|' && fg_is_digit(line.p[1]))
		return true;
	return scan_starts_with_any(fg_trim(line), starts) ||
	       perf_is_memory(line) || has_branch(line) ||
	       is_instruction(line) || is_dump(line);
}
