/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_STEP_H
#define PERFDATA_STEP_H

#include "perfdata_chain.h"
#include "perfdata_registers.h"

/*
 * One step of unwinding: from the registers of a frame to those of its caller,
 * by a row of call frame information (symbols/cfi.h) or by frame pointers.
 */

/* The result of a step. */
enum step {
	STEP_DONE, /* found the caller */
	STEP_ROOT, /* there is no caller */
	STEP_CUT, /* the copy of the stack ends */
	STEP_LOST, /* the caller is not known */
};

/* The position of unwinding, and the memory that it may read. */
struct walk {
	const struct address_space *space;
	struct registers r;
	bool is_exact; /* the pc is not a return address */
	uint64_t start; /* address of the copy of the stack */
	fg_str stack;
	bool stack_is_whole;
	bool went_behind; /* an address after the copy was read */
};

/* The map of an address; false when there is none. */
bool step_map(const struct walk *w, uint64_t address, struct map *map);

/* `is_first`: the step begins at the frame of the sample. */
enum step step_by_row(struct walk *w, const struct cfi_row *row, bool is_first);

/*
 * Steps without a row: frames that begin with the caller's frame pointer and
 * the return address, which are the same on all three processors.
 */
enum step step_by_pointer(struct walk *w);

/*
 * Only finds where the frame returns to; `*address` is set if that is known
 * (STEP_DONE). The frame's address need not be known.
 */
enum step step_return(struct walk *w, const struct cfi_row *row,
		      uint64_t *address);

#endif
