/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_UNWIND_H
#define PERFDATA_UNWIND_H

#include "perfdata_chain.h"
#include "perfdata_fields.h"

/*
 * Unwinds samples of `perf record --call-graph dwarf`. Instead of the user's
 * call chain, these have the registers and a copy of the stack. Callers are
 * found with the binaries' call frame information (symbols/cfi.h), and by
 * frame pointers where a binary has none, as in the code of JIT compilers.
 *
 *	if (unwinder_run(unwinder, fields, swapped, &space, &chain))
 *		... chain has markers and addresses, leaf first ...
 *	unwinder_report(unwinder, diag, loc);
 *	unwinder_free(unwinder);
 *
 * x86-64, i386 and aarch64 are supported. Memory outside of the copy is never
 * read. A place that was seen before in the same process costs one look-up.
 */
struct unwinder;

/* Borrows `names`. */
struct unwinder *unwinder_new(struct names *names);
void unwinder_free(struct unwinder *unwinder); /* NULL is allowed */

/*
 * Appends the user's current address and its callers: addresses of 8 bytes
 * after a CHAIN_USER, with another marker before each that is not a return
 * address, and CHAIN_CUT where the copy ends before the stack does. Returns
 * false and appends nothing when the sample has no known registers.
 */
bool unwinder_run(struct unwinder *unwinder, const struct fields *fields,
		  bool swapped, const struct address_space *space,
		  struct fg_buffer *chain);

/*
 * The caller of the place `leaf`, which a chain of frame pointers lacks where
 * the function there has no frame; 0 when it is not known. Uses the copy of
 * the stack, or the link register of aarch64 alone.
 */
uint64_t unwinder_caller(struct unwinder *unwinder, const struct fields *fields,
			 bool swapped, const struct address_space *space,
			 uint64_t leaf);

/* Reports which stacks are incomplete, and why. */
void unwinder_report(const struct unwinder *unwinder, struct fg_diag *diag,
		     struct fg_loc loc);

#endif
