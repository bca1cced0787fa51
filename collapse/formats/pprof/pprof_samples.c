/* SPDX-License-Identifier: MIT */
#include "pprof_samples.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "fg/text.h"
#include "fold/signed_fold.h"
#include "names/native.h"
#include "pprof_default.h"
#include "symbols/demangle.h"

enum { PROFILE_SAMPLE = 2 };

/*
 * The limit for demangled names: a few bytes of a linker's name can stand for
 * many bytes of the source's. All names together may have this many times the
 * size of the profile, and some more.
 */
enum { NAMES_TIMES = 32, NAMES_MORE = 1 << 20 };

/* The frames of a location, the innermost first. */
struct place {
	size_t first, count; /* in folder.frames */
};

struct folder {
	struct collapse *c;
	const struct pprof_tables *t;
	struct stackbuf stack;
	struct namer namer;
	size_t sample_count; /* the metric that `samples` is of */
	bool is_signed; /* the stackbuf belongs to a signed_fold */

	struct place *places; /* by number of the location */
	fg_frame *frames;
	size_t frame_count, frame_room;
	uint64_t name_bytes; /* that demangled names may still take */

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

static void push_name(struct folder *f, const struct native_frame *frame)
{
	fg_frame id;

	if (!namer_name(&f->namer, frame, &id))
		return;
	FG_RESERVE(&f->frames, &f->frame_room, f->frame_count + 1);
	f->frames[f->frame_count++] = id;
}

/*
 * Demangles a linker's name, which writers without debug information leave
 * unchanged. NULL for other names; else the caller frees it.
 */
static char *source_name(struct folder *f, fg_str name)
{
	fg_str bare = name;
	uint64_t cost;
	char *plain;

	/* macOS adds a '_' in front */
	if (fg_starts_with(bare, FG_STR("__Z")))
		bare = fg_slice(bare, 1, bare.n);
	if ((!fg_starts_with(bare, FG_STR("_Z")) &&
	     !fg_starts_with(bare, FG_STR("_R"))) ||
	    bare.n > f->name_bytes)
		return NULL;
	plain = demangle(bare, false);
	cost = bare.n + (plain ? strlen(plain) : 0);
	f->name_bytes -= cost < f->name_bytes ? cost : f->name_bytes;
	return plain;
}

static void name_line(struct folder *f, const struct pprof_line *line,
		      struct native_frame frame)
{
	size_t at = pprof_find(&f->t->function_index, line->function);
	char *plain = NULL;

	if (at == SIZE_MAX) {
		f->bad_names += line->function != 0;
	} else {
		const struct pprof_function *function = &f->t->functions[at];

		frame.name = string(f, function->name);
		if (frame.name.n == 0)
			frame.name = string(f, function->system_name);
		plain = source_name(f, frame.name);
		if (plain)
			frame.name = fg_from_c(plain);
		frame.file = string(f, function->file);
		frame.line = line->line > 0 ? (uint64_t)line->line : 0;
	}
	push_name(f, &frame);
	free(plain);
}

/* If the module's name is set, the address must be one in the module's file. */
static void take_module(struct folder *f, const struct pprof_module *module,
			struct native_frame *frame)
{
	const struct collapse_options *o = f->c->options;
	bool both = o->unknown == UNKNOWN_BOTH ||
		    (o->addrs && o->unknown == UNKNOWN_MODULE);

	frame->module = string(f, module->file);
	if (both && frame->address >= module->start)
		frame->address += module->offset - module->start;
}

static void name_location(struct folder *f, size_t number)
{
	const struct pprof_location *l = &f->t->locations[number];
	size_t module = pprof_find(&f->t->module_index, l->module);
	struct native_frame frame = { .address = l->address,
				      .has_address = l->address != 0 };

	f->places[number].first = f->frame_count;
	if (module != SIZE_MAX)
		take_module(f, &f->t->modules[module], &frame);
	for (size_t i = 0; i < l->line_count; i++) {
		frame.inlined = i + 1 < l->line_count;
		name_line(f, &f->t->lines[l->first_line + i], frame);
	}
	if (l->line_count == 0)
		push_name(f, &frame);
	f->places[number].count = f->frame_count - f->places[number].first;
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
	struct place place;

	if (number == SIZE_MAX) {
		f->bad_locations++;
		stackbuf_push(&f->stack, FG_STR("[bad location]"));
		return;
	}
	place = f->places[number];
	stackbuf_push_ids(&f->stack, f->frames + place.first, place.count);
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
	namer_init(&f->namer, f->c->options, &f->stack);
	f->sample_count = pprof_sample_count(f->c->metrics);
	f->name_bytes = profile.n * NAMES_TIMES + NAMES_MORE;
	f->places = fg_calloc(f->t->location_count, sizeof *f->places);
	for (size_t i = 0; i < f->t->location_count; i++)
		name_location(f, i);
	each_sample(f, profile, fold_sample);
	free(f->places);
	free(f->frames);
	free(f->locations);
	free(f->labels);
	namer_free(&f->namer);
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
