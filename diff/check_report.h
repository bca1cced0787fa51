/* SPDX-License-Identifier: MIT */
#ifndef DIFF_CHECK_REPORT_H
#define DIFF_CHECK_REPORT_H

#include "check.h"

/*
 * The outcome of a check for the programs around a pipeline. check_write() is
 * the text.
 */

/* One table: a row a rule that was kept, and a row a breach of the others. */
void check_write_markdown(struct fg_out *out, const struct check *check,
			  const struct judge *judge, enum unit unit);

/* JUnit XML: a test case a rule. */
void check_write_junit(struct fg_out *out, const struct check *check,
		       const struct judge *judge, enum unit unit);

/*
 * SARIF 2.1.0 (OASIS, 2020): a result a breach, with the function, and its
 * file and line where the frame's name has them. Ignored ones are suppressed.
 */
void check_write_sarif(struct fg_out *out, const struct check *check,
		       const struct judge *judge, enum unit unit);

/*
 * The file and line in a frame's name: "parse (lib/parse.js:10:5)",
 * "main.c:42". False where there is none. `file` is a part of `name`.
 */
bool check_find_place(fg_str name, fg_str *file, uint64_t *line);

#endif
