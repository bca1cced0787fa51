/* SPDX-License-Identifier: MIT */
#include "change.h"

#include <math.h>
#include <stdlib.h>

#include "cells.h"
#include "fg/alloc.h"
#include "fg/text.h"
#include "noise.h"

/* What a sample weighs, when the user may have said what the weights are. */
static uint64_t period_of(const struct fg_stacks *stacks, const char *unit)
{
	uint64_t period;

	if (unit && fg_equal(fg_from_c(unit), FG_STR("samples")))
		return 1;
	if (unit && !unit_is_time(unit))
		return 0;
	period = fg_stacks_period(stacks);
	return unit && period == 1 ? 0 : period;
}

/*
 * What a typical sample weighs, in units of the profile: where both sides say
 * of how many samples their weights are the sum. 0 where one does not.
 */
static uint64_t typical(const struct diff *diff)
{
	unsigned scale = fg_stacks_scale(diff->stacks);
	double squares = 0, weight = 0;

	for (unsigned side = 0; side < SIDES; side++) {
		const struct fg_samples *samples =
			fg_stacks_samples(diff->stacks, side);
		double unit = (double)fg_pow10(samples->scale);

		if (!fg_samples_known(samples, diff->total[side], scale))
			return 0;
		squares += (double)samples->squares / unit / unit;
		weight += (double)samples->weight / unit;
	}
	if (weight <= 0)
		return 0;
	return (uint64_t)(squares / weight * (double)fg_pow10(scale) + 0.5);
}

void judge_init(struct judge *judge, const struct diff *diff, const char *unit,
		struct fg_diag *diag)
{
	*judge = (struct judge){ .diff = diff, .significance = 3 };
	judge->period = unit ? 0 : typical(diff);
	if (judge->period == 0)
		judge->period =
			period_of(diff->stacks, unit ? unit : diff_unit(diff));
	/* of several runs, their spread makes a z of anything */
	if (judge->period == 0 && !unit && !diff->runs)
		fg_note(diag, (struct fg_loc){ NULL, 0 },
			"the weights do not look like samples, so there is "
			"no z: count samples, or say --countname=samples");
}

/* The samples of a number on both sides, all of them, and their factors. */
struct samples {
	double x[SIDES], n[SIDES], f[SIDES];
	double runs[SIDES]; /* how many */
	bool known; /* else they are something else */
};

static double z_of_shares(const struct samples *s)
{
	if (!s->known || s->n[BEFORE] <= 0 || s->n[AFTER] <= 0)
		return NAN;
	return noise_z(s->x[AFTER] / s->n[AFTER] - s->x[BEFORE] / s->n[BEFORE],
		       noise_of_shares(s->x, s->n));
}

static double z_of_counts(const struct samples *s)
{
	if (!s->known)
		return NAN;
	return noise_z(s->x[AFTER] * s->f[AFTER] - s->x[BEFORE] * s->f[BEFORE],
		       noise_of_counts(s->x, s->f));
}

/* What sampling does to the mean of the runs. */
static double error_of_mean(const struct samples *s, bool share)
{
	double f[SIDES] = { s->f[BEFORE] / s->runs[BEFORE],
			    s->f[AFTER] / s->runs[AFTER] };

	if (!s->known)
		return NOISE_UNKNOWN;
	return share ? noise_of_shares(s->x, s->n) : noise_of_counts(s->x, f);
}

/* The same of several runs, whose values are `runs`, weights. */
static double z_of_runs(const struct judge *judge, const struct samples *s,
			const double *runs, bool share)
{
	const struct diff *diff = judge->diff;
	double unit = (double)(judge->period ? judge->period : 1);
	double *values[SIDES], z;
	size_t count[SIDES] = { 0, 0 };

	for (unsigned side = 0; side < SIDES; side++)
		values[side] = fg_calloc(diff->run_count, sizeof(double));
	for (size_t r = 0; r < diff->run_count; r++) {
		unsigned side = diff->runs[r].side;
		double by = s->f[side] / unit;

		if (share && diff->runs[r].total > 0)
			by = 1 / diff->runs[r].total;
		values[side][count[side]++] = runs[r] * by;
	}
	z = noise_of_runs(values[BEFORE], count[BEFORE], values[AFTER],
			  count[AFTER], error_of_mean(s, share));
	free(values[BEFORE]);
	free(values[AFTER]);
	return z;
}

static double z_of(const struct judge *judge, const struct samples *s,
		   const double *runs, bool share)
{
	if (judge->diff->runs)
		return z_of_runs(judge, s, runs, share);
	return share ? z_of_shares(s) : z_of_counts(s);
}

