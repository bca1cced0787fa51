/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_NAMES_H
#define PERFDATA_NAMES_H

#include "perfdata_feature.h"
#include "perfdata_modules.h"
#include "perfdata_tasks.h"
#include "sample/naming.h"
#include "symbols/symbols.h"

/*
 * Names the places of a recording: functions of binaries, of the kernel, of
 * JIT compilers.
 */
struct names {
	const struct collapse_options *options;
	const struct modules *modules;
	struct tasks *tasks;
	const struct features *features;
	struct symbols *symbols;
	uint32_t *binaries; /* by module: its number there + 1; 0: not yet */
	size_t binary_count, binary_room;
	struct native_frame frame; /* if there is only one */
	struct fg_buffer module; /* buffer for a name */
};

/*
 * Borrows all arguments; makes `symbols`. `recorded`: when the recording
 * ended, in seconds since 1970; 0: not known.
 */
void names_init(struct names *names, const struct collapse_options *options,
		const struct modules *modules, struct tasks *tasks,
		const struct features *features, uint64_t recorded);
void names_free(struct names *names);

/* The look_up function for naming.h; `reader` is a struct names. */
void names_look_up(void *reader, const struct place *place,
		   struct place_names *names);

/*
 * Finds the code of a JIT compiler at an address and a time in ns, as the
 * offset of a place in the module of its dump; false when there was none.
 */
bool names_jit(struct names *names, uint32_t dump, uint64_t address,
	       uint64_t time, uint64_t *offset);

/*
 * The call frame information of a module, and the address of an offset in its
 * file there; NULL where there is none. It is used while records are read,
 * when not all build ids are known yet: a module without one is then the file
 * at its path.
 */
struct cfi *names_cfi(struct names *names, uint32_t module, uint64_t offset,
		      uint64_t *vaddr);

/* The same of what a compiler had at an address at that time, by its dump. */
struct cfi *names_jit_cfi(struct names *names, uint32_t dump, uint64_t address,
			  uint64_t time, uint64_t *vaddr);

/* Whether its file is missing, or is another one. */
bool names_misses(struct names *names, uint32_t module);

/* Why there was none, as a short text; NULL when the binary is there. */
const char *names_cfi_problem(struct names *names, uint32_t module);

/*
 * Why no address of a module has a name, as a short text; NULL when some have,
 * or none was looked up.
 */
const char *names_problem(const struct names *names, uint32_t module);

#endif
