/* SPDX-License-Identifier: MIT */
#ifndef DIFF_MODEL_H
#define DIFF_MODEL_H

#include <stdbool.h>
#include <stddef.h>

/*
 * One model of the noise between runs, for all functions together.
 *
 * With few runs a side, the spread of one function says little about its true
 * spread. So functions share what they know, as genes do in limma (Smyth 2004)
 * and edgeR's quasi-likelihood (Lund et al. 2012):
 *
 * - A value is a number of samples. Its variance within a side is its mean
 *   times a dispersion. Sampling alone makes a dispersion of 1. A share p of
 *   all samples has the variance of a binomial, 1 - p times that.
 * - Dispersions follow a trend, base + slope * mean, which is fitted to all
 *   functions: `slope` is the squared coefficient of variation between runs.
 * - A function's own dispersion is drawn to the trend. How far is decided by
 *   how much the functions scatter around the trend: that gives the degrees of
 *   freedom that the trend is worth, `prior`.
 * - The change of the mean over its error is then a t with prior + runs - 2
 *   degrees of freedom.
 *
 *	struct model model;
 *	model_fit(&model, &data);
 *	struct effect e = model_effect(&model, values);
 *	model_free(&model);
 */

/* What runs are divided by, to be comparable; the geometric mean is 1. */
enum model_scale {
	MODEL_AS_IS, /* nothing */
	MODEL_TOTALS, /* their totals: values are shares */
	MODEL_MEDIAN, /* see model_sizes() */
};

/* Values of items (functions) in runs. */
struct model_data {
	const double *values; /* of item i in run r: [i * run_count + r] */
	size_t item_count;
	const unsigned *sides; /* of each run: 0 before, 1 after */
	size_t run_count;
	double sample; /* what a sample weighs; 0: not known */
	enum model_scale scale;
	const double *totals; /* of each run, all stacks */
	double factor[2]; /* values of each side are multiplied by it; 0 is 1 */
};

struct model {
	double base, slope, prior; /* see above; prior may be INFINITY */
	double freedom; /* of the runs alone: runs - 2 */
	double sample;
	double width; /* errors from the middle of an interval to its end */
	double whole; /* of shares: samples of a run; INFINITY for others */
	double *sizes; /* of each run; values are divided by them */
	const unsigned *sides;
	size_t run_count, runs[2];
	double stretch[2]; /* mean of 1 / size of each side's runs */
};

/*
 * Fits the model. `data->sides` must stay as long as the model. With one run
 * a side there is no spread to learn from: the dispersion is then 1, which
 * holds for samples that are independent and for nothing else. O(values).
 */
void model_fit(struct model *model, const struct model_data *data);
void model_free(struct model *model);

/* How much one item varies: its mean and its own dispersion, in samples. */
struct model_item {
	double mean, dispersion;
};

/*
 * The part of model_fit() that learns base, slope and prior, for other series
 * of values: `base`, `freedom` (of the dispersions of the items) and `sample`
 * must be set.
 */
void model_fit_items(struct model *model, const struct model_item *items,
		     size_t count);

/* The dispersion of an item, drawn to the trend. */
double model_drawn(const struct model *model, const struct model_item *item);

/*
 * The size of each run by the median of ratios (Anders and Huber 2010): each
 * item's value over its geometric mean; the median of a run's ratios is the
 * run's size. A large change of a few functions then leaves the others alone.
 * Only items of 10 samples a run and more count; where they are fewer than
 * five, a run's size is its total. The geometric mean of all sizes is 1.
 */
void model_sizes(const struct model_data *data, double *sizes);

/* The sizes that make shares of values: the totals over their mean. */
void model_sizes_of_totals(const struct model_data *data, double *sizes);

/* What a sample weighs, in the unit of the values; 1 when not known. */
static inline double model_unit(const struct model *model)
{
	return model->sample > 0 ? model->sample : 1;
}

/* What became of one item. */
struct effect {
	double mean[2]; /* a run, in the unit of the values */
	double dispersion; /* drawn to the trend, 1 or more */
	double freedom;
	double t; /* 0 where nothing changed */
	double z; /* as improbable as t */
	double above, below; /* P of a t as large, as small, by chance */
	double relative; /* after / before - 1; INFINITY from nothing */
	double low, high; /* 95 % interval of `relative` */
};

/* `values` are those of one item in all runs. */
struct effect model_effect(const struct model *model, const double *values);

/*
 * The same of a sum of items. These may vary together, which the trend does
 * not know: where the sum's own dispersion is larger, that counts.
 */
struct effect model_effect_of_sum(const struct model *model,
				  const double *values);

/*
 * The smallest growth, relative, that as many runs find in 9 of 10 cases when
 * a change counts from probability `level` on (one-sided). INFINITY for an
 * item that is not there.
 */
double model_detectable(const struct model *model, const struct effect *effect,
			double level);

/* Runs a side that find a growth of `size` as above; 0: more than 1,000. */
size_t model_runs_needed(const struct model *model, const struct effect *effect,
			 double level, double size);

/*
 * False discoveries (Benjamini and Hochberg 1995): the largest of the `count`
 * probabilities that is still significant when at most the share `rate` of
 * what is called significant may be chance; below 0 where none is. Sorts
 * `probabilities`.
 */
double model_threshold(double *probabilities, size_t count, double rate);

#endif
