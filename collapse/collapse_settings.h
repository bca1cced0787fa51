/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SETTINGS_H
#define COLLAPSE_SETTINGS_H

#include "fg/cli.h"
#include "options.h"

/*
 * The command line of fg-collapse: which options there are, and what their
 * values come to. It is main's other half and no part of the library.
 *
 *	struct settings s = { .threads = fg_threads_available() };
 *	struct fg_opt_table table = { 0 };
 *	struct fg_cli cli = { ..., .opts = table.rows };
 *	int stop;
 *
 *	settings_add_options(&s, &table);
 *	stop = fg_cli_parse(&cli, argc, argv);
 *	if (stop < 0)
 *		stop = settings_check(&s, &cli);
 *	if (stop < 0 && settings_compile(&s, &diag))
 *		work with s.options;
 *	settings_free(&s);
 */
struct settings {
	/* What the work goes by; `options` is whole after settings_compile(). */
	struct collapse_options options;
	const char *format; /* a name that exists; NULL: look at the input */
	const char *output; /* NULL or "-": standard output */
	bool list_formats, quiet, strict, no_header, no_sandbox;
	bool header; /* accepted; it is written anyway */
	bool include_tname, bytes, ticks, size; /* as other tools have them */

	/* As the user wrote it; NULL: not given. */
	const char *count, *time, *only_pid, *only_tid, *cpus;
	const char *thread, *process, *inlines, *unknown, *memory;
	struct fg_list include, exclude, skip_after, labels, events, comms;
	uint64_t threads;

	struct ranges pids, tids, cpu_set; /* what `options` points to */
};

/* Adds the rows of all options, which point into `s`: it must not move. */
void settings_add_options(struct settings *s, struct fg_opt_table *table);

/*
 * After fg_cli_parse(): checks what the table cannot and fills in s->options
 * but for the patterns; sets the limit of --limit-memory. Returns -1, or, when
 * it has said what is wrong, the exit status of a usage error.
 */
int settings_check(struct settings *s, struct fg_cli *cli);

/* Compiles the patterns; false when one is bad, which `diag` was told. */
FG_MUST_USE bool settings_compile(struct settings *s, struct fg_diag *diag);

/* Frees what the three above put into `s`; at any time, whatever failed. */
void settings_free(struct settings *s);

#endif
