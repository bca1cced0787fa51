/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_OTLP_TYPES_H
#define COLLAPSE_FORMATS_OTLP_TYPES_H

#include "format.h"
#include "otlp_message.h"

/*
 * The sample types of all profiles of a file; each is a metric. Profiles have
 * one each since 1.8, and several before that.
 */
enum { OTLP_TYPES_MAX = 256 }; /* more are damage */

struct otlp_type {
	fg_str name, unit; /* parts of a message */
	fg_swide total;
	bool has_negative;
};

struct otlp_types {
	struct otlp_type items[OTLP_TYPES_MAX];
	size_t count;
	size_t fallback; /* that the first profile names, or SIZE_MAX */
	bool too_many;
};

/* The types of one profile, by column of its samples' values. */
struct otlp_columns {
	size_t types[OTLP_TYPES_MAX]; /* indices of otlp_types */
	size_t count;
};

/*
 * Finds or adds the types of a profile. A profile without a type gets one that
 * counts samples.
 */
void otlp_types_of(struct otlp_types *types, const struct otlp_tables *t,
		   const struct otlp_layout *layout, fg_str profile,
		   struct otlp_columns *columns);

/*
 * Makes them the metrics of `c`, in the same order, and chooses one. Where a
 * name has several units, its count is called "samples", as pprof has it, and
 * others get the unit after their name.
 */
fg_status otlp_types_choose(const struct otlp_types *types, struct collapse *c);

#endif
