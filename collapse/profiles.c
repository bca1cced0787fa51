/* SPDX-License-Identifier: MIT */
#include "profiles.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/folded.h"
#include "fg/held_messages.h"
#include "fg/text.h"
#include "fold/timeline.h"

/* A program can have thousands of events; no file has more metrics than this. */
enum { METRICS_MAX = 1000 };

bool profiles_want_all(const struct collapse_options *options)
{
	return options->metric && strcmp(options->metric, "all") == 0;
}

/* One run over some of the files. */
struct pass {
	const struct profiles *profiles;
	struct collapse_options options;
	const char *metric; /* NULL: the user's; only files that have it */
	const struct run *listing; /* says which have it */
	off_t start; /* of standard input; -1: it cannot be read again */
};

static bool has_metric(const struct pass *pass, const char *file)
{
	const char *name = strcmp(file, "-") == 0 ? "<stdin>" : file;
	const struct listing *listings;
	size_t count;

	if (!pass->metric)
		return true;
	listings = run_listings(pass->listing, &count);
	for (size_t i = 0; i < count; i++) {
		const struct metrics *m = &listings[i].metrics;

		if (strcmp(listings[i].file, name) == 0)
			return metrics_find(m, fg_from_c(pass->metric)) <
			       m->count;
	}
	return true;
}

static struct run *run_pass(const struct pass *pass, struct fg_stacks *stacks,
			    struct fg_diag *diag)
{
	struct run *run = run_new(stacks, &pass->options, diag);
	const char *const *files = pass->profiles->files;

	for (size_t i = 0; files[i]; i++) {
		if (!has_metric(pass, files[i]))
			continue;
		if (strcmp(files[i], "-") == 0 && pass->start >= 0)
			(void)lseek(STDIN_FILENO, pass->start, SEEK_SET);
		run_file(run, files[i], pass->profiles->format);
	}
	return run;
}

/* Makes the profile of a finished run. Takes over `stacks`. */
static fg_status finish_profile(struct profile *profile, struct run *run,
				struct fg_stacks *stacks, struct fg_diag *diag)
{
	fg_status status = run_check_text(run);

	run_header(run, &profile->header);
	profile->stacks = stacks;
	if (run_timeline(run)) {
		struct fg_stacks *plain = fg_stacks_new(FG_FOLD);

		profile->is_absolute = run_timeline(run)->is_absolute;
		run_slices(run, plain, &profile->slices, diag);
		fg_stacks_free(stacks);
		profile->stacks = plain;
	}
	return status;
}

static fg_status read_one(struct profiles *profiles, off_t start,
			  struct fg_diag *diag)
{
	struct pass pass = { .profiles = profiles,
			     .options = *profiles->options,
			     .start = start };
	struct fg_stacks *stacks = fg_stacks_new(
		profiles->options->no_aggregate ? FG_KEEP_ORDER : FG_FOLD);
	fg_status status, fits;

	if (profiles_want_all(profiles->options))
		pass.options.metric = NULL;
	profiles->run = run_pass(&pass, stacks, diag);
	status = run_finish(profiles->run);
	profiles->items = fg_calloc(1, sizeof *profiles->items);
	profiles->count = 1;
	profiles->is_useless = status != FG_OK && run_is_useless(profiles->run);
	if (profiles->is_useless || profiles->options->list_metrics) {
		profiles->items[0].stacks = stacks;
		return status;
	}
	fits = finish_profile(&profiles->items[0], profiles->run, stacks, diag);
	profiles->is_useless = fits != FG_OK;
	return status == FG_OK ? fits : status;
}

/* The names of all metrics with weight, the default of the first file first. */
struct names {
	char **items;
	size_t count, room;
};

static void add_name(struct names *names, const struct metrics *m, size_t i)
{
	const char *name = m->items[i].name;

	if (m->items[i].total == 0 || names->count == METRICS_MAX)
		return;
	for (size_t k = 0; k < names->count; k++) {
		if (strcmp(names->items[k], name) == 0)
			return;
	}
	FG_RESERVE(&names->items, &names->room, names->count + 1);
	names->items[names->count++] = fg_str_dup(fg_from_c(name));
}

