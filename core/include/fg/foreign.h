/* SPDX-License-Identifier: MIT */
#ifndef FG_FOREIGN_H
#define FG_FOREIGN_H

#include "fg/lines.h"

/*
 * Inputs that are no folded text, for the programs that read nothing else:
 * most often it is what a profiler wrote, and the way through fg-collapse was
 * forgotten. Nothing useful can be drawn of it, so they refuse it.
 *
 *	status = fg_foreign_check(in, diag);
 *	if (status == FG_OK)
 *		status = fg_folded_read(&reader, in, stacks, diag);
 *	if (status == FG_OK)
 *		status = fg_foreign_check_lines(&reader, name, diag);
 *
 * An empty input and one of comments alone are none of these; nor is folded
 * text that has some damaged lines.
 */
struct fg_folded_reader;

/*
 * Looks at the beginning of `in`, before anything was read from it. An error
 * that says what it seems to be and which command folds it, where most lines
 * have no weight, or look like the rows of a table.
 */
fg_status fg_foreign_check(struct fg_lines *in, struct fg_diag *diag);

/*
 * After reading: an error where more than two of three lines had no weight.
 */
fg_status fg_foreign_check_lines(const struct fg_folded_reader *reader,
				 const char *name, struct fg_diag *diag);

#endif
