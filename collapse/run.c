/* SPDX-License-Identifier: MIT */
#include "run.h"

#include <stdlib.h>
#include <string.h>

#include "allowance.h"
#include "fg/alloc.h"
#include "fg/folded.h"
#include "fg/text.h"
#include "json.h"

struct run {
	struct collapse c;
	void **states; /* one a format, in the order of formats[] */
	size_t format_count;
	struct fg_loc empty; /* the first empty file */
	bool has_empty;
	fg_status status; /* the first failure */
	bool is_mixed; /* the profile sums up different units */
	struct allowance allowance;
	struct metrics metrics; /* of the file being read */
	struct metrics first; /* of the first file that has any */
	struct listing *listings;
	size_t listing_count, listing_room;
};

struct run *run_new(struct fg_stacks *out,
		    const struct collapse_options *options,
		    struct fg_diag *diag)
{
	struct run *run = fg_calloc(1, sizeof *run);

	run->c.out = out;
	run->c.options = options;
	run->c.diag = diag;
	run->c.metrics = &run->metrics;
	run->c.allowance = &run->allowance;
	run->allowance.lifted = options->no_limits;
	while (formats[run->format_count])
		run->format_count++;
	run->states = fg_calloc(run->format_count, sizeof *run->states);
	return run;
}

static void note_status(struct run *run, fg_status status)
{
	if (run->status == FG_OK)
		run->status = status;
}

static size_t index_of(const struct format *format)
{
	size_t i = 0;

	while (formats[i] != format)
		i++;
	return i;
}

/* JSON can be anything; what it has in it tells which it is. */
static fg_status unknown_json(struct run *run, fg_str keys, struct fg_loc loc)
{
	return fg_fail(run->c.diag, FG_EINPUT, loc,
		       "JSON of no profiler known here, with the keys %.*s; "
		       "--list-formats prints what is known",
		       (int)keys.n, keys.p);
}

static fg_status unknown_format(struct run *run, fg_str head, struct fg_loc loc)
{
	struct fg_buffer keys = { 0 };
	fg_status status;

	if (json_head_is(head))
		json_head_keys(head, &keys);
	if (keys.n > 0)
		status = unknown_json(run, fg_buffer_text(&keys), loc);
	else if (fg_folded_is_possible(head))
		status = fg_fail(run->c.diag, FG_EINPUT, loc,
				 "no format recognises this input; if its "
				 "lines are stacks of one frame each, name the "
				 "format: --format folded");
	else
		status = fg_fail(run->c.diag, FG_EINPUT, loc,
				 "no format recognises this input; name one "
				 "of --list-formats with --format");
	free(keys.p);
	return status;
}

