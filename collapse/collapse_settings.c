/* SPDX-License-Identifier: MIT */
#include "collapse_settings.h"

#include <stdlib.h>
#include <string.h>

#include "capability.h"
#include "fg/alloc.h"
#include "fg/text.h"
#include "fg/weight.h"

enum { THREADS_MAX = 256 };

#define TIME_HINT \
	"; the flag --time of inferno-collapse-ghcprof is --metric time"

/* The names of all formats, for errors and completion. */
static const char format_names[] =
#define FORMAT(name) #name " "
#include "formats.def"
#undef FORMAT
	;

void settings_add_options(struct settings *s, struct fg_opt_table *table)
{
	const struct fg_opt rows[] = {
#define ROW(letter, name, arg, member, place, ...) \
	{ letter, name, arg, __VA_ARGS__, .member = &s->place },
#define GROUP(title) { .group = title },
#define FLAG(field, letter, name, arg, needs, ...) \
	ROW(letter, name, arg, flag, options.field, __VA_ARGS__)
#define TEXT(field, letter, name, arg, needs, ...) \
	ROW(letter, name, arg, string, options.field, __VA_ARGS__)
#define OPTIONAL(field, letter, name, arg, needs, ...) \
	ROW(letter, name, arg, optional, options.field, __VA_ARGS__)
#define CHOICE(field, letter, name, arg, needs, ...) \
	ROW(letter, name, arg, choice, options.field, __VA_ARGS__)
#define NAMES(field, letter, name, arg, needs, ...) \
	ROW(letter, name, arg, list, texts.field, __VA_ARGS__)
#define RANGES(field, letter, name, arg, needs, ...) \
	ROW(letter, name, arg, string, texts.field, __VA_ARGS__)
#define PATTERN RANGES
#define TIME RANGES
#define PATTERNS NAMES
#define OWN_FLAG(field, letter, name, arg, needs, ...) \
	ROW(letter, name, arg, flag, field, __VA_ARGS__)
#define OWN_TEXT(field, letter, name, arg, needs, ...) \
	ROW(letter, name, arg, string, field, __VA_ARGS__)
#define OWN_NUMBER(field, letter, name, arg, needs, ...) \
	ROW(letter, name, arg, number, field, __VA_ARGS__)
#define ALIAS(kind, field, letter, name, arg, ...) \
	kind(field, letter, name, arg, ANY, __VA_ARGS__)
#define ADVICE(letter, name, text) { letter, name, .instead = text },
#include "collapse_options.def"
#undef ROW
	};

	s->include_tname = true;
	FG_OPT_ADD(table, rows);
}

/* A list of numbers; a NULL text is none. */
static bool parse_ranges(const char *text, struct ranges *set,
			 const struct ranges **option)
{
	if (!text)
		return true;
	*option = set;
	return ranges_parse(set, text);
}

/* --bytes, --ticks and --size of other tools are metrics here. */
static bool take_metric(struct settings *s)
{
	const char **metric = &s->options.metric;
	int given = s->bytes + s->ticks + s->size + (*metric != NULL);

	if (s->bytes)
		*metric = "bytes";
	if (s->ticks)
		*metric = "ticks";
	if (s->size)
		*metric = "size";
	return given < 2;
}

/* Parses the texts of lists and times. */
static int parse_texts(struct settings *s, struct fg_cli *cli)
{
	struct collapse_options *o = &s->options;

#define NAMES(field, ...) o->field = s->texts.field.items;
#define RANGES(field, letter, name, ...)                               \
	if (!parse_ranges(s->texts.field, &s->sets.field, &o->field))  \
		return fg_cli_misuse(cli, "--%s: bad list '%s'", name, \
				     s->texts.field);
#define TIME(field, letter, name, ...)                                         \
	if (s->texts.field && !options_time(s->texts.field, o))                \
		return fg_cli_misuse(cli,                                      \
				     "--%s: expected A,B, got '%s'" TIME_HINT, \
				     name, s->texts.field);
#include "collapse_options.def"
	return -1;
}

