/* SPDX-License-Identifier: MIT */
#ifndef RENDER_CALLEES_H
#define RENDER_CALLEES_H

#include "fg/tree.h"

/*
 * Which functions call which. In a call tree, a name has only a few different
 * callees, so "the third callee of its caller" identifies a node in few bits.
 *
 *	struct callees callees;
 *	callees_find(&callees, tree, index, names);
 *	... callees.callee[callees.start[caller] + callees.place[node]] ...
 *	callees_free(&callees);
 */
struct callees {
	/* By number of a name; the last one, `names`, is the root. */
	uint32_t *start; /* names + 2 of them: where its callees begin */
	uint32_t *callee; /* each caller's in ascending order */
	uint32_t *place; /* of each node among the callees of its caller */
	size_t count; /* pairs of caller and callee */
};

/*
 * `index` numbers the names: by frame, from 0 to names - 1, each of which the
 * tree has; FG_FRAME_BELOW is at fg_frames_count. O(nodes + names).
 */
void callees_find(struct callees *callees, const struct fg_tree *tree,
		  const uint32_t *index, size_t names);
void callees_free(struct callees *callees);

/* The number of a node's name. */
static inline uint32_t callees_number(const struct fg_tree *tree,
				      const uint32_t *index, uint32_t node)
{
	fg_frame id = tree->frame[node];

	return index[id == FG_FRAME_BELOW ? fg_frames_count(tree->names) : id];
}

#endif