/* What else the format has for what was meant. */
static const char *advice_for(const char *option, const struct format *format)
{
	static const struct {
		const char *option, *other, *advice;
	} rows[] = {
		{ "thread", "only-tid", "; try --only-tid or --only-comm" },
		{ "process", "only-pid", "; try --only-pid or --only-comm" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (strcmp(option, rows[i].option) == 0 &&
		    fg_has_word(fg_from_c(format->options),
				fg_from_c(rows[i].other)))
			return rows[i].advice;
	}
	return "";
}

/* Options that mean nothing to most formats are refused, not ignored. */
static fg_status check_options(struct run *run, const struct format *format,
			       struct fg_loc loc)
{
	const struct collapse_options *o = run->c.options;
	const struct {
		const char *name;
		bool given;
	} rows[] = {
		{ "time", o->time_limited },
		{ "cpu", o->cpus != NULL },
		{ "event", o->events != NULL },
		{ "only-comm", o->only_comms != NULL },
		{ "only-pid", o->only_pid != NULL },
		{ "only-tid", o->only_tid != NULL },
		{ "off-cpu", o->off_cpu },
		{ "process", o->process != NULL },
		{ "thread", o->thread != NULL },
		{ "per-process", o->per_process },
		{ "per-thread", o->per_thread },
		{ "label", o->labels != NULL },
		{ "inline", o->inlines != INLINE_YES },
		{ "modules", o->modules },
		{ "unknown", o->unknown != UNKNOWN_MODULE },
		{ "strip-templates", o->strip_templates },
		{ "keep-alloc-frames", o->keep_alloc_frames },
		{ "snapshot", o->snapshot != NULL },
		{ "no-symbols", o->no_symbols },
		{ "sysroot", o->symbol_root != NULL },
		{ "callgrind-mode", o->callgrind_mode != NULL },
		{ "no-modules", o->no_modules },
		{ "no-srcline", o->no_srcline },
		{ "keep-offsets", o->keep_offsets },
		{ "keep-idle", o->keep_idle },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (rows[i].given && !fg_has_word(fg_from_c(format->options),
						  fg_from_c(rows[i].name)))
			return fg_fail(run->c.diag, FG_EUSAGE, loc,
				       "--%s means nothing to the %s format%s",
				       rows[i].name, format->name,
				       advice_for(rows[i].name, format));
	}
	return FG_OK;
}

static fg_status begin_metrics(struct run *run, const struct format *format,
			       struct fg_loc loc)
{
	const struct format_metric *m = format->metrics;

	if (format->own_metrics)
		return FG_OK;
	if (!m && run->c.options->metric)
		return fg_fail(run->c.diag, FG_EUSAGE, loc,
			       "--metric: the %s format has only one metric",
			       format->name);
	for (; m && m->name; m++)
		metrics_add(&run->metrics, fg_from_c(m->name),
			    fg_from_c(m->unit));
	return format_choose_metric(&run->c, 0);
}

static void list_metrics(struct run *run, const struct format *format,
			 struct fg_loc loc)
{
	FG_RESERVE(&run->listings, &run->listing_room, run->listing_count + 1);
	run->listings[run->listing_count] = (struct listing){
		.file = loc.file,
		.format = format,
	};
	metrics_move(&run->listings[run->listing_count].metrics, &run->metrics);
	run->listing_count++;
}

/* Bytes and samples must not be added up. */
static fg_status end_metrics(struct run *run, struct fg_loc loc)
{
	struct metrics *m = &run->metrics;
	const struct metric *now, *first;

	if (m->count == 0)
		return FG_OK;
	now = &m->items[m->chosen];
	if (run->c.options->verbose)
		fg_note(run->c.diag, loc, "weights are %s%s%s", now->name,
			*now->unit ? ", in " : "", now->unit);
	if (run->first.count == 0) {
		metrics_move(&run->first, m);
		return FG_OK;
	}
	first = &run->first.items[run->first.chosen];
	if (strcmp(first->unit, now->unit) == 0)
		return FG_OK;
	run->is_mixed = true;
	return fg_fail(run->c.diag, FG_EINPUT, loc,
		       "its weights are %s in '%s', those of the files before "
		       "are %s in '%s'; choose with --metric",
		       now->name, now->unit, first->name, first->unit);
}

static fg_status fold(struct run *run, struct fg_lines *in,
		      const struct format *format)
{
	struct fg_loc loc = fg_lines_whole(in);
	size_t at = index_of(format);
	fg_status status = check_options(run, format, loc);

	run->c.in = in;
	run->c.state = run->states[at];
	if (status == FG_OK)
		status = begin_metrics(run, format, loc);
	if (status == FG_OK)
		status = format->parse(&run->c);
	run->states[at] = run->c.state;
	if (status == FG_OK && run->c.options->list_metrics)
		list_metrics(run, format, loc);
	else if (status == FG_OK)
		status = end_metrics(run, loc);
	run->c.in = NULL;
	metrics_free(&run->metrics);
	return status;
}

static fg_status parse(struct run *run, struct fg_lines *in,
		       const struct format *format)
{
	struct fg_loc loc = fg_lines_whole(in);
	fg_str head = fg_lines_peek(in, FG_PEEK_MAX);

	if (fg_lines_status(in) != FG_OK)
		return fg_lines_status(in);
	if (fg_trim(head).n == 0 && head.n < FG_PEEK_MAX) {
		if (!run->has_empty)
			run->empty = loc;
		run->has_empty = true;
		return FG_OK;
	}
	if (!format)
		format = format_detect(head);
	if (!format)
		return unknown_format(run, head, loc);
	if (!format->parse)
		return fg_fail(run->c.diag, FG_EINPUT, loc, "%s",
			       format->advice);
	return fold(run, in, format);
}

void run_lines(struct run *run, struct fg_lines *in,
	       const struct format *format)
{
	run->allowance.in = in;
	note_status(run, parse(run, in, format));
	allowance_end_file(&run->allowance);
	note_status(run, fg_lines_close(in));
}

void run_file(struct run *run, const char *path, const struct format *format)
{
	struct fg_lines *in = fg_lines_open(path, run->c.diag);

	if (in)
		run_lines(run, in, format);
	else
		note_status(run, FG_EIO);
}

static void finish_formats(struct run *run)
{
	for (size_t i = 0; i < run->format_count; i++) {
		run->c.state = run->states[i];
		if (run->c.state && formats[i]->finish)
			note_status(run, formats[i]->finish(&run->c));
	}
}

static fg_status check_empty(struct run *run)
{
	bool nothing = fg_stacks_count(run->c.out) == 0;

	if (run->has_empty && nothing)
		return fg_fail(run->c.diag, FG_EINPUT, run->empty,
			       "the input is empty");
	if (run->has_empty)
		fg_warn(run->c.diag, run->empty, "the file is empty");
	if (nothing)
		return fg_fail(run->c.diag, FG_EINPUT, (struct fg_loc){ 0 },
			       "no stacks found");
	return FG_OK;
}

fg_status run_finish(struct run *run)
{
	finish_formats(run);
	allowance_report(&run->allowance, run->c.diag);
	if (run->status == FG_OK && run->listing_count == 0)
		run->status = check_empty(run);
	return run->status;
}

fg_status run_check_text(const struct run *run)
{
	return allowance_check_text(&run->allowance, run->c.out, run->c.diag);
}

bool run_is_useless(const struct run *run)
{
	return run->is_mixed || fg_stacks_count(run->c.out) == 0;
}

const struct metric *run_metric(const struct run *run)
{
	const struct metrics *m = &run->first;

	return m->count > 0 ? m->items + m->chosen : NULL;
}

const struct listing *run_listings(const struct run *run, size_t *count)
{
	*count = run->listing_count;
	return run->listings;
}

void run_free(struct run *run)
{
	for (size_t i = 0; i < run->listing_count; i++)
		metrics_free(&run->listings[i].metrics);
	free(run->listings);
	metrics_free(&run->first);
	free(run->states);
	free(run);
}
