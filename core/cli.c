/* SPDX-License-Identifier: MIT */
#include "fg/cli.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/hash.h"
#include "fg/text.h"

#include "cli_private.h"

/* A walk over the arguments. */
struct parser {
	struct fg_cli *cli;
	const struct fg_opt *standard; /* searched after cli->opts */
	char **argv; /* the next argument; ends with NULL */
	struct fg_list *many; /* where operands go; NULL: to the cli's list */
	bool only_operands; /* "--" was there */
};

void fg_opt_add(struct fg_opt_table *table, const struct fg_opt *rows, size_t n)
{
	assert(table->count + n < FG_OPTIONS_MAX);
	memcpy(table->rows + table->count, rows, n * sizeof *rows);
	table->count += n;
}

/* `spelled` is the option as given, up to a '='; `name` has no dashes. */
static int unknown(const struct parser *p, fg_str spelled, fg_str name)
{
	const char *guess = cli_nearest(p->cli->opts, p->standard, name);

	if (guess)
		return fg_cli_misuse(p->cli,
				     "unknown option '%.*s'; did you mean "
				     "'--%s'?",
				     FG_FMT(spelled), guess);
	return fg_cli_misuse(p->cli, "unknown option '%.*s'", FG_FMT(spelled));
}

/* "option '--str' may be '--string' or '--strict'" */
static int ambiguous(const struct parser *p, fg_str spelled, fg_str name)
{
	char *list = cli_candidates(p->cli->opts, p->standard, name);
	int status = fg_cli_misuse(p->cli, "option '%.*s' may be %s",
				   FG_FMT(spelled), list);

	free(list);
	return status;
}

/*
 * Parses all of the text, finite, 0 or more; strtod alone would take " -0x1p3"
 * and "nan".
 */
static bool parse_real(const char *text, double *value)
{
	size_t digits = strspn(text, "0123456789.");
	char *end;

	if (digits == 0 ||
	    strspn(text + digits, "0123456789eE+-") != strlen(text + digits))
		return false;
	*value = strtod(text, &end);
	return *end == '\0' && isfinite(*value);
}

/* The number of the word that `value` is; false when it is none. */
static bool find_choice(const char *choices, const char *value,
			unsigned *number)
{
	fg_str word;

	for (*number = 0; cli_next_word(&choices, &word); ++*number) {
		if (fg_equal(word, fg_from_c(value)))
			return true;
	}
	return false;
}

/* "; FlameGraph's flag is --inline=yes", for the end of a message. */
static const char *hint(const struct fg_opt *opt)
{
	return opt->hint ? opt->hint : "";
}

/* "expected period or samples, got 'x'" */
static int not_a_choice(const struct parser *p, fg_str spelled,
			const struct fg_opt *opt, const char *value)
{
	const char *rest = opt->choices;
	size_t room = 2 * strlen(rest) + sizeof " or " + strlen(rest);
	char *list = fg_malloc(room);
	size_t n = 0;
	fg_str word;
	int status;

	while (cli_next_word(&rest, &word)) {
		const char *after = rest + strspn(rest, " ");
		const char *between = *after ? ", " : " or ";

		if (n == 0)
			between = "";
		n += (size_t)snprintf(list + n, room - n, "%s%.*s", between,
				      FG_FMT(word));
	}
	status = fg_cli_misuse(p->cli, "%.*s: expected %s, got '%s'%s",
			       FG_FMT(spelled), list, value, hint(opt));
	free(list);
	return status;
}

/* Whether the value is one of the choices, or a number where one is wanted. */
static bool fits(const struct fg_opt *opt, const char *value)
{
	uint64_t number;
	unsigned word;
	double real;

	return (!opt->choices || find_choice(opt->choices, value, &word)) &&
	       (!opt->number || fg_parse_u64(fg_from_c(value), &number)) &&
	       (!opt->real || parse_real(value, &real));
}

