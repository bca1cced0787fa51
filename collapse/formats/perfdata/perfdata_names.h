/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_NAMES_H
#define PERFDATA_NAMES_H

#include "perfdata_feature.h"
#include "perfdata_modules.h"
#include "perfdata_tasks.h"
#include "sample/naming.h"
#include "symbols/symbols.h"

/*
 * What the places of a recording are called: functions of binaries, of the
 * kernel, of JIT compilers.
 */
struct names {
	const struct collapse_options *options;
	const struct modules *modules;
	struct tasks *tasks;
	const struct features *features;
	struct symbols *symbols;
	uint32_t *binaries; /* by module: its number there + 1; 0: not yet */
	struct native_frame frame; /* where there is but one */
	struct fg_buffer module; /* room for a name */
};

/* Borrows all but `symbols`, which it makes. */
void names_init(struct names *names, const struct collapse_options *options,
		const struct modules *modules, struct tasks *tasks,
		const struct features *features);
void names_free(struct names *names);

/* As naming.h asks for them; `reader` is a struct names. */
void names_look_up(void *reader, const struct place *place,
		   struct place_names *names);

#endif
