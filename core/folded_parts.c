/* SPDX-License-Identifier: MIT */
#include "folded_parts.h"

#include <stdlib.h>
#include <string.h>

#include "fg/slices.h"
#include "fg/text.h"

/* A text with more metrics is damaged; all further ones are the last. */
enum { PARTS_MAX = 256 };

bool folded_parts_is_begun(const struct fg_header *header)
{
	return fg_header_get(header, "metrics").n > 0 ||
	       fg_header_is_section(header);
}

bool folded_parts_detect(fg_str head)
{
	bool found = false;

	while (head.n > 0 && !found) {
		fg_str line = fg_cut(&head, '\n');
		struct fg_header header = { 0 };
		bool damaged = false;

		if (line.n == 0 || *line.p != '#' ||
		    !fg_header_parse(line, &header, &damaged))
			continue;
		found = folded_parts_is_begun(&header);
		fg_header_free(&header);
	}
	return found;
}

static struct folded_part *add_part(struct folded_parts *parts)
{
	struct folded_part *part;

	FG_RESERVE(&parts->items, &parts->room, parts->count + 1);
	part = &parts->items[parts->count++];
	*part = (struct folded_part){ .has_lines = false };
	part->out.stacks = fg_stacks_new(FG_FOLD);
	part->frames.batch.to = part->out.stacks;
	part->frames.callers_first = parts->reader->callers_first;
	return part;
}

void folded_parts_init(struct folded_parts *parts,
		       const struct fg_folded_reader *reader)
{
	*parts = (struct folded_parts){ .reader = reader };
	(void)add_part(parts);
}

bool folded_parts_same(const struct fg_header *a, const struct fg_header *b)
{
	return fg_header_alike(a, b) && !fg_header_other_metric(a, b);
}

static bool says_metric(const struct fg_header *header)
{
	return fg_header_get(header, "metric").n > 0 ||
	       fg_header_get(header, "unit").n > 0;
}

/* Chooses the part of that metric, or makes it. */
static void go_to(struct folded_parts *parts, const struct fg_header *header)
{
	struct folded_part *now = &parts->items[parts->now];

	parts->is_announced |= fg_header_get(header, "metrics").n > 0;
	if (!says_metric(header))
		return;
	if (!now->has_lines && !says_metric(&now->out.header)) {
		fg_header_copy(&now->out.header, header);
		return;
	}
	if (!parts->is_announced)
		return;
	for (size_t i = 0; i < parts->count; i++) {
		if (folded_parts_same(&parts->items[i].out.header, header)) {
			parts->now = i;
			return;
		}
	}
	if (parts->count == PARTS_MAX)
		return;
	parts->now = parts->count;
	fg_header_copy(&add_part(parts)->out.header, header);
}

void folded_parts_flush(struct folded_parts *parts)
{
	struct folded_frames *frames = &parts->items[parts->now].frames;

	folded_frames_flush(frames);
	fg_batch_flush(&frames->batch);
}

void folded_parts_header(struct folded_parts *parts,
			 const struct fg_header *header)
{
	struct fg_slice_key key;
	struct folded_frames *frames;
	bool damaged = false, is_slice;

	folded_parts_flush(parts);
	go_to(parts, header);
	frames = &parts->items[parts->now].frames;
	is_slice = fg_slice_of_header(header, &key, &damaged);
	parts->has_slices |= is_slice;
	frames->is_marked = is_slice && parts->reader->keeps_slices;
	if (!frames->is_marked)
		return;
	frames->mark = fg_slice_mark(fg_stacks_frames(frames->batch.to), &key);
}

struct folded_frames *folded_parts_line(struct folded_parts *parts,
					const struct folded_line *line)
{
	struct folded_part *part = &parts->items[parts->now];
	struct fg_weight w = line->weights[0];

	part->has_lines = true;
	(void)fg_number_add(&part->out.weight,
			    (struct fg_number){ w.units, w.scale });
	return &part->frames;
}

struct folded_part *folded_parts_find(struct folded_parts *parts,
				      const struct fg_header *header)
{
	for (size_t i = 0; parts->is_announced && i < parts->count; i++) {
		if (folded_parts_same(&parts->items[i].out.header, header))
			return &parts->items[i];
	}
	return &parts->items[0];
}

void fg_folded_parts_free(struct fg_folded_reader *reader)
{
	for (size_t i = 0; i < reader->part_count; i++) {
		fg_header_free(&reader->parts[i].header);
		fg_stacks_free(reader->parts[i].stacks);
	}
	free(reader->parts);
	reader->parts = NULL;
	reader->part_count = 0;
}

/* "alloc_space, inuse_space"; the caller frees it. */
static char *list_metrics(const struct folded_parts *parts)
{
	struct fg_buffer list = { 0 };

	for (size_t i = 0; i < parts->count; i++) {
		char *what = fg_header_what(&parts->items[i].out.header);

		fg_buffer_append(&list, i ? FG_STR(", ") : FG_STR(""));
		fg_buffer_append(&list, fg_from_c(what));
		free(what);
	}
	fg_buffer_append(&list, (fg_str){ "", 1 });
	return list.p;
}

/* Whether the name is meant, in any spelling of '-' and '_'. */
static bool is_named(const struct fg_header *header, fg_str name)
{
	fg_str metric = fg_header_get(header, "metric");

	if (metric.n == 0)
		metric = fg_header_get(header, "unit");
	for (size_t i = 0; i < name.n && name.n == metric.n; i++) {
		char a = metric.p[i], b = name.p[i];

		if ((a == '_' ? '-' : a) != (b == '_' ? '-' : b))
			return false;
	}
	return name.n == metric.n;
}

