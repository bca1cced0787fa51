/* SPDX-License-Identifier: MIT */
#ifndef CORE_SORTED_RUN_H
#define CORE_SORTED_RUN_H

#include "fg/sorted.h"

/*
 * Sorted stacks in memory, each without the bytes that it shares with the
 * stack before. Zero-initialise it.
 */
struct sorted_item {
	uint64_t weight;
	uint32_t shared, rest; /* bytes */
};

struct sorted_run {
	struct fg_buffer text; /* the rests of all items */
	struct sorted_item *items;
	size_t count, room;
};

/* Appends the stack of a source, or of a merge. A stack may come twice. */
void sorted_run_add(struct sorted_run *run, const char *rest, size_t shared,
		    size_t n, uint64_t weight);
void sorted_run_free(struct sorted_run *run);

/* A source that reads a run. */
struct sorted_run_reader {
	struct fg_sorted line;
	const struct sorted_run *run; /* borrowed */
	size_t at;
	const char *text;
};

void sorted_run_reader_init(struct sorted_run_reader *reader,
			    const struct sorted_run *run);

#endif
