/* SPDX-License-Identifier: MIT */
#ifndef RECORD_REPEAT_H
#define RECORD_REPEAT_H

#include "record.h"
#include "run_folder.h"

/*
 * Several runs of a command, one after another, each into a file of its own,
 * for fg-diff --check, which learns from them how much runs differ.
 *
 *	struct repeat repeat = { .plan = &recording, .runs = 10,
 *				 .folder = "before" };
 *	status = repeat_run(&repeat, diag);
 *	... repeat.exit_status ...
 *	repeat_free(&repeat);
 *
 * With `compare_with`, a folder of runs, as many are made, and fg-diff
 * compares them. With `alternate`, a second command, both are run in turn, the
 * one into before/ and the plan's into after/ in the folder; and compared.
 */
struct repeat_side {
	const char *const *command;
	struct run_folder folder;
	double least, most, sum; /* processor seconds of its runs */
	double wall; /* seconds, of all runs */
};

struct repeat {
	/* In. */
	const struct recording *plan; /* of a run; its outputs are not used */
	uint64_t runs; /* of each side; 0: as many as compare_with has */
	const char *folder; /* where runs go */
	const char *compare_with; /* NULL: nothing is compared */
	const char *alternate; /* words, as a shell would read them; or NULL */
	const char *const *rules; /* for fg-diff --fail-if; ends with NULL */
	bool keep; /* the recordings, too */

	/* Out: of the run that failed, or of fg-diff. */
	int exit_status;

	/* Its own. */
	struct repeat_side sides[2]; /* before, after; or after alone */
	size_t side_count;
	struct run_folder before; /* those of compare_with */
	char *paths[2]; /* of the folders */
	char **words; /* of the alternate command; ends with NULL */
	char *differ; /* where fg-diff is */
};

/*
 * Records and compares. It ends with the first run that fails, whose stacks
 * are kept as 03.failed, so that nobody compares them.
 */
fg_status repeat_run(struct repeat *repeat, struct fg_diag *diag);

void repeat_free(struct repeat *repeat);

/*
 * Checks that both sides were recorded alike, after the first run of each;
 * repeat_compare.c.
 */
fg_status repeat_check_alike(const struct repeat *repeat, struct fg_diag *diag);

/* Hands both sides to fg-diff --check; its status becomes exit_status. */
fg_status repeat_compare(struct repeat *repeat, struct fg_diag *diag);

#endif
