/* SPDX-License-Identifier: MIT */
#include "change.h"

#include <math.h>

static struct change change_of(const struct judge *judge,
			       const fg_wide raw[SIDES], enum measure measure)
{
	const struct diff *diff = judge->diff;
	struct change change = { .measure = measure };

	for (unsigned side = 0; side < SIDES; side++) {
		double total = (double)diff->total[side];

		change.units[side] =
			factor_apply(diff->factor[side], raw[side]);
		change.share[side] = total > 0 ? 100 * (double)raw[side] / total
					       : 0;
	}
	change.unclear = judge->sample <= 0 && !judge_has_spread(judge);
	return change;
}

typedef struct effect effect_fn(const struct model *model,
				const double *values);

static struct change item_of(const struct judge *judge,
			     const struct tally *tally, enum measure measure,
			     size_t item, effect_fn *effect)
{
	const double *runs =
		tally->runs[measure] + item * judge->diff->run_count;
	const fg_wide raw[SIDES] = { tally->units[measure][BEFORE][item],
				     tally->units[measure][AFTER][item] };
	struct change change = change_of(judge, raw, measure);

	for (unsigned side = 0; side < SIDES; side++) {
		const bool *elsewhere = tally->elsewhere[measure][side];

		change.elsewhere[side] = elsewhere && elsewhere[item];
	}
	for (unsigned b = 0; b < BASES; b++)
		change.effects[b] = effect(&judge->models[measure][b], runs);
	return change;
}

struct change change_of_item(const struct judge *judge,
			     const struct tally *tally, enum measure measure,
			     size_t item)
{
	return item_of(judge, tally, measure, item, model_effect);
}

struct change change_of_group(const struct judge *judge,
			      const struct tally *tally, enum measure measure,
			      size_t item)
{
	return item_of(judge, tally, measure, item, model_effect_of_sum);
}

struct change change_of_all(const struct judge *judge)
{
	struct change change = change_of(judge, judge->diff->total, TOTAL);

	for (unsigned b = 0; b < BASES; b++)
		change.effects[b] = model_effect_of_sum(
			&judge->models[TOTAL][b], judge->totals);
	return change;
}

const struct effect *change_effect(const struct change *change)
{
	return &change->effects[change->basis];
}

double change_z(const struct change *change)
{
	return change->unclear ? NAN : change_effect(change)->z;
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

/* The interval is of weights, normalised or not, also where shares are judged. */
static const struct effect *amount_effect(const struct change *change)
{
	return &change->effects[BASIS_AMOUNT];
}

static bool has_interval(const struct change *change)
{
	const struct effect *e = amount_effect(change);

	return !change->unclear && e->mean[BEFORE] + e->mean[AFTER] > 0;
}

double change_low(const struct change *change)
{
	return has_interval(change) ? 100 * amount_effect(change)->low : NAN;
}

double change_high(const struct change *change)
{
	return has_interval(change) ? 100 * amount_effect(change)->high : NAN;
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

bool change_stands_out(const struct judge *judge, const struct change *change,
		       bool shrinking)
{
	const struct effect *e = change_effect(change);

	if (judge->significance <= 0 || change->unclear)
		return true;
	if (shrinking)
		return e->below <=
		       judge->shrank[change->measure][change->basis];
	return e->above <= judge->grew[change->measure][change->basis];
}

enum verdict change_verdict(const struct judge *judge,
			    const struct change *change)
{
	/* without a z, what is below a thousandth of all counts as noise */
	const struct amount little = { { 1, 1 }, true };
	double size = fabs(change_z(change));
	bool up = change_delta(change) > 0;

	if (change_delta(change) == 0)
		return VERDICT_SAME;
	if (isnan(size))
		return diff_reaches(judge->diff, little, change->units[BEFORE],
				    change->units[AFTER])
			       ? direction(change)
			       : VERDICT_NOISE;
	if (change_stands_out(judge, change, !up))
		return direction(change);
	if (size < judge->significance)
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
