/* SPDX-License-Identifier: MIT */
#ifndef PERF_LINE_H
#define PERF_LINE_H

#include "fg/base.h"

/*
 * What a single line of perf script's text can be, as far as the line alone
 * tells. Lines come without their LF and CR.
 */

/* "#", or "# " and anything: perf's own header, from --header. */
bool perf_is_comment(fg_str line);

/* Nothing but blanks: the end of a sample. */
bool perf_is_blank(fg_str line);

/*
 * Finds the first word that is a time of perf, "909.314179:". `word` is it
 * without the colon.
 */
bool perf_find_time(fg_str line, fg_str *word);

/* Whether it begins with an address in the column where perf prints those. */
bool perf_is_column(fg_str line);

/*
 * Splits "  55c5c114b2b9 main+0x6ac (/bin/cpp)" behind the address. `text`
 * is trimmed and not empty: "[unknown]" where perf printed the address alone.
 * A TAB behind the address is before an instruction.
 */
bool perf_split_frame(fg_str line, fg_str *address, fg_str *text);

/* Whether it is an address or page sizes or a cgroup, and nothing else. */
bool perf_is_memory(fg_str line);

/*
 * Whether it is indented by two blanks, as what -F +srcline prints below a
 * frame is. So are the frames of some copies.
 */
bool perf_is_narrow(fg_str line);

/*
 * Whether a narrow line has the shape of a place: "  my file.c:12 (inlined)",
 * "  libfoo.so[27b25]". A word of hex digits can begin those, too.
 */
bool perf_is_source(fg_str line);

/*
 * Where the "(module)" that ends `text` begins, or text.n when none does.
 * Parentheses in the module's path are no problem while they balance.
 */
size_t perf_module_start(fg_str text);

/* The last '(' behind a blank and before '/' or '[', or text.n. */
size_t perf_last_path(fg_str text);

/* A digit of an address. */
static inline bool perf_is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

#endif
