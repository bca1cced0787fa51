/* SPDX-License-Identifier: MIT */
#include "run.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

struct run {
	struct collapse c;
	void **states; /* one a format, in the order of formats[] */
	size_t format_count;
	struct fg_loc empty; /* the first empty file */
	bool has_empty;
	fg_status status; /* the first failure */
};

struct run *run_new(struct fg_stacks *out,
		    const struct collapse_options *options,
		    struct fg_diag *diag)
{
	struct run *run = fg_calloc(1, sizeof *run);

	run->c.out = out;
	run->c.options = options;
	run->c.diag = diag;
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

/* "a, b, c" of all formats; the caller frees it. */
static char *format_names(void)
{
	char *text = NULL;
	size_t n = 0, room = 0;

	for (const struct format *const *f = formats; *f; f++) {
		fg_str name = fg_from_c((*f)->name);

		if (!(*f)->parse)
			continue;
		FG_RESERVE(&text, &room, n + name.n + 3);
		if (n > 0) {
			memcpy(text + n, ", ", 2);
			n += 2;
		}
		memcpy(text + n, name.p, name.n);
		n += name.n;
		text[n] = '\0';
	}
	return text;
}

static fg_status unknown_format(struct run *run, struct fg_loc loc)
{
	char *names = format_names();
	fg_status status = fg_fail(run->c.diag, FG_EINPUT, loc,
				   "no format recognises this input; name one "
				   "with --format: %s",
				   names ? names : "");

	free(names);
	return status;
}

static bool has_word(const char *words, const char *word)
{
	fg_str rest = fg_from_c(words);

	while (rest.p) {
		if (fg_equal(fg_cut(&rest, ' '), fg_from_c(word)))
			return true;
	}
	return false;
}

static fg_status check_metric(struct run *run, const struct format *format,
			      struct fg_loc loc)
{
	const char *metric = run->c.options->metric;

	if (!metric || has_word(format->metrics, metric))
		return FG_OK;
	if (!format->metrics)
		return fg_fail(run->c.diag, FG_EUSAGE, loc,
			       "--metric: the %s format has only one metric",
			       format->name);
	return fg_fail(run->c.diag, FG_EUSAGE, loc,
		       "--metric: the %s format has no '%s'; it has: %s",
		       format->name, metric, format->metrics);
}

static fg_status parse(struct run *run, struct fg_lines *in,
		       const struct format *format)
{
	struct fg_loc loc = { fg_lines_loc(in).file, 0 };
	fg_str head = fg_lines_peek(in, FG_PEEK_MAX);
	fg_status status;
	size_t at;

	if (fg_lines_status(in) != FG_OK)
		return fg_lines_status(in);
	if (head.n == 0) {
		if (!run->has_empty)
			run->empty = loc;
		run->has_empty = true;
		return FG_OK;
	}
	if (!format)
		format = format_detect(head);
	if (!format)
		return unknown_format(run, loc);
	if (!format->parse)
		return fg_fail(run->c.diag, FG_EINPUT, loc, "%s",
			       format->advice);
	status = check_metric(run, format, loc);
	if (status != FG_OK)
		return status;
	at = index_of(format);
	run->c.in = in;
	run->c.state = run->states[at];
	status = format->parse(&run->c);
	run->states[at] = run->c.state;
	run->c.in = NULL;
	return status;
}

void run_lines(struct run *run, struct fg_lines *in,
	       const struct format *format)
{
	note_status(run, parse(run, in, format));
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
	fg_status status;

	finish_formats(run);
	if (run->status == FG_OK)
		run->status = check_empty(run);
	status = run->status;
	free(run->states);
	free(run);
	return status;
}
