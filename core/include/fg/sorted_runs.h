/* SPDX-License-Identifier: MIT */
#ifndef FG_SORTED_RUNS_H
#define FG_SORTED_RUNS_H

#include "fg/sorted.h"

/*
 * Many sorted files become one profile. Each file is kept as a run: its text,
 * without what neighbours share. Some runs at a time are merged, and only the
 * stacks that are left are named.
 *
 *	struct fg_sorted_runs *runs = fg_sorted_runs_new(threads);
 *	is_sorted = fg_sorted_runs_read(runs, in, &file);	for each file
 *	fg_sorted_runs_end(runs, stacks);
 *
 * O(bytes), and log(files) for each stack. Memory for the profile, and 16 MB
 * for runs; with two or more threads, twice that.
 */
struct fg_sorted_runs;

/* With two or more `threads`, runs are merged while the next file is read. */
struct fg_sorted_runs *fg_sorted_runs_new(unsigned threads);

/*
 * Adds all stacks of `in`, and returns true; *file can be ended then
 * (fg_sorted_file_end). False where the input is not plain, sorted text in a
 * file that can be read again: nothing of it was added, and `in` is at its
 * beginning. The caller frees *file in both cases (fg_sorted_file_free).
 */
bool fg_sorted_runs_read(struct fg_sorted_runs *runs, struct fg_lines *in,
			 struct fg_sorted_file *file);

/*
 * Whether few stacks came more than once. Then other files are better read as
 * all other input is.
 */
bool fg_sorted_runs_are_useless(struct fg_sorted_runs *runs);

/* Adds all stacks to column 0 of `to`, and frees. NULL is allowed. */
void fg_sorted_runs_end(struct fg_sorted_runs *runs, struct fg_stacks *to);

#endif
