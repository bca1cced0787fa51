/* SPDX-License-Identifier: MIT */
#include "otlp_labels.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fg/text.h"

void otlp_labels_init(struct otlp_labels *labels,
		      const struct collapse_options *options)
{
	size_t count = 0;

	while (options->labels && options->labels[count])
		count++;
	labels->count = count;
	labels->items = fg_calloc(count, sizeof *labels->items);
	for (size_t i = 0; i < count; i++) {
		struct otlp_wanted *w = &labels->items[i];

		w->value = fg_from_c(options->labels[i]);
		w->key = fg_cut(&w->value, '=');
	}
}

void otlp_labels_free(struct otlp_labels *labels)
{
	for (size_t i = 0; i < labels->count; i++) {
		free(labels->items[i].shared.p);
		free(labels->items[i].text.p);
		free(labels->items[i].places);
	}
	free(labels->items);
}

void otlp_labels_begin(struct otlp_labels *labels, const struct otlp_tables *t)
{
	for (size_t i = 0; i < labels->count; i++) {
		struct otlp_wanted *w = &labels->items[i];

		free(w->places);
		w->place_count = t->code.location_count;
		w->places = fg_calloc(w->place_count, sizeof *w->places);
	}
}

/* A label of KeyValue or KeyValueAndUnit. */
struct label {
	fg_str key, value; /* value: an AnyValue */
	fg_str unit;
};

/*
 * Field 1 is the key as text, or as index of a string. Field 3 is the index of
 * the unit in the dictionary's table since 1.8, and elsewhere of the key.
 */
static struct label read_label(const struct otlp_tables *t, fg_str bytes)
{
	struct label label = { 0 };
	struct pb part = { bytes, false };
	bool has_index = false;
	struct pb_field f;

	while (pb_next(&part, &f)) {
		if (f.number == 1 && !pb_is_bytes(&f)) {
			label.key = pprof_string(&t->code, f.value);
			has_index = true;
		} else if (f.number == 1) {
			label.key = f.bytes;
		} else if (f.number == 2) {
			label.value = f.bytes;
		} else if (f.number == 3 && !pb_is_bytes(&f)) {
			label.unit = pprof_string(&t->code, f.value);
		}
	}
	if (!has_index && label.key.n == 0) {
		label.key = label.unit;
		label.unit = (fg_str){ NULL, 0 };
	}
	return label;
}

