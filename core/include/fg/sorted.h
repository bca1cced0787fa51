/* SPDX-License-Identifier: MIT */
#ifndef FG_SORTED_H
#define FG_SORTED_H

#include "fg/folded.h"

/*
 * Sorted folded text without naming its frames. In sorted text, equal stacks
 * are neighbours, and a stack shares most of its beginning with the stack
 * before it. So stacks are compared as text, and only the bytes after the
 * shared beginning are looked at.
 *
 * A source gives sorted stacks one after the other:
 *
 *	main;parse 4            rest "main;parse", shared 0, n 10
 *	main;parse;read 12      rest ";read", shared 10, n 15
 *	main;write 3            rest "write", shared 5, n 10
 */
struct fg_sorted {
	const char *rest; /* the stack after its first `shared` bytes */
	size_t shared; /* bytes in common with the stack before */
	size_t n; /* bytes of the stack */
	uint64_t weight;
	unsigned column; /* where fg_merge adds the weight */

	/* Goes to the next stack; false at the end. */
	bool (*next)(struct fg_sorted *);
};

/*
 * A source that reads a file.
 *
 *	struct fg_sorted_file file;
 *	fg_sorted_file_init(&file, in);
 *	while (file.line.next(&file.line))
 *		...
 *	if (fg_sorted_file_is_whole(&file))
 *		status = fg_sorted_file_end(&file, &header, stacks, diag);
 *	fg_sorted_file_free(&file);
 *
 * It takes plain text only: lines sorted by stack in byte order, a blank, a
 * whole number; and comments and blank lines. It ends at any other line, as
 * at one with two weights or decimals. The caller then reads the file again,
 * by fg_folded_read(). Equal stacks may follow each other.
 *
 * O(bytes). Memory is two blocks of 128 kB, more where a line is longer.
 */
struct fg_sorted_file {
	struct fg_sorted line;
	uint64_t lines; /* with a weight */
	fg_wide total; /* of their weights */

	/* The rest is private. */
	struct fg_lines *in;
	struct fg_buffer blocks[2]; /* the current one; the one before */
	fg_str text; /* what is left of the current block */
	fg_str stack;
	uint64_t number; /* of the last line */
	fg_wide since; /* weight of the lines after the last header */
	bool has_lines; /* after the last header */
	bool is_unfit;
	struct fg_sorted_sections *sections;
};

void fg_sorted_file_init(struct fg_sorted_file *file, struct fg_lines *in);

/* After the end: whether all of the file was plain, sorted text. */
bool fg_sorted_file_is_whole(const struct fg_sorted_file *file);

/*
 * Combines the headers as fg_folded_read() does: *header describes all lines,
 * and the caller frees it; samples are added to column 0 of `to`. Warns, and
 * fails, in the same cases.
 */
fg_status fg_sorted_file_end(struct fg_sorted_file *file,
			     struct fg_header *header, struct fg_stacks *to,
			     struct fg_diag *diag);

void fg_sorted_file_free(struct fg_sorted_file *file);

/*
 * Whether the first lines of an input (fg_lines_peek) are plain, sorted text
 * with a name. False where there are too few to tell.
 */
bool fg_sorted_is_likely(fg_str head);

/*
 * Merges sources: each distinct stack once, in order, with the sums of its
 * weights in both columns. The sums must fit in 64 bits.
 *
 *	struct fg_merge *merge = fg_merge_new(sources, count);
 *	while (fg_merge_next(merge))
 *		... merge->stack, merge->weight
 *	fg_merge_free(merge);
 *
 * It is a tree of losers in which each loser remembers how many bytes it has
 * in common with the stack that it lost to (W. Ng, K. Kakehi, "Merging String
 * Sequences by Longest Common Prefixes", 2008). So two stacks are compared
 * only behind these bytes, and mostly not at all. O(log count) per line, plus
 * the bytes of `rest`.
 */
struct fg_merge {
	struct fg_buffer stack;
	size_t shared; /* bytes in common with the stack before */
	uint64_t weight[2];

	/* The rest is private. */
	struct fg_sorted **sources;
	size_t count, winner;
	int64_t same; /* of the winner, with `stack`; -1: all have ended */
	struct fg_merge_match *matches;
};

/* Borrows the sources and moves each to its first stack. */
struct fg_merge *fg_merge_new(struct fg_sorted **sources, size_t count);
bool fg_merge_next(struct fg_merge *merge);
void fg_merge_free(struct fg_merge *merge); /* NULL is allowed */

#endif
