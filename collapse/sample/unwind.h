/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_UNWIND_H
#define SAMPLE_UNWIND_H

#include "fg/base.h"

/*
 * What a sample of `perf record --call-graph dwarf` has instead of the user's
 * call chain: the registers, and a copy of the stack. An unwinder makes return
 * addresses of these, with what the binaries say of each function's frame.
 *
 *	struct unwind_input input = { .registers = ..., .stack = copy, ... };
 *	struct unwind_output chain = { .addresses = room, .most = 127 };
 *	unwind(unwinder, &input, &chain);
 *	... chain.addresses[0] is where the processor was, the others are
 *	... return addresses; chain.is_cut: there are more callers
 *
 * Nothing here outlives the call: the maps are those of the process at the
 * time of the sample.
 */

/* A piece of a file in the memory of the process. */
struct unwind_map {
	uint64_t start, end; /* end is the first address behind it */
	uint64_t offset; /* of its start, in the file */
	uint32_t module; /* a number that stands for the file */
};

struct unwind_input {
	fg_str arch; /* "x86_64", "aarch64": as `uname -m` prints it */
	uint64_t abi; /* 1: registers of 32 bits; 2: of 64 */
	uint64_t mask; /* bit n: register n of <asm/perf_regs.h> is there */
	fg_str registers; /* 8 bytes for each, the lowest first */
	fg_str stack; /* from the stack pointer on; perhaps not all of it */
	bool swapped; /* numbers in both are in the other byte order */

	/* The map at an address; false when there is none. */
	bool (*find_map)(void *context, uint64_t address,
			 struct unwind_map *map);

	/* The path and the build id of a module; empty when not known. */
	void (*find_module)(void *context, uint32_t module, fg_str *path,
			    fg_str *build_id);
	void *context; /* of both */
};

struct unwind_output {
	uint64_t *addresses; /* leaf first */
	size_t most; /* so many there is room for */
	size_t count;
	bool is_cut; /* the copy of the stack ended before the root */
};

#endif
