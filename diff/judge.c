/* SPDX-License-Identifier: MIT */
#include "judge.h"
#include "summary.h"

#include <math.h>
#include <stdlib.h>

#include "distribution.h"
#include "fg/alloc.h"
#include "fg/text.h"
#include "table_cells.h"

/* What a typical sample weighs, by the headers; 0 where they do not say. */
static double sample_by_headers(const struct diff *diff)
{
	double weight = 0, squares = 0;

	for (size_t r = 0; r < diff->run_count; r++) {
		if (diff->runs[r].squares <= 0)
			return 0;
		weight += diff->runs[r].total;
		squares += diff->runs[r].squares;
	}
	return weight > 0 ? squares / weight : 0;
}

/*
 * What a sample weighs by the look of the weights, when the user may have
 * said what these are.
 */
static double sample_by_look(const struct diff *diff, const char *unit)
{
	if (unit && fg_equal(fg_from_c(unit), FG_STR("samples")))
		return 1;
	if (unit && !unit_is_time(unit))
		return 0;
	return unit && diff->period == 1 ? 0 : (double)diff->period;
}

static void find_sample(struct judge *judge, const char *unit,
			struct fg_diag *diag)
{
	bool samples = unit && fg_equal(fg_from_c(unit), FG_STR("samples"));

	judge->sample = sample_by_headers(judge->diff);
	judge->is_told = judge->sample > 0 || samples;
	if (judge->sample <= 0)
		judge->sample = sample_by_look(
			judge->diff, unit ? unit : summary_unit(judge->diff));
	/* of two runs and more, the spread makes a z of anything */
	if (judge->sample <= 0 && !unit && !judge_has_spread(judge))
		fg_note(diag, (struct fg_loc){ NULL, 0 },
			"the weights do not look like samples, so there is "
			"no z: count samples, or say --countname=samples");
}

static enum model_scale scale_of(const struct diff *diff, enum basis basis)
{
	if (basis == BASIS_SHARE)
		return MODEL_TOTALS;
	switch (diff->normalize) {
	case FG_NORMALIZE_NONE:
	case FG_NORMALIZE_FACTOR:
		break;
	case FG_NORMALIZE_AFTER:
	case FG_NORMALIZE_BEFORE:
	case FG_NORMALIZE_COMMON:
		return MODEL_TOTALS;
	case FG_NORMALIZE_MEDIAN:
		return MODEL_MEDIAN;
	}
	return MODEL_AS_IS;
}

static void find_thresholds(struct judge *judge, const struct tally *functions,
			    enum measure measure, enum basis basis)
{
	const struct model *model = &judge->models[measure][basis];
	size_t runs = judge->diff->run_count, n = 0;
	double *above = fg_malloc(functions->count * sizeof *above);
	double *below = fg_malloc(functions->count * sizeof *below);
	double rate = 2 * judge_level(judge);

	for (size_t i = 0; i < functions->count; i++) {
		const double *values = functions->runs[measure] + i * runs;
		struct effect e = model_effect(model, values);

		if (e.mean[BEFORE] + e.mean[AFTER] <= 0)
			continue;
		above[n] = e.above;
		below[n++] = e.below;
	}
	judge->grew[measure][basis] = model_threshold(above, n, rate);
	judge->shrank[measure][basis] = model_threshold(below, n, rate);
	free(above);
	free(below);
}

static void fit(struct judge *judge, const struct tally *functions,
		enum measure measure, enum basis basis)
{
	const struct diff *diff = judge->diff;
	struct model_data data = {
		.values = functions->runs[measure],
		.item_count = functions->count,
		.sides = judge->sides,
		.run_count = diff->run_count,
		.sample = judge->sample,
		.scale = scale_of(diff, basis),
		.totals = judge->totals,
	};

	if (basis == BASIS_AMOUNT && diff->normalize == FG_NORMALIZE_FACTOR)
		data.factor[BEFORE] = factor_value(diff->ratio);
	model_fit(&judge->models[measure][basis], &data);
	find_thresholds(judge, functions, measure, basis);
}

void judge_init(struct judge *judge, const struct diff *diff,
		const struct tally *functions, const char *unit,
		double significance, struct fg_diag *diag)
{
	*judge = (struct judge){ .diff = diff, .significance = significance };
	judge->sides = fg_malloc(diff->run_count * sizeof *judge->sides);
	judge->totals = fg_malloc(diff->run_count * sizeof *judge->totals);
	for (size_t r = 0; r < diff->run_count; r++) {
		judge->sides[r] = diff->runs[r].side;
		judge->totals[r] = diff->runs[r].total;
	}
	find_sample(judge, unit, diag);
	for (unsigned m = 0; m < MEASURES; m++) {
		for (unsigned b = 0; b < BASES; b++)
			fit(judge, functions, (enum measure)m, (enum basis)b);
	}
}

void judge_free(struct judge *judge)
{
	for (unsigned m = 0; m < MEASURES; m++) {
		for (unsigned b = 0; b < BASES; b++)
			model_free(&judge->models[m][b]);
	}
	free(judge->sides);
	free(judge->totals);
}

double judge_level(const struct judge *judge)
{
	return t_above(judge->significance, INFINITY);
}

bool judge_has_spread(const struct judge *judge)
{
	return judge->diff->counts[BEFORE] > 1 &&
	       judge->diff->counts[AFTER] > 1;
}

fg_status judge_check_noise(const struct judge *judge, bool single_run,
			    struct fg_diag *diag)
{
	const size_t *counts = judge->diff->counts;
	size_t fewest = counts[BEFORE] < counts[AFTER] ? counts[BEFORE]
						       : counts[AFTER];
	struct fg_loc nowhere = { NULL, 0 };

	if (judge->significance <= 0)
		return FG_OK;
	if (fewest < 2 && !single_run)
		return fg_fail(diag, FG_EINPUT, nowhere,
			       "one run a side does not tell how much runs "
			       "differ by chance: give several (--before "
			       "FILE... --after FILE...), or --single-run to "
			       "take samples for independent, or "
			       "--significance=0 to do without");
	if (fewest < 3 && !judge->is_told)
		return fg_fail(diag, FG_EINPUT, nowhere,
			       "the files do not tell what a sample weighs, "
			       "and with less than three runs a side chance "
			       "is unknown: keep the header of fg-collapse, "
			       "or say --countname=samples, or record more "
			       "runs");
	return FG_OK;
}
