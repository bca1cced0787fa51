/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_FIREFOX_NAMES_H
#define COLLAPSE_FORMATS_FIREFOX_NAMES_H

#include "firefox_libs.h"
#include "firefox_syms.h"
#include "firefox_tables.h"
#include "symbols/resolve.h"

/*
 * Names the frames of a profile, each once: from the tables, or for an address
 * without a name there, from samply's second file or the binary.
 *
 *	struct firefox_frames frames = { 0 };
 *	firefox_names_make(&names, &view, false, &frames);
 *	for (size_t i = frames.first[f]; i < frames.first[f + 1]; i++)
 *		stackbuf_push_id(&stack, frames.ids[i]);
 *	firefox_frames_free(&frames);
 */
struct firefox_names {
	struct namer namer;
	struct symbols *symbols;
	struct resolver resolver;
	struct firefox_syms *syms; /* NULL without a second file */
	struct fg_buffer room; /* buffer for a name */
	uint64_t bad_names, bad_libs;
};

/* Borrows all but `syms`, which may be NULL and is freed with the rest. */
void firefox_names_init(struct firefox_names *names, const struct collapse *c,
			struct stackbuf *stack, struct firefox_syms *syms);
void firefox_names_free(struct firefox_names *names);

/* The tables with the parts of a frame's name; newer profiles share some. */
struct firefox_view {
	const struct firefox_tables *tables, *sources;
	const struct firefox_strings *strings;
	struct firefox_libs *libs;
};

/* The frames of frame i: ids[first[i]] up to ids[first[i + 1]]. */
struct firefox_frames {
	uint32_t *first; /* count + 1 */
	size_t count;
	fg_frame *ids; /* the innermost first; none where inlined and unwanted */
	size_t id_count, id_room;
	bool has_returns; /* some are return addresses in memory */
};

/*
 * Fills `frames`, which must be all zeros. `leaf`: addresses in memory are of
 * running code, not return addresses.
 */
void firefox_names_make(struct firefox_names *names,
			const struct firefox_view *view, bool leaf,
			struct firefox_frames *frames);
void firefox_frames_free(struct firefox_frames *frames);

#endif
