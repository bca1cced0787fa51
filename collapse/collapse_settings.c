/* SPDX-License-Identifier: MIT */
#include "collapse_settings.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "format.h"

enum { THREADS_MAX = 256 };

#define TIME_HINT \
	"; the flag --time of inferno-collapse-ghcprof is --metric time"

/* The names of all formats, for errors and completion. */
static const char format_names[] =
#define FORMAT(name) #name " "
#include "formats.def"
#undef FORMAT
	;

static void input_options(struct settings *s, struct fg_opt_table *table)
{
	const struct fg_opt rows[] = {
		{ .group = "Input and output" },
		{ 'f', "format", "NAME",
		  "read this format, not the detected one",
		  .string = &s->format, .choices = format_names,
		  .see = "--list-formats" },
		{ 0, "list-formats", NULL, "print what can be read",
		  .flag = &s->list_formats },
		{ 0, "list-metrics", NULL,
		  "print what the input can be weighed by",
		  .flag = &s->options.list_metrics },
		{ 0, "no-header", NULL,
		  "no first line that says what the weights are",
		  .flag = &s->no_header },
		{ 0, "header", NULL, NULL, .flag = &s->header },
		{ 'o', "output", "FILE", "write to FILE once all went well",
		  .string = &s->output, .complete = "file" },
		{ 'j', "threads", "N",
		  "work with N threads (default: one a CPU)",
		  .number = &s->threads },
		{ 'n', "nthreads", "N", NULL, .number = &s->threads },
		{ 'q', "quiet", NULL,
		  "only errors, and what puts the result in doubt",
		  .flag = &s->quiet },
		{ 'v', "verbose", NULL, "tell what was read in any case",
		  .flag = &s->options.verbose },
		{ 0, "strict", NULL, "fail where a warning would do",
		  .flag = &s->strict },
		{ 0, "no-sandbox", NULL,
		  "keep all rights, for valgrind and other such tools",
		  .flag = &s->no_sandbox },
		{ 0, "limit-memory", "SIZE",
		  "give up at SIZE bytes of memory (500M, 4G)",
		  .string = &s->memory },
		{ 0, "no-limits", NULL,
		  "deep stacks and long names in full, however large",
		  .flag = &s->options.no_limits },
	};

	FG_OPT_ADD(table, rows);
}

static void root_options(struct settings *s, struct fg_opt_table *table)
{
	struct collapse_options *o = &s->options;
	const struct fg_opt rows[] = {
		{ .group = "Root frames" },
		{ 0, "pid", NULL, "they are COMM-PID", .flag = &o->pid },
		{ 0, "tid", NULL, "they are COMM-PID/TID", .flag = &o->tid },
		{ 0, "no-comm", NULL, "none for commands",
		  .flag = &o->no_comm },
		{ 0, "merge-comm-numbers", NULL,
		  "worker-7 and worker-8 are worker-N",
		  .flag = &o->merge_comm_numbers },
		{ 0, "per-process", NULL, "processes, but not threads",
		  .flag = &o->per_process },
		{ 0, "per-thread", NULL, "processes and threads",
		  .flag = &o->per_thread },
	};

	FG_OPT_ADD(table, rows);
}

static void name_options(struct settings *s, struct fg_opt_table *table)
{
	struct collapse_options *o = &s->options;
	const struct fg_opt rows[] = {
		{ .group = "Names" },
		{ 0, "kernel", NULL, "mark kernel frames with _[k]",
		  .flag = &o->kernel },
		{ 0, "jit", NULL, "mark frames of JIT code with _[j]",
		  .flag = &o->jit },
		{ 0, "all", NULL, "both of these marks", .flag = &o->all },
		{ 0, "addrs", NULL, "unknown frames show their address",
		  .flag = &o->addrs },
		{ 0, "srcline", NULL, "add FILE:LINE where the input has it",
		  .flag = &o->srcline },
		{ 0, "lines", NULL, NULL, .flag = &o->srcline },
		{ 0, "keep-args", NULL, "keep the argument lists of functions",
		  .flag = &o->keep_args },
	};

	FG_OPT_ADD(table, rows);
}

