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

/* `x` samples of `n` before and after: the change of the share, pooled. */
double noise_of_shares(const double x[2], const double n[2]);

/* The change of x[0] * f[0] to x[1] * f[1], for counts x of samples. */
double noise_of_counts(const double x[2], const double f[2]);

/* What stands for the z of a change between runs without any spread. */
#define NOISE_CERTAIN 999.0

/*
 * The change of the mean of several runs, by their spread (Welch's t, taken
 * to the z of the same probability); NaN with less than three runs a side.
 */
double noise_of_runs(const double *before, size_t before_count,
		     const double *after, size_t after_count);

/* Of two opinions the more cautious one; a NaN has none. */
double noise_both(double a, double b);

#endif