/* Scaled to equal sums, counts are shares. */
static bool counts_are_shares(const struct diff *diff)
{
	return diff->normalize != FG_NORMALIZE_NONE &&
	       diff->normalize != FG_NORMALIZE_FACTOR;
}

static struct samples samples_of(const struct judge *judge,
				 const fg_wide raw[SIDES])
{
	const struct diff *diff = judge->diff;
	double period = judge->period ? (double)judge->period : 1;
	struct samples s = { .known = judge->period > 0 };

	for (unsigned side = 0; side < SIDES; side++) {
		s.x[side] = (double)raw[side] / period;
		s.n[side] = (double)diff->total[side] / period;
		s.f[side] = factor_value(diff->factor[side]);
	}
	for (size_t r = 0; r < diff->run_count; r++)
		s.runs[diff->runs[r].side]++;
	return s;
}

struct change change_of(const struct judge *judge, const fg_wide raw[SIDES],
			const double *runs)
{
	const struct diff *diff = judge->diff;
	struct samples s = samples_of(judge, raw);
	struct change change = { 0 };

	for (unsigned side = 0; side < SIDES; side++) {
		change.units[side] =
			factor_apply(diff->factor[side], raw[side]);
		change.share[side] = s.n[side] > 0 ? 100 * s.x[side] / s.n[side]
						   : 0;
	}
	change.z_share = z_of(judge, &s, runs, true);
	change.z = counts_are_shares(diff) ? change.z_share
					   : z_of(judge, &s, runs, false);
	return change;
}

struct change change_of_item(const struct judge *judge,
			     const struct tally *tally, enum measure measure,
			     size_t item)
{
	const fg_wide raw[SIDES] = { tally->units[measure][BEFORE][item],
				     tally->units[measure][AFTER][item] };

	struct change change =
		change_of(judge, raw,
			  tally->runs[measure] + item * judge->diff->run_count);

	for (unsigned side = 0; side < SIDES; side++) {
		const bool *elsewhere = tally->elsewhere[measure][side];

		change.elsewhere[side] = elsewhere && elsewhere[item];
	}
	return change;
}

struct change change_of_all(const struct judge *judge)
{
	const struct diff *diff = judge->diff;
	double *runs = fg_calloc(diff->run_count, sizeof *runs);
	struct change change;

	for (size_t r = 0; r < diff->run_count; r++)
		runs[r] = diff->runs[r].total;
	change = change_of(judge, diff->total, runs);
	free(runs);
	return change;
}

fg_swide change_delta(const struct change *change)
{
	return (fg_swide)change->units[AFTER] - (fg_swide)change->units[BEFORE];
}

double change_relative(const struct change *change)
{
	double delta = (double)change_delta(change);

	if (change->units[BEFORE] == 0)
		return delta > 0 ? INFINITY : 0;
	return 100 * delta / (double)change->units[BEFORE];
}

double change_points(const struct change *change)
{
	return change->share[AFTER] - change->share[BEFORE];
}

static enum verdict direction(const struct change *change)
{
	if (change->units[BEFORE] == 0 && !change->elsewhere[BEFORE])
		return VERDICT_NEW;
	if (change->units[AFTER] == 0 && !change->elsewhere[AFTER])
		return VERDICT_GONE;
	return change_delta(change) > 0 ? VERDICT_GREW : VERDICT_SHRANK;
}

enum verdict change_verdict(const struct judge *judge,
			    const struct change *change)
{
	/* without a z, what is below a thousandth of all counts as noise */
	const struct amount little = { { 1, 1 }, true };
	double size = fabs(change->z);
	bool up = change_delta(change) > 0;

	if (change_delta(change) == 0)
		return VERDICT_SAME;
	if (isnan(size))
		return diff_reaches(judge->diff, little, change->units[BEFORE],
				    change->units[AFTER])
			       ? direction(change)
			       : VERDICT_NOISE;
	if (size >= judge->significance)
		return direction(change);
	if (size * 3 < judge->significance * 2)
		return VERDICT_NOISE;
	return up ? VERDICT_MAYBE_GREW : VERDICT_MAYBE_SHRANK;
}

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[] = {
		[VERDICT_SAME] = "same",
		[VERDICT_NOISE] = "noise",
		[VERDICT_MAYBE_GREW] = "maybe grew",
		[VERDICT_MAYBE_SHRANK] = "maybe shrank",
		[VERDICT_GREW] = "grew",
		[VERDICT_SHRANK] = "shrank",
		[VERDICT_NEW] = "new",
		[VERDICT_GONE] = "gone",
	};

	return names[verdict];
}
