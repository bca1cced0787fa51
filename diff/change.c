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

void judge_init(struct judge *judge, const struct diff *diff, const char *unit,
		struct fg_diag *diag)
{
	*judge = (struct judge){ .diff = diff, .significance = 3 };
	judge->period = period_of(diff->stacks, unit);
	if (judge->period == 0 && !unit)
		fg_note(diag, (struct fg_loc){ NULL, 0 },
			"the weights do not look like samples, so there is "
			"no z: count samples, or say --countname=samples");
}

/* The spread between the runs, of the counts or of the shares. */
static double z_of_runs(const struct diff *diff, const double *runs, bool share)
{
	double *values[SIDES], z;
	size_t count[SIDES] = { 0, 0 };

	if (!diff->runs)
		return NAN;
	for (unsigned side = 0; side < SIDES; side++)
		values[side] = fg_calloc(diff->run_count, sizeof(double));
	for (size_t r = 0; r < diff->run_count; r++) {
		unsigned side = diff->runs[r].side;
		double by = factor_value(diff->factor[side]);

		if (share)
			by = diff->runs[r].total > 0 ? 1 / diff->runs[r].total
						     : 0;
		values[side][count[side]++] = runs[r] * by;
	}
	z = noise_of_runs(values[BEFORE], count[BEFORE], values[AFTER],
			  count[AFTER]);
	free(values[BEFORE]);
	free(values[AFTER]);
	return z;
}

struct change change_of(const struct judge *judge, const fg_wide raw[SIDES],
			const double *runs)
{
	const struct diff *diff = judge->diff;
	double x[SIDES], n[SIDES], f[SIDES];
	double period = judge->period ? (double)judge->period : 1;
	struct change change;

	for (unsigned side = 0; side < SIDES; side++) {
		x[side] = (double)raw[side] / period;
		n[side] = (double)diff->total[side] / period;
		f[side] = factor_value(diff->factor[side]);
		change.units[side] =
			factor_apply(diff->factor[side], raw[side]);
		change.share[side] = n[side] > 0 ? 100 * x[side] / n[side] : 0;
	}
	change.z_share = judge->period ? noise_of_shares(x, n) : NAN;
	change.z_share =
		noise_both(change.z_share, z_of_runs(diff, runs, true));
	change.z = judge->period ? noise_of_counts(x, f) : NAN;
	change.z = noise_both(change.z, z_of_runs(diff, runs, false));
	/* scaled to equal sums, counts are shares */
	if (diff->normalize != FG_NORMALIZE_NONE &&
	    diff->normalize != FG_NORMALIZE_FACTOR)
		change.z = change.z_share;
	return change;
}

struct change change_of_item(const struct judge *judge,
			     const struct tally *tally, enum measure measure,
			     size_t item)
{
	const fg_wide raw[SIDES] = { tally->units[measure][BEFORE][item],
				     tally->units[measure][AFTER][item] };

	return change_of(judge, raw,
			 tally->runs[measure] + item * judge->diff->run_count);
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
	if (change->units[BEFORE] == 0)
		return VERDICT_NEW;
	if (change->units[AFTER] == 0)
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
