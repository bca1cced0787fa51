/* SPDX-License-Identifier: MIT */
#include "noise.h"

#include <math.h>

/*
 * Runs are said to differ by more than sampling explains when the spread is
 * more than so many times its square; with few runs, less is no evidence.
 */
static const double overdispersed = 2;

double noise_of_shares(const double x[2], const double n[2])
{
	double pooled;

	if (n[0] <= 0 || n[1] <= 0)
		return NOISE_UNKNOWN;
	pooled = (x[0] + x[1]) / (n[0] + n[1]);
	return pooled * (1 - pooled) * (1 / n[0] + 1 / n[1]);
}

double noise_of_counts(const double x[2], const double f[2])
{
	return f[0] * f[0] * x[0] + f[1] * f[1] * x[1];
}

double noise_z(double change, double error)
{
	if (error < 0)
		return NAN;
	if (error > 0)
		return change / sqrt(error);
	return change > 0 ? NOISE_CERTAIN : change < 0 ? -NOISE_CERTAIN : 0;
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
		     const double *after, size_t after_count, double error)
{
	struct moments a = moments_of(before, before_count);
	struct moments b = moments_of(after, after_count);
	double spread = a.error + b.error, change = b.mean - a.mean, freedom;

	if (spread <= 0 || spread <= error * overdispersed)
		return noise_z(change, fmax(spread, error));
	freedom = spread * spread /
		  (a.error * a.error / (double)(before_count - 1) +
		   b.error * b.error / (double)(after_count - 1));
	return z_of_t(change / sqrt(spread), freedom);
}
