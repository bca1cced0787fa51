/* SPDX-License-Identifier: MIT */
#ifndef DIFF_HISTORY_H
#define DIFF_HISTORY_H

#include "fg/diag.h"

/*
 * A folder of recordings over time: the points (commits, days) in their
 * order, and the runs of each.
 *
 *	history/2026-11-02-1f3a9c0/run1.folded	a folder a point, or
 *	history/2026-11-02-1f3a9c0-run1.folded	a file a run, or
 *	history/2026-11-02-1f3a9c0.folded	a file a point
 *
 * Files end in .folded, .folded.gz or .folded.zst; others are left alone. The
 * order is that of the names, numbers by their value; or that of a file, which
 * has the name of a point at the beginning of each line. Of hexadecimal names
 * and words (commits), one may be the beginning of the other.
 *
 *	struct history history = { 0 };
 *	status = history_list(&history, "history", NULL, diag);
 *	history_free(&history);
 */
struct history_point {
	char *name;
	size_t place; /* in the file of the order */
	char **paths; /* of its runs, in the order of their names */
	size_t count, room;
};

struct history {
	struct history_point *points;
	size_t count, room;
};

/* Older points, and further runs of a point, are left out, with a warning. */
enum { HISTORY_POINTS_MAX = 1000, HISTORY_RUNS_MAX = 100 };

/*
 * Lists the folder; `order` is the path of the file of the order, "-" for
 * standard input, or NULL. Fails after a message: FG_EIO where the folder
 * cannot be read, FG_EINPUT where there are no such files, or where all names
 * are hashes of commits, which have no order.
 */
fg_status history_list(struct history *history, const char *folder,
		       const char *order, struct fg_diag *diag);
void history_free(struct history *history);

/* As strcmp, but numbers in the names go by their value: "run9" < "run10". */
int history_compare_names(const char *a, const char *b);

#endif
