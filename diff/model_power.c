/* SPDX-License-Identifier: MIT */
/*
 * What a number of runs can find, and how many runs find a change.
 */
#include "model_private.h"

#include <math.h>
#include <stdlib.h>

#include "distribution.h"

enum { RUNS_MAX = 1000 };

static const double power = 0.9;

/* How many errors a change has to have to be found. */
static double errors_needed(double level, double freedom)
{
	return t_exceeded(level, freedom) + t_exceeded(1 - power, freedom);
}

double model_detectable(const struct model *model, const struct effect *effect,
			double level)
{
	double samples = effect->mean[0] / model_unit(model);
	double error =
		sqrt(effect->dispersion / samples *
		     (1 / (double)model->runs[0] + 1 / (double)model->runs[1]));

	if (!(samples > 0))
		return INFINITY;
	return expm1(errors_needed(level, effect->freedom) * error);
}

size_t model_runs_needed(const struct model *model, const struct effect *effect,
			 double level, double size)
{
	double samples = effect->mean[0] / model_unit(model);

	for (size_t n = 2; samples > 0 && n <= RUNS_MAX; n++) {
		double freedom = model->prior + 2 * (double)n - 2;
		double error =
			sqrt(effect->dispersion / samples * 2 / (double)n);

		if (expm1(errors_needed(level, freedom) * error) <= size)
			return n;
	}
	return 0;
}