/* --timeline=MS: any decimal number above 0, in ns. */
static int check_timeline(struct settings *s, struct fg_cli *cli)
{
	struct collapse_options *o = &s->options;
	struct fg_weight ms;
	bool saturated = false;

	if (!o->timeline)
		return -1;
	if (o->no_aggregate || o->off_cpu || o->wall_clock || s->no_header)
		return fg_cli_misuse(cli, "--timeline excludes "
					  "--no-aggregate, --off-cpu, "
					  "--wall-clock and "
					  "--no-header");
	if (*o->timeline == '\0')
		return -1;
	if (fg_weight_parse(fg_from_c(o->timeline), &ms, &saturated) &&
	    ms.scale <= 6 && !saturated) {
		fg_wide ns = (fg_wide)ms.units * fg_pow10(6 - ms.scale);

		if (ns > 0 && ns <= INT64_MAX / 4)
			o->slice_length = (int64_t)ns;
	}
	if (o->slice_length == 0)
		return fg_cli_misuse(cli,
				     "--timeline: expected milliseconds above "
				     "0, got '%s'",
				     o->timeline);
	return -1;
}

int settings_check(struct settings *s, struct fg_cli *cli)
{
	struct collapse_options *o = &s->options;
	int stop = parse_texts(s, cli);

	if (stop >= 0)
		return stop;
	stop = fg_cli_limit_memory(cli, s->memory);
	if (stop >= 0)
		return stop;
	if (!take_metric(s))
		return fg_cli_misuse(cli, "--metric, --bytes, --ticks and "
					  "--size exclude each other");
	if (o->off_cpu && o->wall_clock)
		return fg_cli_misuse(cli, "--off-cpu and --wall-clock exclude "
					  "each other");
	stop = check_timeline(s, cli);
	if (stop >= 0)
		return stop;
	if (!s->include_tname) {
		o->per_thread = false;
		o->per_process = true;
	}
	o->threads = s->threads < 1		? 1
		     : s->threads > THREADS_MAX ? THREADS_MAX
						: (unsigned)s->threads;
	if (!s->output || s->list_formats)
		return -1;
	return fg_cli_check_output(cli, s->output, cli->operands.items);
}

static void free_patterns(struct fg_regex **patterns)
{
	for (size_t i = 0; patterns && patterns[i]; i++)
		fg_regex_free(patterns[i]);
	free(patterns);
}

/* The compiled patterns, ended by NULL; false where one is bad. */
static bool compile_all(const struct fg_list *list, struct fg_regex ***patterns,
			struct fg_diag *diag)
{
	if (list->count == 0)
		return true;
	*patterns = fg_calloc(list->count + 1, sizeof **patterns);
	for (size_t i = 0; i < list->count; i++) {
		(*patterns)[i] = fg_regex_new(list->items[i], diag);
		if (!(*patterns)[i])
			return false;
	}
	return true;
}

/* One pattern; a NULL text is none. */
static bool compile_one(const char *text, struct fg_regex **pattern,
			struct fg_diag *diag)
{
	if (text)
		*pattern = fg_regex_new(text, diag);
	return !text || *pattern;
}

bool settings_compile(struct settings *s, struct fg_diag *diag)
{
	struct collapse_options *o = &s->options;

#define PATTERN(field, ...)                                \
	if (!compile_one(s->texts.field, &o->field, diag)) \
		return false;
#define PATTERNS(field, ...)                                \
	if (!compile_all(&s->texts.field, &o->field, diag)) \
		return false;
#include "collapse_options.def"
	return true;
}

void settings_free(struct settings *s)
{
#define PATTERN(field, ...) fg_regex_free(s->options.field);
#define PATTERNS(field, ...) free_patterns(s->options.field);
#define RANGES(field, ...) ranges_free(&s->sets.field);
#include "collapse_options.def"
}
