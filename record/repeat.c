/* SPDX-License-Identifier: MIT */
#include "repeat.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wordexp.h>

#include "fg/text.h"
#include "programs.h"
#include "signals.h"

static const struct fg_loc nowhere = { 0 };

static char *join(const char *folder, const char *name)
{
	struct fg_buffer path = { 0 };

	fg_buffer_append(&path, fg_from_c(folder));
	fg_buffer_append(&path, FG_STR("/"));
	fg_buffer_append(&path, fg_from_c(name));
	fg_buffer_append(&path, (fg_str){ "", 1 });
	return path.p;
}

/* "./bench -n '5 6'" becomes its words; nothing is run for that. */
static fg_status split_command(struct repeat *r, struct fg_diag *diag)
{
	struct fg_loc loc = { "--alternate", 0 };
	int failed;
	wordexp_t words;

	failed = wordexp(r->alternate, &words, WRDE_NOCMD | WRDE_UNDEF);
	if (failed == WRDE_NOSPACE)
		fg_out_of_memory(strlen(r->alternate));
	if (failed != 0)
		return fg_fail(diag, FG_EUSAGE, loc,
			       "expected a command with its arguments, got "
			       "'%s'; what needs a shell goes into a script",
			       r->alternate);
	r->words = fg_calloc(words.we_wordc + 1, sizeof *r->words);
	for (size_t i = 0; i < words.we_wordc; i++)
		r->words[i] = fg_str_dup(fg_from_c(words.we_wordv[i]));
	wordfree(&words);
	if (!r->words[0])
		return fg_fail(diag, FG_EUSAGE, loc,
			       "expected a command with its arguments, got "
			       "nothing");
	return FG_OK;
}

static void add_side(struct repeat *r, const char *const *command,
		     const char *folder)
{
	r->sides[r->side_count++] =
		(struct repeat_side){ .command = command,
				      .folder = { .path = folder } };
}

/* Who is run, and where the runs go. */
static fg_status set_sides(struct repeat *r, struct fg_diag *diag)
{
	const char *const *words;
	fg_status status;

	if (!r->alternate) {
		add_side(r, r->plan->command, r->folder);
		return FG_OK;
	}
	status = split_command(r, diag);
	if (status != FG_OK)
		return status;
	if (mkdir(r->folder, 0777) != 0 && errno != EEXIST)
		return fg_fail(diag, FG_EIO, (struct fg_loc){ r->folder, 0 },
			       "cannot make the folder: %s", strerror(errno));
	r->paths[0] = join(r->folder, "before");
	r->paths[1] = join(r->folder, "after");
	memcpy(&words, &r->words, sizeof words);
	add_side(r, words, r->paths[0]);
	add_side(r, r->plan->command, r->paths[1]);
	return FG_OK;
}

/* As many runs as the other side has. */
static fg_status count_before(struct repeat *r, struct fg_diag *diag)
{
	fg_status status;

	r->before.path = r->compare_with;
	status = run_folder_read(&r->before, diag);
	if (status != FG_OK)
		return status;
	if (r->runs > 0 && r->runs != r->before.count)
		return fg_fail(diag, FG_EUSAGE,
			       (struct fg_loc){ r->compare_with, 0 },
			       "has %zu runs, and --runs is %" PRIu64
			       "; without --runs, as many are made",
			       r->before.count, r->runs);
	r->runs = r->before.count;
	return FG_OK;
}

static fg_status prepare_compare(struct repeat *r, struct fg_diag *diag)
{
	fg_status status = r->compare_with ? count_before(r, diag) : FG_OK;

	if (status == FG_OK && r->runs < 2)
		status = fg_fail(diag, FG_EUSAGE,
				 (struct fg_loc){ r->compare_with, 0 },
				 "one run a side does not tell how much runs "
				 "differ; a comparison needs two or more");
	if (status == FG_OK) {
		r->differ = programs_find("fg-diff",
					  "'--runs' records without it", diag);
		status = r->differ ? FG_OK : FG_EIO;
	}
	return status;
}

/* What cannot work fails before anything runs. */
static fg_status prepare(struct repeat *r, struct fg_diag *diag)
{
	fg_status status = FG_OK;

	if (r->compare_with || r->alternate)
		status = prepare_compare(r, diag);
	if (status == FG_OK)
		status = set_sides(r, diag);
	for (size_t i = 0; i < r->side_count && status == FG_OK; i++)
		status = run_folder_make(&r->sides[i].folder, diag);
	return status;
}

/* "before/03.folded" becomes "before/03.ENDING"; the caller frees it. */
static char *with_ending(const char *path, fg_str ending)
{
	struct fg_buffer text = { 0 };
	fg_str name = fg_from_c(path);

	name.n -= FG_STR("folded").n;
	fg_buffer_append(&text, name);
	fg_buffer_append(&text, ending);
	fg_buffer_append(&text, (fg_str){ "", 1 });
	return text.p;
}

