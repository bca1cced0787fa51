/* SPDX-License-Identifier: MIT */
#include "perfdata_chain.h"

#include <stdlib.h>

#include "fg/hash.h"
#include "perfdata_bytes.h"

enum { ENTRY_BITS = 15 };

/* A cached place. */
struct place_entry {
	uint64_t address, space; /* space: with the flags below; 0: empty */
	uint32_t place;
};

/* The low bits of place_entry.space. */
enum { SPACE_SHIFT = 3, SPACE_CALLER = 1, SPACE_MODE_SHIFT = 1 };

void places_init(struct places *places, struct samples *samples,
		 const struct modules *modules, struct names *names,
		 const struct collapse_options *options)
{
	*places = (struct places){
		.samples = samples,
		.modules = modules,
		.names = names,
		.shows_address = options->addrs ||
				 options->unknown != UNKNOWN_MODULE,
	};
	places->entries =
		fg_calloc((size_t)1 << ENTRY_BITS, sizeof *places->entries);
}

void places_free(struct places *places)
{
	free(places->entries);
	free(places->numbers);
}

uint64_t chain_marker_of(unsigned misc)
{
	enum { KERNEL = 1, USER = 2, HYPERVISOR = 3 };

	switch (misc & 7) {
	case KERNEL:
		return CHAIN_KERNEL;
	case USER:
		return CHAIN_USER;
	case HYPERVISOR:
		return CHAIN_HYPERVISOR;
	default:
		return CHAIN_GUEST;
	}
}

static enum place_mode mode_of(uint64_t marker)
{
	if (marker == CHAIN_KERNEL)
		return PLACE_KERNEL;
	return marker == CHAIN_USER || marker == CHAIN_USER_EXACT ? PLACE_USER
								  : PLACE_OTHER;
}

/*
 * Sets the place: in a file it is an offset; in memory without a file, it is
 * an address.
 */
static void set_user_place(const struct places *places,
			   const struct address_space *space, uint64_t address,
			   struct place *place)
{
	struct map map;

	/* the call can be the last instruction of a map */
	if (!maps_find(space->process->maps, address - place->is_caller,
		       &map)) {
		if (!space->process->is_complete) {
			place->process = space->process_number;
			place->offset = address;
		}
		return;
	}
	place->module = map.module;
	place->offset = address;
	if (places->modules->items[map.module].kind == MODULE_FILE) {
		place->offset = address - map.start + map.offset;
		/* perf script shows this, too */
		if (places->shows_address)
			place->address = place->offset;
	}
}

/* Code of a JIT compiler gets another name when its memory is used again. */
static void set_jit_place(const struct places *places,
			  const struct address_space *space, uint64_t address,
			  struct place *place)
{
	uint32_t dump = space->process->jit_dump;
	uint64_t offset;

	if (places->modules->items[place->module].kind != MODULE_JIT ||
	    !names_jit(places->names, dump, address - place->is_caller,
		       space->time, &offset))
		return;
	place->module = dump;
	place->offset = offset;
	place->is_caller = false;
}

static void set_kernel_place(const struct places *places,
			     const struct address_space *space,
			     uint64_t address, struct place *place)
{
	struct map map;

	place->offset = address;
	if (!maps_find(space->kernel, address - place->is_caller, &map))
		return;
	place->module = map.module;
	if (places->modules->items[map.module].kind == MODULE_SYMBOL)
		place->offset = 0;
}

static uint32_t find_place(const struct places *places,
			   const struct address_space *space, uint64_t address,
			   enum place_mode mode, bool is_caller)
{
	struct place place = {
		.address = places->shows_address ? address : 0,
		.mode = (uint8_t)mode,
		.is_caller = is_caller,
	};

	if (mode == PLACE_USER)
		set_user_place(places, space, address, &place);
	if (place.module > 0 && space->process->jit_dump > 0)
		set_jit_place(places, space, address, &place);
	else if (mode == PLACE_KERNEL)
		set_kernel_place(places, space, address, &place);
	if (place.module > 0 &&
	    places->modules->items[place.module].kind == MODULE_SYMBOL)
		place.is_caller = false;
	return samples_place(places->samples, &place);
}

static size_t slot_of(uint64_t address, uint64_t space)
{
	uint64_t x =
		fg_hash_mix(address ^ fg_hash_key[0], space ^ fg_hash_key[1]);

	return (size_t)(x >> (64 - ENTRY_BITS));
}

static uint32_t place_of(struct places *places,
			 const struct address_space *space, uint64_t address,
			 enum place_mode mode, bool is_caller)
{
	uint64_t state = mode == PLACE_KERNEL ? space->kernel_space
					      : space->process->space;
	uint64_t key = state << SPACE_SHIFT |
		       (uint64_t)mode << SPACE_MODE_SHIFT | is_caller;
	struct place_entry *entry = &places->entries[slot_of(address, key)];

	if (space->process->jit_dump > 0 || entry->address != address ||
	    entry->space != key)
		*entry = (struct place_entry){
			.address = address,
			.space = key,
			.place = find_place(places, space, address, mode,
					    is_caller),
		};
	return entry->place;
}

void places_of_chain(struct places *places, const struct address_space *space,
		     uint64_t marker, const char *chain, size_t count)
{
	enum place_mode mode = mode_of(marker);
	bool is_caller = false, exact = marker == CHAIN_USER_EXACT;

	places->count = 0;
	FG_RESERVE(&places->numbers, &places->room, count);
	for (size_t i = 0; i < count; i++) {
		uint64_t address = bytes_at64(chain + 8 * i, false);

		if (FG_UNLIKELY(address == CHAIN_CUT)) {
			places->numbers[places->count++] = samples_place(
				places->samples,
				&(struct place){ .mode = PLACE_CUT });
			continue;
		}
		if (FG_UNLIKELY(address >= CHAIN_MARKERS)) {
			mode = mode_of(address);
			exact = address == CHAIN_USER_EXACT;
			is_caller = false;
			/* the value after it is not an address */
			i += address == CHAIN_DEFERRED;
			continue;
		}
		places->numbers[places->count++] =
			place_of(places, space, address, mode, is_caller);
		is_caller = !exact;
	}
}
