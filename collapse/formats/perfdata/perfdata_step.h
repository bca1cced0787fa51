/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_STEP_H
#define PERFDATA_STEP_H

#include "perfdata_chain.h"
#include "perfdata_registers.h"

/*
 * One step of unwinding: from the registers of a frame to those of its caller,
 * by a row of call frame information (symbols/cfi.h) or by frame pointers.
 */

/* How a step went. */
enum step {
	STEP_DONE, /* to the caller */
	STEP_ROOT, /* there is no caller */
	STEP_CUT, /* the copy of the stack ends */
	STEP_LOST, /* the caller is not known */
};

/* Where unwinding is, and what it may read. */
struct walk {
	const struct address_space *space;
	struct registers r;
	bool is_exact; /* the pc is no return address */
	uint64_t start; /* of the copy of the stack */
	fg_str stack;
	bool stack_is_whole;
	bool went_behind; /* something behind the copy was asked for */
};

/* The map of an address; false when there is none. */
bool step_map(const struct walk *w, uint64_t address, struct map *map);

/* `is_first`: from the frame in which the sample was taken. */
enum step step_by_row(struct walk *w, const struct cfi_row *row, bool is_first);

/*
 * Without a row: frames that begin with the caller's frame pointer and the
 * return address, which all three processors have the same.
 */
enum step step_by_pointer(struct walk *w);

/*
 * Only looks where the frame returns to; `*address` is set when that is known
 * (STEP_DONE). The frame's address need not be known.
 */
enum step step_return(struct walk *w, const struct cfi_row *row,
		      uint64_t *address);

#endif
