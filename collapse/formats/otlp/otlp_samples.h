/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_OTLP_SAMPLES_H
#define COLLAPSE_FORMATS_OTLP_SAMPLES_H

#include "otlp_types.h"

/*
 * Samples while they are read. A sample is a stack with values. Since 1.8 all
 * values are of its profile's type: one for each time, or one for all; a
 * sample with times and no values weighs 1 at each time. Before that, there is
 * a value for each type.
 */
struct otlp_observed {
	struct otlp_sample at; /* its stack and labels */
	uint64_t *values, *times;
	size_t value_count, value_room, time_count, time_room;
};

void otlp_observed_free(struct otlp_observed *sample);

/* What is wrong with samples. */
struct otlp_faults {
	uint64_t stacks; /* that are not in the tables */
	uint64_t values; /* samples with another number of values */
	uint64_t timeless; /* samples without the time that --time asks for */
};

/*
 * Reads a sample. `indices` are the profile's indices of locations, to which
 * it refers until 1.7.
 */
void otlp_observed_read(struct otlp_observed *sample, fg_str bytes,
			const struct otlp_layout *layout,
			const struct otlp_tables *t, const uint64_t *indices,
			size_t index_count, struct otlp_faults *faults);

/* The weight in a column of `columns`. */
fg_swide otlp_observed_weight(const struct otlp_observed *sample, size_t column,
			      size_t columns);

/* The part of that weight that was observed at time `i`. */
fg_swide otlp_observed_part(const struct otlp_observed *sample, size_t column,
			    size_t columns, size_t i);

#endif
