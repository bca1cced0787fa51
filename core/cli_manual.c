/* SPDX-License-Identifier: MIT */
/*
 * --print-manual: the list of options as a manual page has it, in the language
 * mdoc. tests/lint/man.sh holds the pages to it, and adds new options.
 *
 *	.Ss Input and output
 *	.Bl -tag -width Ds
 *	.It Fl f Ar name , Fl Fl format Ar name
 *	Read this format, not the detected one.
 *	.El
 */
#include <stdio.h>
#include <string.h>

#include "fg/text.h"

#include "cli_private.h"

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* "FILE..." is "file ...", "KEY[=VALUE]" is "key Ns Op = Ns Ar value". */
static void argument(const char *arg)
{
	for (const char *p = arg; *p; p++) {
		if (strcmp(p, "...") == 0) {
			fputs(" ...", stdout);
			return;
		}
		if (strncmp(p, "[=", 2) == 0) {
			fputs(" Ns Op = Ns Ar ", stdout);
			p++;
		} else if (*p == '=') {
			fputs(" Ns = Ns Ar ", stdout);
		} else if (*p != ']') {
			putchar(lower(*p));
		}
	}
}

static void value(const struct fg_opt *opt)
{
	if (!opt->arg)
		return;
	fputs(opt->optional ? " Ns Op = Ns Ar " : " Ar ", stdout);
	argument(opt->arg);
}

/* The help as a sentence. */
static void body(const struct fg_opt *opt)
{
	const char *choices = opt->see ? NULL : opt->choices;
	char first = *opt->help;
	fg_str word;

	if (first >= 'a' && first <= 'z')
		first = (char)(first - 'a' + 'A');
	if (first == '.' || first == '\'')
		fputs("\\&", stdout);
	putchar(first);
	for (const char *p = opt->help + 1; *p; p++)
		fputs(*p == '\\' ? "\\e" : (const char[]){ *p, '\0' }, stdout);
	puts(choices ? ":" : ".");
	for (const char *sign = ""; choices && cli_next_word(&choices, &word);
	     sign = " ,\n")
		printf("%s.Cm %.*s", sign, FG_FMT(word));
	if (choices)
		puts(" .");
}

static void option(const struct fg_opt *opt, bool letter)
{
	fputs(".It", stdout);
	if (letter) {
		printf(" Fl %c", opt->letter);
		value(opt);
		fputs(opt->name ? " ," : "", stdout);
	}
	if (opt->name) {
		printf(" Fl Fl %s", opt->name);
		value(opt);
	}
	if (opt->negatable)
		printf(" , Fl Fl no-%s", opt->name);
	putchar('\n');
	body(opt);
}

/* "Differences (input with two columns)" without what stands in brackets. */
static void heading(const char *text)
{
	int n = (int)strcspn(text, "(");

	while (n > 0 && text[n - 1] == ' ')
		n--;
	printf(".Ss %.*s\n.Bl -tag -width Ds\n", n, text);
}

void cli_print_manual(const struct fg_cli *cli, const struct fg_opt *standard)
{
	const char *group = NULL;
	bool open = false;

	for (const struct fg_opt *o = cli->opts; !cli_is_end(o); o++) {
		if (o->group)
			group = o->group;
		if (!cli_is_shown(o))
			continue;
		if (group) {
			fputs(open ? ".El\n" : "", stdout);
			heading(group);
			open = true;
		}
		group = NULL;
		option(o, o->letter != 0);
	}
	fputs(open ? ".El\n" : "", stdout);
	heading("Other");
	for (const struct fg_opt *o = standard; !cli_is_end(o); o++) {
		if (cli_is_shown(o))
			option(o, o->letter && !cli_find_letter(cli->opts,
								o->letter));
	}
	puts(".El");
}
