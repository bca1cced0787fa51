/* SPDX-License-Identifier: MIT */
#include "record_settings.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/text.h"

enum {
	FREQUENCY = 999, /* not in step with what happens each millisecond */
	PAGES = 128,
	PAGES_MAX = 1 << 18,
	STACK_SIZE = 16384,
	STACK_SIZE_MAX = 65528,
};

bool settings_is_repeat(const struct settings *s)
{
	return s->runs > 0 || s->compare_with || s->alternate;
}

struct settings settings_defaults(void)
{
	return (struct settings){ 0 };
}

void settings_add_options(struct settings *s, struct fg_opt_table *table)
{
	const struct fg_opt rows[] = {
#include "fg/options_rows.h"

#include "record_options.def"
	};

	FG_OPT_ADD(table, rows);
}

/* Numbers of all lists "12,40" that an option was given. */
static fg_status read_numbers(const struct fg_list *lists, const char *option,
			      pid_t **numbers, size_t *count,
			      struct fg_diag *diag)
{
	size_t room = 0;
	uint64_t number;

	for (size_t i = 0; i < lists->count; i++) {
		fg_str rest = fg_from_c(lists->items[i]);

		while (rest.p) {
			fg_str word = fg_trim(fg_cut(&rest, ','));

			if (!fg_parse_u64(word, &number) || number == 0 ||
			    number > INT32_MAX)
				return fg_fail(diag, FG_EUSAGE,
					       (struct fg_loc){ option, 0 },
					       "expected numbers, got '%s'",
					       lists->items[i]);
			FG_RESERVE(numbers, &room, *count + 1);
			(*numbers)[(*count)++] = (pid_t)number;
		}
	}
	return FG_OK;
}

/* Exactly one: a command, processes and threads, all, or a group. */
static fg_status set_targets(struct settings *s, const struct fg_cli *cli,
			     struct fg_diag *diag)
{
	struct targets *t = &s->recording.targets;
	fg_status status = read_numbers(&s->pids, "--pid", &s->pid_numbers,
					&t->pid_count, diag);
	bool attached, has_command = cli->operands.count > 0;

	if (status == FG_OK)
		status = read_numbers(&s->tids, "--tid", &s->tid_numbers,
				      &t->tid_count, diag);
	if (status != FG_OK)
		return status;
	t->pids = s->pid_numbers;
	t->tids = s->tid_numbers;
	t->all = s->all;
	attached = t->pid_count + t->tid_count > 0;
	if (has_command + attached + s->all + (s->cgroup != NULL) != 1)
		return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ 0 },
			       "expected one of: a command, --pid or --tid, "
			       "--all-cpus, --cgroup");
	if (!s->cgroup)
		return FG_OK;
	t->cgroup = open(s->cgroup, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (t->cgroup >= 0)
		return FG_OK;
	return fg_fail(diag, FG_EIO, (struct fg_loc){ s->cgroup, 0 },
		       "cannot open: %s; groups are folders below "
		       "/sys/fs/cgroup",
		       strerror(errno));
}

static fg_status set_chains(struct settings *s, struct fg_diag *diag)
{
	struct sampling *sampling = &s->recording.sampling;
	fg_str size = fg_from_c(s->call_graph), how = fg_cut(&size, ',');
	uint64_t bytes = STACK_SIZE;

	if (!s->call_graph || fg_equal(how, FG_STR("fp")))
		sampling->chains = CHAINS_FRAME_POINTERS;
	else if (fg_equal(how, FG_STR("lbr")))
		sampling->chains = CHAINS_LBR;
	else if (fg_equal(how, FG_STR("dwarf")))
		sampling->chains = CHAINS_DWARF;
	else
		return fg_fail(diag, FG_EUSAGE,
			       (struct fg_loc){ "--call-graph", 0 },
			       "expected fp, dwarf, dwarf,SIZE or lbr, got "
			       "'%s'",
			       s->call_graph);
	if (size.p &&
	    (sampling->chains != CHAINS_DWARF || !fg_parse_u64(size, &bytes) ||
	     bytes == 0 || bytes > STACK_SIZE_MAX))
		return fg_fail(diag, FG_EUSAGE,
			       (struct fg_loc){ "--call-graph", 0 },
			       "the size of a stack is 8 to %d bytes, and goes "
			       "with dwarf, got '%s'",
			       STACK_SIZE_MAX, s->call_graph);
	sampling->stack_size = (uint32_t)((bytes + 7) & ~UINT64_C(7));
	return FG_OK;
}

