/* SPDX-License-Identifier: MIT */
#ifndef DIFF_SUMMARY_H
#define DIFF_SUMMARY_H

#include "diff.h"

/* What is said of both profiles as a whole: in a note, and in the header. */

/*
 * What the weights of both sides are called where both say it alike: "bytes",
 * "ns", "cycles"; NULL where nothing says. Valid as long as `diff`.
 */
const char *summary_unit(const struct diff *diff);

/*
 * How amounts of that are said; false, and nothing to free, where nothing
 * says.
 */
bool summary_amounts(const struct diff *diff, struct fg_amounts *amounts);

/* Tells both sums, the method, and how much of the stacks is common. */
void summary_tell(const struct diff *diff, struct fg_diag *diag);

/*
 * The header of the folded lines: what both sides have alike, the rest with
 * "before." and "after." in front. Sums are means where runs are.
 */
void summary_write_header(struct fg_out *out, const struct diff *diff);

#endif
