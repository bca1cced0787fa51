/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <string.h>

#include "fg/text.h"
#include "fg/weight.h"
#include "input/scan.h"

bool options_seconds(fg_str text, uint64_t *ns)
{
	struct fg_weight w;
	bool saturated = false;

	if (!fg_weight_parse(text, &w, &saturated))
		return false;
	*ns = fg_mul_sat(w.units, fg_pow10(FG_SCALE_MAX - w.scale), &saturated);
	return !saturated;
}

/* An empty end of a range leaves *ns as it is. */
static bool parse_end(fg_str text, uint64_t *ns)
{
	return text.n == 0 || options_seconds(text, ns);
}

bool options_time(const char *text, struct collapse_options *options)
{
	fg_str to = fg_from_c(text), from = fg_cut(&to, ',');

	options->time_limited = true;
	options->time_to = UINT64_MAX;
	return to.p && parse_end(from, &options->time_from) &&
	       parse_end(to, &options->time_to) &&
	       options->time_from <= options->time_to;
}

bool options_have(const char **names, fg_str name)
{
	return names && scan_is_any(name, (const char *const *)names);
}

bool options_in_time(const struct collapse_options *options, uint64_t ns)
{
	return !options->time_limited ||
	       (ns >= options->time_from && ns <= options->time_to);
}
