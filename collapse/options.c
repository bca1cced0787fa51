/* SPDX-License-Identifier: MIT */
#include "options.h"

#include "fg/weight.h"

bool options_seconds(fg_str text, uint64_t *ns)
{
	struct fg_weight w;
	bool saturated = false;

	if (!fg_weight_parse(text, &w, &saturated))
		return false;
	*ns = fg_mul_sat(w.units, fg_pow10(FG_SCALE_MAX - w.scale), &saturated);
	return !saturated;
}

bool options_in_time(const struct collapse_options *options, uint64_t ns)
{
	return !options->time_limited ||
	       (ns >= options->time_from && ns <= options->time_to);
}
