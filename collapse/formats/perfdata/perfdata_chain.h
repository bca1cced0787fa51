/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_CHAIN_H
#define PERFDATA_CHAIN_H

#include "perfdata_modules.h"
#include "perfdata_names.h"
#include "perfdata_tasks.h"
#include "sample/sample_store.h"

/*
 * A call chain, as the kernel writes it, is a row of addresses, leaf first.
 * Numbers from -4095 on are no addresses: they say whose the next ones are.
 *
 *	-128 kernel, -512 user, -32 hypervisor, -2048 to -2560 of a guest
 *	-640 the user's part comes later, in a record with the number that follows
 *
 * The first address behind such a number is where the processor was; the
 * others are return addresses.
 */
#define CHAIN_MARKER(n) ((uint64_t)0 - (n))
#define CHAIN_MARKERS CHAIN_MARKER(4095)
#define CHAIN_HYPERVISOR CHAIN_MARKER(32)
#define CHAIN_KERNEL CHAIN_MARKER(128)
#define CHAIN_USER CHAIN_MARKER(512)
#define CHAIN_DEFERRED CHAIN_MARKER(640)
#define CHAIN_GUEST CHAIN_MARKER(2048)
/* Our own: of the user, and no return addresses; callers are missing here. */
#define CHAIN_USER_EXACT CHAIN_MARKER(4090)
#define CHAIN_CUT CHAIN_MARKER(4091)

/* The memory in which a chain's addresses lie. */
struct address_space {
	const struct process *process;
	uint32_t process_number; /* its index + 1 */
	const struct maps *kernel;
	uint64_t kernel_space; /* the state of these maps */
	uint64_t time; /* of the sample, where the process has a jit dump */
};

struct place_entry;

/* Addresses to numbers of places. */
struct places {
	struct samples *samples; /* borrowed, as is the next */
	const struct modules *modules;
	bool shows_address; /* names will */
	struct names *names; /* of jit dumps; borrowed */
	struct place_entry *entries; /* those found last, by a hash */
	uint32_t *numbers; /* what places_of_chain() found, leaf first */
	size_t count, room;
};

void places_init(struct places *places, struct samples *samples,
		 const struct modules *modules, struct names *names,
		 const struct collapse_options *options);
void places_free(struct places *places);

/* What a record's mode (misc & 7) says of its addresses: a marker. */
uint64_t chain_marker_of(unsigned misc);

/*
 * Finds the places of a chain of `count` addresses, in our byte order, into
 * places->numbers. `marker` holds until the chain has another one.
 */
void places_of_chain(struct places *places, const struct address_space *space,
		     uint64_t marker, const char *chain, size_t count);

#endif