/* Of formats with modules and inlined functions. */
static void frame_options(struct settings *s, struct fg_opt_table *table)
{
	struct collapse_options *o = &s->options;
	const struct fg_opt rows[] = {
		{ 0, "inline", "HOW", "show inlined functions",
		  .string = &s->inlines, .choices = "yes no mark",
		  .hint = "; the flag --inline of stackcollapse-perf.pl is "
			  "--inline=yes, the default" },
		{ 0, "modules", NULL, "names are MODULE`FUNCTION",
		  .flag = &o->modules },
		{ 0, "unknown", "HOW", "name frames without symbol",
		  .string = &s->unknown, .choices = "module addr both" },
		{ 0, "no-symbols", NULL, "do not look for names in binaries",
		  .flag = &o->no_symbols },
		{ 0, "sysroot", "DIR", "the binaries lie below DIR",
		  .string = &o->symbol_root, .complete = "file" },
		{ 0, "kallsyms", "FILE", "the symbols of the recorded kernel",
		  .string = &o->kallsyms, .complete = "file" },
		{ 0, "no-truncated", NULL,
		  "no [truncated] at the root of stacks that were cut",
		  .flag = &o->no_truncated },
		{ 0, "strip-args", NULL, "leave out argument lists",
		  .flag = &o->strip_args },
		{ 0, "strip-templates", NULL, "vector<int> is vector<>",
		  .flag = &o->strip_templates },
		{ 0, "no-modules", NULL,
		  "FUNCTION, where MODULE`FUNCTION is usual",
		  .flag = &o->no_modules },
		{ 0, "no-srcline", NULL,
		  "leave out FILE:LINE where names have them",
		  .flag = &o->no_srcline },
		{ 0, "keep-offsets", NULL,
		  "keep +0x1f and +31, which some formats drop",
		  .flag = &o->keep_offsets },
		{ 0, "strip-offsets", NULL,
		  "leave out +0x1f and +31 in all names",
		  .flag = &o->strip_offsets },
		{ 0, "shorten-packages", NULL,
		  "java.util.List.get is j.u.List.get",
		  .flag = &o->shorten_packages },
		{ 0, "no-packages", NULL, "java.util.List.get is List.get",
		  .flag = &o->no_packages },
		{ 0, "keep-alloc-frames", NULL,
		  "keep malloc and operator new at the leaf",
		  .flag = &o->keep_alloc_frames },
	};

	FG_OPT_ADD(table, rows);
}

static void sample_options(struct settings *s, struct fg_opt_table *table)
{
	struct collapse_options *o = &s->options;
	const struct fg_opt rows[] = {
		{ .group = "Samples" },
		{ 0, "event", "NAME",
		  "fold this event, not the best; all: each a root",
		  .list = &s->events },
		{ 0, "event-filter", "NAME", NULL, .list = &s->events },
		{ 0, "count", "WHAT", "what a sample weighs",
		  .string = &s->count, .choices = "period samples" },
		{ 0, "metric", "NAME", "which of the format's weights to take",
		  .string = &o->metric },
		{ 0, "snapshot", "WHICH",
		  "of several, take peak, last or a number",
		  .string = &o->snapshot },
		{ 0, "callgrind-mode", "HOW", "where its stacks come from",
		  .string = &o->callgrind_mode,
		  .choices = "auto contexts graph self" },
		{ 0, "off-cpu", NULL,
		  "microseconds off the CPU, from sched events",
		  .flag = &o->off_cpu },
		{ 0, "keep-idle", NULL, "fold threads that wait, too",
		  .flag = &o->keep_idle },
		{ 0, "merge-recursion", NULL, "f;f;f is f",
		  .flag = &o->merge_recursion },
		{ 0, "no-aggregate", NULL,
		  "every sample in input order, for flame charts",
		  .flag = &o->no_aggregate },
	};

	FG_OPT_ADD(table, rows);
}

