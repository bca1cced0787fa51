/* SPDX-License-Identifier: MIT */
#ifndef FG_FOREIGN_H
#define FG_FOREIGN_H

#include "fg/lines.h"

/*
 * Refuses input that is not folded text, for programs that read nothing else.
 * Mostly such input is the file of a profiler, and the user forgot
 * fg-collapse. Nothing useful can be drawn from it.
 *
 *	status = fg_foreign_check(in, diag);
 *	if (status == FG_OK)
 *		status = fg_folded_read(&reader, in, stacks, diag);
 *	if (status == FG_OK)
 *		status = fg_foreign_check_lines(&reader, name, diag);
 *
 * Not refused: an empty input, one of comments alone, and folded text with
 * some damaged lines.
 */
struct fg_folded_reader;

/*
 * Looks at the beginning of `in`, before anything was read from it. Fails
 * where most lines have no weight, or look like the rows of a table; the
 * message says what the input seems to be and which command folds it.
 */
fg_status fg_foreign_check(struct fg_lines *in, struct fg_diag *diag);

/* After reading: fails where more than two of three lines had no weight. */
fg_status fg_foreign_check_lines(const struct fg_folded_reader *reader,
				 const char *name, struct fg_diag *diag);

#endif
