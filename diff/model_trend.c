/* SPDX-License-Identifier: MIT */
/*
 * The trend of the dispersions over all items, and how much it is worth.
 */
#include "model_private.h"

#include <math.h>
#include <stdlib.h>

#include "distribution.h"
#include "fg/alloc.h"

enum {
	FITTED_SAMPLES = 3, /* a run, for an item to count for the trend */
	FIT_STEPS = 50,
};

double model_trend(const struct model *model, double mean)
{
	return model->base + model->slope * mean;
}

/*
 * Weighted least squares of base and slope; the variance of a dispersion goes
 * with its square. Sampling alone makes 1, so the base is not less, where the
 * unit is known.
 */
static void fit_once(struct model *model, const struct model_item *items,
		     size_t count)
{
	double least = model->sample > 0 ? 1 : 0;
	double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0, spread;

	for (size_t i = 0; i < count; i++) {
		double x = items[i].mean, y = items[i].dispersion;
		double weight = pow(model_trend(model, x), -2);

		w += weight;
		wx += weight * x;
		wy += weight * y;
		wxx += weight * x * x;
		wxy += weight * x * y;
	}
	spread = wxx - wx * wx / w;
	model->slope = spread > 0 ? fmax(0, (wxy - wx * wy / w) / spread) : 0;
	model->base = (wy - model->slope * wx) / w;
	if (model->base < least) {
		model->base = least;
		model->slope = fmax(0, (wxy - least * wx) / wxx);
	}
}

/*
 * How many degrees of freedom the trend is worth: the logarithms of the
 * dispersions scatter around it by more than their own error, or not (Smyth
 * 2004, section 6.2).
 */
static double prior_of(const struct model *model,
		       const struct model_item *items, size_t count)
{
	double d = model->freedom, sum = 0, squares = 0, excess;

	if (count < 2)
		return 0;
	for (size_t i = 0; i < count; i++) {
		double ratio =
			items[i].dispersion / model_trend(model, items[i].mean);
		double e = log(fmax(ratio, 1e-3));

		sum += e;
		squares += e * e;
	}
	excess = (squares - sum * sum / (double)count) / (double)(count - 1) -
		 trigamma(d / 2);
	return excess > 0 ? 2 * trigamma_inverse(excess) : INFINITY;
}

void model_fit_items(struct model *model, const struct model_item *items,
		     size_t count)
{
	for (unsigned i = 0; count > 0 && i < FIT_STEPS; i++)
		fit_once(model, items, count);
	model->prior = prior_of(model, items, count);
}

void model_fit_trend(struct model *model, const struct model_data *data)
{
	struct model_item *items = fg_malloc(data->item_count * sizeof *items);
	size_t count = 0;

	for (size_t i = 0; i < data->item_count; i++) {
		struct spread s =
			model_spread(model, data->values + i * data->run_count);

		if (s.all >= (data->sample > 0 ? FITTED_SAMPLES : 0) &&
		    model_variance(model, s.all) > 0)
			items[count++] =
				(struct model_item){ s.all, s.dispersion };
	}
	model_fit_items(model, items, count);
	free(items);
}