static int does_not_fit(const struct parser *p, fg_str spelled,
			const struct fg_opt *opt, const char *value)
{
	if (opt->see)
		return fg_cli_misuse(p->cli, "%.*s: no such %s '%s'; see %s",
				     FG_FMT(spelled), opt->name, value,
				     opt->see);
	if (opt->choices)
		return not_a_choice(p, spelled, opt, value);
	return fg_cli_misuse(p->cli, "%.*s: expected a %snumber, got '%s'%s",
			     FG_FMT(spelled), opt->number ? "whole " : "",
			     value, hint(opt));
}

/* Lists end with a NULL that is not counted. */
static void append(struct fg_list *list, const char *item)
{
	FG_RESERVE(&list->items, &list->room, list->count + 2);
	list->items[list->count++] = item;
	list->items[list->count] = NULL;
}

/*
 * Stores `value` where the row says. Returns -1 to go on, or the exit status.
 */
static int store(const struct parser *p, fg_str spelled,
		 const struct fg_opt *opt, const char *value)
{
	if (!fits(opt, value))
		return does_not_fit(p, spelled, opt, value);
	if (opt->number)
		(void)fg_parse_u64(fg_from_c(value), opt->number);
	if (opt->real)
		(void)parse_real(value, opt->real);
	if (opt->choice)
		(void)find_choice(opt->choices, value, opt->choice);
	if (opt->string)
		*opt->string = value;
	if (opt->optional)
		*opt->optional = value;
	if (opt->list)
		append(opt->list, value);
	return -1;
}

static void take_operand(struct parser *p, const char *arg)
{
	append(p->many ? p->many : &p->cli->operands, arg);
}

/*
 * Stores the value of an option that takes one: `attached` when it was
 * written together with the option, else the next argument.
 */
static int take_value(struct parser *p, fg_str spelled,
		      const struct fg_opt *opt, const char *attached)
{
	if (opt->many)
		p->many = opt->list;
	if (attached)
		return store(p, spelled, opt, attached);
	if (opt->optional) {
		*opt->optional = "";
		return -1;
	}
	if (!*p->argv)
		return fg_cli_misuse(p->cli, "%.*s: needs a value, %s%s",
				     FG_FMT(spelled), opt->arg, hint(opt));
	return store(p, spelled, opt, *p->argv++);
}

/* Handles the rest of an argument that names an option. */
static int take_long(struct parser *p, fg_str spelled, struct cli_found found,
		     const char *attached)
{
	const struct fg_opt *opt = found.opt;

	if (opt->instead)
		return fg_cli_misuse(p->cli, "%.*s: %s", FG_FMT(spelled),
				     opt->instead);
	if (!opt->flag)
		return take_value(p, spelled, opt, attached);
	if (attached)
		return fg_cli_misuse(p->cli, "%.*s: takes no value, got '%s'",
				     FG_FMT(spelled), attached);
	*opt->flag = !found.negated;
	return -1;
}

/* "--name", "--name=value", "--name value", "--no-name", "--nam" */
static int parse_long(struct parser *p, const char *arg)
{
	fg_str spelled = { arg, strcspn(arg, "=") };
	fg_str name = fg_slice(spelled, 2, spelled.n);
	struct cli_found found = cli_find_long(p->cli->opts, p->standard, name);

	if (found.count > 1)
		return ambiguous(p, spelled, name);
	if (!found.opt)
		return unknown(p, spelled, name);
	return take_long(p, spelled, found,
			 arg[spelled.n] ? arg + spelled.n + 1 : NULL);
}

static const struct fg_opt *find_letter(const struct parser *p, char letter)
{
	const struct fg_opt *opt = cli_find_letter(p->cli->opts, letter);

	return opt ? opt : cli_find_letter(p->standard, letter);
}

