/* SPDX-License-Identifier: MIT */
#ifndef RECORD_RING_H
#define RECORD_RING_H

#include <linux/perf_event.h>

#include "fg/base.h"

/*
 * A ring buffer that the kernel writes the records of one CPU to: a page that
 * says how far it is written and read, then 2^n pages of records, which wrap
 * around at the end (perf_event_open(2), "MMAP layout").
 *
 *	struct ring ring;
 *	if (ring_map(&ring, fd, 128)) {
 *		const struct perf_event_header *record;
 *
 *		ring_begin(&ring);
 *		while ((record = ring_next(&ring)))
 *			use(record);
 *		ring_end(&ring);
 *		ring_unmap(&ring);
 *	}
 */
struct ring {
	struct perf_event_mmap_page *page;
	const char *data;
	uint64_t size; /* of the data: a power of two */
	uint64_t at, end; /* of the pass at hand; they only grow */
	bool is_damaged; /* a record lied about its size: the rest is skipped */
	char *copy; /* room for a record that wraps around */
};

/*
 * Maps the ring of an event, `pages` pages of data (a power of two), shared
 * with the kernel. False, with errno, when the kernel refuses.
 */
bool ring_map(struct ring *ring, int fd, size_t pages);

/* Uses memory that lies there already, in the same layout; for tests. */
void ring_attach(struct ring *ring, void *memory, uint64_t size);

void ring_unmap(struct ring *ring);

/* How many bytes wait to be read. */
uint64_t ring_waiting(const struct ring *ring);

/* Begins a pass over what the kernel has written so far. */
void ring_begin(struct ring *ring);

/*
 * The next record of the pass, whole and in one piece; NULL at its end. Valid
 * until the next call.
 */
const struct perf_event_header *ring_next(struct ring *ring);

/* Ends the pass: the kernel may write over what was read. */
void ring_end(struct ring *ring);

#endif
