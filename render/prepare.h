/* SPDX-License-Identifier: MIT */
#ifndef RENDER_PREPARE_H
#define RENDER_PREPARE_H

#include "fg/stacks.h"

/*
 * Changes of the stacks before they become a tree. Each function returns a
 * new profile, which the caller frees; the given one is not changed.
 */

/*
 * Only the stacks that have one of `bases`, which ends with NULL, and of
 * those the part from the one nearest to the leaf on.
 */
struct fg_stacks *prepare_base(const struct fg_stacks *from,
			       const char *const *bases);

/*
 * For chain graphs: what comes after the first "--" in a stack was waiting
 * (a waker), and its names get "_[w]". As flamegraph.pl does it, a stack
 * without a "--" gets one on top.
 */
struct fg_stacks *prepare_chain(const struct fg_stacks *from);

#endif
