/* SPDX-License-Identifier: MIT */
/*
 * What the user is to know of a recording: what could not be had, why stacks
 * are short, what was lost, and the answer in one line.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answer.h"
#include "fg/text.h"
#include "programs.h"
#include "record.h"
#include "refusal.h"

enum { NAME_MAX_SHOWN = 72 }; /* bytes, in the last line */

static const struct fg_loc nowhere = { 0 };

void recording_tell_start(const struct recording *r, struct fg_diag *diag)
{
	if (r->counters.no_cycles)
		fg_note(diag, nowhere,
			"this machine has no cycles to count: samples are of "
			"time on the CPU (%s)",
			r->events.items[0].name);
	if (r->counters.user_only)
		refusal_user_only(diag);
	if (r->counters.user_only && r->sampling.switches)
		fg_note(diag, nowhere,
			"without the kernel's part, a wait is shown on the "
			"last stack that was seen before it");
	if (r->counters.too_fast)
		fg_note(diag, nowhere,
			"the kernel allows %u samples a second; 'sudo sysctl "
			"kernel.perf_event_max_sample_rate=100000' allows more",
			(unsigned)r->sampling.frequency);
	if (!r->pages_given && r->tally->ring_pages < r->pages)
		fg_note(diag, nowhere,
			"the kernel allows buffers of %u pages a CPU, not of "
			"%zu; 'sudo sysctl kernel.perf_event_mlock_kb=8192' "
			"allows more",
			(unsigned)r->tally->ring_pages, r->pages);
}

bool recording_is_short(const struct tally *tally)
{
	enum { ENOUGH = 20 };

	return tally->user_chains >= ENOUGH &&
	       tally->short_chains * 2 > tally->user_chains;
}

void recording_tell_short(const struct recording *r, struct fg_diag *diag)
{
	if (r->sampling.chains != CHAINS_FRAME_POINTERS ||
	    !recording_is_short(r->tally))
		return;
	fg_doubt(diag, nowhere,
		 "%" PRIu64 " of %" PRIu64 " stacks have two frames or fewer: "
		 "the program seems to be "
		 "built without frame pointers; build it with "
		 "-fno-omit-frame-pointer, or record with --call-graph dwarf",
		 r->tally->short_chains, r->tally->user_chains);
}

/* Whether the process has written the names of its code. */
static bool has_map(uint32_t pid)
{
	char path[64];

	snprintf(path, sizeof path, "/tmp/perf-%" PRIu32 ".map", pid);
	return access(path, F_OK) == 0;
}

static void tell_runtimes(const struct tally *tally, struct fg_diag *diag)
{
	static const char *const advice[] = {
		[RUNTIME_NODE] = "Node.js names its functions when it is "
				 "started with 'node --perf-basic-prof'",
		[RUNTIME_JAVA] = "Java names its methods when it is started "
				 "with '-XX:+PreserveFramePointer "
				 "-XX:+UnlockDiagnosticVMOptions "
				 "-XX:+DumpPerfMapAtExit'",
		[RUNTIME_PYTHON] = "Python 3.12 names its functions when it "
				   "is started with 'python3 -X perf'",
	};

	for (unsigned i = 0; i < RUNTIMES; i++) {
		uint32_t pid = tally->runtime_pids[i];

		if (pid != 0 && !has_map(pid))
			fg_note(diag, nowhere, "%s", advice[i]);
	}
}

/* fg-collapse tells it, too, where it runs and may. */
static void tell_lost(const struct recording *r, struct fg_diag *diag)
{
	const struct tally *tally = r->tally;
	uint64_t all = tally->lost + tally->samples, share;

	if (tally->lost == 0 ||
	    (r->outputs.style.collapse && !r->outputs.style.quiet &&
	     r->outputs.event_count == 0))
		return;
	share = (uint64_t)((fg_wide)tally->lost * 1000 / all);
	fg_doubt(diag, nowhere,
		 "%" PRIu64 " samples were lost, %" PRIu64 ".%" PRIu64
		 " %% of all; --mmap-pages %" PRIu64 " gives more room, a "
		 "lower -F makes fewer",
		 tally->lost, share / 10, share % 10, tally->ring_pages * 4);
}

