/* SPDX-License-Identifier: MIT */
#ifndef DIFF_NOISE_H
#define DIFF_NOISE_H

#include <stddef.h>

/*
 * How far a change lies outside of what chance does, in standard deviations
 * (z): below 2 it says nothing, from 3 on it is hardly chance. The numbers
 * filter; they are no tests, because the samples of one function are not
 * independent of each other.
 *
 * All return NaN when there is nothing to go by.
 */

/* The sampling error of a change, squared; below 0 when it is not known. */
#define NOISE_UNKNOWN (-1.0)

/* Of the share, `x` samples of `n` before and after, pooled. */
double noise_of_shares(const double x[2], const double n[2]);

/* Of the counts x[0] * f[0] and x[1] * f[1], where x are samples. */
double noise_of_counts(const double x[2], const double f[2]);

/* `change` over its error; 0 when neither is there. */
double noise_z(double change, double error);

/* What stands for the z of a change between runs without any spread. */
#define NOISE_CERTAIN 999.0

/*
 * The z of the change of the mean of several runs, three or more a side.
 * `error` is what sampling does to it (squared, or NOISE_UNKNOWN). Where runs
 * differ by more, their spread decides, by Welch's t, taken to the z of the
 * same probability.
 */
double noise_of_runs(const double *before, size_t before_count,
		     const double *after, size_t after_count, double error);

#endif
