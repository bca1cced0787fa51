/* SPDX-License-Identifier: MIT */
#include "noise.h"

#include <math.h>

double noise_of_shares(const double x[2], const double n[2])
{
	double pooled, variance;

	if (n[0] <= 0 || n[1] <= 0)
		return NAN;
	pooled = (x[0] + x[1]) / (n[0] + n[1]);
	variance = pooled * (1 - pooled) * (1 / n[0] + 1 / n[1]);
	if (variance <= 0)
		return 0;
	return (x[1] / n[1] - x[0] / n[0]) / sqrt(variance);
}

double noise_of_counts(const double x[2], const double f[2])
{
	double variance = f[0] * f[0] * x[0] + f[1] * f[1] * x[1];

	if (variance <= 0)
		return 0;
	return (x[1] * f[1] - x[0] * f[0]) / sqrt(variance);
}

struct moments {
	double mean;
	double error; /* squared standard error of the mean */
};

static struct moments moments_of(const double *values, size_t count)
{
	double n = (double)count, sum = 0, squares = 0;

	for (size_t i = 0; i < count; i++)
		sum += values[i];
	for (size_t i = 0; i < count; i++)
		squares += pow(values[i] - sum / n, 2);
	return (struct moments){ sum / n, squares / (n - 1) / n };
}

/*
 * Few runs make a poor estimate of the spread, and t is then large by chance
 * more often than z. Wallace's approximation of the z as improbable as t.
 */
static double z_of_t(double t, double freedom)
{
	double z = sqrt(freedom * log1p(t * t / freedom)) *
		   ((8 * freedom + 1) / (8 * freedom + 3));

	return t < 0 ? -z : z;
}

double noise_of_runs(const double *before, size_t before_count,
		     const double *after, size_t after_count)
{
	struct moments a, b;
	double error, freedom;

	if (before_count < 3 || after_count < 3)
		return NAN;
	a = moments_of(before, before_count);
	b = moments_of(after, after_count);
	error = a.error + b.error;
	if (error <= 0 && a.mean == b.mean)
		return 0;
	if (error <= 0)
		return a.mean < b.mean ? NOISE_CERTAIN : -NOISE_CERTAIN;
	freedom = error * error /
		  (a.error * a.error / (double)(before_count - 1) +
		   b.error * b.error / (double)(after_count - 1));
	return z_of_t((b.mean - a.mean) / sqrt(error), freedom);
}

double noise_both(double a, double b)
{
	if (isnan(a))
		return b;
	if (isnan(b))
		return a;
	if ((a < 0) != (b < 0))
		return 0;
	return fabs(a) < fabs(b) ? a : b;
}
