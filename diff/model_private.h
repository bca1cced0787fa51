/* SPDX-License-Identifier: MIT */
#ifndef DIFF_MODEL_PRIVATE_H
#define DIFF_MODEL_PRIVATE_H

#include "model.h"

/* What the files of the model share: model.c, model_*.c. */

/* What one item does in the runs, in samples. */
struct spread {
	double mean[2]; /* of each side */
	double all; /* the mean of all runs */
	double dispersion; /* its own; 0 where it cannot be known */
};

/* `values` are those of one item in all runs. */
struct spread model_spread(const struct model *model, const double *values);

/* What sampling makes of a mean number of samples. */
double model_variance(const struct model *model, double mean);

/* The dispersion that the trend expects of an item with such a mean. */
double model_trend(const struct model *model, double mean);

/* Fits base, slope and prior; sizes and freedom must be there. */
void model_fit_trend(struct model *model, const struct model_data *data);

/* Logarithms of the runs' totals. */
void model_sizes_by_totals(const struct model_data *data, double *sizes);

/* From logarithms to sizes of a geometric mean of 1. Returns the mean. */
double model_centre(double *sizes, size_t count);

/* Compares doubles, for qsort. */
int model_by_value(const void *a, const void *b);

static inline double sample_unit(double sample)
{
	return sample > 0 ? sample : 1;
}

#endif
