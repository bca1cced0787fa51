/* SPDX-License-Identifier: MIT */
#ifndef CORE_SORTED_NAMES_H
#define CORE_SORTED_NAMES_H

#include "fg/sorted.h"

/*
 * The frames of sorted stacks: those of the shared beginning are taken over
 * from the stack before, and only the rest is named. Zero-initialise all but
 * `frames`.
 */
struct sorted_names {
	struct fg_frames *frames;
	fg_frame *ids; /* of the current stack, root first */
	size_t depth;
	size_t kept; /* frames that are those of the stack before */

	/* The rest is private. */
	uint32_t *ends; /* where the name of each frame ends */
	size_t ids_room, ends_room;
	fg_str *fresh; /* names to look up */
	size_t fresh_room;
};

/*
 * Goes to a stack that shares so many bytes with the one before. O(bytes that
 * it does not share), and a look-up for each name in these.
 */
void sorted_names_take(struct sorted_names *names, fg_str stack, size_t shared);
void sorted_names_free(struct sorted_names *names);

#endif
