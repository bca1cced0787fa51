/* SPDX-License-Identifier: MIT */
/*
 * Open addressing with linear probing. Removing a block moves later ones of
 * its run forward, so there are no tombstones: a program allocates and frees
 * millions of times, and only a few blocks live at the same time.
 */
#include "heaptrack_pointers.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/hash.h"

enum { FIRST_SLOTS = 1024 };

struct heaptrack_slot {
	uint64_t address;
	struct heaptrack_block block;
	bool is_used;
};

static size_t home_of(const struct heaptrack_pointers *pointers,
		      uint64_t address)
{
	return (size_t)fg_hash_number(address) & (pointers->slot_count - 1);
}

/* The slot of the address, or the free slot for it. */
static size_t find_slot(const struct heaptrack_pointers *pointers,
			uint64_t address)
{
	size_t mask = pointers->slot_count - 1;
	size_t at = home_of(pointers, address);

	while (pointers->slots[at].is_used &&
	       pointers->slots[at].address != address)
		at = (at + 1) & mask;
	return at;
}

static void grow(struct heaptrack_pointers *pointers)
{
	struct heaptrack_pointers old = *pointers;

	pointers->slot_count = old.slot_count ? 2 * old.slot_count
					      : FIRST_SLOTS;
	pointers->slots =
		fg_calloc_table(pointers->slot_count, sizeof *pointers->slots);
	for (size_t i = 0; i < old.slot_count; i++) {
		if (old.slots[i].is_used)
			pointers->slots[find_slot(
				pointers, old.slots[i].address)] = old.slots[i];
	}
	free(old.slots);
}

void heaptrack_pointers_put(struct heaptrack_pointers *pointers,
			    uint64_t address, struct heaptrack_block block)
{
	struct heaptrack_slot *slot;

	if (2 * (pointers->count + 1) > pointers->slot_count)
		grow(pointers);
	slot = &pointers->slots[find_slot(pointers, address)];
	pointers->count += !slot->is_used;
	*slot = (struct heaptrack_slot){ address, block, true };
}

/* Fills the gap at `gap` with later slots that may move there. */
static void close_gap(struct heaptrack_pointers *pointers, size_t gap)
{
	size_t mask = pointers->slot_count - 1;

	for (size_t at = (gap + 1) & mask; pointers->slots[at].is_used;
	     at = (at + 1) & mask) {
		size_t home = home_of(pointers, pointers->slots[at].address);

		/* it stays if its home is after the gap */
		if (((at - home) & mask) < ((at - gap) & mask))
			continue;
		pointers->slots[gap] = pointers->slots[at];
		gap = at;
	}
	pointers->slots[gap].is_used = false;
}

bool heaptrack_pointers_take(struct heaptrack_pointers *pointers,
			     uint64_t address, struct heaptrack_block *block)
{
	size_t at;

	if (pointers->count == 0)
		return false;
	at = find_slot(pointers, address);
	if (!pointers->slots[at].is_used)
		return false;
	*block = pointers->slots[at].block;
	pointers->count--;
	close_gap(pointers, at);
	return true;
}

void heaptrack_pointers_free(struct heaptrack_pointers *pointers)
{
	free(pointers->slots);
}
