/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SCAN_H
#define COLLAPSE_SCAN_H

#include "fg/base.h"

/*
 * Splits a line from its left end. Each function moves *s past the text that
 * it took, or leaves *s unchanged where that text is not there.
 *
 *	// Thread 2 (LWP 101)
 *	if (scan_text(&line, FG_STR("Thread ")) && scan_u64(&line, &number) &&
 *	    scan_text(&line, FG_STR(" (LWP ")))
 *		...
 */

/* Takes all blanks, and returns their number. */
size_t scan_blanks(fg_str *s);

/* Takes `text`, if *s begins with it. */
bool scan_text(fg_str *s, fg_str text);

/* Takes decimal digits; false also when they do not fit. */
bool scan_u64(fg_str *s, uint64_t *value);

/* Takes "0x" and hexadecimal digits; false also when they do not fit. */
bool scan_hex(fg_str *s, uint64_t *value);

/* Takes the blanks at the front and the word up to the next blank. */
fg_str scan_word(fg_str *s);

/*
 * The same from the right end: takes the blanks at the end and the last word.
 */
fg_str scan_last_word(fg_str *s);

/*
 * For the head of a file: takes the next line, returned without its LF or
 * CRLF; false at the end. The last line may be cut.
 */
bool scan_line(fg_str *s, fg_str *line);

/* The part before the first / last `mark`; all of `s` without one. */
fg_str scan_before(fg_str s, fg_str mark);
fg_str scan_before_last(fg_str s, fg_str mark);

/* The index of the last `part`, or s.n when there is none. */
size_t scan_rfind(fg_str s, fg_str part);

/* Whether `s` is one or more digits and nothing else. */
bool scan_is_number(fg_str s);

/*
 * Whether `s` is / begins with / ends with one of the words of a list that
 * ends with NULL.
 */
bool scan_is_any(fg_str s, const char *const *words);
bool scan_starts_with_any(fg_str s, const char *const *words);
bool scan_ends_with_any(fg_str s, const char *const *words);

/* The index after the ')' that matches the '(' at `at`, or 0. O(n). */
size_t scan_group_end(fg_str s, size_t at);

/* `s` from the index `at` on. */
fg_str scan_from(fg_str s, size_t at);

#endif
