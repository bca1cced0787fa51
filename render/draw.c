/* SPDX-License-Identifier: MIT */
#include "draw.h"

#include "fg/folded.h"
#include "fg/foreign.h"
#include "fg/threads.h"
#include "prepare.h"

/* The input as read so far. */
struct input {
	struct fg_stacks *stacks;
	uint64_t lines, pairs; /* with a weight; with two */
	struct fg_loc first_pair;
	struct fg_header_files headers;
};

static void add_up(struct input *input, const struct fg_folded_reader *reader,
		   const char *name)
{
	if (input->pairs == 0)
		input->first_pair = (struct fg_loc){ name, reader->first_pair };
	input->lines += reader->lines - reader->bad;
	input->pairs += reader->pairs;
}

static fg_status read_file(struct draw *draw, const char *path,
			   struct input *input, struct fg_diag *diag)
{
	struct fg_folded_reader reader = { .callers_first = draw->callers_first,
					   .threads = fg_threads_available(),
					   .one_column = draw->one_column };
	struct fg_lines *in = fg_lines_open(path, diag);
	const char *name;
	fg_status status;

	if (!in)
		return FG_EIO;
	name = fg_lines_loc(in).file;
	status = fg_foreign_check(in, diag);
	if (status == FG_OK)
		status = fg_folded_read(&reader, in, input->stacks, diag);
	if (status == FG_OK)
		status = fg_foreign_check_lines(&reader, name, diag);
	if (status == FG_OK)
		status = fg_header_files_add(&input->headers, &reader.header,
					     name, diag);
	fg_header_free(&reader.header);
	fg_folded_parts_free(&reader);
	add_up(input, &reader, name);
	if (draw->verbose)
		fg_note(diag, (struct fg_loc){ name, 0 },
			"lines read: %llu, skipped: %llu",
			(unsigned long long)(reader.lines - reader.bad),
			(unsigned long long)reader.bad);
	if (status == FG_OK && draw->strict && reader.bad > 0)
		status = fg_fail(diag, FG_EINPUT,
				 (struct fg_loc){ name, reader.first_bad },
				 "not a folded stack, and --strict was given");
	fg_lines_close(in);
	return status;
}

/* One name that ends in a number can make a profile one of two columns. */
static void warn_of_pairs(const struct input *input, struct fg_diag *diag)
{
	if (input->pairs > 0 && input->pairs < input->lines)
		fg_warn(diag, input->first_pair,
			"%llu of %llu lines %s: "
			"drawn as a differential; lines with one weight count "
			"the same before and after (--one-column where the "
			"first number is of a name)",
			(unsigned long long)input->pairs,
			(unsigned long long)input->lines,
			input->pairs == 1 ? "has two weights, this one"
					  : "have two weights, this one first");
}

static void read_noise(const struct fg_header *header,
		       struct difference_options *options)
{
	options->has_noise = true;
	for (unsigned c = 0; c < 2; c++)
		options->has_noise &= fg_header_noise(
			header, c, &options->noise[c], &options->spread[c]);
}

/* *header becomes that of all files; the caller frees it. */
static fg_status read_files(struct draw *draw, struct fg_stacks *stacks,
			    struct fg_header *header, struct fg_diag *diag)
{
	static const char *const standard_input[] = { "-", NULL };
	const char *const *files = draw->files;
	struct input input = { .stacks = stacks };
	fg_status status = FG_OK;
	size_t n = 0;

	if (!files || !*files)
		files = standard_input;
	while (files[n] && status == FG_OK)
		status = read_file(draw, files[n++], &input, diag);
	draw->chart.difference.has_sums = fg_header_sums(
		&input.headers.header, &draw->chart.difference.sums);
	read_noise(&input.headers.header, &draw->chart.difference);
	*header = input.headers.header;
	if (status == FG_OK && !draw->one_column)
		warn_of_pairs(&input, diag);
	return status;
}

/* Replaces *stacks by the profile that was made from it. */
static void replace(struct fg_stacks **stacks, struct fg_stacks *made)
{
	fg_stacks_free(*stacks);
	*stacks = made;
}