static double as_double(uint64_t bits)
{
	double value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

/* Replaces the content of `to` by the value as people write it. */
static void write_value(const struct otlp_tables *t, const struct label *label,
			struct fg_buffer *to)
{
	struct pb part = { label->value, false };
	fg_str text = { NULL, 0 };
	char room[40];
	int n = -1;
	struct pb_field f;

	while (pb_next(&part, &f)) {
		if (f.number == 1)
			text = f.bytes;
		else if (f.number == 2)
			text = f.value ? FG_STR("true") : FG_STR("false");
		else if (f.number == 3)
			n = snprintf(room, sizeof room, "%" PRId64,
				     (int64_t)f.value);
		else if (f.number == 4)
			n = snprintf(room, sizeof room, "%.9g",
				     as_double(f.value));
		else if (f.number == 8)
			text = pprof_string(&t->code, f.value);
	}
	to->n = 0;
	if (n >= 0)
		text = (fg_str){ room, (size_t)n };
	fg_buffer_append(to, text);
}

/*
 * Whether it is the label that is wanted. Sets `to` to its value, with its unit
 * where the value is not compared.
 */
static bool is_wanted(const struct otlp_wanted *w, const struct otlp_tables *t,
		      fg_str bytes, struct fg_buffer *to)
{
	struct label label = read_label(t, bytes);

	if (!fg_equal(label.key, w->key))
		return false;
	write_value(t, &label, to);
	if (w->value.p)
		return fg_equal(fg_buffer_text(to), w->value);
	fg_buffer_append(to, label.unit);
	return true;
}

static bool find_in_list(const struct otlp_wanted *w,
			 const struct otlp_tables *t, const uint64_t *ids,
			 size_t count, struct fg_buffer *to)
{
	for (size_t i = 0; i < count; i++) {
		if (ids[i] < t->attribute_count &&
		    is_wanted(w, t, t->attributes[ids[i]], to))
			return true;
	}
	return false;
}

/* The same for a location or module, which many samples may share. */
static bool find_in_entry(const struct otlp_wanted *w,
			  const struct otlp_tables *t, struct otlp_list list,
			  struct fg_buffer *to)
{
	size_t count = list.count < OTLP_LABELS_MAX ? list.count
						    : OTLP_LABELS_MAX;

	return find_in_list(w, t, t->ids + list.first, count, to);
}

static bool find_in_place(const struct otlp_wanted *w,
			  const struct otlp_tables *t, uint64_t place,
			  struct fg_buffer *to)
{
	size_t module;

	if (place >= t->code.location_count)
		return false;
	if (t->id_count > 0 &&
	    find_in_entry(w, t, t->location_labels[place], to))
		return true;
	module = pprof_find(&t->code.module_index,
			    t->code.locations[place].module);
	return module != SIZE_MAX && t->id_count > 0 &&
	       find_in_entry(w, t, t->module_labels[module], to);
}

/*
 * The same, with what was found there before. Many samples share long stacks,
 * so only a location that has the label is searched again, for the value.
 */
static bool place_has(struct otlp_wanted *w, const struct otlp_tables *t,
		      uint64_t place)
{
	enum { UNKNOWN, NO, YES };
	bool found;

	if (place >= w->place_count || w->places[place] == NO)
		return false;
	found = find_in_place(w, t, place, &w->text);
	w->places[place] = found ? YES : NO;
	return found;
}

/* Finds it among the messages of that number in `bytes`. */
static bool find_inside(const struct otlp_wanted *w,
			const struct otlp_tables *t, fg_str bytes,
			uint32_t number, struct fg_buffer *to)
{
	struct pb message = { bytes, false };
	struct pb_field f;

	while (pb_next(&message, &f)) {
		if (f.number == number && pb_is_bytes(&f) &&
		    is_wanted(w, t, f.bytes, to))
			return true;
	}
	return false;
}

/* Name and version of the scope, under the names that OTLP gives them. */
static bool find_scope_name(const struct otlp_wanted *w, fg_str scope,
			    struct fg_buffer *to)
{
	static const fg_str names[] = {
		[1] = { "otel.scope.name", 15 }, [2] = { "otel.scope.version", 18 }
	};
	struct pb message = { scope, false };
	struct pb_field f;

	while (pb_next(&message, &f)) {
		if ((f.number != 1 && f.number != 2) || !pb_is_bytes(&f) ||
		    !fg_equal(w->key, names[f.number]) ||
		    (w->value.p && !fg_equal(w->value, f.bytes)))
			continue;
		to->n = 0;
		fg_buffer_append(to, f.bytes);
		return true;
	}
	return false;
}

static bool find_in_profile(const struct otlp_wanted *w,
			    const struct otlp_tables *t,
			    const struct otlp_layout *layout, fg_str bytes,
			    struct fg_buffer *to)
{
	struct pb profile = { bytes, false };
	struct pb_field f;
	uint64_t index;

	while (pb_next(&profile, &f)) {
		enum otlp_role role = otlp_role(layout->profile, f.number);

		if (role == OTLP_OWN_LABELS && pb_is_bytes(&f) &&
		    is_wanted(w, t, f.bytes, to))
			return true;
		if (role != OTLP_LABELS)
			continue;
		while (pb_number(&f, &index)) {
			if (find_in_list(w, t, &index, 1, to))
				return true;
		}
	}
	return false;
}

void otlp_labels_share(struct otlp_labels *labels, const struct otlp_tables *t,
		       const struct otlp_layout *layout,
		       const struct otlp_profile *p)
{
	enum { RESOURCE_LABELS = 1, SCOPE_LABELS = 3 };

	for (size_t i = 0; i < labels->count; i++) {
		struct otlp_wanted *w = &labels->items[i];
		struct fg_buffer *to = &w->shared;

		w->is_shared =
			find_in_profile(w, t, layout, p->bytes, to) ||
			find_inside(w, t, p->scope, SCOPE_LABELS, to) ||
			find_scope_name(w, p->scope, to) ||
			find_inside(w, t, p->resource, RESOURCE_LABELS, to);
	}
}

static bool find(struct otlp_wanted *w, const struct otlp_tables *t,
		 const struct otlp_sample *s, size_t depth)
{
	if (find_in_list(w, t, s->labels, s->label_count, &w->text))
		return true;
	for (size_t i = 0; i < s->place_count && i < depth; i++) {
		if (place_has(w, t, s->places[i]))
			return true;
	}
	if (!w->is_shared)
		return false;
	w->text.n = 0;
	fg_buffer_append(&w->text, fg_buffer_text(&w->shared));
	return true;
}

bool otlp_labels_find(struct otlp_labels *labels, const struct otlp_tables *t,
		      const struct otlp_sample *sample, size_t depth)
{
	bool wanted = true;

	for (size_t i = 0; i < labels->count; i++) {
		struct otlp_wanted *w = &labels->items[i];

		w->found = find(w, t, sample, depth);
		wanted &= w->found || !w->value.p;
	}
	return wanted;
}
