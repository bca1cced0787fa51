/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_JFR_FOLD_H
#define COLLAPSE_JFR_FOLD_H

#include "jfr_pools.h"
#include "names/native.h"
#include "sample/stack_owner.h"

/*
 * Adds the events of chunks to the profile.
 *
 *	jfr_fold_init(&fold, c);
 *	... jfr_fold_chunk(&fold, &chunk, &types, &pools) for each chunk ...
 *	status = jfr_fold_finish(&fold);
 *	jfr_fold_free(&fold);
 */
struct jfr_fold {
	struct collapse *c;
	struct stackbuf stack;
	struct namer namer;
	struct owner process, thread; /* buffers for their names */
	struct fg_buffer name;
	bool has_chosen; /* c->metrics->chosen is final */
	bool has_start;
	uint64_t start_ns; /* of the first chunk */
	uint64_t damaged; /* events */
	uint64_t missing; /* stacks of events */
};

void jfr_fold_init(struct jfr_fold *fold, struct collapse *c);
void jfr_fold_free(struct jfr_fold *fold);

/*
 * Adds up the weights of each metric, and folds the chosen one. Fails when the
 * user's metric does not exist.
 */
FG_MUST_USE fg_status jfr_fold_chunk(struct jfr_fold *fold,
				     const struct jfr_chunk *chunk,
				     struct jfr_types *types,
				     const struct jfr_pools *pools);

/* Reports damage; fails when there were no stacks at all. */
FG_MUST_USE fg_status jfr_fold_finish(struct jfr_fold *fold);

#endif
