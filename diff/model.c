/* SPDX-License-Identifier: MIT */
#include "model.h"

#include <math.h>
#include <stdlib.h>

#include "distribution.h"
#include "fg/alloc.h"

enum {
	SIZED_SAMPLES = 10, /* a run, for an item to count for sizes */
	SIZED_ITEMS = 5,
	FITTED_SAMPLES = 3, /* a run, for an item to count for the trend */
	FIT_STEPS = 50,
	RUNS_MAX = 1000,
};

static const double power = 0.9, interval = 0.95;

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *values, size_t count)
{
	qsort(values, count, sizeof *values, by_value);
	return count % 2 ? values[count / 2]
			 : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* ---- sizes ---- */

static double unit_of(double sample)
{
	return sample > 0 ? sample : 1;
}

/* The mean logarithm of an item's values; false where it does not count. */
static bool mean_log(const struct model_data *data, size_t item, double *mean)
{
	const double *values = data->values + item * data->run_count;
	double least = SIZED_SAMPLES * unit_of(data->sample), sum = 0;

	*mean = 0;
	for (size_t r = 0; r < data->run_count; r++) {
		if (values[r] <= 0)
			return false;
		sum += values[r];
		*mean += log(values[r]) / (double)data->run_count;
	}
	return sum >= least * (double)data->run_count;
}

static void sizes_by_totals(const struct model_data *data, double *sizes)
{
	for (size_t r = 0; r < data->run_count; r++)
		sizes[r] = data->totals[r] > 0 ? log(data->totals[r]) : 0;
}

/* From logarithms to sizes of a geometric mean of 1. Returns the mean. */
static double centre(double *sizes, size_t count)
{
	double middle = 0;

	for (size_t r = 0; r < count; r++)
		middle += sizes[r] / (double)count;
	for (size_t r = 0; r < count; r++)
		sizes[r] = exp(sizes[r] - middle);
	return exp(middle);
}

void model_sizes(const struct model_data *data, double *sizes)
{
	double *means = fg_malloc(data->item_count * sizeof *means);
	double *ratios = fg_malloc(data->item_count * sizeof *ratios);
	size_t counted = 0;

	for (size_t i = 0; i < data->item_count; i++) {
		if (mean_log(data, i, &means[i]))
			counted++;
		else
			means[i] = NAN;
	}
	for (size_t r = 0; counted >= SIZED_ITEMS && r < data->run_count; r++) {
		size_t n = 0;

		for (size_t i = 0; i < data->item_count; i++) {
			if (!isnan(means[i]))
				ratios[n++] =
					log(data->values[i * data->run_count +
							 r]) -
					means[i];
		}
		sizes[r] = median(ratios, n);
	}
	if (counted < SIZED_ITEMS)
		sizes_by_totals(data, sizes);
	(void)centre(sizes, data->run_count);
	free(means);
	free(ratios);
}

/* ---- one item ---- */

/* What sampling makes of a mean number of samples. */
static double variance_of(const struct model *model, double mean)
{
	return mean * fmax(0, 1 - mean / model->whole);
}

struct spread {
	double mean[2]; /* of each side, in samples */
	double all; /* the mean of all runs */
	double dispersion; /* its own; 0 where it cannot be known */
};

/* By how much dividing by sizes stretches what sampling does, in the mean. */
static double stretch_of(const struct model *model)
{
	double sum = 0;

	for (unsigned side = 0; side < 2; side++)
		sum += model->stretch[side] * (double)model->runs[side];
	return sum / (double)model->run_count;
}

static struct spread spread_of(const struct model *model, const double *values)
{
	struct spread s = { .all = 0 };
	double unit = unit_of(model->sample), squares = 0;

	for (size_t r = 0; r < model->run_count; r++) {
		double x = values[r] / model->sizes[r] / unit;

		s.mean[model->sides[r]] +=
			x / (double)model->runs[model->sides[r]];
		s.all += x / (double)model->run_count;
	}
	for (size_t r = 0; r < model->run_count; r++) {
		double x = values[r] / model->sizes[r] / unit;

		squares += pow(x - s.mean[model->sides[r]], 2);
	}
	if (variance_of(model, s.all) > 0 && model->freedom > 0)
		s.dispersion = squares / model->freedom /
			       (variance_of(model, s.all) * stretch_of(model));
	return s;
}

/* ---- the trend ---- */

struct fitted {
	double mean, dispersion;
};

static double trend(const struct model *model, double mean)
{
	return model->base + model->slope * mean;
}

/*
 * Weighted least squares of base and slope; the variance of a dispersion goes
 * with its square. Sampling alone makes 1, so the base is not less, where the
 * unit is known.
 */
static void fit_once(struct model *model, const struct fitted *items,
		     size_t count)
{
	double least = model->sample > 0 ? 1 : 0;
	double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0, spread;

	for (size_t i = 0; i < count; i++) {
		double x = items[i].mean, y = items[i].dispersion;
		double weight = pow(trend(model, x), -2);

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
static double prior_of(const struct model *model, const struct fitted *items,
		       size_t count)
{
	double d = model->freedom, sum = 0, squares = 0, excess;

	if (count < 2)
		return 0;
	for (size_t i = 0; i < count; i++) {
		double ratio =
			items[i].dispersion / trend(model, items[i].mean);
		double e = log(fmax(ratio, 1e-3));

		sum += e;
		squares += e * e;
	}
	excess = (squares - sum * sum / (double)count) / (double)(count - 1) -
		 trigamma(d / 2);
	return excess > 0 ? 2 * trigamma_inverse(excess) : INFINITY;
}

static void fit_trend(struct model *model, const struct model_data *data)
{
	struct fitted *items = fg_malloc(data->item_count * sizeof *items);
	size_t count = 0;

	for (size_t i = 0; i < data->item_count; i++) {
		struct spread s =
			spread_of(model, data->values + i * data->run_count);

		if (s.all >= (data->sample > 0 ? FITTED_SAMPLES : 0) &&
		    variance_of(model, s.all) > 0)
			items[count++] = (struct fitted){ s.all, s.dispersion };
	}
	for (unsigned i = 0; count > 0 && i < FIT_STEPS; i++)
		fit_once(model, items, count);
	model->prior = prior_of(model, items, count);
	free(items);
}

static void set_sizes(struct model *model, const struct model_data *data)
{
	size_t n = data->run_count;

	model->sizes = fg_malloc(n * sizeof *model->sizes);
	model->whole = INFINITY;
	for (size_t r = 0; r < n; r++)
		model->sizes[r] = 1;
	if (data->scale == MODEL_MEDIAN)
		model_sizes(data, model->sizes);
	if (data->scale == MODEL_TOTALS) {
		sizes_by_totals(data, model->sizes);
		model->whole = centre(model->sizes, n) / unit_of(data->sample);
	}
	for (size_t r = 0; r < n; r++) {
		unsigned side = data->sides[r];

		if (data->factor[side] > 0)
			model->sizes[r] /= data->factor[side];
		model->stretch[side] +=
			1 / model->sizes[r] / (double)model->runs[side];
	}
}

void model_fit(struct model *model, const struct model_data *data)
{
	*model = (struct model){ .base = 1,
				 .prior = INFINITY,
				 .sample = data->sample,
				 .sides = data->sides,
				 .run_count = data->run_count };
	for (size_t r = 0; r < data->run_count; r++)
		model->runs[data->sides[r]]++;
	set_sizes(model, data);
	model->freedom = fmax(0, (double)data->run_count - 2);
	if (model->freedom > 0)
		fit_trend(model, data);
	model->width =
		t_exceeded((1 - interval) / 2, model->prior + model->freedom);
}

void model_free(struct model *model)
{
	free(model->sizes);
}

/* ---- effects ---- */

static double drawn_to_trend(const struct model *model, const struct spread *s)
{
	double expected = trend(model, s->all), d = model->freedom;
	double drawn = isinf(model->prior)
			       ? expected
			       : (model->prior * expected + d * s->dispersion) /
					 (model->prior + d);

	return model->sample > 0 ? fmax(drawn, 1) : drawn;
}

/* The error of the logarithm of after / before; half a sample for none. */
static double log_error(const struct model *model, const struct effect *e)
{
	double error = 0;

	for (unsigned side = 0; side < 2; side++) {
		double n = (double)model->runs[side];
		double mean = e->mean[side] / unit_of(model->sample);

		error += model->stretch[side] *
			 fmax(0, 1 - mean / model->whole) / fmax(n * mean, 0.5);
	}
	return sqrt(e->dispersion * error);
}

static void set_interval(const struct model *model, struct effect *e)
{
	double width = model->width * log_error(model, e);
	double half = unit_of(model->sample) / 2;
	double before = fmax(e->mean[0], half / (double)model->runs[0]);
	double after = fmax(e->mean[1], half / (double)model->runs[1]);
	double change = log(after / before);

	e->relative = e->mean[0] > 0   ? e->mean[1] / e->mean[0] - 1
		      : e->mean[1] > 0 ? INFINITY
				       : 0;
	e->low = e->mean[1] > 0 ? expm1(change - width) : -1;
	e->high = e->mean[0] > 0 ? expm1(change + width) : INFINITY;
}

static struct effect effect_of(const struct model *model, struct spread s,
			       double dispersion)
{
	struct effect e = { .dispersion = dispersion,
			    .freedom = model->prior + model->freedom };
	double variance = 0, change = s.mean[1] - s.mean[0];

	for (unsigned side = 0; side < 2; side++) {
		e.mean[side] = s.mean[side] * unit_of(model->sample);
		variance += e.dispersion * model->stretch[side] *
			    variance_of(model, s.mean[side]) /
			    (double)model->runs[side];
	}
	/* what rounding leaves of equal numbers */
	if (fabs(change) < 1e-9 * s.all)
		change = 0;
	e.t = variance > 0 ? change / sqrt(variance)
	      : change > 0 ? INFINITY
	      : change < 0 ? -INFINITY
			   : 0;
	e.z = isinf(e.t) ? e.t : t_to_z(e.t, e.freedom);
	e.above = isinf(e.t) ? e.t < 0 : t_above(e.t, e.freedom);
	e.below = isinf(e.t) ? e.t > 0 : t_above(-e.t, e.freedom);
	set_interval(model, &e);
	return e;
}

struct effect model_effect(const struct model *model, const double *values)
{
	struct spread s = spread_of(model, values);

	return effect_of(model, s, drawn_to_trend(model, &s));
}

struct effect model_effect_of_sum(const struct model *model,
				  const double *values)
{
	struct spread s = spread_of(model, values);

	return effect_of(model, s,
			 fmax(drawn_to_trend(model, &s), s.dispersion));
}

/* How many errors a change has to have to be found. */
static double errors_needed(double level, double freedom)
{
	return t_exceeded(level, freedom) + t_exceeded(1 - power, freedom);
}

double model_detectable(const struct model *model, const struct effect *effect,
			double level)
{
	double samples = effect->mean[0] / unit_of(model->sample);
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
	double samples = effect->mean[0] / unit_of(model->sample);

	for (size_t n = 2; samples > 0 && n <= RUNS_MAX; n++) {
		double freedom = model->prior + 2 * (double)n - 2;
		double error =
			sqrt(effect->dispersion / samples * 2 / (double)n);

		if (expm1(errors_needed(level, freedom) * error) <= size)
			return n;
	}
	return 0;
}

double model_threshold(double *probabilities, size_t count, double rate)
{
	double threshold = -1;

	qsort(probabilities, count, sizeof *probabilities, by_value);
	for (size_t i = 0; i < count; i++) {
		if (probabilities[i] <= rate * (double)(i + 1) / (double)count)
			threshold = probabilities[i];
	}
	return threshold;
}
