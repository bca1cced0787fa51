/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* MAP_* */
#include "ring.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fg/alloc.h"

enum { RECORD_MAX = 1 << 16 };

void ring_attach(struct ring *ring, void *memory, uint64_t size)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

	*ring = (struct ring){
		.page = memory,
		.data = (const char *)memory + page,
		.size = size,
	};
}

bool ring_map(struct ring *ring, int fd, size_t pages)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	void *memory = mmap(NULL, (pages + 1) * page, PROT_READ | PROT_WRITE,
			    MAP_SHARED, fd, 0);

	*ring = (struct ring){ 0 };
	if (memory == MAP_FAILED)
		return false;
	ring_attach(ring, memory, pages * page);
	return true;
}

void ring_unmap(struct ring *ring)
{
	free(ring->copy);
	if (ring->page)
		munmap(ring->page,
		       (size_t)ring->size + (size_t)sysconf(_SC_PAGESIZE));
	*ring = (struct ring){ 0 };
}

/* The kernel writes records first, and then how far they reach. */
static uint64_t written(const struct ring *ring)
{
	return __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
}

uint64_t ring_waiting(const struct ring *ring)
{
	return written(ring) - ring->at;
}

void ring_begin(struct ring *ring)
{
	ring->at = ring->page->data_tail;
	ring->end = written(ring);
	if (ring->end - ring->at > ring->size) {
		ring->is_damaged = true;
		ring->at = ring->end;
	}
}

/* Copies `n` bytes from `at` on, which may wrap around. */
static void copy_out(const struct ring *ring, uint64_t at, char *to, size_t n)
{
	size_t from = (size_t)(at & (ring->size - 1));
	size_t first = (size_t)ring->size - from;

	if (first > n)
		first = n;
	memcpy(to, ring->data + from, first);
	memcpy(to + first, ring->data, n - first);
}

static const struct perf_event_header *in_one_piece(struct ring *ring,
						    size_t size)
{
	size_t from = (size_t)(ring->at & (ring->size - 1));

	if (from + size <= ring->size)
		return (const void *)(ring->data + from);
	if (!ring->copy)
		ring->copy = fg_malloc(RECORD_MAX);
	copy_out(ring, ring->at, ring->copy, size);
	return (const void *)ring->copy;
}

const struct perf_event_header *ring_next(struct ring *ring)
{
	struct perf_event_header header;
	const struct perf_event_header *record;
	uint64_t left = ring->end - ring->at;

	if (left < sizeof header)
		return NULL;
	copy_out(ring, ring->at, (char *)&header, sizeof header);
	if (header.size < sizeof header || header.size > left) {
		ring->is_damaged = true;
		ring->at = ring->end;
		return NULL;
	}
	record = in_one_piece(ring, header.size);
	ring->at += header.size;
	return record;
}

void ring_end(struct ring *ring)
{
	__atomic_store_n(&ring->page->data_tail, ring->at, __ATOMIC_RELEASE);
}
