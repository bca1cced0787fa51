/* SPDX-License-Identifier: MIT */
#ifndef DIFF_SETTINGS_H
#define DIFF_SETTINGS_H

#include "conf.h"
#include "diff.h"
#include "fg/cli.h"
#include "report.h"
#include "trend.h"

/*
 * The command line of fg-diff: which options there are, and what their values
 * come to. It is main's other half and no part of the library.
 *
 *	struct settings s = settings_defaults();
 *	struct fg_opt_table table = { 0 };
 *	struct fg_cli cli = { ..., .opts = table.rows };
 *	struct fg_diag diag = { .emit = fg_cli_print, .ctx = &cli };
 *	int stop;
 *
 *	settings_add_options(&s, &table);
 *	stop = fg_cli_parse(&cli, argc, argv);
 *	if (stop < 0)
 *		stop = settings_check(&s, &cli, &diag);
 *	if (stop < 0)
 *		diff_read(&diff, &s.diff, &diag);
 *	settings_free(&s);
 *
 * Texts are argv's, lists are the command line's.
 */
struct settings {
	/* What the work goes by, after settings_check(). */
	struct diff_options diff;
	struct report_options report;
	struct check check;
	struct conf conf;
	struct trend_options trend;
	bool report_wanted; /* and no folded stacks */

	/* As the user wrote it; NULL or 0: not given. */
#include "fg/options_fields.h"

#include "diff_options.def"
};

/* What holds where no option is given. */
struct settings settings_defaults(void);

/* Adds the rows of all options, which point into `s`: it must not move. */
void settings_add_options(struct settings *s, struct fg_opt_table *table);

/*
 * After fg_cli_parse(): checks what the table cannot and fills in what the
 * work goes by. Returns -1, or, when it has said what is wrong, the exit
 * status.
 */
int settings_check(struct settings *s, struct fg_cli *cli,
		   struct fg_diag *diag);

/* Frees what settings_check() has made. */
void settings_free(struct settings *s);

#endif
