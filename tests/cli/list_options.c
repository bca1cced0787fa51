/* SPDX-License-Identifier: MIT */
/*
 * A program with one option of each kind, for options.sh: it prints what the
 * command line came to.
 */
#include <inttypes.h>

#include "fg/cli.h"

struct values {
	const char *string, *optional, *choice, *file;
	bool flag, on, quiet;
	uint64_t number;
	double real;
	struct fg_list list;
};

static void print(const struct fg_cli *cli, const struct values *v)
{
	fg_cli_say("string=%s\n", v->string);
	fg_cli_say("optional=%s\n", v->optional ? v->optional : "(none)");
	fg_cli_say("choice=%s\n", v->choice);
	fg_cli_say("file=%s\n", v->file ? v->file : "(none)");
	fg_cli_say("flag=%d on=%d quiet=%d\n", v->flag, v->on, v->quiet);
	fg_cli_say("number=%" PRIu64 " real=%g\n", v->number, v->real);
	for (size_t i = 0; i < v->list.count; i++)
		fg_cli_say("list=%s\n", v->list.items[i]);
	for (size_t i = 0; i < cli->operands.count; i++)
		fg_cli_say("operand=%s\n", cli->operands.items[i]);
}

int main(int argc, char **argv)
{
	struct values v = { .string = "text",
			    .choice = "red",
			    .on = true,
			    .number = 7,
			    .real = 0.5 };
	const struct fg_opt opts[] = {
		{ 's', "string", "TEXT",
		  "it's [one] line: with what shells take for their own, "
		  "\"quotes\", $dollars and `ticks`",
		  .string = &v.string },
		{ 0, "text", "TEXT", NULL, .string = &v.string },
		{ .group = "Kinds of values" },
		{ 'p', "optional", "VALUE", "may stand alone",
		  .optional = &v.optional },
		{ 'c', "choice", "COLOUR", "one of some", .string = &v.choice,
		  .choices = "red green blue" },
		{ 'k', "kind", "NAME", "one of many", .string = &v.choice,
		  .choices = "red green blue", .see = "--list-kinds" },
		{ 'o', "output", "FILE", "a path", .string = &v.file,
		  .complete = "file" },
		{ 'n', "number", "N", "a whole number", .number = &v.number,
		  .hint = "; the flag of others is --on" },
		{ 'r', "a-real-number-with-a-long-name", "N",
		  "a number, perhaps with decimals", .real = &v.real },
		{ 'l', "list", "ITEM", "may be given often", .list = &v.list },
		{ .group = "Flags" },
		{ 'f', "flag", NULL, "is set", .flag = &v.flag },
		{ 'g', "on", NULL, "can be cleared", .flag = &v.on,
		  .negatable = true },
		{ 'q', "quiet", NULL, "is set", .flag = &v.quiet },
		{ 'x', "foreign", NULL, NULL, .instead = "say --on" },
		{ 0, "flagship", NULL, NULL, .flag = &v.flag },
		{ 0 },
	};
	struct fg_cli cli = {
		.program = "fg-options",
		.synopsis = "[OPTION]... [FILE]...",
		.summary = "Show what the command line came to, with a summary "
			   "that is longer than one line is wide.",
		.details = "Nothing more.",
		.opts = opts,
	};
	struct fg_diag diag = { .emit = fg_cli_print, .ctx = &cli };
	int stop = fg_cli_parse(&cli, argc, argv);

	if (stop >= 0)
		return stop;
	cli.quiet = v.quiet;
	fg_note(&diag, (struct fg_loc){ NULL, 0 }, "a note");
	fg_warn(&diag, (struct fg_loc){ "file", 3 }, "a warning");
	print(&cli, &v);
	return fg_cli_finish(&cli, &diag, FG_OK);
}
