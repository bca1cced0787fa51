/* SPDX-License-Identifier: MIT */
#ifndef FG_CLI_PRIVATE_H
#define FG_CLI_PRIVATE_H

#include <stdarg.h>

#include "fg/cli.h"

/*
 * Shared by the files of the command line module: cli.c parses, cli_find.c
 * finds options by their names, cli_help.c and cli_complete.c print text that
 * is made from the option table, and cli_print.c prints to the terminal.
 *
 * The options that every program has (--help, --version) are a table of the
 * same kind, `standard`, which is searched after the program's own.
 */

/* The row after the last one is all zeros. */
static inline bool cli_is_end(const struct fg_opt *opt)
{
	return !opt->name && !opt->letter && !opt->group;
}

/* Headings and aliases are not printed. */
static inline bool cli_is_shown(const struct fg_opt *opt)
{
	return opt->help && !opt->group;
}

const struct fg_opt *cli_find_letter(const struct fg_opt *opts, char letter);

/*
 * The result for a long name without dashes: the option of this name, or the
 * one option whose name begins so. Names that do the same are one option.
 * Aliases may be shortened only where no option that --help shows begins so.
 * Capitals do not matter.
 */
struct cli_found {
	const struct fg_opt *opt; /* NULL: none, or more than one */
	bool negated; /* "no-NAME" of a flag that can be cleared */
	size_t count; /* number of options that it may be */
};
struct cli_found cli_find_long(const struct fg_opt *opts,
			       const struct fg_opt *standard, fg_str name);

/* The same for whole names only. */
struct cli_found cli_find_whole(const struct fg_opt *opts,
				const struct fg_opt *standard, fg_str name);

/* "'--string' or '--strict'": the possible options; the caller frees it. */
char *cli_candidates(const struct fg_opt *opts, const struct fg_opt *standard,
		     fg_str name);

/* The shown option with the name nearest to `name`; NULL: none is near. */
const char *cli_nearest(const struct fg_opt *opts,
			const struct fg_opt *standard, fg_str name);

void cli_print_help(const struct fg_cli *cli, const struct fg_opt *standard);
void cli_print_version(const struct fg_cli *cli);

/* `shell` is "bash", "zsh" or "fish". */
void cli_print_completion(const struct fg_cli *cli,
			  const struct fg_opt *standard, const char *shell);

/* Prints the list of options as a manual page has it, in mdoc. */
void cli_print_manual(const struct fg_cli *cli, const struct fg_opt *standard);

/* Frees the operands and the lists of .list options. */
void cli_free_lists(struct fg_cli *cli);

/*
 * Makes sure that later failures are reported: memory gives out, a file grows
 * over the limit. Also keeps the descriptor of stderr from being taken by a
 * file.
 */
void cli_prepare(const struct fg_cli *cli);

/* Flushes stdout; returns FG_EIO after a message when some output was lost. */
fg_status cli_close_stdout(const struct fg_cli *cli);

/* Returns the words of "a b c", one per call; false after the last. */
bool cli_next_word(const char **words, fg_str *word);

#endif
