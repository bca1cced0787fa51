/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_ALLOWANCE_H
#define COLLAPSE_ALLOWANCE_H

#include "fg/diag.h"
#include "fg/lines.h"
#include "fg/stacks.h"

/*
 * Bounds the output of a run by the size of its input.
 *
 * Many profiles use references: a sample refers to a node of a tree, a frame
 * refers to a name in a table. Folded text repeats them instead. So a small
 * file can stand for stacks that no machine could hold: a tree as deep as it
 * is large has the square of its size in frames, and every frame repeats a
 * long name of the table. Real profiles are far below that. The allowance is a
 * constant, which is enough for any small profile, plus a multiple of the
 * bytes that were read (unpacked):
 *
 *	frames of all stacks	beyond it, a stack keeps the frames next to its
 *				leaf, below "[truncated]"
 *	bytes of all names	beyond it, a name keeps its beginning
 *	bytes of folded text	beyond it, the run fails
 *
 * A message at the end reports each of these. --no-limits lifts them.
 */
enum { ALLOWANCE_NAME = 1024 }; /* any name may have this many bytes */

struct allowance {
	bool lifted;
	uint64_t read; /* bytes of the files before this one */
	const struct fg_lines *in; /* the file that is read now, or NULL */
	uint64_t frames, names; /* frames flushed, bytes of names, so far */
	uint64_t cut, shortened; /* stacks and names that were cut */
};

/* The number of frames that a stack may have from now on: SIZE_MAX, or few. */
size_t allowance_depth(const struct allowance *allowance);

/* The number of bytes that a name of `size` bytes may have; counts them. */
size_t allowance_long_name(struct allowance *allowance, size_t size);
static inline size_t allowance_name(struct allowance *allowance, size_t size)
{
	if (size > ALLOWANCE_NAME)
		return allowance_long_name(allowance, size);
	if (allowance)
		allowance->names += size;
	return size;
}

/* Ends a file: its bytes still count, but it will be closed. */
void allowance_end_file(struct allowance *allowance);

/* Reports what was left out, once. */
void allowance_report(const struct allowance *allowance, struct fg_diag *diag);

/*
 * FG_OK when all of the profile's text may be written; else an error, which
 * says how large it would be. O(stacks), rarely O(frames).
 */
FG_MUST_USE fg_status allowance_check_text(const struct allowance *allowance,
					   const struct fg_stacks *stacks,
					   struct fg_diag *diag);

#endif