static void filter_options(struct settings *s, struct fg_opt_table *table)
{
	const struct fg_opt rows[] = {
		{ .group = "Filters" },
		{ 0, "only-comm", "NAME", "samples of this command",
		  .list = &s->comms },
		{ 0, "only-pid", "LIST", "samples of these processes: 12,40-50",
		  .string = &s->only_pid },
		{ 0, "only-tid", "LIST", "samples of these threads",
		  .string = &s->only_tid },
		{ 0, "process", "PATTERN", "processes of this name or number",
		  .string = &s->process },
		{ 0, "thread", "PATTERN", "threads of this name or number",
		  .string = &s->thread },
		{ 0, "label", "KEY[=VALUE]",
		  "samples with this label; KEY alone: as roots",
		  .list = &s->labels },
		{ 0, "cpu", "LIST", "samples taken on these CPUs",
		  .string = &s->cpus },
		{ 0, "time", "A,B", "samples from second A to second B",
		  .string = &s->time, .hint = TIME_HINT },
		{ 0, "include", "REGEX", "stacks with a frame that matches",
		  .list = &s->include },
		{ 0, "exclude", "REGEX", "stacks without such a frame",
		  .list = &s->exclude },
		{ 0, "skip-after", "NAME", "leave out the callers of NAME",
		  .list = &s->skip_after },
	};

	FG_OPT_ADD(table, rows);
}

/* As the scripts of FlameGraph and inferno call some of these. */
static void foreign_options(struct settings *s, struct fg_opt_table *table)
{
	struct collapse_options *o = &s->options;
	const struct fg_opt rows[] = {
		{ 0, "context", NULL, NULL, .flag = &o->srcline },
		{ 0, "includeoffset", NULL, NULL, .flag = &o->keep_offsets },
		{ 0, "include-tname", NULL, NULL, .flag = &s->include_tname,
		  .negatable = true },
		{ 0, "include-tid", NULL, NULL, .flag = &o->per_thread,
		  .negatable = true },
		{ 0, "shorten-pkgs", NULL, NULL, .flag = &o->shorten_packages,
		  .negatable = true },
		{ 0, "no-pkgs", NULL, NULL, .flag = &o->no_packages },
		{ 0, "bytes", NULL, NULL, .flag = &s->bytes },
		{ 0, "ticks", NULL, NULL, .flag = &s->ticks },
		{ 0, "size", NULL, NULL, .flag = &s->size },
		{ 't', NULL, NULL, NULL,
		  .instead = "for what stackcollapse-xdebug.php counts, say "
			     "--metric time, the default" },
		{ 'c', NULL, NULL, NULL,
		  .instead = "for what stackcollapse-xdebug.php counts, say "
			     "--metric calls" },
		{ 0, "timeraw", NULL, NULL,
		  .instead = "for range-perf.pl --timeraw A B, say --time "
			     "A,B" },
		{ 0, "timezerosecs", NULL, NULL,
		  .instead = "for what range-perf.pl does, say --time A,B, "
			     "with "
			     "the times that the input has" },
	};

	FG_OPT_ADD(table, rows);
}

void settings_add_options(struct settings *s, struct fg_opt_table *table)
{
	s->include_tname = true;
	input_options(s, table);
	sample_options(s, table);
	filter_options(s, table);
	root_options(s, table);
	name_options(s, table);
	frame_options(s, table);
	foreign_options(s, table);
}

static bool parse_list(const char *text, struct ranges *to,
		       const struct ranges **option)
{
	if (!text)
		return true;
	*option = to;
	return ranges_parse(to, text);
}

/* Ends the list of names with NULL. */
static void take_names(struct fg_list *list, const char ***names)
{
	if (!list->count)
		return;
	FG_RESERVE(&list->items, &list->room, list->count + 1);
	list->items[list->count] = NULL;
	*names = list->items;
}

/* What the words of options with choices stand for. */
static void take_words(struct settings *s)
{
	struct collapse_options *o = &s->options;

	if (s->inlines && strcmp(s->inlines, "no") == 0)
		o->inlines = INLINE_NO;
	else if (s->inlines && strcmp(s->inlines, "mark") == 0)
		o->inlines = INLINE_MARK;
	if (s->unknown && strcmp(s->unknown, "addr") == 0)
		o->unknown = UNKNOWN_ADDR;
	else if (s->unknown && strcmp(s->unknown, "both") == 0)
		o->unknown = UNKNOWN_BOTH;
}