/* Whether parse_letters would find nothing wrong with the argument. */
static bool can_be_letters(const struct parser *p, const char *arg)
{
	for (const char *c = arg + 1; *c; c++) {
		const struct fg_opt *opt = find_letter(p, *c);

		if (!opt || opt->instead)
			return false;
		if (opt->optional && c[1] == '=')
			return fits(opt, c + 2);
		if (!opt->flag && !opt->optional)
			return !c[1] || fits(opt, c + 1);
	}
	return true;
}

/*
 * "-abc": only the last letter may take a value: "-xvalue", "-x value", or
 * "-x=value" where the value may be left out.
 */
static int parse_letters(struct parser *p, const char *arg)
{
	for (const char *c = arg + 1; *c; c++) {
		const struct fg_opt *opt = find_letter(p, *c);
		const char letters[] = { '-', *c };
		fg_str spelled = { letters, 2 };

		if (!opt)
			return unknown(p, fg_from_c(arg), fg_from_c(arg + 1));
		if (opt->instead)
			return fg_cli_misuse(p->cli, "%.*s: %s",
					     FG_FMT(spelled), opt->instead);
		if (opt->optional && c[1] == '=')
			return store(p, spelled, opt, c + 2);
		if (opt->optional)
			*opt->optional = "";
		else if (opt->flag)
			*opt->flag = true;
		else
			return take_value(p, spelled, opt, c[1] ? c + 1 : NULL);
	}
	return -1;
}

/*
 * "-abc", or "-name" as Getopt::Long has it where the text cannot be letters.
 */
static int parse_one_dash(struct parser *p, const char *arg)
{
	fg_str spelled = { arg, strcspn(arg, "=") };
	struct cli_found found = { 0 };

	if (spelled.n > 2 && !can_be_letters(p, arg))
		found = cli_find_whole(p->cli->opts, p->standard,
				       fg_slice(spelled, 1, spelled.n));
	if (!found.opt)
		return parse_letters(p, arg);
	return take_long(p, spelled, found,
			 arg[spelled.n] ? arg + spelled.n + 1 : NULL);
}

static int parse_next(struct parser *p)
{
	const char *arg = *p->argv++;

	if (p->only_operands || arg[0] != '-' || arg[1] == '\0') {
		take_operand(p, arg);
		p->only_operands |= p->cli->is_wrapper;
		return -1;
	}
	p->many = NULL;
	if (arg[1] != '-')
		return parse_one_dash(p, arg);
	if (arg[2] != '\0')
		return parse_long(p, arg);
	p->only_operands = true;
	return -1;
}

/* Ends the program after it printed something instead of working. */
static int end(struct fg_cli *cli)
{
	cli_free_lists(cli);
	return cli_close_stdout(cli) == FG_OK ? FG_EXIT_OK : FG_EXIT_FAILED;
}

int fg_cli_parse(struct fg_cli *cli, int argc, char **argv)
{
	bool help = false, version = false, manual = false;
	const char *shell = NULL;
	const struct fg_opt standard[] = {
		{ 'h', "help", NULL, "print this help and exit",
		  .flag = &help },
		{ 'V', "version", NULL, "print the version and exit",
		  .flag = &version },
		{ 0, "print-completion", "SHELL", NULL, .string = &shell,
		  .choices = "bash zsh fish" },
		{ 0, "print-manual", NULL, NULL, .flag = &manual },
		{ 0 },
	};
	struct parser p = { .cli = cli,
			    .standard = standard,
			    .argv = argv + (argc > 0) };

	fg_hash_draw_key();
	cli_prepare(cli);
	while (*p.argv && !help && !version && !shell && !manual) {
		int status = parse_next(&p);

		if (status >= 0)
			return status;
	}
	if (help)
		cli_print_help(cli, standard);
	else if (version)
		cli_print_version(cli);
	else if (shell)
		cli_print_completion(cli, standard, shell);
	else if (manual)
		cli_print_manual(cli, standard);
	else
		return -1;
	return end(cli);
}
