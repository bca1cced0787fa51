/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_SPEEDSCOPE_PROFILE_H
#define COLLAPSE_FORMATS_SPEEDSCOPE_PROFILE_H

#include "fold/stacktree.h"
#include "input/column.h"

/*
 * One profile of a speedscope file, as it is read: its stacks become nodes of
 * a tree that all profiles of the file share, each below a root of its own.
 * The frames of the nodes are numbers of the file's table, which may come
 * later.
 *
 *	struct speedscope_profile p;
 *	speedscope_profile_read(&p, json, &tree, false);
 *	speedscope_profile_weigh(&p, &tree, false);
 *	speedscope_profile_free(&p);
 */
enum speedscope_unit {
	UNIT_UNKNOWN, /* so far */
	UNIT_NONE,
	UNIT_NS,
	UNIT_US,
	UNIT_MS,
	UNIT_S,
	UNIT_BYTES,
};

/* Frames of nodes that are no numbers of the table. */
#define SPEEDSCOPE_BAD (UINT32_MAX - 2)
#define SPEEDSCOPE_IDLE (UINT32_MAX - 1)

struct speedscope_profile {
	struct fg_buffer name;
	enum speedscope_unit unit;
	uint32_t root; /* its node; all up to `end` are below it */
	uint32_t end;
	size_t first, last; /* of tree->weights, if these are in order */
	fg_swide total; /* in units of 10^-decimals */
	uint64_t samples; /* of a sampled one */
	struct fg_samples taken; /* what was weighed of it, as the tree has it */
	unsigned decimals;

	/* What was wrong. */
	uint64_t backwards, mismatched, negative, uneven, too_large;

	/* While it is read. */
	bool has_decimals, has_now, has_end, has_events, idle;
	int64_t start, now, stop; /* times of an evented one */
	struct speedscope_open {
		uint32_t node, frame;
	} * open; /* the stack at `now`, or of the last sample */
	size_t depth, room;
	struct column nodes, weights; /* of a sampled one */
};

/*
 * Reads the members of the object that was entered. `idle`: times without a
 * stack count, too.
 */
void speedscope_profile_read(struct speedscope_profile *p, struct json *json,
			     struct stacktree *tree, bool idle);
void speedscope_profile_free(struct speedscope_profile *p);

/*
 * Call it once, when all is read. Then the profile's weights are in the tree,
 * as ns or thousandths, or 1 for each sample.
 */
void speedscope_profile_weigh(struct speedscope_profile *p,
			      struct stacktree *tree, bool samples);

/*
 * Divides the profile's weights in the tree. It is their running sum that is
 * rounded, so that the rounding does not add up.
 */
void speedscope_profile_divide(struct speedscope_profile *p,
			       struct stacktree *tree, uint64_t divisor);

/* Digits behind the point of the numbers in that unit: ns, thousandths. */
unsigned speedscope_decimals(enum speedscope_unit unit);

/* The weights that the profile has in the tree, one after the other. */
size_t speedscope_weight_count(const struct speedscope_profile *p,
			       const struct stacktree *tree);
uint64_t *speedscope_weight(const struct speedscope_profile *p,
			    struct stacktree *tree, size_t i);

#endif
