/* SPDX-License-Identifier: MIT */
#include "noise.h"

#include "judge.h"

void noise_find(struct diff *diff, const char *unit, struct fg_diag *diag)
{
	size_t names = fg_frames_count(fg_stacks_names(diff->stacks));
	const struct model *model;
	struct tally functions;
	struct judge judge;

	if (!diff->runs || diff->counts[BEFORE] < 2 || diff->counts[AFTER] < 2)
		return;
	tally_fill(&functions, diff, NULL, names);
	judge_init(&judge, diff, &functions, unit, 0, diag);
	model = &judge.models[TOTAL][BASIS_AMOUNT];
	for (unsigned side = 0; side < SIDES; side++) {
		double runs = (double)diff->counts[side];

		diff->noise[side] = model->base * model_unit(model) / runs;
		diff->spread[side] = model->slope / runs;
	}
	judge_free(&judge);
	tally_free(&functions);
}
