/* SPDX-License-Identifier: MIT */
#include "run.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/folded.h"
#include "fg/held_messages.h"
#include "fg/text.h"
#include "fold/allowance.h"
#include "fold/timeline.h"
#include "input/json.h"

/* The state of a format, kept from file to file. */
struct reading {
	void *state; /* see struct collapse */
	struct fg_loc loc; /* place of the last of its files */
};

struct run {
	struct collapse c;
	struct reading *readings; /* one per format, as in formats[] */
	size_t format_count;
	struct fg_loc empty; /* the first empty file */
	bool has_empty;
	fg_status status; /* the first failure */
	bool is_mixed; /* the profile sums up different units */
	struct allowance allowance;
	struct timeline timeline; /* with --timeline */
	struct metrics metrics; /* of the file being read */
	struct fg_header header; /* the same */
	struct fg_header_files files; /* all that were read */
	struct listing *listings;
	size_t listing_count, listing_room;
	struct fg_arena paths; /* of files in folders */
	char *instead; /* the metric for which the file is read again */
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
	run->c.header = &run->header;
	run->timeline = timeline_of(options);
	if (options->timeline && !options->list_metrics)
		run->c.timeline = &run->timeline;
	while (formats[run->format_count])
		run->format_count++;
	run->readings = fg_calloc(run->format_count, sizeof *run->readings);
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

/* JSON of no known format: names its first keys, which tell what it is. */
static fg_status unknown_json(struct run *run, fg_str keys, struct fg_loc loc)
{
	return fg_fail(run->c.diag, FG_EINPUT, loc,
		       "JSON of an unknown profiler, with the keys %.*s; "
		       "--list-formats prints the known formats",
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

/* Completes the header of the file with metric and unit. */
static void end_header(struct run *run, const struct format *format)
{
	const struct metrics *m = &run->metrics;
	fg_str name = fg_from_c(format->unit), unit = name;

	if (m->count > 0) {
		name = fg_from_c(m->items[m->chosen].name);
		unit = fg_from_c(m->items[m->chosen].unit);
	}
	if (name.n > 0)
		fg_header_set(&run->header, "metric", name);
	if (unit.n > 0)
		fg_header_set(&run->header, "unit", fg_unit_name(name, unit));
}

/* Checks that bytes and samples are not added up. */
static fg_status end_metrics(struct run *run, const struct format *format,
			     struct fg_loc loc)
{
	fg_status status;
	char *what;

	end_header(run, format);
	what = fg_header_what(&run->header);
	if (run->c.options->verbose && *what)
		fg_note(run->c.diag, loc, "weights are %s", what);
	free(what);
	status = fg_header_files_add(&run->files, &run->header, loc.file,
				     run->c.diag);
	run->is_mixed |= status != FG_OK;
	return status;
}

static void forget_file(struct run *run)
{
	metrics_free(&run->metrics);
	fg_header_free(&run->header);
}

/* Whether only finish() knows metric and unit. */
static bool is_told_later(const struct run *run, const struct format *format)
{
	return format->finish && !format->tells_at_once && run->c.state &&
	       run->metrics.count == 0;
}

/* With --list-metrics: replaces a default that sums up to nothing. */
static void set_default(struct run *run)
{
	size_t instead = metrics_instead(&run->metrics);

	if (instead < run->metrics.count && !run->c.options->metric)
		run->metrics.fallback = instead;
}

/* Whether the default metric had nothing to fold, but another metric has. */
static bool is_weightless(struct run *run, size_t stacks)
{
	struct metrics *m = &run->metrics;
	size_t instead = metrics_instead(m);

	if (run->c.options->metric || instead == m->count ||
	    fg_stacks_count(run->c.out) > stacks)
		return false;
	run->instead = fg_str_dup(fg_from_c(m->items[instead].name));
	return true;
}

/*
 * Parses the file. Messages are kept back, because they come again where the
 * file must be read again.
 */
static fg_status parse_metrics(struct run *run, const struct format *format)
{
	struct fg_diag *diag = run->c.diag;
	size_t stacks = fg_stacks_count(run->c.out);
	struct fg_held held;
	fg_status status;

	if (run->c.options->metric || run->c.options->list_metrics ||
	    !(format->own_metrics || format->metrics))
		return format->parse(&run->c);
	fg_held_init(&held);
	run->c.diag = &held.diag;
	status = format->parse(&run->c);
	run->c.diag = diag;
	if (status == FG_OK && is_weightless(run, stacks))
		fg_held_drop(&held);
	else
		fg_held_release(&held, diag);
	return status;
}

static fg_status fold(struct run *run, struct fg_lines *in,
		      const struct format *format)
{
	struct fg_loc loc = fg_lines_whole(in);
	struct reading *reading = &run->readings[index_of(format)];
	fg_status status = capability_check(run->c.options, format->name,
					    format->has, run->c.diag, loc);

	run->c.in = in;
	run->c.state = reading->state;
	if (status == FG_OK)
		status = begin_metrics(run, format, loc);
	if (status == FG_OK)
		status = parse_metrics(run, format);
	reading->state = run->c.state;
	reading->loc = loc;
	if (status == FG_OK && run->c.options->list_metrics) {
		set_default(run);
		list_metrics(run, format, loc);
	} else if (status == FG_OK && !run->instead &&
		   !is_told_later(run, format))
		status = end_metrics(run, format, loc);
	run->c.in = NULL;
	forget_file(run);
	return status;
}

/* For input that is recognised but not read: says what to do instead. */
static fg_status not_read(struct run *run, const struct format *format,
			  fg_str head, struct fg_loc loc)
{
	const char *advice = format->advise ? format->advise(head) : NULL;

	return fg_fail(run->c.diag, FG_EINPUT, loc, "%s",
		       advice ? advice : format->advice);
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
		return not_read(run, format, head, loc);
	return fold(run, in, format);
}

static void read_once(struct run *run, struct fg_lines *in,
		      const struct format *format)
{
	run->allowance.in = in;
	note_status(run, parse(run, in, format));
	allowance_end_file(&run->allowance);
	note_status(run, fg_lines_close(in));
}

/* The default metric has no weight, and the input cannot be read twice. */
static void cannot_read_again(struct run *run, const char *name)
{
	note_status(run,
		    fg_fail(run->c.diag, FG_EINPUT, (struct fg_loc){ name, 0 },
			    "the default metric has no weight, and a pipe "
			    "cannot be read again; choose --metric %s",
			    run->instead));
	free(run->instead);
	run->instead = NULL;
}

void run_lines(struct run *run, struct fg_lines *in,
	       const struct format *format)
{
	const char *name = fg_lines_whole(in).file;

	read_once(run, in, format);
	if (run->instead)
		cannot_read_again(run, name);
}

/*
 * For a folder that `perf record --threads` made, returns the file `data`,
 * which has the recording's header; perfdata.c finds the other files.
 */
static const char *file_to_open(struct run *run, const char *path)
{
	struct fg_buffer file = { 0 };
	struct stat st;
	bool is_file;

	if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode))
		return path;
	fg_buffer_append(&file, fg_from_c(path));
	fg_buffer_append(&file, FG_STR("/data"));
	fg_buffer_append(&file, (fg_str){ "", 1 });
	is_file = stat(file.p, &st) == 0 && S_ISREG(st.st_mode);
	if (is_file)
		path = fg_arena_bytes(&run->paths, fg_buffer_text(&file));
	free(file.p);
	return path;
}

/*
 * Reads the file again for the metric that has weight; false when it is a
 * pipe.
 */
static bool read_again(struct run *run, const char *path, off_t start,
		       const struct format *format)
{
	const struct collapse_options *options = run->c.options;
	struct collapse_options other = *options;
	bool is_input = strcmp(path, "-") == 0;
	struct fg_lines *in;
	struct stat st;

	if (is_input ? start < 0 || lseek(STDIN_FILENO, start, SEEK_SET) < 0
		     : stat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return false;
	in = fg_lines_open(path, run->c.diag);
	if (!in)
		return false;
	other.metric = run->instead;
	run->instead = NULL;
	run->c.options = &other;
	fg_note(run->c.diag, fg_lines_whole(in),
		"the default metric has no weight; folding '%s', the first "
		"that has some (--metric NAME chooses another)",
		other.metric);
	read_once(run, in, format);
	run->c.options = options;
	return true;
}

void run_file(struct run *run, const char *path, const struct format *format)
{
	off_t start = lseek(STDIN_FILENO, 0, SEEK_CUR);
	struct fg_lines *in;
	char *instead;

	path = file_to_open(run, path);
	in = fg_lines_open(path, run->c.diag);
	if (!in) {
		note_status(run, FG_EIO);
		return;
	}
	read_once(run, in, format);
	instead = run->instead;
	if (instead && read_again(run, path, start, format))
		free(instead);
	else if (instead)
		cannot_read_again(run, strcmp(path, "-") ? path : "<stdin>");
}

static void finish_formats(struct run *run)
{
	for (size_t i = 0; i < run->format_count; i++) {
		const struct format *format = formats[i];
		fg_status status;

		run->c.state = run->readings[i].state;
		if (!run->c.state || !format->finish)
			continue;
		status = format->finish(&run->c);
		if (status == FG_OK && run->metrics.count > 0)
			status = end_metrics(run, format, run->readings[i].loc);
		note_status(run, status);
		forget_file(run);
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
	return run->is_mixed || run->c.is_mixed ||
	       fg_stacks_count(run->c.out) == 0;
}

/*
 * Where each sample weighs 1, weights without other information are numbers of
 * samples.
 */
static struct fg_samples all_samples(const struct run *run, fg_wide total)
{
	struct fg_samples samples = *fg_stacks_samples(run->c.out, 0);
	fg_str unit = fg_header_get(&run->files.header, "unit");

	if (fg_equal(unit, FG_STR("samples")) && !run->files.silent &&
	    !samples.lost && samples.scale == 0 &&
	    fg_stacks_scale(run->c.out) == 0 && total <= UINT64_MAX &&
	    total > samples.weight) {
		fg_wide rest = total - samples.weight;

		samples.count += (uint64_t)rest;
		samples.squares += rest;
		samples.weight = total;
	}
	return samples;
}

void run_header(const struct run *run, struct fg_header *header)
{
	const struct fg_stacks *stacks = run->c.out;
	unsigned scale = fg_stacks_scale(stacks);
	fg_wide total = fg_stacks_total(stacks, 0);
	struct fg_samples samples = all_samples(run, total);

	fg_header_copy(header, &run->files.header);
	if (header->count == 0)
		return;
	fg_header_set(header, "total", (fg_str){ 0 });
	if (!fg_stacks_two_columns(stacks)) {
		fg_header_set_samples(header, "", &samples, total, scale);
		return;
	}
	fg_header_set_samples(header, "before.", &samples, total, scale);
	fg_header_set_samples(header, "after.",
			      fg_stacks_samples(run->c.out, 1),
			      fg_stacks_total(stacks, 1), scale);
}

const struct timeline *run_timeline(const struct run *run)
{
	return run->c.timeline;
}

/* Says what the slices are not. */
static void report_slices(const struct run *run, const struct fg_slices *slices,
			  struct fg_diag *diag)
{
	const struct collapse_options *options = run->c.options;
	struct fg_loc nowhere = { 0 };
	int64_t first;

	if (!fg_slices_start(slices, &first))
		fg_warn(diag, nowhere,
			"no sample has a time, so there are no slices of time");
	else if (options->slice_length > 0 && !run->timeline.has_own_slices &&
		 run->timeline.length > options->slice_length)
		fg_warn(diag, nowhere,
			"slices of %s ms would be too many; they have %lld ms",
			options->timeline,
			(long long)(run->timeline.length / 1000000));
}

void run_slices(struct run *run, struct fg_stacks *plain,
		struct fg_slices *slices, struct fg_diag *diag)
{
	timeline_take(&run->timeline, run->c.out, plain, slices,
		      run->c.options);
	fg_slices_forget_lone_thread(slices, plain);
	report_slices(run, slices, diag);
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
	fg_header_free(&run->files.header);
	free(run->readings);
	fg_arena_free(&run->paths);
	free(run);
}
