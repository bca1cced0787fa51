/* SPDX-License-Identifier: MIT */
#ifndef GPERFTOOLS_PLACES_H
#define GPERFTOOLS_PLACES_H

#include "symbols/resolve.h"

/*
 * Names the addresses of a process: from the table of names that google-pprof
 * --raw puts before a profile, else from the mapped binaries.
 *
 *	gperftools_places_symbol(&places, line);	0x401ab0 main--f
 *	gperftools_places_map(&places, line);	a line of /proc/PID/maps
 *	gperftools_places_push(&places, address);
 *
 * Addresses are those of calls, not return addresses; a profile with such a
 * table has them already.
 */
struct gperftools_places {
	struct stackbuf *stack;
	struct namer *namer;
	struct symbols *symbols;
	struct resolver resolver;
	struct fg_frames *named; /* addresses of the table, as 8 bytes */
	fg_str *names; /* of each; slices of the input */
	size_t named_count, name_room;
	bool is_adjusted; /* addresses are those of calls already */
	uint64_t last; /* address of the comment before */
	bool is_fresh; /* that comment named it for the first time */
	fg_str *inlined; /* the comments of that address, when more than one */
	size_t inlined_count, inlined_room, inlined_size;
	struct fg_arena texts;
	struct gperftools_map *maps;
	size_t map_count, map_room;
	bool is_sorted;
};

/* Borrows all three. */
void gperftools_places_init(struct gperftools_places *places,
			    const struct collapse_options *options,
			    struct stackbuf *stack, struct namer *namer);
void gperftools_places_free(struct gperftools_places *places);

/*
 * Reads a line of the table of names, or of a memory map; false where it is no
 * map. Both must stay as long as `places`; other lines are ignored.
 */
void gperftools_places_symbol(struct gperftools_places *places, fg_str line);
bool gperftools_places_map(struct gperftools_places *places, fg_str line);

/*
 * "#\t0x483cc6\treflect.growslice+0x46\t\truntime/slice.go:373" is how Go
 * names a frame after its row; the same address again is the function that it
 * was inlined into.
 */
void gperftools_places_comment(struct gperftools_places *places, fg_str line);

/* Whether there is a name in the table. */
bool gperftools_places_has_name(const struct gperftools_places *places,
				uint64_t address);

/* The address of the call that returns to this one. */
uint64_t gperftools_places_call(const struct gperftools_places *places,
				uint64_t address);

/* Pushes the frames at an address, the innermost first. */
void gperftools_places_push(struct gperftools_places *places, uint64_t address);

#endif