static void put_aside(struct repeat_side *side, struct fg_diag *diag)
{
	struct run_folder *folder = &side->folder;
	char *path = folder->files[--folder->count];
	char *other = with_ending(path, FG_STR("failed"));

	if (rename(path, other) == 0)
		fg_note(diag, (struct fg_loc){ other, 0 },
			"the stacks of the run that failed");
	if (folder->count > 0)
		fg_note(diag, (struct fg_loc){ folder->path, 0 },
			"has the %zu runs before it", folder->count);
	free(path);
	free(other);
}

static void tell_run(struct repeat *r, struct repeat_side *side,
		     const struct recording *run, struct fg_diag *diag)
{
	double used = run->user + run->system;
	size_t count = side->folder.count;

	if (count == 1 || used < side->least)
		side->least = used;
	if (used > side->most)
		side->most = used;
	side->sum += used;
	side->wall += run->wall;
	fg_note(diag, (struct fg_loc){ side->folder.files[count - 1], 0 },
		"run %zu of %" PRIu64 ": %.3f s, of which %.3f s on the "
		"processor; %" PRIu64 " samples",
		count, r->runs, run->wall, used, run->tally->samples);
}

static fg_status end_run(struct repeat *r, struct repeat_side *side,
			 struct recording *run, fg_status status,
			 struct fg_diag *diag)
{
	if (status == FG_OK && run->exit_status == 0 && run->stopped_by == 0) {
		tell_run(r, side, run, diag);
		return FG_OK;
	}
	r->exit_status = run->exit_status;
	if (status == FG_OK)
		status = fg_fail(diag, FG_EINPUT,
				 (struct fg_loc){ run->command[0], 0 },
				 "run %u of %" PRIu64 " ended with status %d; "
				 "no more runs are made",
				 run->run, r->runs, run->exit_status);
	put_aside(side, diag);
	return status;
}

static fg_status record_run(struct repeat *r, struct repeat_side *side,
			    struct fg_diag *diag)
{
	struct recording run = *r->plan;
	size_t number = side->folder.count + 1;
	char *data = NULL;
	fg_status status;

	run.events = events_copy(&r->plan->events);
	run.command = side->command;
	run.run = (unsigned)number;
	run.outputs.svg = run.outputs.data = NULL;
	run.outputs.folded =
		run_folder_add(&side->folder, number, (size_t)r->runs);
	if (r->keep)
		run.outputs.data = data =
			with_ending(run.outputs.folded, FG_STR("data"));
	run.outputs.style.quiet |= number > 1; /* what it says was said */
	status = recording_run(&run, diag);
	status = end_run(r, side, &run, status, diag);
	recording_free(&run);
	free(data);
	return status;
}

/* A command that reads a file reads it from the same place in each run. */
static void rewind_input(off_t place)
{
	if (place >= 0)
		(void)lseek(STDIN_FILENO, place, SEEK_SET);
}

/*
 * Each side once. The order changes from round to round, so that a machine
 * that becomes slower all the time favours none.
 */
static fg_status record_round(struct repeat *r, uint64_t round, off_t input,
			      struct fg_diag *diag)
{
	fg_status status = FG_OK;

	for (size_t i = 0; i < r->side_count && status == FG_OK; i++) {
		size_t which = round % 2 == 0 ? i : r->side_count - 1 - i;

		rewind_input(input);
		status = record_run(r, &r->sides[which], diag);
		if (status != FG_OK || signals_take().stop == 0)
			continue;
		status = fg_fail(diag, FG_EINPUT, nowhere,
				 "a signal came after run %" PRIu64 " of "
				 "%" PRIu64 "; no more runs are made",
				 round + 1, r->runs);
	}
	return status;
}

static void tell_side(const struct repeat *r, const struct repeat_side *side,
		      struct fg_diag *diag)
{
	double n = (double)r->runs;

	fg_note(diag, (struct fg_loc){ side->folder.path, 0 },
		"%" PRIu64 " runs: a mean of %.3f s on the processor (%.3f to "
		"%.3f), %.3f s of time",
		r->runs, side->sum / n, side->least, side->most,
		side->wall / n);
}

fg_status repeat_run(struct repeat *r, struct fg_diag *diag)
{
	off_t input = lseek(STDIN_FILENO, 0, SEEK_CUR);
	fg_status status = prepare(r, diag);

	for (uint64_t i = 0; i < r->runs && status == FG_OK; i++) {
		status = record_round(r, i, input, diag);
		if (status == FG_OK && i == 0)
			status = repeat_check_alike(r, diag);
	}
	if (status != FG_OK)
		return status;
	for (size_t i = 0; i < r->side_count; i++)
		tell_side(r, &r->sides[i], diag);
	return r->differ ? repeat_compare(r, diag) : FG_OK;
}

void repeat_free(struct repeat *r)
{
	for (size_t i = 0; i < r->side_count; i++)
		run_folder_free(&r->sides[i].folder);
	run_folder_free(&r->before);
	for (size_t i = 0; r->words && r->words[i]; i++)
		free(r->words[i]);
	free(r->words);
	free(r->paths[0]);
	free(r->paths[1]);
	free(r->differ);
}
