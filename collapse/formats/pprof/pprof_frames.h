/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_PPROF_FRAMES_H
#define COLLAPSE_FORMATS_PPROF_FRAMES_H

#include "names/native.h"
#include "pprof_tables.h"

/*
 * The named frames of each location of a pprof profile, or of another format
 * that has the same tables. Each location is named once.
 */
struct pprof_frames {
	const struct pprof_tables *t;
	const struct collapse_options *options;
	struct stackbuf *stack;
	struct namer namer;
	struct pprof_place { /* the frames of a location, innermost first */
		size_t first, count; /* in ids */
	} * places; /* by number of the location */
	fg_frame *ids;
	size_t count, room;
	uint64_t name_bytes; /* that demangled names may still take */
	uint64_t bad_names; /* names that are not in the profile */
};

/*
 * Names all locations of `t`. All but `f` are borrowed. `size` is that of the
 * profile in bytes; it bounds the size of demangled names.
 */
void pprof_frames_init(struct pprof_frames *f, const struct pprof_tables *t,
		       const struct collapse_options *options,
		       struct stackbuf *stack, size_t size);

/* Pushes the frames of the location with that index in the table. */
void pprof_frames_push(struct pprof_frames *f, size_t number);
void pprof_frames_free(struct pprof_frames *f);

#endif
