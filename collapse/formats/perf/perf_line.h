/* SPDX-License-Identifier: MIT */
#ifndef PERF_LINE_H
#define PERF_LINE_H

#include "fg/base.h"

/*
 * Recognises lines of perf script's text, as far as possible from one line
 * alone. Lines come without their LF and CR.
 */

/* "#", or "# " and anything: perf's own header, from --header. */
bool perf_is_comment(fg_str line);

/* Only blanks: the end of a sample. */
bool perf_is_blank(fg_str line);

/*
 * Finds the first word that is a time of perf, "909.314179:". `word` is
 * without the colon.
 */
bool perf_find_time(fg_str line, fg_str *word);

/* Whether it begins with an address in perf's column for addresses. */
bool perf_is_column(fg_str line);

/*
 * Splits " 55c5c114b2b9 main+0x6ac (/bin/cpp)" after the address. `text` is
 * trimmed and not empty: "[unknown]" where perf printed only the address. A
 * TAB after the address means an instruction.
 */
bool perf_split_frame(fg_str line, fg_str *address, fg_str *text);

/* Whether it is only an address, page sizes or a cgroup. */
bool perf_is_memory(fg_str line);

/*
 * Whether it is indented by two blanks, like the lines of -F +srcline after a
 * frame. The frames of some copied texts have this indent, too.
 */
bool perf_is_narrow(fg_str line);

/*
 * Whether a narrow line looks like a source position: " my file.c:12
 * (inlined)", " libfoo.so[27b25]". These can begin with a word of hex digits,
 * too.
 */
bool perf_is_source(fg_str line);

/*
 * The start of the "(module)" that ends `text`, or text.n when there is none.
 * The module's path may have balanced parentheses.
 */
size_t perf_module_start(fg_str text);

/* The last '(' after a blank and before '/' or '[', or text.n. */
size_t perf_last_path(fg_str text);

/* A digit of an address. */
static inline bool perf_is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

#endif
