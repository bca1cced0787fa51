/* SPDX-License-Identifier: MIT */
#ifndef DIFF_REPORT_H
#define DIFF_REPORT_H

#include "check.h"
#include "plan.h"
#include "table.h"

/* The table and the check of fg-diff, one or both; or the plan alone. */
struct report_options {
	bool table;
	struct check *check; /* NULL: none */
	struct table_options rows;
	struct plan_options plan;
	bool single_run; /* one run a side is enough for a plan */
	double significance;
};

/*
 * Writes what is asked for; check->broken then tells how many rules were
 * broken. CSV holds no check. Fails, and writes nothing, where the rules
 * cannot be checked: see check_run().
 */
fg_status report_write(struct fg_out *out, const struct diff *diff,
		       const struct report_options *options,
		       struct fg_diag *diag);

#endif
