/* SPDX-License-Identifier: MIT */
#include "model_private.h"

#include <math.h>
#include <stdlib.h>

#include "fg/alloc.h"

enum {
	SIZED_SAMPLES = 10, /* a run, for an item to count for sizes */
	SIZED_ITEMS = 5,
};

static double median(double *values, size_t count)
{
	qsort(values, count, sizeof *values, model_by_value);
	return count % 2 ? values[count / 2]
			 : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* The mean logarithm of an item's values; false where it does not count. */
static bool mean_log(const struct model_data *data, size_t item, double *mean)
{
	const double *values = data->values + item * data->run_count;
	double least = SIZED_SAMPLES * sample_unit(data->sample), sum = 0;

	*mean = 0;
	for (size_t r = 0; r < data->run_count; r++) {
		if (values[r] <= 0)
			return false;
		sum += values[r];
		*mean += log(values[r]) / (double)data->run_count;
	}
	return sum >= least * (double)data->run_count;
}

void model_sizes_by_totals(const struct model_data *data, double *sizes)
{
	for (size_t r = 0; r < data->run_count; r++)
		sizes[r] = data->totals[r] > 0 ? log(data->totals[r]) : 0;
}

double model_centre(double *sizes, size_t count)
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
		model_sizes_by_totals(data, sizes);
	(void)model_centre(sizes, data->run_count);
	free(means);
	free(ratios);
}

void model_sizes_of_totals(const struct model_data *data, double *sizes)
{
	model_sizes_by_totals(data, sizes);
	(void)model_centre(sizes, data->run_count);
}
