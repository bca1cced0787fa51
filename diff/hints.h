/* SPDX-License-Identifier: MIT */
#ifndef DIFF_HINTS_H
#define DIFF_HINTS_H

#include "tally.h"

/*
 * What makes a comparison as a whole doubtful: the sides seem to be different
 * programs, a function was renamed, or its work moved into its caller. All are
 * said as doubts, which -q does not hide.
 */

/* No stack in common; other names at the root. O(stacks). */
void hints_tell_strangers(const struct diff *diff, struct fg_diag *diag);

/*
 * Functions that are gone beside new ones with as much weight, and the same
 * last name or the same caller; and self weight that moved into the caller,
 * as inlining does. The five heaviest of each. `functions` has an item a
 * frame. O(frames in all stacks).
 */
void hints_tell_moves(const struct diff *diff, const struct tally *functions,
		      struct fg_diag *diag);

#endif
