/* SPDX-License-Identifier: MIT */
#ifndef RENDER_SETTINGS_H
#define RENDER_SETTINGS_H

#include "draw.h"
#include "fg/cli.h"

/*
 * The command line of fg-render: which options there are, and what their
 * values come to. It is main's other half and no part of the library.
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
 *		stop = settings_check(&s, &cli);
 *	if (stop < 0)
 *		draw(&s.draw, &diag);
 *
 * It owns nothing: texts are argv's, lists are the command line's.
 */
struct settings {
	struct draw draw; /* what the work goes by, after settings_check() */

	/* As the user wrote it; NULL or 0: not given. */
#include "fg/options_fields.h"

#include "render_options.def"
};

/* What holds where no option is given. */
struct settings settings_defaults(void);

/* Adds the rows of all options, which point into `s`: it must not move. */
void settings_add_options(struct settings *s, struct fg_opt_table *table);

/*
 * After fg_cli_parse(): checks what the table cannot and fills in s->draw.
 * Returns -1, or, when it has said what is wrong, the exit status of a usage
 * error.
 */
int settings_check(struct settings *s, struct fg_cli *cli);

#endif