static void collect_names(struct names *names, const struct run *run)
{
	size_t count;
	const struct listing *listings = run_listings(run, &count);

	for (size_t i = 0; i < count; i++) {
		const struct metrics *m = &listings[i].metrics;

		if (m->fallback < m->count)
			add_name(names, m, m->fallback);
		for (size_t k = 0; k < m->count; k++)
			add_name(names, m, k);
	}
}

static void free_names(struct names *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->items[i]);
	free(names->items);
}

/* A file that is read several times cannot be a pipe. */
static fg_status check_files(const struct profiles *profiles, off_t *start,
			     struct fg_diag *diag)
{
	*start = lseek(STDIN_FILENO, 0, SEEK_CUR);
	for (size_t i = 0; profiles->files[i]; i++) {
		const char *file = profiles->files[i];
		bool is_input = strcmp(file, "-") == 0;
		struct stat st;

		if (is_input ? *start < 0
			     : stat(file, &st) == 0 && S_ISFIFO(st.st_mode))
			return fg_fail(diag, FG_EINPUT,
				       (struct fg_loc){
					       is_input ? "<stdin>" : file, 0 },
				       "--metric all reads its input several "
				       "times, and a pipe can be read once; "
				       "write it to a file first");
	}
	return FG_OK;
}

static bool is_told(const struct fg_held *held, const struct fg_held_message *m)
{
	for (size_t i = 0; i < held->count; i++) {
		const struct fg_held_message *other = &held->messages[i];

		if (other->level == m->level &&
		    other->loc.line == m->loc.line &&
		    strcmp(other->text, m->text) == 0)
			return true;
	}
	return false;
}

/* Passes on what the first run did not say. */
static void release(struct fg_held *held, const struct fg_held *first,
		    struct fg_diag *diag)
{
	for (size_t i = 0; i < held->count; i++) {
		const struct fg_held_message *m = &held->messages[i];

		if (is_told(first, m))
			continue;
		if (m->level == FG_NOTE)
			fg_note(diag, m->loc, "%s", m->text);
		else if (m->level == FG_WARNING)
			fg_warn(diag, m->loc, "%s", m->text);
		else
			fg_doubt(diag, m->loc, "%s", m->text);
	}
	fg_held_drop(held);
}

/* Folds one metric; messages that every run has are given by the first. */
static fg_status read_metric(struct profiles *profiles, struct pass *pass,
			     struct fg_held *first, struct fg_diag *diag)
{
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);
	bool is_first = first->count == 0 && profiles->count == 0;
	struct fg_held own, *held = is_first ? first : &own;
	struct run *run;
	fg_status status;

	if (!is_first)
		fg_held_init(&own);
	run = run_pass(pass, stacks, &held->diag);
	status = run_finish(run);
	if (status == FG_OK)
		status = finish_profile(&profiles->items[profiles->count++],
					run, stacks, &held->diag);
	else
		fg_stacks_free(stacks);
	if (status != FG_OK && !is_first)
		fg_held_release(held, diag);
	else if (!is_first)
		release(held, first, diag);
	run_free(run);
	return status;
}

static fg_status read_metrics(struct profiles *profiles, struct pass *pass,
			      const struct names *names, struct fg_diag *diag)
{
	struct fg_held first, rest;
	fg_status status = FG_OK;

	fg_held_init(&first);
	fg_held_init(&rest);
	profiles->items = fg_calloc(names->count, sizeof *profiles->items);
	for (size_t i = 0; i < names->count && status == FG_OK; i++) {
		pass->metric = pass->options.metric = names->items[i];
		status = read_metric(profiles, pass, &first, &rest.diag);
	}
	fg_held_release(&first, diag);
	fg_held_release(&rest, diag);
	return status;
}

/* The metrics have the same slices, so that they can be compared. */
static void align(struct profiles *profiles)
{
	int64_t length = 0;

	for (size_t i = 0; i < profiles->count; i++) {
		const struct fg_slices *slices = &profiles->items[i].slices;

		for (size_t k = 0; k < slices->count; k++) {
			const struct fg_slice_key *key = &slices->items[k].key;

			if (key->has_time && key->length > length)
				length = key->length;
		}
	}
	for (size_t i = 0; i < profiles->count && length > 0; i++)
		fg_slices_coarsen(&profiles->items[i].slices,
				  profiles->items[i].stacks, length);
}

