/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_NAMING_H
#define SAMPLE_NAMING_H

#include "fold/stackbuf.h"
#include "format.h"
#include "frame_name.h"
#include "names/native.h"
#include "sample_store.h"

/*
 * Turns samples into stacks of names: each place of the wanted stacks is
 * looked up once, in order of module and address, and named under the user's
 * options. The reader knows what a place is.
 *
 *	struct naming naming = { .samples = samples, .look_up = look_up };
 *	naming_init(&naming, c);
 *	naming_fold(&naming);
 *	naming_free(&naming);
 */

/* The names of a place. */
struct place_names {
	const struct native_frame *frames; /* the innermost function first */
	size_t count; /* at least 1; a frame without a name is unknown */
	fg_str module; /* as names show it; .p is NULL without one */
	uint32_t module_number; /* the reader's number */
	enum sample_mark mark;
};

/* The number of samples with a frame of a module that has no name. */
struct unnamed_module {
	uint64_t samples;
	uint64_t last; /* the stack that was counted last */
};

struct naming {
	/* Set by the caller. */
	const struct samples *samples;
	void *reader; /* passed to all of these */
	void (*look_up)(void *reader, const struct place *place,
			struct place_names *names);
	fg_str (*late_comm)(void *reader, const struct task *task);
	bool (*wants_event)(void *reader, uint32_t event);
	fg_str (*event_root)(void *reader, uint32_t event); /* or NULL */
	bool count_samples; /* each weighs 1 */
	bool mixes; /* what is weighed is not samples alone */
	struct fg_stacks *ns; /* NULL, or the profile to use: off_time.h */

	/* Results. */
	uint64_t folded, filtered; /* samples */
	uint64_t unknown, frames; /* frames without a name; all of them */
	struct unnamed_module *modules; /* by number, up to module_count */
	size_t module_count, module_room;

	/* Private. */
	const struct collapse_options *options;
	struct stackbuf stack;
	struct sample_namer namer;
	struct named_place *places; /* two per place: the second for Java */
	fg_frame *ids; /* of all named places, the innermost first */
	size_t id_count, id_room;
	struct fg_buffer source;
};

void naming_init(struct naming *naming, struct collapse *c);

/* Names the stacks of wanted events, and adds them to the profile. */
void naming_fold(struct naming *naming);

void naming_free(struct naming *naming);

#endif
