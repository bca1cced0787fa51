/* SPDX-License-Identifier: MIT */
#include "difference.h"

#include <math.h>
#include <stdlib.h>

#include "fg/alloc.h"

enum {
	BINS = 1000, /* for finding where the scale ends */
	SHOWN = 98, /* percent of the area */
	SURE = 3, /* standard deviations; a larger change is not chance */
};

/* The scale ends no earlier; else a picture without changes would be coloured. */
static const double least_ratio = 0.2, least_share = 0.01;

/* By default, changes below a thousandth or two samples are grey. */
static const double grey_share = 0.001, grey_samples = 2;

struct pair {
	double before, after;
};

enum diff_width difference_width(const struct difference_options *options,
				 bool before)
{
	return before == options->negate ? DIFF_AFTER : DIFF_BEFORE;
}

bool difference_shows(const struct difference_options *options, bool before)
{
	return options->width == DIFF_MAX ||
	       options->width == difference_width(options, before);
}

static struct pair weights(const struct difference *diff, uint32_t node)
{
	const struct fg_tree *tree = diff->tree;
	struct pair w;

	if (diff->options->by_self)
		w = (struct pair){ (double)tree->self[0][node],
				   (double)tree->self[1][node] };
	else
		w = (struct pair){ (double)fg_tree_total(tree, node, 0),
				   (double)fg_tree_total(tree, node, 1) };
	return w;
}

/* The amount that the scale measures, with its sign. */
static double amount(const struct difference *diff, struct pair w)
{
	double delta = w.after - w.before;

	if (diff->options->absolute || delta == 0)
		return delta;
	return delta / fmax(w.before, w.after);
}

/* `share` of all weight, of the side that has more. */
static double part_of_all(const struct fg_tree *tree, double share)
{
	return share * fmax((double)fg_tree_total(tree, 0, 0),
			    (double)fg_tree_total(tree, 0, 1));
}

static double least_of(const struct difference *diff)
{
	const struct difference_options *options = diff->options;
	double min = (double)options->min.units /
		     (double)fg_pow10(options->min.scale);

	if (!options->min_given)
		return fmax(part_of_all(diff->tree, grey_share),
			    grey_samples * diff->period);
	if (options->min_percent)
		return part_of_all(diff->tree, min / 100);
	return min * (double)fg_pow10(diff->tree->scale);
}

static double largest(const struct difference *diff)
{
	double most = 0;

	if (!diff->options->absolute)
		return 1;
	for (uint32_t i = 0; i < diff->tree->count; i++)
		most = fmax(most, fabs(amount(diff, weights(diff, i))));
	return most > 0 ? most : 1;
}

/* The amount that 98 % of the area of the picture does not exceed. */
static double end_of_scale(const struct difference *diff,
			   const struct widths *widths)
{
	double most = largest(diff), all = 0, sum = 0;
	double *bins = fg_calloc(BINS + 1, sizeof *bins);
	size_t bin = 0;

	for (uint32_t i = 0; i < diff->tree->count; i++) {
		double size = fabs(amount(diff, weights(diff, i)));
		double width = (double)widths_total(widths, i);

		bins[(size_t)ceil(size / most * BINS)] += width;
		all += width;
	}
	while (bin < BINS && (sum += bins[bin]) * 100 < all * SHOWN)
		bin++;
	free(bins);
	return most * (double)bin / BINS;
}

void difference_init(struct difference *diff, const struct fg_tree *tree,
		     const struct widths *widths,
		     const struct difference_options *options, uint64_t period)
{
	*diff = (struct difference){
		.tree = tree,
		.options = options,
		.period = (double)period,
	};
	for (unsigned c = 0; c < 2; c++) {
		double unit = (double)fg_pow10(tree->scale);

		diff->noise[c] = options->has_noise ? options->noise[c] * unit
						    : diff->period;
		diff->spread[c] = options->has_noise ? options->spread[c] : 0;
	}
	diff->least = least_of(diff);
	diff->most = fmax(end_of_scale(diff, widths),
			  options->absolute ? part_of_all(tree, least_share)
					    : least_ratio);
}

/*
 * Full from three deviations on. The deviation of n samples is sqrt(n), unless
 * several runs tell another.
 */
static double certainty(const struct difference *diff, struct pair w)
{
	double variance =
		w.before * (diff->noise[0] + diff->spread[0] * w.before) +
		w.after * (diff->noise[1] + diff->spread[1] * w.after);

	if (variance <= 0)
		return 1;
	return fmin(1, fabs(w.after - w.before) / sqrt(variance) / SURE);
}

double difference_share(const struct difference *diff, uint32_t node)
{
	struct pair w = weights(diff, node);
	double delta = w.after - w.before;
	double share = fmin(1, fabs(amount(diff, w)) / diff->most);

	if (delta == 0 || fabs(delta) < diff->least)
		return 0;
	if (diff->options->root)
		share = sqrt(share);
	share *= certainty(diff, w);
	return (delta > 0) == diff->options->negate ? -share : share;
}

/* Whether a frame is on one side and not on the other. */
static bool is_only(const struct difference *diff, uint32_t node, bool before)
{
	unsigned there = before == diff->options->negate;

	return fg_tree_total(diff->tree, node, !there) == 0 &&
	       difference_share(diff, node) != 0;
}

bool difference_is_gone(const struct difference *diff, uint32_t node)
{
	return is_only(diff, node, true);
}

bool difference_is_new(const struct difference *diff, uint32_t node)
{
	return is_only(diff, node, false);
}
