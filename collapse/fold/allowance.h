/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_ALLOWANCE_H
#define COLLAPSE_ALLOWANCE_H

#include "fg/diag.h"
#include "fg/lines.h"
#include "fg/stacks.h"

/*
 * How much a run may make of what it has read.
 *
 * Many profiles refer: a sample to a node of a tree, a frame to a name in a
 * table. Folded text repeats instead. So a small file can stand for stacks that
 * no machine could hold: a tree as deep as it is large has the square of its
 * size in frames, a long name in a table is repeated by every frame. Real
 * profiles are far from that. The allowance is a constant, which lets any small
 * profile pass, and some times the bytes that were read (unpacked):
 *
 *	frames of all stacks	beyond it, a stack keeps the frames next to its
 *				leaf, below "[truncated]"
 *	bytes of all names	beyond it, a name keeps its beginning
 *	bytes of folded text	beyond it, the run fails
 *
 * Each of these is told at the end. --no-limits lifts them.
 */
enum { ALLOWANCE_NAME = 1024 }; /* bytes that any name may have */

struct allowance {
	bool lifted;
	uint64_t read; /* bytes of the files before this one */
	const struct fg_lines *in; /* the file that is read now, or NULL */
	uint64_t frames, names; /* frames flushed, bytes of names, so far */
	uint64_t cut, shortened; /* stacks and names that were */
};

/* Frames that a stack may have from now on: SIZE_MAX, or few. */
size_t allowance_depth(const struct allowance *allowance);

/* The same of the bytes of a name that is `size` long; counts them. */
size_t allowance_long_name(struct allowance *allowance, size_t size);
static inline size_t allowance_name(struct allowance *allowance, size_t size)
{
	if (size > ALLOWANCE_NAME)
		return allowance_long_name(allowance, size);
	if (allowance)
		allowance->names += size;
	return size;
}

/* Ends a file: its bytes count, but it will be gone. */
void allowance_end_file(struct allowance *allowance);

/* Says what was left out, once. */
void allowance_report(const struct allowance *allowance, struct fg_diag *diag);

/*
 * FG_OK when all of the profile's text may be written; else an error, which
 * says how large it would be. Costs a look at each stack, and rarely one at
 * each frame.
 */
FG_MUST_USE fg_status allowance_check_text(const struct allowance *allowance,
					   const struct fg_stacks *stacks,
					   struct fg_diag *diag);

#endif
