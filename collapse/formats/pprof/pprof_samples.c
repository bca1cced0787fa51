/* SPDX-License-Identifier: MIT */
#include "pprof_samples.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "fg/text.h"
#include "fold/signed_fold.h"
#include "pprof_default.h"
#include "pprof_frames.h"

enum { PROFILE_SAMPLE = 2 };

struct folder {
	struct collapse *c;
	const struct pprof_tables *t;
	struct stackbuf stack;
	struct pprof_frames frames;
	size_t sample_count; /* the metric that `samples` is of */
	bool is_signed; /* the stackbuf belongs to a signed_fold */

	/* The current sample. */
	uint64_t *locations; /* ids, leaf first */
	size_t location_count, location_room;
	fg_str *labels;
	size_t label_count, label_room;
	size_t value_count;
	int64_t value; /* of the chosen metric */
	uint64_t samples; /* that it is of; 0: not known */

	uint64_t bad_locations, bad_names, bad_values;
};

static fg_str string(struct folder *f, uint64_t number)
{
	fg_str s = pprof_string(f->t, number);

	f->bad_names += s.p == NULL;
	return s;
}

static void read_locations(struct folder *f, struct pb_field *field)
{
	uint64_t id;

	while (pb_number(field, &id)) {
		FG_RESERVE(&f->locations, &f->location_room,
			   f->location_count + 1);
		f->locations[f->location_count++] = id;
	}
}

static void read_values(struct folder *f, struct pb_field *field, bool count)
{
	struct metrics *m = f->c->metrics;
	uint64_t value;

	while (pb_number(field, &value)) {
		size_t i = f->value_count++;

		if (i == m->chosen)
			f->value = (int64_t)value;
		if (i == f->sample_count && i < m->count)
			f->samples = (int64_t)value < 0 ? 0 : value;
		if (count && i < m->count)
			metrics_count(m, i, (int64_t)value);
	}
}

/* Checks whether one of the values of a sample is negative. */
static void survey_sample(struct folder *f, fg_str bytes)
{
	struct pb sample = { bytes, false };
	struct pb_field field;

	f->value_count = 0;
	f->value = 0;
	while (pb_next(&sample, &field)) {
		if (field.number == 2)
			read_values(f, &field, true);
	}
	f->is_signed |= f->value < 0;
	f->bad_values += f->value_count != f->c->metrics->count;
}

static void read_sample(struct folder *f, fg_str bytes)
{
	struct pb sample = { bytes, false };
	struct pb_field field;

	f->location_count = f->label_count = f->value_count = 0;
	f->value = 0;
	f->samples = 0;
	while (pb_next(&sample, &field)) {
		if (field.number == 1) {
			read_locations(f, &field);
		} else if (field.number == 2) {
			read_values(f, &field, false);
		} else if (field.number == 3) {
			FG_RESERVE(&f->labels, &f->label_room,
				   f->label_count + 1);
			f->labels[f->label_count++] = field.bytes;
		}
	}
}

struct label {
	fg_str key, text; /* text NULL: a number */
	int64_t number;
	fg_str unit;
};

static struct label read_label(struct folder *f, fg_str bytes)
{
	struct label label = { 0 };
	struct pb part = { bytes, false };
	struct pb_field field;

	while (pb_next(&part, &field)) {
		if (field.number == 1)
			label.key = string(f, field.value);
		else if (field.number == 2 && field.value != 0)
			label.text = string(f, field.value);
		else if (field.number == 3)
			label.number = (int64_t)field.value;
		else if (field.number == 4)
			label.unit = string(f, field.value);
	}
	return label;
}

/* Room for any number. */
enum { NUMBER_ROOM = 24 };

/* The value as it is written after "KEY=". */
static fg_str label_value(const struct label *label, char room[NUMBER_ROOM])
{
	if (label->text.p)
		return label->text;
	return (fg_str){ room, (size_t)snprintf(room, NUMBER_ROOM, "%" PRId64,
						label->number) };
}

/* Whether the sample has the label "KEY=VALUE", or any label "KEY". */
static bool has_label(struct folder *f, const char *wanted)
{
	fg_str value = fg_from_c(wanted), key = fg_cut(&value, '=');
	char room[NUMBER_ROOM];

	for (size_t i = 0; i < f->label_count; i++) {
		struct label label = read_label(f, f->labels[i]);

		if (fg_equal(label.key, key) &&
		    (!value.p || fg_equal(label_value(&label, room), value)))
			return true;
	}
	return !value.p;
}

