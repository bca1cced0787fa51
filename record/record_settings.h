/* SPDX-License-Identifier: MIT */
#ifndef RECORD_SETTINGS_H
#define RECORD_SETTINGS_H

#include "fg/cli.h"
#include "repeat.h"

/*
 * The command line of fg-record: which options there are, and what their
 * values come to. It is main's other half and no part of the library.
 */
struct settings {
	/* Filled in by settings_check(). */
	struct recording recording;
	struct repeat repeat;

	/* As the user wrote it; NULL or 0: not given. */
#include "fg/options_fields.h"

#include "record_options.def"

	/* What settings_check() made of them. */
	pid_t *pid_numbers, *tid_numbers;
	char *data_path, *folded_path;
};

struct settings settings_defaults(void);

/* Whether the command is run several times: s->repeat is what to do. */
bool settings_is_repeat(const struct settings *s);

/* Adds the rows of all options, which point into `s`: it must not move. */
void settings_add_options(struct settings *s, struct fg_opt_table *table);

/*
 * After fg_cli_parse(): checks what the table cannot, and fills in the
 * recording. Returns -1, or, when it has said what is wrong, the exit status.
 */
int settings_check(struct settings *s, struct fg_cli *cli,
		   struct fg_diag *diag);

void settings_free(struct settings *s);

#endif
