/* SPDX-License-Identifier: MIT */
#ifndef DIFF_JUDGE_H
#define DIFF_JUDGE_H

#include "model.h"
#include "tally.h"

/*
 * What tells a change from chance: the model of the noise between runs
 * (model.h), for self and total weights, as amounts and as shares.
 *
 *	struct judge judge;
 *	judge_init(&judge, &diff, &functions, "ns", 2.33, diag);
 *	... change_of_item(&judge, ...) ...
 *	judge_free(&judge);
 */
enum basis {
	BASIS_AMOUNT, /* weights, made comparable as the user asked */
	BASIS_SHARE, /* shares of all weight of their side */
	BASES
};

struct judge {
	const struct diff *diff;
	double significance; /* a change counts from this z on */
	double sample; /* what a sample weighs; 0: not known */
	bool is_told; /* a header or the user says what the weights are */
	unsigned *sides; /* of each run */
	double *totals;
	struct model models[MEASURES][BASES];
	/*
	 * The probability up to which a function that grew, or shrank, is
	 * significant among all functions: see model_threshold().
	 */
	double grew[MEASURES][BASES], shrank[MEASURES][BASES];
};

/*
 * Fits the models to `functions`, which has an item a frame. `unit` is what
 * the user says the weights are, or NULL. A note tells when nothing says what
 * a sample weighs. Needs diff->runs.
 */
void judge_init(struct judge *judge, const struct diff *diff,
		const struct tally *functions, const char *unit,
		double significance, struct fg_diag *diag);
void judge_free(struct judge *judge);

/*
 * Whether anything tells how much is chance, which a rule of significance
 * needs: FG_EINPUT after a message that says what to do. With one run a side
 * there is no spread to go by, unless `single_run` says that runs differ by
 * sampling alone; below three, it must be known what a sample weighs.
 */
fg_status judge_check_noise(const struct judge *judge, bool single_run,
			    struct fg_diag *diag);

/* The probability of a change as large as `significance`, by chance. */
double judge_level(const struct judge *judge);

/* Whether both sides have two runs, so that there is a spread to go by. */
bool judge_has_spread(const struct judge *judge);

#endif