/* Over the limit an allocation fails, which ends the program. */
static bool limit_memory(const char *text)
{
	struct rlimit limit;
	uint64_t size;

	if (!options_bytes(fg_from_c(text), &size) ||
	    getrlimit(RLIMIT_DATA, &limit) != 0)
		return false;
	if (limit.rlim_max == RLIM_INFINITY || size < limit.rlim_max)
		limit.rlim_cur = size;
	return setrlimit(RLIMIT_DATA, &limit) == 0;
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

int settings_check(struct settings *s, struct fg_cli *cli)
{
	struct collapse_options *o = &s->options;

	if (!parse_list(s->only_pid, &s->pids, &o->only_pid))
		return fg_cli_misuse(cli, "--only-pid: bad list '%s'",
				     s->only_pid);
	if (!parse_list(s->only_tid, &s->tids, &o->only_tid))
		return fg_cli_misuse(cli, "--only-tid: bad list '%s'",
				     s->only_tid);
	if (!parse_list(s->cpus, &s->cpu_set, &o->cpus))
		return fg_cli_misuse(cli, "--cpu: bad list '%s'", s->cpus);
	if (s->time && !options_time(s->time, o))
		return fg_cli_misuse(cli,
				     "--time: expected A,B, got '%s'" TIME_HINT,
				     s->time);
	if (s->memory && !limit_memory(s->memory))
		return fg_cli_misuse(cli, "--limit-memory: bad size '%s'",
				     s->memory);
	if (!take_metric(s))
		return fg_cli_misuse(cli, "--metric, --bytes, --ticks and "
					  "--size exclude each other");
	if (!s->include_tname) {
		o->per_thread = false;
		o->per_process = true;
	}
	take_names(&s->skip_after, &o->skip_after);
	take_names(&s->labels, &o->labels);
	take_names(&s->events, &o->events);
	take_names(&s->comms, &o->only_comms);
	take_words(s);
	if (s->output && !s->list_formats) {
		int stop = fg_cli_check_output(cli, s->output,
					       cli->operands.items);

		if (stop >= 0)
			return stop;
	}
	o->count_samples = s->count && strcmp(s->count, "samples") == 0;
	o->kernel |= o->all;
	o->jit |= o->all;
	o->threads = s->threads < 1		? 1
		     : s->threads > THREADS_MAX ? THREADS_MAX
						: (unsigned)s->threads;
	return -1;
}

static void free_patterns(struct fg_regex **patterns)
{
	for (size_t i = 0; patterns && patterns[i]; i++)
		fg_regex_free(patterns[i]);
	free(patterns);
}

/* The compiled patterns, ended by NULL, or NULL where one is bad. */
static struct fg_regex **compile(const struct fg_list *list,
				 struct fg_diag *diag)
{
	struct fg_regex **patterns =
		fg_calloc(list->count + 1, sizeof *patterns);

	for (size_t i = 0; i < list->count; i++) {
		patterns[i] = fg_regex_new(list->items[i], diag);
		if (!patterns[i]) {
			free_patterns(patterns);
			return NULL;
		}
	}
	return patterns;
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

	if (s->include.count) {
		o->include = compile(&s->include, diag);
		if (!o->include)
			return false;
	}
	if (s->exclude.count) {
		o->exclude = compile(&s->exclude, diag);
		if (!o->exclude)
			return false;
	}
	return compile_one(s->thread, &o->thread, diag) &&
	       compile_one(s->process, &o->process, diag);
}

void settings_free(struct settings *s)
{
	free_patterns(s->options.include);
	free_patterns(s->options.exclude);
	fg_regex_free(s->options.thread);
	fg_regex_free(s->options.process);
	ranges_free(&s->pids);
	ranges_free(&s->tids);
	ranges_free(&s->cpu_set);
}
