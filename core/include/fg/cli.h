/* SPDX-License-Identifier: MIT */
#ifndef FG_CLI_H
#define FG_CLI_H

#include "fg/diag.h"

/*
 * The command line of the three programs: for main.c and a *_settings.c beside
 * it, only. One table of options per program; parsing, --help, --version, the
 * usage errors, the suggestion after a typo and the shells' completions all
 * come from it.
 *
 *	const struct fg_opt opts[] = {
 *		{ 'f', "format", "NAME", "read this format", .string = &name },
 *		{ .group = "Filters" },
 *		{ 0, "exclude", "REGEX", "drop such stacks", .list = &excluded },
 *		{ 0, "event-filter", "NAME", NULL, .string = &event }, alias
 *		{ 0 },
 *	};
 *
 * Options and operands may mix; "--" ends options; "-" is an operand. Long
 * names may be written in capitals, and shortened where that is unambiguous.
 * As scripts that use Perl's Getopt::Long are called, a whole long name may
 * have one dash ("-title TEXT", "-width=800"), unless the argument can be read
 * as letters: all known, the last perhaps with a value that fits it. The
 * default of an option is the initial value of its variable. --help (-h),
 * --version (-V), --print-completion SHELL and --print-manual are in every
 * program; a table may take the letters for something else. An .optional value is written
 * "--name=VALUE" or "-n=VALUE"; a `many` list ends at the next option.
 */
struct fg_list {
	const char **items;
	size_t count, room;
};

struct fg_opt {
	char letter; /* 0 for none */
	const char *name; /* long name, without "--" */
	const char *arg; /* what --help calls the argument; NULL: takes none */
	const char *help; /* one line; NULL: an alias, not shown */

	/* Exactly one of these, or none in a heading, or with .instead. */
	bool *flag; /* set; "--no-NAME" clears it when `negatable` */
	const char **string; /* last one wins */
	uint64_t *number; /* whole, 0 or more */
	double *real; /* finite, 0 or more */
	struct fg_list *list; /* every one, in order; NULL behind the last */
	unsigned *choice; /* the number of the word in `choices`, from 0 */
	const char **optional; /* as string, "=VALUE" may be left out: "" */

	bool many; /* a list that takes the operands behind it, too */
	bool negatable;
	const char *group; /* a heading: "Filters" */
	const char *choices; /* "a b c": checked, listed by --help, completed */
	const char *see; /* the option that lists the choices, not --help */
	const char *hint; /* ends the message when the value is missing or bad */
	const char *instead; /* no option: refused, with this advice */
	const char *complete; /* "file" when the argument is a path */
};

/* A table that is put together from several, a group of options each. */
enum { FG_OPTIONS_MAX = 96 };

struct fg_opt_table {
	struct fg_opt rows[FG_OPTIONS_MAX]; /* ends with zeros */
	size_t count;
};

/* Appends `n` rows; FG_OPT_ADD takes an array. */
void fg_opt_add(struct fg_opt_table *table, const struct fg_opt *rows,
		size_t n);

#define FG_OPT_ADD(table, rows) \
	fg_opt_add((table), (rows), sizeof(rows) / sizeof *(rows))

struct fg_cli {
	const char *program; /* "fg-collapse" */
	const char *synopsis; /* "[OPTION]... [FILE]..." */
	const char *summary; /* one sentence */
	const char *details; /* after the options; may be NULL */
	const struct fg_opt *opts; /* ends with a row of zeros */
	bool quiet; /* drop notes, and warnings but for FG_DOUBT; -q */

	/* Out: the operands, in order; borrowed from argv. */
	struct fg_list operands;
};

enum {
	FG_EXIT_OK,
	FG_EXIT_FAILED,
	FG_EXIT_USAGE,
	FG_EXIT_REGRESSION, /* fg-diff --check only */
};

/*
 * Fills in the variables and cli->operands. Returns -1 to go on, or the exit
 * status to end with (after --help, --version or a usage error).
 */
int fg_cli_parse(struct fg_cli *cli, int argc, char **argv);

/*
 * Prints "program: message" and "Try 'program --help'.", frees the lists and
 * returns 2, for `return fg_cli_misuse(...);` in main.
 */
int fg_cli_misuse(struct fg_cli *cli, const char *fmt, ...) FG_PRINTF(2, 3);

/*
 * Sets the limit of --limit-memory, "500M" or "4G"; NULL sets none. The kernel
 * counts all that the process allocates, libraries' memory too, and what is
 * more fails as if there were no memory. Returns -1 to go on, or the exit
 * status after an error.
 */
int fg_cli_limit_memory(struct fg_cli *cli, const char *text);

/*
 * Whether `output` is a file other than the `inputs`, which end with NULL;
 * NULL is standard input alone. Returns -1 to go on, or the exit status after
 * an error that names both.
 */
int fg_cli_check_output(struct fg_cli *cli, const char *output,
			const char *const *inputs);

/*
 * For programs that read standard input when no file is named: where that is a
 * terminal, and nothing would seem to happen, a note says what they wait for.
 */
void fg_cli_note_terminal(const struct fg_cli *cli);

/* An fg_diag emitter that prints to stderr; ctx is the struct fg_cli. */
void fg_cli_print(void *ctx, enum fg_level level, struct fg_loc loc,
		  const char *message);

/* Text to standard output, for --list-formats and the like. */
void fg_cli_say(const char *fmt, ...) FG_PRINTF(1, 2);

/*
 * The last call of main: flushes stdout, says what failed, frees the lists,
 * and turns the status of the work into the exit status.
 */
int fg_cli_finish(struct fg_cli *cli, struct fg_diag *diag, fg_status status);

#endif
