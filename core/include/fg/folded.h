/* SPDX-License-Identifier: MIT */
#ifndef FG_FOLDED_H
#define FG_FOLDED_H

#include "fg/header.h"
#include "fg/lines.h"
#include "fg/out.h"
#include "fg/stacks.h"

/*
 * The folded format, which joins the three programs:
 *
 *	main;parse;read_file 12
 *	main;parse 3.5
 *	main;run 10 20
 *
 * One stack per line, root first, names split at ';', then one weight, or two
 * (before and after). The reader accepts CRLF, tabs, repeated and trailing
 * blanks, a missing last newline, control bytes, and exponents with a sign
 * ("1e+06", as awk writes them; "1e3" is not a number). Blank lines and
 * comments are skipped. A comment is "#" or begins with "# "; but with a ';'
 * and a weight it is a stack whose first name begins so. Empty names at the
 * end of a stack are dropped. Any other line without a weight is a bad line: a
 * warning with its line number (and their number at the end), never an error.
 */
struct fg_folded_reader {
	const char *metric; /* the metric to read; NULL: the first one */
	bool keeps_slices; /* stacks of sections get a mark: slices.h */
	bool wants_parts; /* out: `parts` has the stacks of other metrics */
	bool one_column; /* "name 1 2" is a frame "name 1" with weight 2 */
	bool callers_first; /* leaf first in the result */
	unsigned threads; /* most threads to read with; 0 is 1 */
	uint64_t lines, bad; /* out: lines with text; lines without a weight */
	uint64_t pairs; /* out: lines that end in two numbers */
	uint64_t first_bad, first_pair; /* out: line numbers; 0: none */
	struct fg_header header; /* out: of the whole text; the caller frees */
	struct fg_number weight[2]; /* out: of all lines */
	bool is_mixed; /* out: it failed because headers have unlike units */
	bool has_slices; /* out: the text has sections of time or threads */

	/* Out: the metrics of a text that has several; else NULL. */
	struct fg_folded_part *parts;
	size_t part_count, chosen; /* `chosen`: the one that is read */
};

/*
 * One of several metrics of a text: doc/FOLDED.md, "Sections". The caller of
 * fg_folded_read() ends it with fg_folded_parts_free().
 */
struct fg_folded_part {
	struct fg_header header;
	struct fg_number weight; /* of all its lines */
	struct fg_stacks *stacks; /* NULL for the chosen one */
};
void fg_folded_parts_free(struct fg_folded_reader *reader);

/*
 * Headers (header.h) may stand anywhere among the lines; reader->header
 * describes all lines together, and is empty when there is none. The samples
 * that headers state are added to those of `to`. Sections of unlike units are
 * an error, unless headers with the key `metrics` say that the text has several
 * metrics: then one of them is read, and a note says which.
 *
 * Adds every line of `in` to `to`, column 0 for lines with one weight. A line
 * with two weights sets both columns; in a profile that has both kinds, a line
 * with one weight counts the same before and after. What is read does not
 * depend on the number of threads.
 */
fg_status fg_folded_read(struct fg_folded_reader *reader, struct fg_lines *in,
			 struct fg_stacks *to, struct fg_diag *diag);

/*
 * Splits one line (without its line end) as above: *stack is the trimmed text
 * before the weights. Returns the number of weights, 0 for a bad line.
 */
unsigned fg_folded_split(fg_str line, bool one_column, fg_str *stack,
			 struct fg_weight weights[2], bool *saturated);

/* What a trimmed line without a weight has where it should be. */
enum fg_folded_fault {
	FG_FOLDED_NONE, /* no number */
	FG_FOLDED_NEGATIVE, /* "-5" */
	FG_FOLDED_EXPONENT, /* "1e3", without a sign */
};
enum fg_folded_fault fg_folded_fault(fg_str line);

/* Whether a trimmed line's last number has digits that were rounded away. */
bool fg_folded_is_rounded(fg_str line);

/*
 * Whether a trimmed line is skipped: blank, or a comment. O(text.n) for "# ".
 */
bool fg_folded_skips(fg_str text);

/* Whether a line that begins with this trimmed text may be a comment. */
bool fg_folded_is_comment(fg_str name);

/*
 * True when the first lines of `head` look like folded stacks: nearly all have
 * a weight, and one in ten has two frames, or there is a header of
 * fg-collapse. Lines of one frame alone are not enough, because any text with
 * numbers at the ends of its lines has these.
 */
bool fg_folded_detect(fg_str head);

/*
 * True when fg_folded_detect() is false, but most lines could be stacks of one
 * frame: "main 12". Only the user knows whether they are.
 */
bool fg_folded_is_possible(fg_str head);

/*
 * Writes the profile as folded lines, sorted FG_BY_LINE (in order of arrival
 * for a FG_KEEP_ORDER profile), with both weights where it has two columns.
 * Names must not contain ';'; an LF in one is written as a blank. Uses up to
 * `threads` threads (0 is 1), which does not change the output.
 */
void fg_out_folded(struct fg_out *out, const struct fg_stacks *stacks,
		   unsigned threads);

/*
 * Writes the names of one stack of `names`, root first, as the beginning of a
 * folded line. A single name that would make the line a comment gets a ';'
 * after it.
 */
void fg_out_stack(struct fg_out *out, const struct fg_frames *names,
		  const fg_frame *ids, size_t depth);

#endif
