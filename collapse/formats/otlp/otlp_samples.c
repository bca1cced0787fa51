/* SPDX-License-Identifier: MIT */
#include "otlp_samples.h"

#include <stdlib.h>

void otlp_observed_free(struct otlp_observed *s)
{
	free(s->at.labels);
	free(s->values);
	free(s->times);
	*s = (struct otlp_observed){ 0 };
}

/* Times are fixed64 since 1.8, and varints before that. */
static void read_times(struct otlp_observed *s, struct pb_field *f, bool fixed)
{
	if (!pb_is_bytes(f) || !fixed) {
		otlp_take_numbers(&s->times, &s->time_count, &s->time_room, f);
		return;
	}
	FG_RESERVE(&s->times, &s->time_room, s->time_count + f->bytes.n / 8);
	for (size_t i = 0; i + 8 <= f->bytes.n; i += 8) {
		uint64_t time = 0;

		for (unsigned k = 0; k < 8; k++)
			time |= (uint64_t)(unsigned char)f->bytes.p[i + k]
				<< 8 * k;
		s->times[s->time_count++] = time;
	}
}

struct place {
	uint64_t stack, first, count;
};

static void find_stack(struct otlp_observed *s, struct place place,
		       const struct otlp_tables *t, const uint64_t *indices,
		       size_t index_count, struct otlp_faults *faults)
{
	s->at.places = NULL;
	s->at.place_count = 0;
	if (place.count > 0) {
		if (place.first > index_count ||
		    place.count > index_count - place.first) {
			faults->stacks++;
			return;
		}
		s->at.places = indices + place.first;
		s->at.place_count = (size_t)place.count;
	} else if (place.stack < t->stack_count) {
		struct otlp_list list = t->stacks[place.stack];

		if (list.count > 0)
			s->at.places = t->ids + list.first;
		s->at.place_count = list.count;
	} else if (place.stack > 0) {
		faults->stacks++;
	}
}

void otlp_observed_read(struct otlp_observed *s, fg_str bytes,
			const struct otlp_layout *layout,
			const struct otlp_tables *t, const uint64_t *indices,
			size_t index_count, struct otlp_faults *faults)
{
	struct pb sample = { bytes, false };
	struct place place = { 0, 0, 0 };
	bool has_stacks = otlp_role(layout->sample, 1) == OTLP_STACK;
	struct pb_field f;

	s->at.label_count = s->value_count = s->time_count = 0;
	while (pb_next(&sample, &f)) {
		enum otlp_role role = otlp_role(layout->sample, f.number);

		if (role == OTLP_STACK)
			place.stack = f.value;
		else if (role == OTLP_FIRST)
			place.first = f.value;
		else if (role == OTLP_COUNT)
			place.count = f.value;
		else if (role == OTLP_VALUES)
			otlp_take_numbers(&s->values, &s->value_count,
					  &s->value_room, &f);
		else if (role == OTLP_LABELS)
			otlp_take_numbers(&s->at.labels, &s->at.label_count,
					  &s->at.label_room, &f);
		else if (role == OTLP_TIMES)
			read_times(s, &f, has_stacks);
	}
	find_stack(s, place, t, indices, index_count, faults);
}

fg_swide otlp_observed_weight(const struct otlp_observed *s, size_t column,
			      size_t columns)
{
	fg_swide sum = 0;

	if (columns > 1)
		return column < s->value_count ? (int64_t)s->values[column] : 0;
	if (s->value_count == 0)
		return (fg_swide)s->time_count;
	for (size_t i = 0; i < s->value_count; i++)
		sum += (int64_t)s->values[i];
	return sum;
}

fg_swide otlp_observed_part(const struct otlp_observed *s, size_t column,
			    size_t columns, size_t i)
{
	fg_swide all, n = (fg_swide)s->time_count;

	if (columns == 1 && s->value_count == s->time_count)
		return (int64_t)s->values[i];
	/* one value for several times: equal shares, whose sum is the value */
	all = otlp_observed_weight(s, column, columns);
	return all * ((fg_swide)i + 1) / n - all * (fg_swide)i / n;
}
