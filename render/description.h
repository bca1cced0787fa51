/* SPDX-License-Identifier: MIT */
#ifndef RENDER_DESCRIPTION_H
#define RENDER_DESCRIPTION_H

#include "fg/tree.h"
#include "titles.h"

/*
 * A chart in words, for those who cannot see it: how much of what, and the
 * functions with the most weight of their own. O(stacks + names).
 *
 *	1,000 samples. Hottest: scan 31.00%, main 12.50%.
 */
void description_put(struct fg_out *to, const struct fg_stacks *stacks,
		     const struct fg_tree *tree, const struct titles *titles);

#endif
