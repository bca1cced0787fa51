/* SPDX-License-Identifier: MIT */
#ifndef FG_REGEX_H
#define FG_REGEX_H

#include "fg/diag.h"

/*
 * Regular expressions; only this module uses PCRE2. Patterns are Perl's,
 * compiled with the JIT. Text is bytes, matched as UTF-8 where it is UTF-8
 * (invalid bytes never match a dot, and never fail). A match limit ends
 * patterns that backtrack too long: such a text counts as no match, with one
 * warning per pattern.
 */
struct fg_regex;

/* NULL after an error message that points at the mistake. */
struct fg_regex *fg_regex_new(const char *pattern, struct fg_diag *diag);

/* The same for a pattern that has to match a whole text. */
struct fg_regex *fg_regex_new_whole(const char *pattern, struct fg_diag *diag);
void fg_regex_free(struct fg_regex *regex); /* NULL is allowed */

/* Whether the pattern matches in `text`, or all of it. One thread at a time. */
bool fg_regex_matches(struct fg_regex *regex, fg_str text);

/* Whether the match limit ended it for any text so far. */
bool fg_regex_gave_up(const struct fg_regex *regex);

/*
 * Sets the text that fg_regex_replace puts in place of a match: $1, ${1} and
 * ${name} stand for groups, $0 for the match, $$ for a dollar sign. False
 * after an error message, when there is no such group or a brace is missing.
 */
bool fg_regex_set_replacement(struct fg_regex *regex, fg_str with);

/*
 * `text` with every match replaced; `text` itself when there is none. The
 * result is valid until the next call on `regex`.
 */
fg_str fg_regex_replace(struct fg_regex *regex, fg_str text);

#endif