/* The files beside the input that decide how frames look. */
static fg_status open_tables(struct draw *draw, struct nameattr **attributes,
			     struct fg_diag *diag)
{
	if (draw->nameattr) {
		*attributes = nameattr_read(draw->nameattr, diag);
		if (!*attributes)
			return FG_EIO;
		draw->chart.attributes = *attributes;
	}
	if (draw->colour_map) {
		draw->chart.map = colourmap_read(draw->colour_map, diag);
		if (!draw->chart.map)
			return FG_EIO;
	}
	return FG_OK;
}

/* If everything is gone, the picture shows what was there before. */
static bool is_empty(struct draw *draw, const struct fg_stacks *stacks)
{
	bool two = fg_stacks_two_columns(stacks);
	bool before = fg_stacks_total(stacks, 0) > 0;
	bool after = two && fg_stacks_total(stacks, 1) > 0;

	if (two && before && !after && !draw->chart.flame_chart)
		draw->chart.difference.width = DIFF_BEFORE;
	else if (two && draw->chart.difference.width == DIFF_BEFORE && !before)
		draw->chart.difference.width = DIFF_AFTER;
	return two && draw->chart.flame_chart ? !after : !before && !after;
}

static fg_status finish_output(struct fg_out **out)
{
	fg_status status = fg_out_close(*out, true);

	*out = NULL;
	return status;
}

static fg_status write_listing(struct draw *draw,
			       const struct fg_stacks *stacks,
			       struct fg_diag *diag)
{
	fg_status closed, status;

	if (fg_stacks_total(stacks, 0) == 0 && !draw->allow_empty)
		status = fg_fail(diag, FG_EINPUT, (struct fg_loc){ 0 },
				 "no stacks with a weight, nothing to list");
	else
		status = listing_write(draw->out, stacks, draw->chart.header,
				       &draw->listing, diag);
	closed = fg_out_close(draw->out, status == FG_OK);
	draw->out = NULL;
	return status == FG_OK ? closed : status;
}

static fg_status write_picture(struct draw *draw,
			       const struct fg_stacks *stacks,
			       struct fg_diag *diag)
{
	bool empty = is_empty(draw, stacks);
	fg_status status;

	if (empty)
		chart_write_empty(draw->out, &draw->chart);
	else
		chart_write(draw->out, stacks, &draw->chart);
	status = finish_output(&draw->out);
	if (status == FG_OK && empty && !draw->allow_empty)
		return fg_fail(diag, FG_EINPUT, (struct fg_loc){ 0 },
			       "no stacks with a weight, nothing to draw");
	return status;
}

fg_status draw(struct draw *draw, struct fg_diag *diag)
{
	struct fg_stacks *stacks = fg_stacks_new(
		draw->chart.flame_chart ? FG_KEEP_ORDER : FG_FOLD);
	struct nameattr *attributes = NULL;
	struct fg_header header = { 0 };
	fg_status status = open_tables(draw, &attributes, diag);

	if (status == FG_OK)
		status = read_files(draw, stacks, &header, diag);
	draw->chart.diag = diag;
	draw->chart.header = &header;
	if (status == FG_OK) {
		if (draw->bases)
			replace(&stacks, prepare_base(stacks, draw->bases));
		if (draw->chain)
			replace(&stacks, prepare_chain(stacks));
		status = draw->listing.table || draw->listing.tree
				 ? write_listing(draw, stacks, diag)
				 : write_picture(draw, stacks, diag);
	}
	if (status == FG_OK && draw->new_colour_map) {
		colourmap_write(draw->chart.map, draw->new_colour_map);
		status = finish_output(&draw->new_colour_map);
	}
	fg_out_drop(draw->out);
	fg_out_drop(draw->new_colour_map);
	draw->chart.header = NULL;
	fg_header_free(&header);
	fg_stacks_free(stacks);
	nameattr_free(attributes);
	colourmap_free(draw->chart.map);
	return status;
}
