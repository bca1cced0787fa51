/* SPDX-License-Identifier: MIT */
/*
 * --print-completion SHELL prints what bash, zsh and fish need to complete the
 * options. It is made from the option table, so both always agree. The build
 * runs it and installs the result.
 */
#include <stdio.h>
#include <string.h>

#include "fg/text.h"

#include "cli_private.h"

/* Prints one row; `program` is "fg-render". */
typedef void (*row_fn)(const char *program, const struct fg_opt *opt);

static void each_row(const struct fg_cli *cli, const struct fg_opt *standard,
		     row_fn row)
{
	const struct fg_opt *tables[] = { cli->opts, standard };

	for (size_t t = 0; t < 2; t++) {
		for (const struct fg_opt *o = tables[t]; !cli_is_end(o); o++) {
			if (cli_is_shown(o) && o->name)
				row(cli->program, o);
		}
	}
}

static bool takes_file(const struct fg_opt *opt)
{
	return opt->complete && strcmp(opt->complete, "file") == 0;
}

/* Writes a valid name for a shell function: "_fg-render" is not one. */
static void print_function_name(const char *program)
{
	putchar('_');
	for (; *program; program++)
		putchar(*program == '-' ? '_' : *program);
}

static void print_escaped(const char *text, const char *special)
{
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\'", stdout);
		else if (strchr(special, *text))
			putchar('\\');
		putchar(*text);
	}
}

static void bash_names(const char *program, const struct fg_opt *opt)
{
	(void)program;
	printf(" --%s%s", opt->name, opt->arg && !opt->optional ? "=" : "");
	if (opt->negatable)
		printf(" --no-%s", opt->name);
}

/* Writes the values of an option; nothing when it takes none. */
static void bash_values(const char *program, const struct fg_opt *opt)
{
	(void)program;
	if (!opt->arg)
		return;
	printf("\t--%s", opt->name);
	if (opt->letter && !opt->optional)
		printf(" | -%c", opt->letter);
	printf(")\n\t\t");
	if (opt->choices)
		printf("COMPREPLY=($(compgen -W '%s' -- \"$cur\"))\n",
		       opt->choices);
	else if (takes_file(opt))
		printf("COMPREPLY=($(compgen -f -- \"$cur\"))\n");
	else
		printf("COMPREPLY=()\n");
	printf("\t\treturn\n\t\t;;\n");
}

static void print_bash(const struct fg_cli *cli, const struct fg_opt *standard)
{
	print_function_name(cli->program);
	/* bash splits words at '=': "--format=perf" is three words */
	printf("()\n{\n"
	       "\tlocal cur=${COMP_WORDS[COMP_CWORD]}\n"
	       "\tlocal prev=${COMP_WORDS[COMP_CWORD-1]}\n\n"
	       "\tif [ \"$cur\" = = ]; then\n"
	       "\t\tcur=\n"
	       "\telif [ \"$prev\" = = ]; then\n"
	       "\t\tprev=${COMP_WORDS[COMP_CWORD-2]}\n"
	       "\tfi\n"
	       "\tcase $prev in\n");
	each_row(cli, standard, bash_values);
	printf("\tesac\n"
	       "\tif [[ $cur == -* ]]; then\n"
	       "\t\tcompopt -o nospace 2>/dev/null\n"
	       "\t\tCOMPREPLY=($(compgen -W '");
	each_row(cli, standard, bash_names);
	printf("' -- \"$cur\"))\n"
	       "\t\t[[ ${COMPREPLY[0]-} == *= ]] || compopt +o nospace "
	       "2>/dev/null\n"
	       "\telse\n"
	       "\t\tcompopt -o filenames 2>/dev/null\n"
	       "\t\tCOMPREPLY=($(compgen -f -- \"$cur\"))\n"
	       "\tfi\n}\ncomplete -F ");
	print_function_name(cli->program);
	printf(" %s\n", cli->program);
}

/* ":NAME:(a b c)" */
static void zsh_value(const struct fg_opt *opt)
{
	if (!opt->arg)
		return;
	printf("%s", opt->optional ? "::" : ":");
	print_escaped(opt->arg, ":[]\\");
	putchar(':');
	if (opt->choices)
		printf("(%s)", opt->choices);
	else if (takes_file(opt))
		printf("_files");
}

static void zsh_spec(const struct fg_opt *opt, const char *dashes,
		     const char *name, const char *attach)
{
	printf(" \\\n\t'%s%s%s%s[", opt->list ? "*" : "", dashes, name, attach);
	print_escaped(opt->help, ":[]\\");
	putchar(']');
	zsh_value(opt);
	putchar('\'');
}

static void zsh_row(const char *program, const struct fg_opt *opt)
{
	const char letter[] = { opt->letter, '\0' };
	const char *attach = "";

	(void)program;
	if (opt->arg)
		attach = opt->optional ? "=-" : "=";
	zsh_spec(opt, "--", opt->name, attach);
	if (opt->negatable)
		zsh_spec(opt, "--no-", opt->name, "");
	if (opt->letter)
		zsh_spec(opt, "-", letter,
			 !opt->arg	 ? ""
			 : opt->optional ? "-"
					 : "+");
}

static void print_zsh(const struct fg_cli *cli, const struct fg_opt *standard)
{
	printf("#compdef %s\n\n_arguments -s -S", cli->program);
	each_row(cli, standard, zsh_row);
	printf(" \\\n\t'*:file:_files'\n");
}

static void fish_row(const char *program, const struct fg_opt *opt)
{
	printf("complete -c %s -l %s", program, opt->name);
	if (opt->letter)
		printf(" -s %c", opt->letter);
	if (opt->arg && !opt->optional)
		fputs(takes_file(opt) ? " -r -F" : " -x", stdout);
	if (opt->choices)
		printf(" -a '%s'", opt->choices);
	printf(" -d '");
	print_escaped(opt->help, "\\");
	printf("'\n");
	if (opt->negatable)
		printf("complete -c %s -l no-%s\n", program, opt->name);
}

static void print_fish(const struct fg_cli *cli, const struct fg_opt *standard)
{
	each_row(cli, standard, fish_row);
}

void cli_print_completion(const struct fg_cli *cli,
			  const struct fg_opt *standard, const char *shell)
{
	if (strcmp(shell, "bash") == 0)
		print_bash(cli, standard);
	else if (strcmp(shell, "zsh") == 0)
		print_zsh(cli, standard);
	else
		print_fish(cli, standard);
}
