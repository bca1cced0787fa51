/* SPDX-License-Identifier: MIT */
#include "normalize.h"

#include <math.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "model.h"
#include "tally.h"

/* The geometric mean of the sizes of a side's runs. */
static double size_of(const struct diff *diff, const double *sizes,
		      unsigned side)
{
	double sum = 0;
	size_t n = 0;

	for (size_t r = 0; r < diff->run_count; r++) {
		if (diff->runs[r].side == side) {
			sum += log(sizes[r]);
			n++;
		}
	}
	return n > 0 ? exp(sum / (double)n) : 1;
}

void normalize_by_median(struct diff *diff)
{
	const double decimals = 1e9;
	size_t names = fg_frames_count(fg_stacks_names(diff->stacks));
	double *totals = fg_malloc(diff->run_count * sizeof *totals);
	double *sizes = fg_malloc(diff->run_count * sizeof *sizes);
	struct tally functions;
	struct model_data data = { .item_count = names,
				   .run_count = diff->run_count,
				   .sample = (double)diff->period,
				   .totals = totals };
	double ratio;

	tally_fill(&functions, diff, NULL, names);
	data.values = functions.runs[SELF];
	for (size_t r = 0; r < diff->run_count; r++)
		totals[r] = diff->runs[r].total;
	model_sizes(&data, sizes);
	ratio = size_of(diff, sizes, AFTER) / size_of(diff, sizes, BEFORE);
	diff->factor[BEFORE] =
		factor_new((fg_wide)llround(fmin(ratio, 1e9) * decimals),
			   (fg_wide)decimals * diff->counts[BEFORE]);
	tally_free(&functions);
	free(totals);
	free(sizes);
}