/* "inner 96.5 %"; names of C++ templates can be longer than a screen */
static void add_share(struct fg_buffer *line, fg_str name, unsigned share)
{
	size_t shown = name.n > NAME_MAX_SHOWN ? NAME_MAX_SHOWN : name.n;
	char number[32];

	/* not within a character */
	while (shown < name.n && shown > 0 &&
	       ((unsigned char)name.p[shown] & 0xc0) == 0x80)
		shown--;
	snprintf(number, sizeof number, " %u.%u %%", share / 10, share % 10);
	fg_buffer_append(line, fg_slice(name, 0, shown));
	if (shown < name.n)
		fg_buffer_append(line, FG_STR("..."));
	fg_buffer_append(line, fg_from_c(number));
}

/* "; most self time: inner 96.5 %, main 1.2 %" */
static void add_top(struct fg_buffer *line, const struct answer *answer,
		    enum shown shown)
{
	fg_str begin = shown == SHOWN_OFF ? FG_STR("; most waiting: ")
					  : FG_STR("; most self time: ");

	for (size_t i = 0; i < ANSWER_TOP; i++) {
		const struct answer_row *row = &answer->top[i];

		if (row->name.n == 0)
			return;
		fg_buffer_append(line, i == 0 ? begin : FG_STR(", "));
		add_share(line, row->name, answer_permille(answer, row->self));
	}
}

/* Where the text does not tell its number of samples, it is that of all. */
static void tell_picture(const struct recording *r, const struct picture *p,
			 struct fg_diag *diag)
{
	struct fg_loc loc = { picture_result(p), 0 };
	FILE *text = picture_text(p);
	struct fg_buffer line = { 0 };
	struct answer answer = { 0 };
	unsigned unknown;
	char words[128];

	if (!text)
		return;
	answer_read(&answer, text);
	fclose(text);
	unknown = answer_permille(&answer, answer.unknown);
	snprintf(words, sizeof words,
		 "%" PRIu64 " samples, %u.%u %% without a name",
		 answer.samples > 0 ? answer.samples : r->tally->samples,
		 unknown / 10, unknown % 10);
	if (p->event) {
		fg_buffer_append(&line, fg_from_c(p->event));
		fg_buffer_append(&line, FG_STR(": "));
	}
	fg_buffer_append(&line, fg_from_c(words));
	if (p->style->shown == SHOWN_BOTH)
		add_share(&line, FG_STR("; waiting"),
			  answer_permille(&answer, answer.waiting));
	add_top(&line, &answer, p->style->shown);
	if (answer.total > 0)
		fg_note(diag, loc, "%.*s", FG_FMT(fg_buffer_text(&line)));
	free(line.p);
	answer_free(&answer);
}

static void tell_answer(const struct recording *r, struct fg_diag *diag)
{
	const struct outputs *o = &r->outputs;
	const char *data = o->data;

	for (size_t i = 0; i < o->picture_count; i++)
		tell_picture(r, &o->pictures[i], diag);
	if (o->picture_count > 0)
		return;
	fg_note(diag,
		(struct fg_loc){ strcmp(data, "-") == 0 ? "<stdout>" : data,
				 0 },
		"%" PRIu64 " samples", r->tally->samples);
}

/* The kernel takes the counters off a program that gets another's rights. */
static bool gains_rights(const struct recording *r)
{
	const char *name = r->command ? r->command[0] : "";
	char *path = strchr(name, '/') ? fg_str_dup(fg_from_c(name))
				       : programs_in_path(name);
	struct stat st;
	bool gains = path && stat(path, &st) == 0 &&
		     (st.st_mode & (S_ISUID | S_ISGID)) != 0 && geteuid() != 0;

	free(path);
	return gains;
}

fg_status recording_tell_none(const struct recording *r, struct fg_diag *diag)
{
	if (gains_rights(r))
		return fg_fail(diag, FG_EINPUT,
			       (struct fg_loc){ r->command[0], 0 },
			       "no samples: it is a setuid program, which "
			       "only root may record");
	return fg_fail(diag, FG_EINPUT, nowhere,
		       "no samples: in %.3f s nothing that is recorded ran "
		       "long enough for one; a higher -F takes more",
		       r->wall);
}

static bool takes_kernel(const struct events *events)
{
	for (size_t i = 0; i < events->count; i++) {
		if (!events->items[i].attr.exclude_kernel)
			return true;
	}
	return false;
}

void recording_tell_end(const struct recording *r, struct fg_diag *diag)
{
	if (r->wall < 1)
		recording_tell_short(r, diag);
	if (r->run < 2) {
		tell_runtimes(r->tally, diag);
		if (r->tally->kernel_hidden && !r->counters.user_only &&
		    takes_kernel(&r->events))
			refusal_no_names(diag);
	}
	tell_lost(r, diag);
	if (r->run == 0)
		tell_answer(r, diag);
}
