/* SPDX-License-Identifier: MIT */
/*
 * --help and --version. The help is made from the option table:
 *
 *	  -f, --format NAME     read this format, not the detected one
 *	      --count WHAT      what a sample weighs (period, samples)
 */
#include <stdio.h>
#include <string.h>

#include "fg/text.h"

#include "cli_private.h"

enum {
	COLUMNS = 79, /* leaves the last column of 80 free */
	HELP_COLUMN = 28, /* where descriptions begin */
};

/* The page being written. */
struct page {
	size_t column;
	size_t indent; /* where lines begin after a break of word() */
};

static void put(struct page *page, const char *text)
{
	fputs(text, stdout);
	page->column += strlen(text);
}

static void new_line(struct page *page)
{
	putchar('\n');
	page->column = 0;
}

static void pad_to(struct page *page, size_t column)
{
	while (page->column < column)
		put(page, " ");
}

/* Writes one word, on the next line when it does not fit on this one. */
static void word(struct page *page, fg_str text)
{
	if (page->column > page->indent) {
		if (page->column + 1 + text.n > COLUMNS)
			new_line(page);
		else
			put(page, " ");
	}
	pad_to(page, page->indent);
	fwrite(text.p, 1, text.n, stdout);
	page->column += text.n;
}

static void words(struct page *page, const char *text)
{
	fg_str next;

	while (cli_next_word(&text, &next))
		word(page, next);
}

/* " (period, samples)" */
static void choices(struct page *page, const char *list)
{
	fg_str next;
	bool first = true;

	while (cli_next_word(&list, &next)) {
		const char *after = list + strspn(list, " ");
		size_t width = next.n + first + 1;

		if (page->column + 1 + width > COLUMNS)
			new_line(page);
		else
			put(page, " ");
		pad_to(page, page->indent);
		if (first)
			put(page, "(");
		fwrite(next.p, 1, next.n, stdout);
		page->column += next.n;
		put(page, *after ? "," : ")");
		first = false;
	}
}

static void option(const struct fg_opt *opt, bool letter)
{
	struct page page = { .indent = HELP_COLUMN };

	put(&page, "  ");
	if (letter) {
		put(&page, (const char[]){ '-', opt->letter, '\0' });
		put(&page, opt->name ? ", " : "");
	}
	if (opt->name) {
		pad_to(&page, 6);
		put(&page, opt->negatable ? "--[no-]" : "--");
		put(&page, opt->name);
	}
	if (opt->arg) {
		put(&page, opt->optional ? "[=" : " ");
		put(&page, opt->arg);
		put(&page, opt->optional ? "]" : "");
	}
	if (page.column + 2 > HELP_COLUMN)
		new_line(&page);
	words(&page, opt->help);
	if (opt->choices && !opt->see)
		choices(&page, opt->choices);
	new_line(&page);
}

void cli_print_help(const struct fg_cli *cli, const struct fg_opt *standard)
{
	struct page page = { 0 };
	const char *heading = "Options";

	printf("Usage: %s %s\n", cli->program, cli->synopsis);
	words(&page, cli->summary);
	new_line(&page);
	for (const struct fg_opt *o = cli->opts; !cli_is_end(o); o++) {
		if (o->group)
			heading = o->group;
		if (!cli_is_shown(o))
			continue;
		if (heading)
			printf("\n%s:\n", heading);
		heading = NULL;
		option(o, o->letter != 0);
	}
	printf("\nOther:\n");
	for (const struct fg_opt *o = standard; !cli_is_end(o); o++) {
		if (cli_is_shown(o))
			option(o, o->letter && !cli_find_letter(cli->opts,
								o->letter));
	}
	printf("\nLong names may be shortened where this is unambiguous, and "
	       "written in capitals.\nA whole name may have one dash.\n");
	if (cli->details)
		printf("\n%s\n", cli->details);
}

void cli_print_version(const struct fg_cli *cli)
{
	printf("%s %s\n", cli->program, FG_VERSION);
}
