/* SPDX-License-Identifier: MIT */
/*
 * Stacks that are already folded, to merge them or to pass them through the
 * filters: the output of this program, and of FlameGraph's and inferno's
 * collapsers.
 *
 *	main;parse;read_file 12
 *	main;parse 3.5
 *	main;run 10 20
 */
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/folded.h"
#include "fg/sorted_runs.h"
#include "fold/stackbuf.h"
#include "fold/timeline.h"
#include "format.h"

static int detect(fg_str head)
{
	return fg_folded_detect(head) ? BID_WEAK : BID_NO;
}

/* Weights of stacks, in units of their profile. */
struct sums {
	fg_wide all[2], passed[2];
};

static void pass(struct stackbuf *stack, const struct fg_stacks *from,
		 const fg_frame *map, struct sums *sums)
{
	unsigned scale = fg_stacks_scale(from);

	for (size_t i = 0; i < fg_stacks_count(from); i++) {
		struct fg_stack s = fg_stacks_get(from, i);
		uint64_t dropped = stack->dropped;
		struct fg_weight w[2] = { { s.weight[0], scale },
					  { s.weight[1], scale } };

		for (size_t d = 0; d < s.depth; d++)
			stackbuf_push_id(stack, map[s.ids[d]]);
		if (fg_stacks_two_columns(from))
			stackbuf_flush2(stack, ROOT_FIRST, w[0], w[1]);
		else
			stackbuf_flush(stack, ROOT_FIRST, w[0]);
		for (unsigned c = 0; c < 2; c++) {
			sums->all[c] += s.weight[c];
			if (stack->dropped == dropped)
				sums->passed[c] += s.weight[c];
		}
	}
}

/* Passes samples on in proportion to the weight that passed the filters. */
static void pass_samples(struct fg_stacks *to, struct fg_stacks *from,
			 const struct sums *sums)
{
	for (unsigned c = 0; c < 2; c++) {
		struct fg_samples samples =
			fg_samples_share(fg_stacks_samples(from, c),
					 sums->passed[c], sums->all[c]);

		fg_samples_join(fg_stacks_samples(to, c), &samples);
	}
}

/* The frames of another profile in the run's; the caller frees the array. */
static fg_frame *map_names(struct collapse *c, const struct fg_frames *names)
{
	struct fg_frames *to = fg_stacks_frames(c->out);
	size_t count = fg_frames_count(names);
	fg_frame *map = fg_malloc((count + 1) * sizeof *map);

	for (size_t i = 0; i < count; i++)
		map[i] = fg_frames_intern(to,
					  fg_frames_name(names, (fg_frame)i));
	return map;
}

/* Passes every stack of `from` through the filters into c->out. */
static void filter_into(struct collapse *c, struct fg_stacks *from)
{
	fg_frame *map = map_names(c, fg_stacks_names(from));
	struct sums sums = { 0 };
	struct stackbuf stack;

	stackbuf_init(&stack, c);
	pass(&stack, from, map, &sums);
	pass_samples(c->out, from, &sums);
	stackbuf_free(&stack);
	free(map);
}

/*
 * A part in time of the profile: as the input has it, or with --timeline=MS
 * spread over slices of that length.
 */
static void set_slice(struct stackbuf *stack, const struct collapse *c,
		      const struct fg_slice_key *key)
{
	stackbuf_thread(stack, key->thread);
	if (!key->has_time)
		return;
	if (c->options->slice_length > 0)
		stackbuf_time(stack, key->time, key->time + key->length);
	else
		stackbuf_slice(stack, key);
}

/* Passes every weight of the slices through the filters into c->out. */
static void pass_slices(struct collapse *c, struct fg_stacks *marked)
{
	struct fg_stacks *from = fg_stacks_new(FG_FOLD);
	const struct fg_frames *names = fg_stacks_names(from);
	unsigned scale = fg_stacks_scale(marked);
	struct fg_slices slices = { 0 };
	struct sums sums = { 0 };
	struct stackbuf stack;
	fg_frame *map;

	fg_slices_take(&slices, marked, from);
	c->timeline->has_own_slices = c->options->slice_length == 0;
	stackbuf_init(&stack, c);
	map = map_names(c, names);
	for (size_t i = 0; i < slices.count; i++) {
		const struct fg_slice *slice = &slices.items[i];

		for (size_t k = 0; k < slice->count; k++) {
			const struct fg_slice_weight *w =
				&slices.weights[slice->first + k];
			struct fg_stack s = fg_stacks_get(from, w->stack);
			uint64_t dropped = stack.dropped;

			for (size_t d = 0; d < s.depth; d++)
				stackbuf_push_id(&stack, map[s.ids[d]]);
			set_slice(&stack, c, &slice->key);
			stackbuf_flush(&stack, ROOT_FIRST,
				       (struct fg_weight){ w->weight, scale });
			sums.all[0] += w->weight;
			if (stack.dropped == dropped)
				sums.passed[0] += w->weight;
		}
	}
	pass_samples(c->out, marked, &sums);
	stackbuf_free(&stack);
	fg_slices_free(&slices);
	fg_stacks_free(from);
	free(map);
}

