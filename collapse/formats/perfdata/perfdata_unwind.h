/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_UNWIND_H
#define PERFDATA_UNWIND_H

#include "perfdata_chain.h"
#include "perfdata_fields.h"

/*
 * What a sample of `perf record --call-graph dwarf` has instead of the user's
 * call chain: the registers, and a copy of the stack. Callers are found with
 * what the binaries say of each function's frame (symbols/cfi.h), and by frame
 * pointers where a binary says nothing, as in the code of JIT compilers.
 *
 *	if (unwinder_run(unwinder, fields, swapped, &space, &chain))
 *		... chain has markers and addresses, leaf first ...
 *	unwinder_report(unwinder, samples, diag, loc);
 *	unwinder_free(unwinder);
 *
 * x86-64, i386 and aarch64 are known. Memory that is not in the copy is never
 * read. A place that was seen before in the same process costs a look-up.
 */
struct unwinder;

/* Borrows `names`. */
struct unwinder *unwinder_new(struct names *names);
void unwinder_free(struct unwinder *unwinder); /* NULL is allowed */

/*
 * Appends where the processor was in the user's code, and its callers:
 * addresses of 8 bytes behind a CHAIN_USER, with another one before each that
 * is no return address, and CHAIN_CUT where the copy ends before the stack
 * does. False, with nothing appended, when the sample has no registers that
 * are known.
 */
bool unwinder_run(struct unwinder *unwinder, const struct fields *fields,
		  bool swapped, const struct address_space *space,
		  struct fg_buffer *chain);

/*
 * The caller of the place `leaf`, which a chain of frame pointers lacks where
 * the function there has no frame; 0 when it is not known. Takes the copy of
 * the stack, or the link register of aarch64 alone.
 */
uint64_t unwinder_caller(struct unwinder *unwinder, const struct fields *fields,
			 bool swapped, const struct address_space *space,
			 uint64_t leaf);

/* Says which stacks are not whole, and why. */
void unwinder_report(const struct unwinder *unwinder, struct fg_diag *diag,
		     struct fg_loc loc);

#endif