fg_status folded_parts_check(const struct fg_header *header, const char *metric,
			     const char *name, struct fg_diag *diag)
{
	char *what;
	fg_status status;

	if (!metric || is_named(header, fg_from_c(metric)))
		return FG_OK;
	what = fg_header_what(header);
	status = fg_fail(diag, FG_EUSAGE, (struct fg_loc){ name, 0 },
			 *what ? "--metric: no '%s' here; there is: %s"
			       : "--metric: no '%s' here; the text does not "
				 "say "
				 "what its weights are%s",
			 metric, what);
	free(what);
	return status;
}

static fg_status choose(const struct folded_parts *parts, const char *metric,
			size_t *chosen, const char *name, struct fg_diag *diag)
{
	struct fg_loc loc = { name, 0 };
	fg_status status = FG_OK;
	uint64_t number;
	char *list;

	*chosen = 0;
	while (metric && *chosen < parts->count &&
	       !is_named(&parts->items[*chosen].out.header, fg_from_c(metric)))
		++*chosen;
	if (*chosen < parts->count && (metric || parts->count == 1))
		return FG_OK;
	if (metric && fg_parse_u64(fg_from_c(metric), &number) &&
	    number < parts->count) {
		*chosen = (size_t)number;
		return FG_OK;
	}
	list = list_metrics(parts);
	if (metric)
		status = fg_fail(diag, FG_EUSAGE, loc,
				 "--metric: no '%s' here; there is: %s", metric,
				 list);
	else if (!parts->reader->wants_parts)
		fg_note(diag, loc,
			"the file has %zu metrics, and the first one is read; "
			"fg-collapse --metric chooses another: %s",
			parts->count, list);
	free(list);
	return status;
}

/*
 * Whether lines are below the header of another metric, as after sort: a
 * metric has lost all lines, and another has more weight than it had.
 */
static bool is_shuffled(const struct folded_parts *parts)
{
	bool lost = false, more = false;

	for (size_t i = 0; i < parts->count; i++) {
		const struct folded_part *part = &parts->items[i];
		struct fg_number total, weight = part->out.weight;
		unsigned scale;

		if (!fg_header_number(&part->out.header, "total", &total))
			continue;
		scale = total.scale > weight.scale ? total.scale : weight.scale;
		if (!fg_number_refine(&total, scale) ||
		    !fg_number_refine(&weight, scale))
			continue;
		lost |= total.units > 0 && !part->has_lines;
		more |= weight.units > total.units;
	}
	return lost && more;
}

/* Hands out all but the chosen one. */
static void hand_out(struct folded_parts *parts,
		     struct fg_folded_reader *reader)
{
	if (parts->count < 2)
		return;
	reader->parts = fg_calloc(parts->count, sizeof *reader->parts);
	reader->part_count = parts->count;
	for (size_t i = 0; i < parts->count; i++) {
		struct folded_part *part = &parts->items[i];

		reader->parts[i] = part->out;
		reader->parts[i].header = (struct fg_header){ 0 };
		fg_header_copy(&reader->parts[i].header, &part->out.header);
		if (i == reader->chosen || !reader->wants_parts)
			reader->parts[i].stacks = NULL;
		else
			part->out.stacks = NULL;
	}
}

/* Removes the marks: the slices mean nothing. */
static void forget_slices(struct folded_part *part)
{
	struct fg_stacks *plain = fg_stacks_new(FG_FOLD);
	struct fg_slices slices = { 0 };

	fg_slices_take(&slices, part->out.stacks, plain);
	fg_slices_free(&slices);
	fg_samples_join(fg_stacks_samples(plain, 0),
			fg_stacks_samples(part->out.stacks, 0));
	fg_stacks_free(part->out.stacks);
	part->out.stacks = plain;
}

/* The metric that is read becomes the reader's result. */
static void take_chosen(struct folded_parts *parts,
			struct fg_folded_reader *reader, struct fg_stacks *to)
{
	struct folded_part *chosen = &parts->items[reader->chosen];

	fg_header_copy(&reader->header, &chosen->out.header);
	if (parts->count > 1)
		reader->weight[0] = chosen->out.weight;
	fg_stacks_move(to, chosen->out.stacks);
	hand_out(parts, reader);
}

fg_status folded_parts_end(struct folded_parts *parts,
			   struct fg_folded_reader *reader,
			   struct fg_stacks *to, const struct sections_sum *sum,
			   fg_status status, const char *name,
			   struct fg_diag *diag)
{
	reader->has_slices = parts->has_slices && !sum->is_sorted;
	for (size_t i = 0; i < parts->count; i++) {
		if (sum->is_sorted)
			forget_slices(&parts->items[i]);
	}
	if (status == FG_OK && is_shuffled(parts))
		status = fg_fail(diag, FG_EINPUT, (struct fg_loc){ name, 0 },
				 "lines are below the header of another "
				 "metric, "
				 "as after sort: which metric they are of is "
				 "lost");
	if (status == FG_OK)
		status = choose(parts, reader->metric, &reader->chosen, name,
				diag);
	if (status == FG_OK)
		take_chosen(parts, reader, to);
	for (size_t i = 0; i < parts->count; i++) {
		fg_header_free(&parts->items[i].out.header);
		fg_stacks_free(parts->items[i].out.stacks);
		folded_frames_free(&parts->items[i].frames);
	}
	free(parts->items);
	return status;
}
