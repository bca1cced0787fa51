/* SPDX-License-Identifier: MIT */
#include "sorted_pair.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fg/alloc.h"
#include "fg/foreign.h"
#include "fg/held_messages.h"
#include "fg/sorted.h"
#include "runs.h"

/* Both files while they are read. */
struct pair {
	const char *path[SIDES];
	struct fg_held held[SIDES]; /* what was told of each */
	struct fg_lines *in[SIDES];
	struct fg_sorted_file file[SIDES];
	struct fg_sorted *sources[SIDES];
	struct fg_merge *merge;
};

static bool is_regular(const char *path)
{
	struct stat st;

	return strcmp(path, "-") != 0 && stat(path, &st) == 0 &&
	       S_ISREG(st.st_mode);
}

/* Whether nothing is wanted that needs all stacks at once. */
static bool is_possible(const struct diff_options *options)
{
	if (!options->folded || options->keep_runs || options->whole_runs ||
	    options->normalize != FG_NORMALIZE_NONE ||
	    !names_is_empty(options->names))
		return false;
	for (unsigned side = 0; side < SIDES; side++) {
		if (options->paths[side].count != 1 ||
		    !is_regular(options->paths[side].items[0]))
			return false;
	}
	return true;
}

/* Closes the files, and drops what was told and not released. */
static void pair_close(struct pair *pair)
{
	fg_merge_free(pair->merge);
	for (unsigned side = 0; side < SIDES; side++) {
		if (pair->sources[side])
			fg_sorted_file_free(&pair->file[side]);
		if (pair->in[side])
			fg_lines_close(pair->in[side]);
		fg_held_drop(&pair->held[side]);
	}
}

/* False where a file cannot be read, or does not begin with sorted stacks. */
static bool pair_open(struct pair *pair, const struct diff_options *options)
{
	*pair = (struct pair){ .merge = NULL };
	for (unsigned side = 0; side < SIDES; side++) {
		pair->path[side] = options->paths[side].items[0];
		fg_held_init(&pair->held[side]);
	}
	for (unsigned side = 0; side < SIDES; side++) {
		struct fg_diag *diag = &pair->held[side].diag;
		struct fg_lines *in = fg_lines_open(pair->path[side], diag);

		pair->in[side] = in;
		if (!in || fg_foreign_check(in, diag) != FG_OK ||
		    !fg_sorted_is_likely(fg_lines_peek(in, FG_PEEK_MAX)))
			return false;
		fg_sorted_file_init(&pair->file[side], in);
		pair->file[side].line.column = side;
		pair->sources[side] = &pair->file[side].line;
	}
	pair->merge = fg_merge_new(pair->sources, SIDES);
	return true;
}

/* Which of options->only and diff->parts a stack belongs to. */
static unsigned kind_of(const uint64_t weight[SIDES])
{
	bool before = weight[BEFORE] > 0, after = weight[AFTER] > 0;

	return before == after ? 2 : after;
}

static void add_up(struct diff *diff, struct fg_merge *merge)
{
	while (fg_merge_next(merge)) {
		struct diff_part *part = &diff->parts[kind_of(merge->weight)];

		part->count++;
		part->weight[BEFORE] += merge->weight[BEFORE];
		part->weight[AFTER] += merge->weight[AFTER];
	}
}

/*
 * Whether the whole of both files was sorted, and they go together. If they do
 * not, diff_read() says more.
 */
static bool is_usual(const struct diff *diff, const struct pair *pair)
{
	for (unsigned side = 0; side < SIDES; side++) {
		if (!fg_sorted_file_is_whole(&pair->file[side]) ||
		    pair->file[side].total == 0)
			return false;
	}
	return diff->parts[2].count > 0;
}

/* Takes over the headers, and tells what is to be told of both files. */
static fg_status end_sides(struct diff *diff, struct pair *pair,
			   const struct diff_options *options,
			   struct runs_headers *headers, struct fg_diag *diag)
{
	fg_status status = FG_OK;

	for (unsigned side = 0; side < SIDES; side++) {
		struct fg_diag *to = &pair->held[side].diag;
		struct fg_stacks *own = fg_stacks_new(FG_FOLD);
		struct fg_header header = { 0 };

		if (status == FG_OK)
			status = fg_sorted_file_end(&pair->file[side], &header,
						    own, to);
		if (status == FG_OK && options->verbose)
			fg_note(to, (struct fg_loc){ pair->path[side], 0 },
				"lines read: %llu, skipped: 0",
				(unsigned long long)pair->file[side].lines);
		fg_held_release(&pair->held[side], diag);
		fg_held_init(&pair->held[side]);
		if (status == FG_OK)
			status = fg_header_files_add(&headers->sides[side],
						     &header, pair->path[side],
						     diag);
		fg_samples_join(fg_stacks_samples(diff->stacks, side),
				fg_stacks_samples(own, 0));
		fg_header_free(&header);
		fg_stacks_free(own);
		diff->total[side] = pair->file[side].total;
	}
	return runs_end_headers(diff, headers, status, diag);
}

bool sorted_read(struct diff *diff, const struct diff_options *options,
		 struct fg_diag *diag, fg_status *status)
{
	struct runs_headers headers = { 0 };
	struct pair pair;
	bool done;

	if (!is_possible(options))
		return false;
	done = pair_open(&pair, options);
	if (done) {
		add_up(diff, pair.merge);
		done = is_usual(diff, &pair);
	}
	if (done) {
		diff->is_sorted = true;
		diff->stacks = fg_stacks_new(FG_FOLD);
		*status = end_sides(diff, &pair, options, &headers, diag);
	} else {
		memset(diff->parts, 0, sizeof diff->parts);
	}
	pair_close(&pair);
	return done;
}

static void put_line(struct fg_out *out, const struct fg_merge *merge)
{
	fg_out_puts(out, fg_buffer_text(&merge->stack));
	fg_out_char(out, ' ');
	fg_out_number(out, merge->weight[BEFORE], 0);
	fg_out_char(out, ' ');
	fg_out_number(out, merge->weight[AFTER], 0);
	fg_out_char(out, '\n');
}

static void put_lines(struct fg_out *out, struct diff *diff,
		      const struct diff_options *options,
		      struct fg_merge *merge)
{
	const bool *only = options->only;
	bool all = !only[0] && !only[1] && !only[2];

	while (fg_merge_next(merge)) {
		const uint64_t *w = merge->weight;

		if ((!all && !only[kind_of(w)]) ||
		    !diff_reaches(diff, options->min_delta, w[BEFORE],
				  w[AFTER]))
			continue;
		diff->differs |= w[BEFORE] != w[AFTER];
		put_line(out, merge);
	}
}

fg_status sorted_write(struct fg_out *out, struct diff *diff,
		       const struct diff_options *options, struct fg_diag *diag)
{
	struct pair pair;
	bool same = pair_open(&pair, options);
	fg_status status = FG_OK;

	if (same)
		put_lines(out, diff, options, pair.merge);
	for (unsigned side = 0; side < SIDES && status == FG_OK; side++) {
		if (!same || !fg_sorted_file_is_whole(&pair.file[side]) ||
		    pair.file[side].total != diff->total[side])
			status = fg_fail(diag, FG_EIO,
					 (struct fg_loc){ pair.path[side], 0 },
					 "the file has changed while it was "
					 "read");
	}
	pair_close(&pair);
	return status;
}