static fg_status set_rate(struct settings *s, struct fg_diag *diag)
{
	struct sampling *sampling = &s->recording.sampling;

	if (s->frequency > 0 && s->period > 0)
		return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ 0 },
			       "--frequency and --period exclude each other");
	sampling->period = s->period;
	if (s->period == 0)
		sampling->frequency = s->frequency > 0 ? s->frequency
						       : FREQUENCY;
	s->recording.pages_given = s->pages > 0;
	s->recording.pages = s->pages > 0 ? (size_t)s->pages : PAGES;
	if (s->pages > PAGES_MAX || (s->pages & (s->pages - 1)) != 0)
		return fg_fail(diag, FG_EUSAGE,
			       (struct fg_loc){ "--mmap-pages", 0 },
			       "expected a power of two up to %d", PAGES_MAX);
	return FG_OK;
}

/*
 * The kernel tells when threads stop and go on; a sample when one stops tells
 * where, if the kernel's part may be recorded.
 */
static fg_status add_switches(struct recording *r, struct fg_diag *diag)
{
	fg_status status =
		events_add(&r->events, FG_STR("context-switches"), diag);

	r->sampling.switches = true;
	if (status == FG_OK)
		r->events.items[r->events.count - 1].takes_all = true;
	return status;
}

/* Whether the event is time on the CPU, as waits are time off it. */
static bool is_time(const struct event *event)
{
	return event->attr.type == PERF_TYPE_SOFTWARE &&
	       (event->attr.config == PERF_COUNT_SW_CPU_CLOCK ||
		event->attr.config == PERF_COUNT_SW_TASK_CLOCK);
}

static fg_status set_off_cpu(struct settings *s, struct fg_diag *diag)
{
	struct recording *r = &s->recording;
	enum shown shown = SHOWN_BOTH;

	if (s->only)
		shown = strcmp(s->only, "on") == 0 ? SHOWN_ON : SHOWN_OFF;
	if (r->events.count != 1 ||
	    (shown == SHOWN_BOTH && !is_time(&r->events.items[0])))
		return fg_fail(diag, FG_EUSAGE,
			       (struct fg_loc){ "--off-cpu", 0 },
			       "needs one event, which is time: -e cpu-clock; "
			       "other events have no place beside time that "
			       "threads wait");
	r->outputs.style.shown = shown;
	return add_switches(r, diag);
}

/* Each of several events has a picture of its own. */
static fg_status set_pictures(struct settings *s, struct fg_diag *diag)
{
	struct recording *r = &s->recording;
	size_t count = r->events.count;

	if (count == 1 ||
	    (s->output && fg_ends_with(fg_from_c(s->output), FG_STR(".data"))))
		return FG_OK;
	if (count > PICTURES_MAX)
		return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ "--event", 0 },
			       "of %zu events, %d can have a picture each; "
			       "-o recording.data takes them all",
			       count, PICTURES_MAX);
	if (settings_is_repeat(s) || (s->output && strcmp(s->output, "-") == 0))
		return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ "--event", 0 },
			       "several events go to several files; name one "
			       "event, or a file with --output");
	for (size_t i = 0; i < count; i++)
		r->outputs.events[i] = r->events.items[i].name;
	r->outputs.event_count = count;
	return FG_OK;
}

static fg_status set_events(struct settings *s, struct fg_diag *diag)
{
	struct recording *r = &s->recording;
	bool is_timed = s->off_cpu || s->only;
	fg_status status = FG_OK;

	r->sampling.is_default = s->events.count == 0;
	if (r->sampling.is_default)
		status = events_add(&r->events,
				    is_timed ? FG_STR("cpu-clock")
					     : FG_STR("cycles"),
				    diag);
	for (size_t i = 0; i < s->events.count && status == FG_OK; i++)
		status = events_add(&r->events, fg_from_c(s->events.items[i]),
				    diag);
	if (status != FG_OK)
		return status;
	return is_timed ? set_off_cpu(s, diag) : set_pictures(s, diag);
}

/* "out/flame.svg" is "out/flame.data" beside it. */
static char *with_ending(fg_str path, const char *ending)
{
	struct fg_buffer text = { 0 };
	size_t dot = fg_rfind_char(path, '.'), slash = fg_rfind_char(path, '/');

	if (dot < path.n && (slash == path.n || dot > slash))
		path.n = dot;
	fg_buffer_append(&text, path);
	fg_buffer_append(&text, fg_from_c(ending));
	fg_buffer_append(&text, (fg_str){ "", 1 });
	return text.p;
}

