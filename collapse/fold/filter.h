/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FILTER_H
#define COLLAPSE_FILTER_H

#include <pthread.h>

#include "fg/alloc.h"
#include "fg/frames.h"
#include "options.h"

/*
 * Applies --include, --exclude, --skip-after, --merge-recursion and the
 * options of rename.h to a stack. Each distinct name is matched by the
 * patterns, in its old form, and renamed once; both results are stored by its
 * id.
 *
 *	struct filter filter;
 *	filter_init(&filter, options, fg_stacks_frames(stacks));
 *	if (filter_apply(&filter, &ids, &depth))
 *		fg_stacks_add(stacks, ids, depth, weight, 0);
 *	filter_free(&filter);
 */
struct filter {
	const struct collapse_options *options;
	struct fg_frames *frames;
	bool idle; /* the options ask for nothing */
	bool renames;
	unsigned char *verdicts; /* by id; 0: not known yet */
	fg_frame *renamed; /* by id; only if `renames` */
	size_t room, renamed_room;
	struct fg_buffer name;
	pthread_mutex_t *lock; /* NULL, or taken around the patterns */
};

/* Interns new names in `frames`; borrows both. */
void filter_init(struct filter *filter, const struct collapse_options *options,
		 struct fg_frames *frames);
void filter_free(struct filter *filter);

/*
 * Edits a stack, root first, in place: *ids moves towards the leaf when the
 * root side is cut off. False when the sample must be dropped. Two filters
 * with the same options share the patterns, so threads need a lock.
 */
bool filter_apply(struct filter *filter, fg_frame **ids, size_t *depth);

/* Whether --skip-after names `name`. */
bool filter_stops_at(const struct collapse_options *options, fg_str name);

#endif