static bool is_wanted(struct folder *f)
{
	const char **labels = f->c->options->labels;

	for (size_t i = 0; labels && labels[i]; i++) {
		if (!has_label(f, labels[i]))
			return false;
	}
	return true;
}

/* Pushes "KEY:VALUE" for the first label of that key. */
static void push_label(struct folder *f, fg_str key)
{
	struct fg_buffer name = { 0 };
	char room[NUMBER_ROOM];
	bool found = false;

	for (size_t i = 0; i < f->label_count && !found; i++) {
		struct label label = read_label(f, f->labels[i]);

		found = fg_equal(label.key, key);
		if (!found)
			continue;
		fg_buffer_append(&name, key);
		fg_buffer_append(&name, FG_STR(":"));
		fg_buffer_append(&name, label_value(&label, room));
		if (!label.text.p)
			fg_buffer_append(&name, label.unit);
		stackbuf_push(&f->stack, fg_buffer_text(&name));
	}
	free(name.p);
}

/*
 * Pushes labels after the frames, which are leaf first; the first option
 * becomes the root.
 */
static void push_labels(struct folder *f)
{
	const char **labels = f->c->options->labels;
	size_t count = 0;

	while (labels && labels[count])
		count++;
	while (count-- > 0) {
		fg_str value = fg_from_c(labels[count]);
		fg_str key = fg_cut(&value, '=');

		if (!value.p)
			push_label(f, key);
	}
}

static void push_location(struct folder *f, uint64_t id)
{
	size_t number = pprof_find(&f->t->location_index, id);

	if (number == SIZE_MAX) {
		f->bad_locations++;
		stackbuf_push(&f->stack, FG_STR("[bad location]"));
		return;
	}
	pprof_frames_push(&f->frames, number);
}

static void fold_sample(struct folder *f, fg_str bytes)
{
	read_sample(f, bytes);
	if (f->value == 0 || !is_wanted(f))
		return;
	for (size_t i = 0; i < f->location_count; i++)
		push_location(f, f->locations[i]);
	if (f->stack.depth == 0)
		stackbuf_push(&f->stack, FG_STR("[unknown]"));
	push_labels(f);
	if (f->is_signed)
		signed_flush(&f->stack, LEAF_FIRST, f->value, 0);
	else
		stackbuf_flush_samples(&f->stack, LEAF_FIRST,
				       (struct fg_weight){ (uint64_t)f->value,
							   0 },
				       f->samples);
}

static void each_sample(struct folder *f, fg_str profile,
			void (*what)(struct folder *f, fg_str bytes))
{
	struct pb message = { profile, false };
	struct pb_field field;

	while (pb_next(&message, &field)) {
		if (field.number == PROFILE_SAMPLE && pb_is_bytes(&field))
			what(f, field.bytes);
	}
}

static void fold_all(struct folder *f, struct collapse *to, fg_str profile)
{
	stackbuf_init(&f->stack, to);
	pprof_frames_init(&f->frames, f->t, f->c->options, &f->stack,
			  profile.n);
	f->sample_count = pprof_sample_count(f->c->metrics);
	each_sample(f, profile, fold_sample);
	f->bad_names += f->frames.bad_names;
	pprof_frames_free(&f->frames);
	free(f->locations);
	free(f->labels);
	stackbuf_free(&f->stack);
}

static void report(const struct folder *f, struct fg_loc loc)
{
	struct fg_diag *diag = f->c->diag;

	if (f->bad_locations > 0)
		fg_warn(diag, loc,
			"frames whose location is not in the profile: %" PRIu64,
			f->bad_locations);
	if (f->bad_names > 0)
		fg_warn(diag, loc,
			"names that are not in the profile: %" PRIu64,
			f->bad_names);
	if (f->bad_values > 0)
		fg_warn(diag, loc,
			"samples with more or fewer than %zu values: %" PRIu64,
			f->c->metrics->count, f->bad_values);
}

void pprof_samples_fold(struct collapse *c, const struct pprof_tables *t,
			fg_str profile)
{
	struct fg_loc loc = fg_lines_whole(c->in);
	struct folder f = { .c = c, .t = t };
	struct signed_fold fold;

	each_sample(&f, profile, survey_sample);
	if (c->options->list_metrics)
		return;
	if (f.is_signed) {
		signed_begin(&fold, c);
		fold_all(&f, &fold.c, profile);
		signed_end(&fold, loc);
	} else {
		fold_all(&f, c, profile);
	}
	report(&f, loc);
}
