/* SPDX-License-Identifier: MIT */
#ifndef FG_CLI_H
#define FG_CLI_H

#include "fg/diag.h"

/*
 * The command line of the programs, for use by main.c and *_settings.c
 * beside it only. Each program has one table of options. Parsing, --help,
 * --version, the usage errors, the suggestion after a typo and the completions
 * of shells all come from it.
 *
 *	const struct fg_opt opts[] = {
 *		{ 'f', "format", "NAME", "read this format", .string = &name },
 *		{ .group = "Filters" },
 *		{ 0, "exclude", "REGEX", "drop such stacks", .list = &excluded },
 *		{ 0, "event-filter", "NAME", NULL, .string = &event }, alias
 *		{ 0 },
 *	};
 *
 * Options and operands may mix, except in a wrapper, where the first operand
 * ends the options; "--" ends options; "-" is an operand. Long
 * names may be written in capitals, and shortened where that is unambiguous. A
 * whole long name may have one dash ("-title TEXT", "-width=800"), because
 * scripts call programs of Perl's Getopt::Long so; but where the argument can
 * be read as known letters, the last perhaps with a value that fits it, it is
 * read as letters. The default of an option is the initial value of its
 * variable. Every program has --help (-h), --version (-V),
 * --print-completion SHELL and --print-manual; a table may use these letters for other options.
 * An .optional value is written "--name=VALUE" or "-n=VALUE"; a `many` list
 * ends at the next option.
 */
struct fg_list {
	const char **items;
	size_t count, room;
};

struct fg_opt {
	char letter; /* 0 for none */
	const char *name; /* long name, without "--" */
	const char *arg; /* name of the argument in --help; NULL: takes none */
	const char *help; /* one line; NULL: an alias, not shown */

	/* Exactly one of these is set; none in a heading, or with .instead. */
	bool *flag; /* set; "--no-NAME" clears it when `negatable` */
	const char **string; /* last one wins */
	uint64_t *number; /* whole, 0 or more */
	double *real; /* finite, 0 or more */
	struct fg_list *list; /* all values in order, then a NULL */
	unsigned *choice; /* the number of the word in `choices`, from 0 */
	const char **optional; /* as string, but "=VALUE" may be left out: "" */

	bool many; /* a list that takes the operands after it, too */
	bool negatable;
	const char *group; /* a heading: "Filters" */
	const char *choices; /* checked, shown by --help, completed */
	const char *see; /* lists the choices, in place of --help */
	const char *hint; /* ends the message when the value is missing or bad */
	const char *instead; /* not an option: an error with this advice */
	const char *complete; /* "file" when the argument is a path */
};

/* A table that is made of several groups of options. */
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
	bool is_wrapper; /* operands are a command with options of its own */
	bool quiet; /* -q: drop notes and warnings, except FG_DOUBT */

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
 * For programs that read standard input when no file is named. If that is a
 * terminal, nothing would seem to happen, so a note says what the program
 * waits for.
 */
void fg_cli_note_terminal(const struct fg_cli *cli);

/* An fg_diag emitter that prints to stderr; ctx is the struct fg_cli. */
void fg_cli_print(void *ctx, enum fg_level level, struct fg_loc loc,
		  const char *message);

/* Prints text to standard output, for --list-formats and the like. */
void fg_cli_say(const char *fmt, ...) FG_PRINTF(1, 2);

/*
 * The last call of main: flushes stdout, says what failed, frees the lists,
 * and turns the status of the work into the exit status.
 */
int fg_cli_finish(struct fg_cli *cli, struct fg_diag *diag, fg_status status);

#endif
