/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_CHAIN_H
#define PERFDATA_CHAIN_H

#include "perfdata_modules.h"
#include "perfdata_names.h"
#include "perfdata_tasks.h"
#include "sample/sample_store.h"

/*
 * A call chain, as the kernel writes it, is a sequence of addresses, leaf
 * first. Numbers from -4095 on are markers: they say which part of the system
 * the next addresses belong to.
 *
 *	-128 kernel, -512 user, -32 hypervisor, -2048 to -2560 of a guest
 *	-640 the user's part comes later, in a record with the number that follows
 *
 * The first address after a marker is that of the current instruction; the
 * others are return addresses.
 */
#define CHAIN_MARKER(n) ((uint64_t)0 - (n))
#define CHAIN_MARKERS CHAIN_MARKER(4095)
#define CHAIN_HYPERVISOR CHAIN_MARKER(32)
#define CHAIN_KERNEL CHAIN_MARKER(128)
#define CHAIN_USER CHAIN_MARKER(512)
#define CHAIN_DEFERRED CHAIN_MARKER(640)
#define CHAIN_GUEST CHAIN_MARKER(2048)
/*
 * Our own markers: user addresses that are not return addresses; callers are
 * missing here.
 */
#define CHAIN_USER_EXACT CHAIN_MARKER(4090)
#define CHAIN_CUT CHAIN_MARKER(4091)

/* The memory in which a chain's addresses lie. */
struct address_space {
	const struct process *process;
	uint32_t process_number; /* its index + 1 */
	const struct maps *kernel;
	uint64_t kernel_space; /* the state of the kernel's maps */
	uint64_t time; /* of the sample, if the process has a jit dump */
};

struct place_entry;

/* Maps addresses to numbers of places. */
struct places {
	struct samples *samples; /* borrowed, as is the next */
	const struct modules *modules;
	bool shows_address; /* names will show the address */
	struct names *names; /* of jit dumps; borrowed */
	struct place_entry *entries; /* a cache of places, indexed by a hash */
	uint32_t *numbers; /* the result of places_of_chain(), leaf first */
	size_t count, room;
};

void places_init(struct places *places, struct samples *samples,
		 const struct modules *modules, struct names *names,
		 const struct collapse_options *options);
void places_free(struct places *places);

/* The marker for a record's mode (misc & 7). */
uint64_t chain_marker_of(unsigned misc);

/*
 * Finds the places of a chain of `count` addresses, in our byte order, and
 * stores them in places->numbers. `marker` applies until the chain has a
 * marker.
 */
void places_of_chain(struct places *places, const struct address_space *space,
		     uint64_t marker, const char *chain, size_t count);

#endif
