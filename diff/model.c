/* SPDX-License-Identifier: MIT */
#include "model_private.h"

#include <math.h>
#include <stdlib.h>

#include "distribution.h"
#include "fg/alloc.h"

static const double interval = 0.95;

/* ---- one item ---- */

double model_variance(const struct model *model, double mean)
{
	return mean * fmax(0, 1 - mean / model->whole);
}

/* By how much dividing by sizes stretches what sampling does, in the mean. */
static double stretch_of(const struct model *model)
{
	double sum = 0;

	for (unsigned side = 0; side < 2; side++)
		sum += model->stretch[side] * (double)model->runs[side];
	return sum / (double)model->run_count;
}

struct spread model_spread(const struct model *model, const double *values)
{
	struct spread s = { .all = 0 };
	double unit = model_unit(model), squares = 0;

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
	if (model_variance(model, s.all) > 0 && model->freedom > 0)
		s.dispersion =
			squares / model->freedom /
			(model_variance(model, s.all) * stretch_of(model));
	return s;
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
		model_sizes_by_totals(data, model->sizes);
		model->whole = model_centre(model->sizes, n) /
			       sample_unit(data->sample);
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
		model_fit_trend(model, data);
	model->width =
		t_exceeded((1 - interval) / 2, model->prior + model->freedom);
}

void model_free(struct model *model)
{
	free(model->sizes);
}

/* ---- effects ---- */

double model_drawn(const struct model *model, const struct model_item *item)
{
	double expected = model_trend(model, item->mean), d = model->freedom;
	double drawn = isinf(model->prior) ? expected
					   : (model->prior * expected +
					      d * item->dispersion) /
						     (model->prior + d);

	return model->sample > 0 ? fmax(drawn, 1) : drawn;
}

static double drawn_to_trend(const struct model *model, const struct spread *s)
{
	struct model_item item = { s->all, s->dispersion };

	return model_drawn(model, &item);
}

/* The error of the logarithm of after / before; half a sample for none. */
static double log_error(const struct model *model, const struct effect *e)
{
	double error = 0;

	for (unsigned side = 0; side < 2; side++) {
		double n = (double)model->runs[side];
		double mean = e->mean[side] / model_unit(model);

		error += model->stretch[side] *
			 fmax(0, 1 - mean / model->whole) / fmax(n * mean, 0.5);
	}
	return sqrt(e->dispersion * error);
}

static void set_interval(const struct model *model, struct effect *e)
{
	double width = model->width * log_error(model, e);
	double half = model_unit(model) / 2;
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
		e.mean[side] = s.mean[side] * model_unit(model);
		variance += e.dispersion * model->stretch[side] *
			    model_variance(model, s.mean[side]) /
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
	struct spread s = model_spread(model, values);

	return effect_of(model, s, drawn_to_trend(model, &s));
}

struct effect model_effect_of_sum(const struct model *model,
				  const double *values)
{
	struct spread s = model_spread(model, values);

	return effect_of(model, s,
			 fmax(drawn_to_trend(model, &s), s.dispersion));
}

int model_by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double model_threshold(double *probabilities, size_t count, double rate)
{
	double threshold = -1;

	qsort(probabilities, count, sizeof *probabilities, model_by_value);
	for (size_t i = 0; i < count; i++) {
		if (probabilities[i] <= rate * (double)(i + 1) / (double)count)
			threshold = probabilities[i];
	}
	return threshold;
}
