/* SPDX-License-Identifier: MIT */
#ifndef PERF_DEFERRED_H
#define PERF_DEFERRED_H

#include "fg/stacks.h"
#include "fold/allowance.h"

/*
 * Call chains of user space that the kernel takes later than the sample, when
 * the thread leaves the kernel. perf script prints them apart with
 * --no-merge-callchains, and where it could not join them:
 *
 *	pwd    2312   121.163435:     249113 cpu/cycles/P:
 *		ffffffff8360012f entry_SYSCALL_64+0x76 ([kernel.kallsyms])
 *		       b00000006 (cookie) ([unknown])
 *
 *	pwd    2312   121.163447: DEFERRED CALLCHAIN [cookie: b00000006]
 *		    7f18fe337fa7 mprotect+0x7 (/lib/ld-linux-x86-64.so.2)
 *
 * (Linux 6.19, tools/perf/builtin-script.c.) Thread and cookie say what belongs
 * together; several samples can wait for one chain. Samples and chains are kept
 * until the end of the file, because the chain can be in another block.
 */
struct perf_parser;

/* A sample that waits, or a chain; stacks are numbers in perf_deferred. */
struct perf_deferred_item {
	uint64_t tid, cookie, place;
	size_t stack;
	uint64_t unknown; /* frames of it */
	bool stopped; /* --skip-after was met */

	/* Of a sample. */
	bool kept; /* its event and the filters want it */
	bool has_root, has_event_root, has_slice;
	fg_frame root, event_root, slice;
	uint32_t event; /* its number, or PERF_NO_EVENT */
	uint64_t weight;
};

#define PERF_NO_EVENT UINT32_MAX

struct perf_deferred_list {
	struct perf_deferred_item *items;
	size_t count, room;
};

/* Zero-initialise it. */
struct perf_deferred {
	struct fg_stacks *stacks; /* with ids of the parser; NULL: none yet */
	struct perf_deferred_list samples, chains;
	uint64_t lone_samples, lone_chains; /* not joined, in all files */
};

void perf_deferred_free(struct perf_deferred *deferred);

/* The parser's sample waits for its chain. */
void perf_deferred_wait(struct perf_parser *parser);

/* What the parser has read is a chain. */
void perf_deferred_chain(struct perf_parser *parser);

/*
 * Adds what another parser has kept, after its events were merged: the chain
 * may be with one, the sample with the other.
 */
void perf_deferred_merge(struct perf_parser *to,
			 const struct perf_parser *from);

/*
 * The file ended: folds the samples that wait, with their chains where these
 * are there. Chains that many samples share count against the allowance.
 * O(n log n), and what the stacks have.
 */
void perf_deferred_join(struct perf_parser *parser,
			struct allowance *allowance);

#endif
