/* SPDX-License-Identifier: MIT */
/* Both sides of several runs: recorded alike, and what fg-diff says of them. */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "fg/alloc.h"
#include "repeat.h"

static const struct run_folder *before_of(const struct repeat *r)
{
	return r->compare_with ? &r->before : &r->sides[0].folder;
}

static const struct run_folder *after_of(const struct repeat *r)
{
	return &r->sides[r->side_count - 1].folder;
}

fg_status repeat_check_alike(const struct repeat *r, struct fg_diag *diag)
{
	const struct run_folder *before = before_of(r), *after = after_of(r);
	fg_status status = FG_OK;

	for (size_t i = 1; i < before->count && status == FG_OK; i++) {
		const char *const files[] = { before->files[0],
					      before->files[i] };

		status = run_headers_compare(files, diag);
	}
	if (status == FG_OK && before != after) {
		const char *const files[] = { before->files[0],
					      after->files[0] };

		status = run_headers_compare(files, diag);
	}
	return status;
}

struct words {
	const char **items;
	size_t count, room;
};

static void add(struct words *words, const char *word)
{
	FG_RESERVE(&words->items, &words->room, words->count + 1);
	words->items[words->count++] = word;
}

static void add_files(struct words *words, const char *option,
		      const struct run_folder *folder)
{
	add(words, option);
	for (size_t i = 0; i < folder->count; i++)
		add(words, folder->files[i]);
}

fg_status repeat_compare(struct repeat *r, struct fg_diag *diag)
{
	struct words words = { 0 };
	struct start start = {
		.path = r->differ, .in = -1, .out = -1, .is_ours = true
	};
	struct process differ;
	fg_status status;
	int ended;

	add(&words, "fg-diff");
	add(&words, "--check");
	if (r->plan->outputs.style.quiet)
		add(&words, "--quiet");
	for (size_t i = 0; r->rules && r->rules[i]; i++) {
		add(&words, "--fail-if");
		add(&words, r->rules[i]);
	}
	add_files(&words, "--before", before_of(r));
	add_files(&words, "--after", after_of(r));
	add(&words, NULL);
	start.argv = words.items;
	status = process_start(&start, &differ, diag);
	free(words.items);
	if (status != FG_OK)
		return status;
	ended = process_wait(differ.pid);
	r->exit_status = process_exit_status(ended);
	return FG_OK;
}
