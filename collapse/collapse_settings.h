/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SETTINGS_H
#define COLLAPSE_SETTINGS_H

#include "fg/cli.h"
#include "options.h"

/*
 * The command line of fg-collapse: its options, and their values. It is part
 * of the program and not of the library.
 *
 *	struct settings s = { .threads = fg_threads_available() };
 *	struct fg_opt_table table = { 0 };
 *	struct fg_cli cli = { ..., .opts = table.rows };
 *	struct fg_diag diag = { .emit = fg_cli_print, .ctx = &cli };
 *	int stop;
 *
 *	settings_add_options(&s, &table);
 *	stop = fg_cli_parse(&cli, argc, argv);
 *	if (stop < 0)
 *		stop = settings_check(&s, &cli);
 *	if (stop < 0 && settings_compile(&s, &diag))
 *		... work with s.options ...
 *	settings_free(&s);
 */
struct settings {
	/* Options of the library; complete after settings_compile(). */
	struct collapse_options options;

	/* Options of the program itself; see collapse_options.def. */
#define OWN_FLAG(field, ...) bool field;
#define OWN_TEXT(field, ...) const char *field;
#define OWN_NUMBER(field, ...) uint64_t field;
#include "collapse_options.def"

	/* The user's texts of values that `options` has in another form. */
	struct {
#define NAMES(field, ...) struct fg_list field;
#define RANGES(field, ...) const char *field;
#define PATTERN(field, ...) const char *field;
#define PATTERNS(field, ...) struct fg_list field;
#define TIME(field, ...) const char *field;
#include "collapse_options.def"
	} texts;

	/* Data that `options` points to. */
	struct {
#define RANGES(field, ...) struct ranges field;
#include "collapse_options.def"
	} sets;
};

/* Adds the rows of all options, which point into `s`: it must not move. */
void settings_add_options(struct settings *s, struct fg_opt_table *table);

/*
 * After fg_cli_parse(): makes the checks that the table cannot, and fills in
 * s->options except for the patterns; sets the limit of --limit-memory.
 * Returns -1 or, after an error message, the exit status of a usage error.
 */
int settings_check(struct settings *s, struct fg_cli *cli);

/*
 * Compiles the patterns; false when one is bad, which was reported to `diag`.
 */
FG_MUST_USE bool settings_compile(struct settings *s, struct fg_diag *diag);

/*
 * Frees all that the three functions above put into `s`; may be called after
 * any failure.
 */
void settings_free(struct settings *s);

#endif