/* Sets a key before those that fg_header_set_samples() moves to the end. */
static void set_first(struct fg_header *header, const char *name, fg_str value)
{
	static const char *const last[] = { "clock", "samples", "squares",
					    "total" };

	fg_header_set(header, name, value);
	for (size_t i = 0; i < sizeof last / sizeof *last; i++) {
		char *text = fg_str_dup(fg_header_get(header, last[i]));

		fg_header_set(header, last[i], (fg_str){ 0 });
		fg_header_set(header, last[i], fg_from_c(text));
		free(text);
	}
}

/* Times begin with 0, unless they count from the recording's start already. */
static void shift(struct profiles *profiles)
{
	int64_t base = INT64_MAX, time;
	bool any = false, is_absolute = false;

	for (size_t i = 0; i < profiles->count; i++) {
		const struct profile *p = &profiles->items[i];

		is_absolute |= p->is_absolute;
		if (fg_slices_start(&p->slices, &time)) {
			any = true;
			base = time < base ? time : base;
		}
	}
	if (!any || (base >= 0 && !is_absolute))
		return;
	for (size_t i = 0; i < profiles->count; i++) {
		struct profile *p = &profiles->items[i];
		char text[FG_NUMBER_ROOM];

		fg_slices_shift(&p->slices, base);
		if (p->is_absolute)
			set_first(&p->header, "clock",
				  (fg_str){ text,
					    fg_write_seconds(text, base) });
	}
}

static void count_metrics(struct profiles *profiles)
{
	char text[FG_NUMBER_ROOM];
	size_t n = fg_write_number(text, profiles->count, 0);

	for (size_t i = 0; i < profiles->count; i++)
		set_first(&profiles->items[i].header, "metrics",
			  (fg_str){ text, n });
}

static fg_status read_all(struct profiles *profiles, struct fg_diag *diag)
{
	struct pass pass = { .profiles = profiles,
			     .options = *profiles->options };
	struct fg_stacks *unused = fg_stacks_new(FG_FOLD);
	struct names names = { 0 };
	struct fg_held held;
	fg_status status = check_files(profiles, &pass.start, diag);
	struct run *listing;

	if (status != FG_OK) {
		fg_stacks_free(unused);
		profiles->is_useless = true;
		return status;
	}
	pass.options.metric = NULL;
	pass.options.list_metrics = true;
	fg_held_init(&held);
	listing = run_pass(&pass, unused, &held.diag);
	status = run_finish(listing);
	if (status == FG_OK)
		fg_held_drop(&held);
	else
		fg_held_release(&held, diag);
	pass.options.list_metrics = false;
	pass.listing = listing;
	collect_names(&names, listing);
	if (status == FG_OK && names.count < 2)
		status = read_one(profiles, pass.start, diag);
	else if (status == FG_OK)
		status = read_metrics(profiles, &pass, &names, diag);
	if (status == FG_OK && names.count > 1) {
		align(profiles);
		count_metrics(profiles);
	}
	profiles->is_useless |= status != FG_OK;
	run_free(listing);
	fg_stacks_free(unused);
	free_names(&names);
	return status;
}

fg_status profiles_read(struct profiles *profiles, struct fg_diag *diag)
{
	fg_status status;

	if (profiles_want_all(profiles->options) &&
	    !profiles->options->list_metrics)
		status = read_all(profiles, diag);
	else
		status = read_one(profiles, -1, diag);
	shift(profiles);
	return status;
}

void profiles_write(const struct profiles *profiles, struct fg_out *out,
		    bool with_header)
{
	for (size_t i = 0; i < profiles->count; i++) {
		const struct profile *p = &profiles->items[i];

		if (with_header)
			fg_header_write(out, &p->header);
		if (p->slices.count > 0)
			fg_slices_write(out, &p->slices, p->stacks);
		else
			fg_out_folded(out, p->stacks,
				      profiles->options->threads);
	}
}

void profiles_free(struct profiles *profiles)
{
	for (size_t i = 0; i < profiles->count; i++) {
		fg_header_free(&profiles->items[i].header);
		fg_stacks_free(profiles->items[i].stacks);
		fg_slices_free(&profiles->items[i].slices);
	}
	free(profiles->items);
	if (profiles->run)
		run_free(profiles->run);
}
