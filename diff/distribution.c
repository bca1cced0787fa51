/* SPDX-License-Identifier: MIT */
#include "distribution.h"

#include <float.h>
#include <math.h>

enum { STEPS = 300 };

static const double many = 1e7; /* degrees of freedom: as good as normal */

static double normal_above(double z)
{
	return erfc(z / sqrt(2)) / 2;
}

/*
 * The continued fraction of the incomplete beta function, by the method of
 * Lentz (Abramowitz and Stegun 26.5.8).
 */
static double beta_fraction(double x, double a, double b)
{
	double c = 1, d = 1 - (a + b) * x / (a + 1), h;

	d = 1 / (fabs(d) < DBL_MIN ? DBL_MIN : d);
	h = d;
	for (int m = 1; m <= STEPS; m++) {
		double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		double odd = -(a + m) * (a + b + m) * x /
			     ((a + 2 * m) * (a + 2 * m + 1));
		double step;

		d = 1 + even * d;
		c = 1 + even / c;
		d = 1 / (fabs(d) < DBL_MIN ? DBL_MIN : d);
		h *= d * c;
		d = 1 + odd * d;
		c = 1 + odd / c;
		d = 1 / (fabs(d) < DBL_MIN ? DBL_MIN : d);
		step = d * c;
		h *= step;
		if (fabs(step - 1) < 1e-14)
			break;
	}
	return h;
}

/* The regularised incomplete beta function. */
static double beta_below(double x, double a, double b)
{
	double front;

	if (x <= 0 || x >= 1)
		return x <= 0 ? 0 : 1;
	front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) +
		    b * log1p(-x));
	if (x < (a + 1) / (a + b + 2))
		return front * beta_fraction(x, a, b) / a;
	return 1 - front * beta_fraction(1 - x, b, a) / b;
}

double t_above(double t, double freedom)
{
	double tail;

	if (freedom > many)
		return normal_above(t);
	tail = beta_below(freedom / (freedom + t * t), freedom / 2, 0.5) / 2;
	return t >= 0 ? tail : 1 - tail;
}

/* By halving: 100 steps are exact to the last bit, and few are asked for. */
double t_exceeded(double p, double freedom)
{
	double low = 0, high = 1;

	if (p > 0.5)
		return -t_exceeded(1 - p, freedom);
	while (high < 1e15 && t_above(high, freedom) > p)
		high *= 2;
	for (int i = 0; i < 100; i++) {
		double middle = (low + high) / 2;

		if (t_above(middle, freedom) > p)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

double t_to_z(double t, double freedom)
{
	double p = t_above(fabs(t), freedom), z;

	if (freedom > many)
		return t;
	/* below that, Wallace's approximation: probabilities have no digits */
	z = p > 1e-290 ? t_exceeded(p, INFINITY)
		       : sqrt(freedom * log1p(t * t / freedom)) *
				 ((8 * freedom + 1) / (8 * freedom + 3));
	return t < 0 ? -z : z;
}

/* By recurrence to x >= 10, and the asymptotic series from there. */
double trigamma(double x)
{
	double sum = 0, r;

	for (; x < 10; x++)
		sum += 1 / (x * x);
	r = 1 / (x * x);
	return sum + 1 / x + r / 2 +
	       r / x *
		       (1.0 / 6 -
			r * (1.0 / 30 -
			     r * (1.0 / 42 - r * (1.0 / 30 - r * 5 / 66))));
}

double trigamma_inverse(double y)
{
	double low = 1e-8, high = 1e8;

	for (int i = 0; i < 200; i++) {
		double middle = sqrt(low * high);

		if (trigamma(middle) > y)
			low = middle;
		else
			high = middle;
	}
	return sqrt(low * high);
}
