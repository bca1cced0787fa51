/* SPDX-License-Identifier: MIT */
#ifndef FG_CLI_PRIVATE_H
#define FG_CLI_PRIVATE_H

#include <stdarg.h>

#include "fg/cli.h"

/*
 * What the files of the command line module share: cli.c parses, cli_find.c
 * knows options by their names, cli_help.c and cli_complete.c print what
 * follows from the option table, cli_print.c is where the program meets the
 * terminal.
 *
 * The options that every program has (--help, --version) are a table of the
 * same kind, `standard`, that is searched behind the program's own.
 */

/* The row after the last one is all zeros. */
static inline bool cli_is_end(const struct fg_opt *opt)
{
	return !opt->name && !opt->letter && !opt->group;
}

/* Headings and aliases are parsed over and left out of what is printed. */
static inline bool cli_is_shown(const struct fg_opt *opt)
{
	return opt->help && !opt->group;
}

const struct fg_opt *cli_find_letter(const struct fg_opt *opts, char letter);

/*
 * What a long name, without dashes, stands for: the option of this name, or
 * the one option whose name begins so. Names that do the same are one option.
 * Aliases are shortened only where no option that --help shows begins so.
 * Capitals do not count.
 */
struct cli_found {
	const struct fg_opt *opt; /* NULL: none, or more than one */
	bool negated; /* "no-NAME" of a flag that can be cleared */
	size_t count; /* of options that it may be */
};
struct cli_found cli_find_long(const struct fg_opt *opts,
			       const struct fg_opt *standard, fg_str name);

/* The same for whole names only. */
struct cli_found cli_find_whole(const struct fg_opt *opts,
				const struct fg_opt *standard, fg_str name);

/* "'--string' or '--strict'": what the name may be; the caller frees it. */
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

/* Frees the operands and what the .list options gathered. */
void cli_free_lists(struct fg_cli *cli);

/*
 * Makes sure that what fails later is told: that memory gives out, that a
 * file grows over the limit, and that no file takes the place of stderr.
 */
void cli_prepare(const struct fg_cli *cli);

/* Flushes stdout; after a message, FG_EIO when something did not arrive. */
fg_status cli_close_stdout(const struct fg_cli *cli);

/* The words of "a b c", one a call; false behind the last. */
bool cli_next_word(const char **words, fg_str *word);

#endif
