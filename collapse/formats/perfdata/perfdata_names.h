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
	size_t binary_count, binary_room;
	struct native_frame frame; /* where there is but one */
	struct fg_buffer module; /* room for a name */
};

/*
 * Borrows all but `symbols`, which it makes. `recorded`: when the recording
 * ended, in seconds since 1970; 0: not known.
 */
void names_init(struct names *names, const struct collapse_options *options,
		const struct modules *modules, struct tasks *tasks,
		const struct features *features, uint64_t recorded);
void names_free(struct names *names);

/* As naming.h asks for them; `reader` is a struct names. */
void names_look_up(void *reader, const struct place *place,
		   struct place_names *names);

/*
 * What a compiler had at an address at that time, ns, as the offset of a place
 * in the module of its dump; false when nothing.
 */
bool names_jit(struct names *names, uint32_t dump, uint64_t address,
	       uint64_t time, uint64_t *offset);

/*
 * The call frame information of a module, and the address of an offset in its
 * file there; NULL where there is none. For what is read while not all build
 * ids are known yet: a module without one is then what its path leads to.
 */
struct cfi *names_cfi(struct names *names, uint32_t module, uint64_t offset,
		      uint64_t *vaddr);

/* The same of what a compiler had at an address at that time, by its dump. */
struct cfi *names_jit_cfi(struct names *names, uint32_t dump, uint64_t address,
			  uint64_t time, uint64_t *vaddr);

/* Whether it is a file that is not there, or another one. */
bool names_misses(struct names *names, uint32_t module);

/* Why there was none, as a short text; NULL when the binary is there. */
const char *names_cfi_problem(struct names *names, uint32_t module);

/*
 * Why nothing of a module can be named, as a short text; NULL when something
 * can, or nobody asked.
 */
const char *names_problem(const struct names *names, uint32_t module);

#endif
