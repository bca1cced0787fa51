/* SPDX-License-Identifier: MIT */
#ifndef TESTS_UNIT_PROFILE_H
#define TESTS_UNIT_PROFILE_H

#include "fg/stacks.h"

/*
 * Profiles from literals and back:
 *
 *	struct fg_stacks *stacks = profile("main;f 1\nmain;g 2\n");
 *	profile_add(stacks, "main;f", 3);
 *	assert_folded(stacks, "main;f 4\nmain;g 2\n");
 */

/* A FG_FOLD profile read from folded text, which must have no bad line. */
struct fg_stacks *profile(const char *text);

/* Adds a stack whose names are split at ';'; "" is a stack of no frames. */
void profile_add(struct fg_stacks *stacks, const char *stack, uint64_t units);
void profile_add_to(struct fg_stacks *stacks, const char *stack,
		    struct fg_weight weight, unsigned column);

/* What fg_out_folded writes; the caller frees it. */
char *profile_text(const struct fg_stacks *stacks);

#define assert_folded(stacks, expected)                 \
	do {                                            \
		char *text_ = profile_text(stacks);     \
                                                        \
		assert_string_equal(text_, (expected)); \
		free(text_);                            \
	} while (0)

#endif
