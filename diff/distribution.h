/* SPDX-License-Identifier: MIT */
#ifndef DIFF_DISTRIBUTION_H
#define DIFF_DISTRIBUTION_H

/*
 * Probabilities of the normal and of Student's t distribution, and
 * trigamma. Relative errors are
 * below 1e-9 for degrees of freedom from 1 to 1e6; the tests compare them with
 * SciPy 1.14. `freedom` may be INFINITY, which is the normal distribution.
 */

/* P(T > t). */
double t_above(double t, double freedom);

/* The t that is exceeded with probability p, 0 < p < 1. */
double t_exceeded(double p, double freedom);

/* The z of a normal distribution that is as improbable as t, same sign. */
double t_to_z(double t, double freedom);

/* The second derivative of the logarithm of gamma, for x > 0. */
double trigamma(double x);

/* The x with trigamma(x) = y, y > 0. */
double trigamma_inverse(double y);

#endif