/* Reads the input into a profile of its own, and passes it on. */
static fg_status read_apart(struct collapse *c, struct fg_folded_reader *reader)
{
	struct fg_stacks *all = fg_stacks_new(
		c->options->no_aggregate ? FG_KEEP_ORDER : FG_FOLD);
	fg_status status = fg_folded_read(reader, c->in, all, c->diag);

	if (c->timeline && reader->has_slices && !fg_stacks_two_columns(all))
		pass_slices(c, all);
	else
		filter_into(c, all);
	fg_stacks_free(all);
	return status;
}

static void add_metric(struct collapse *c, const struct fg_header *header,
		       struct fg_number weight)
{
	fg_str metric = fg_header_get(header, "metric");
	fg_str unit = fg_header_get(header, "unit");
	size_t index;

	if (metric.n == 0 && unit.n == 0)
		return;
	index = metrics_add(c->metrics, metric.n > 0 ? metric : unit, unit);
	metrics_count(c->metrics, index,
		      (fg_swide)(weight.units / fg_pow10(weight.scale)));
}

/* Takes metric, unit and other keys from the header. */
static void take_header(struct collapse *c, struct fg_folded_reader *reader)
{
	struct fg_header *header = &reader->header;

	if (reader->part_count == 0)
		add_metric(c, header, reader->weight[0]);
	for (size_t i = 0; i < reader->part_count; i++)
		add_metric(c, &reader->parts[i].header,
			   reader->parts[i].weight);
	if (reader->chosen < c->metrics->count)
		c->metrics->chosen = reader->chosen;
	*c->header = *header;
	*header = (struct fg_header){ 0 };
	fg_header_set(c->header, "metrics", (fg_str){ 0 });
	fg_folded_parts_free(reader);
}

static void note_sum(const struct collapse *c,
		     const struct fg_folded_reader *reader)
{
	if (reader->has_slices && !c->timeline && c->options->verbose)
		fg_note(c->diag, fg_lines_whole(c->in),
			"the file has slices of time or threads, and their sum "
			"is folded; --timeline keeps them");
}

/* What is kept from file to file. */
struct state {
	size_t files;
	struct fg_sorted_runs *runs; /* NULL: none yet */
	bool is_useless; /* they were not worth the work */
};

/*
 * Few files are read as any other input: merging pays only where most stacks
 * come several times.
 */
enum { FIRST_MERGED = 2 };

static struct state *state_of(struct collapse *c)
{
	if (!c->state)
		c->state = fg_calloc(1, sizeof(struct state));
	return c->state;
}

/* Reads a sorted file; false where it is none, and is still to be read. */
static bool read_sorted(struct collapse *c, struct fg_folded_reader *reader,
			fg_status *status)
{
	struct state *state = state_of(c);
	struct fg_sorted_file file;
	bool is_sorted;

	if (state->files++ < FIRST_MERGED || state->is_useless ||
	    c->options->no_aggregate || fg_stacks_two_columns(c->out))
		return false;
	if (!state->runs)
		state->runs = fg_sorted_runs_new(c->options->threads);
	is_sorted = fg_sorted_runs_read(state->runs, c->in, &file);
	if (is_sorted) {
		*status = fg_sorted_file_end(&file, &reader->header, c->out,
					     c->diag);
		reader->weight[0] = (struct fg_number){ file.total, 0 };
		reader->is_mixed = *status != FG_OK;
		state->is_useless = fg_sorted_runs_are_useless(state->runs);
	}
	fg_sorted_file_free(&file);
	return is_sorted;
}

static fg_status parse(struct collapse *c)
{
	struct fg_folded_reader reader = { .threads = c->options->threads,
					   .metric = c->options->metric,
					   .keeps_slices = c->timeline,
					   .wants_parts =
						   c->options->list_metrics };
	struct filter filter;
	fg_status status;

	filter_init(&filter, c->options, fg_stacks_frames(c->out));
	if (filter.idle && !c->timeline && !c->options->metric &&
	    read_sorted(c, &reader, &status))
		;
	else if (filter.idle && !c->timeline)
		status = fg_folded_read(&reader, c->in, c->out, c->diag);
	else
		status = read_apart(c, &reader);
	c->is_mixed |= reader.is_mixed;
	note_sum(c, &reader);
	take_header(c, &reader);
	return status;
}

static fg_status finish(struct collapse *c)
{
	struct state *state = c->state;

	fg_sorted_runs_end(state->runs, c->out);
	free(state);
	c->state = NULL;
	return FG_OK;
}

const struct format format_folded = {
	.name = "folded",
	.summary = "folded stacks, as the collapsers write them",
	.own_metrics = true,
	.has = HAS_TIMELINE,
	.detect = detect,
	.parse = parse,
	.finish = finish,
	.tells_at_once = true,
};