static fg_status set_outputs(struct settings *s, struct fg_diag *diag)
{
	struct outputs *o = &s->recording.outputs;
	const char *output = s->output ? s->output : "flame.svg";
	fg_str path = fg_from_c(output);
	bool is_stdout = fg_equal(path, FG_STR("-"));
	const char *format = s->format;

	if (!format && fg_ends_with(path, FG_STR(".data")))
		format = "data";
	else if (!format && (is_stdout || fg_ends_with(path, FG_STR(".folde"
								    "d"))))
		format = "folded";
	if (format && strcmp(format, "data") == 0)
		o->data = output;
	else if (format && strcmp(format, "folded") == 0)
		o->folded = output;
	else
		o->svg = output;
	s->recording.opens = s->open_it;
	if (s->open_it && (!o->svg || strcmp(o->svg, "-") == 0))
		return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ "--open", 0 },
			       "needs a picture in a file to open");
	if (!s->keep)
		return FG_OK;
	if (is_stdout)
		return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ "--keep", 0 },
			       "needs --output with the name of a file");
	if (!o->data)
		o->data = s->data_path = with_ending(path, ".data");
	if (!o->folded)
		o->folded = s->folded_path = with_ending(path, ".folded");
	return FG_OK;
}

/* Several runs: a command, a folder, and nothing that makes no sense of them. */
static fg_status set_repeat(struct settings *s, const struct fg_cli *cli,
			    struct fg_diag *diag)
{
	enum { RUNS_MAX = 1000000 };
	const char *option = s->runs > 0       ? "--runs"
			     : s->compare_with ? "--compare-with"
					       : "--alternate";
	struct fg_loc loc = { option, 0 };

	if (s->open_it)
		return fg_fail(diag, FG_EUSAGE, loc,
			       "draws no picture that --open could show");
	if (cli->operands.count == 0)
		return fg_fail(diag, FG_EUSAGE, loc, "needs a command to run");
	if (!s->output || strcmp(s->output, "-") == 0)
		return fg_fail(diag, FG_EUSAGE, loc,
			       "needs --output with the name of a folder");
	if (s->format && strcmp(s->format, "folded") != 0)
		return fg_fail(diag, FG_EUSAGE, loc,
			       "writes folded stacks; --keep keeps the "
			       "recordings, too");
	if (s->compare_with && s->alternate)
		return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ 0 },
			       "--compare-with and --alternate exclude each "
			       "other");
	if (s->runs > RUNS_MAX || (s->alternate && s->runs == 0))
		return fg_fail(diag, FG_EUSAGE, loc,
			       "needs --runs with a number up to %d", RUNS_MAX);
	s->repeat = (struct repeat){ .plan = &s->recording,
				     .runs = s->runs,
				     .folder = s->output,
				     .compare_with = s->compare_with,
				     .alternate = s->alternate,
				     .rules = s->rules.items,
				     .keep = s->keep };
	return FG_OK;
}

static fg_status set_results(struct settings *s, const struct fg_cli *cli,
			     struct fg_diag *diag)
{
	if (s->rules.count > 0 && !s->compare_with && !s->alternate)
		return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ 0 },
			       "--fail-if needs --compare-with or --alternate");
	return settings_is_repeat(s) ? set_repeat(s, cli, diag)
				     : set_outputs(s, diag);
}

int settings_check(struct settings *s, struct fg_cli *cli, struct fg_diag *diag)
{
	struct recording *r = &s->recording;
	fg_status status;

	cli->quiet = s->quiet;
	r->targets.cgroup = -1;
	r->seconds = s->seconds;
	r->delay = s->delay;
	r->no_sandbox = s->no_sandbox;
	r->outputs.style.title = s->title;
	r->outputs.style.quiet = s->quiet;
	status = set_targets(s, cli, diag);
	if (status == FG_OK)
		status = set_chains(s, diag);
	if (status == FG_OK)
		status = set_rate(s, diag);
	if (status == FG_OK)
		status = set_events(s, diag);
	if (status == FG_OK)
		status = set_results(s, cli, diag);
	return status == FG_OK ? -1 : fg_cli_finish(cli, diag, status);
}

void settings_free(struct settings *s)
{
	repeat_free(&s->repeat);
	free(s->pid_numbers);
	free(s->tid_numbers);
	free(s->data_path);
	free(s->folded_path);
	events_free(&s->recording.events);
}
