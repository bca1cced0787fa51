/* SPDX-License-Identifier: MIT */
/*
 * What Austin (3.7 with -b, 4.0) records of Python, its MOJO format, versions
 * 1 to 3, from its own page on it: "MOJ", the version, and events, which are a
 * byte for the kind and what that has. Texts end with a zero; numbers take as
 * many bytes as they need, the low bits first, of the first six and a sign.
 *
 *	1 "mode\0wall\0"		what was recorded: before the samples
 *	11 KEY "app.py\0"		a text, by that number from then on
 *	3 KEY FILE NAME LINE ...	a frame, by that number from then on
 *	2 PID INTERPRETER "670a\0"	a sample of a process and thread begins
 *	5 KEY				one of its frames, the root first
 *	9 5085				its time in us; 10: its bytes, or less
 *	8, 7				it waits; it collects garbage
 */
#include "austin_events.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "input/idmap.h"
#include "input/scan.h"
#include "names/native.h"
#include "sample/owner.h"

enum { VERSION_END = 64 }; /* one byte has no larger number */

/* A frame that the options leave out. */
#define FRAME_LEFT_OUT UINT32_MAX

enum austin_metric {
	METRIC_TIME,
	METRIC_CPU,
	METRIC_BYTES,
	METRIC_FREED,
	METRICS
};

/* What the file's numbers stand for, at the places that `map` gives. */
struct table {
	struct idmap map;
	fg_frame *ids;
	size_t room;
};

struct reader {
	struct collapse *c;
	struct austin_events events;
	struct stackbuf stack;
	struct namer namer;
	struct owner process, thread;
	struct table texts, frames;
	struct fg_frames *names; /* the texts */
	size_t places[METRICS]; /* among those that are offered */
	bool has[METRICS], is_chosen;
	struct fg_buffer mode;
	uint64_t unresolved, foreign;

	/* The sample that is open. */
	bool is_open, is_idle, in_gc;
	size_t roots; /* its process and thread, as far as they are shown */
	int64_t time, bytes;
};

static int detect(fg_str head)
{
	bool has_version = head.n > 4 && head.p[3] > 0 &&
			   head.p[3] < VERSION_END && head.p[4] > 0 &&
			   head.p[4] < AUSTIN_KINDS;

	return fg_starts_with(head, FG_STR("MOJ")) && has_version ? BID_SURE
								  : BID_NO;
}

/* In place of what had that number before. */
static void keep(struct table *table, int64_t number, fg_frame id)
{
	uint32_t at = idmap_find(&table->map, (uint64_t)number);

	if (at == IDMAP_NONE) {
		at = (uint32_t)table->map.count;
		FG_RESERVE(&table->ids, &table->room, (size_t)at + 1);
		(void)idmap_add(&table->map, (uint64_t)number, at);
	}
	table->ids[at] = id;
}

static bool look_up(const struct table *table, int64_t number, fg_frame *id)
{
	uint32_t at = idmap_find(&table->map, (uint64_t)number);

	if (at == IDMAP_NONE)
		return false;
	*id = table->ids[at];
	return true;
}

static void free_table(struct table *table)
{
	idmap_free(&table->map);
	free(table->ids);
}

static fg_str text_of(const struct reader *r, int64_t number)
{
	fg_frame id;

	return look_up(&r->texts, number, &id) ? fg_frames_name(r->names, id)
					       : FG_STR("");
}

static void define_frame(struct reader *r)
{
	const int64_t *n = r->events.numbers;
	struct native_frame frame = {
		.file = text_of(r, n[1]),
		.name = text_of(r, n[2]),
		.line = n[3] > 0 ? (uint64_t)n[3] : 0,
	};
	fg_frame id = FRAME_LEFT_OUT;

	(void)namer_name(&r->namer, &frame, &id);
	keep(&r->frames, n[0], id);
}

static void define_text(struct reader *r)
{
	keep(&r->texts, r->events.numbers[0],
	     fg_frames_intern(r->names, fg_buffer_text(&r->events.texts[0])));
}

static void push_frame(struct reader *r)
{
	fg_frame id;

	if (!look_up(&r->frames, r->events.numbers[0], &id)) {
		r->unresolved++;
		stackbuf_push(&r->stack, FG_STR("[unresolved]"));
	} else if (id != FRAME_LEFT_OUT) {
		stackbuf_push_id(&r->stack, id);
	}
}

static void offer(struct reader *r, enum austin_metric metric, const char *name,
		  const char *unit)
{
	r->places[metric] =
		metrics_add(r->c->metrics, fg_from_c(name), fg_from_c(unit));
	r->has[metric] = true;
}

/* What there is follows from the mode, which comes before the samples. */
static fg_status choose_metric(struct reader *r)
{
	fg_str mode = fg_buffer_text(&r->mode);
	bool is_full = fg_equal(mode, FG_STR("full"));
	bool is_memory = fg_equal(mode, FG_STR("memory"));

	r->is_chosen = true;
	if (!is_memory)
		offer(r, METRIC_TIME, "time", "us");
	if (is_full)
		offer(r, METRIC_CPU, "cpu", "us");
	if (is_memory || is_full) {
		offer(r, METRIC_BYTES, "bytes", "bytes");
		offer(r, METRIC_FREED, "freed", "bytes");
	}
	return format_choose_metric(r->c, 0);
}

/* Shown as a root where that is asked for. */
static void begin_owner(struct reader *r, struct owner *owner, const char *kind,
			uint64_t number, bool is_shown)
{
	char text[40];
	int n = snprintf(text, sizeof text, "%s %" PRIu64, kind, number);
	fg_str name = { text, (size_t)n };

	owner_set(owner, name, scan_from(name, strlen(kind) + 1));
	if (is_shown)
		stackbuf_push(&r->stack, name);
}

static void begin_sample(struct reader *r)
{
	const struct collapse_options *o = r->c->options;
	uint64_t tid = 0;

	(void)fg_parse_hex(fg_buffer_text(&r->events.texts[0]), &tid);
	r->is_open = true;
	r->is_idle = r->in_gc = false;
	r->time = r->bytes = 0;
	begin_owner(r, &r->process, "process", (uint64_t)r->events.numbers[0],
		    o->per_process);
	begin_owner(r, &r->thread, "thread", tid, o->per_thread);
	r->roots = r->stack.depth;
}

static void end_sample(struct reader *r)
{
	const struct metrics *m = r->c->metrics;
	const int64_t weights[METRICS] = {
		[METRIC_TIME] = r->time,
		[METRIC_CPU] = r->is_idle ? 0 : r->time,
		[METRIC_BYTES] = r->bytes,
		[METRIC_FREED] = r->bytes > INT64_MIN ? -r->bytes : INT64_MAX,
	};
	uint64_t weight = 0, samples = 0;

	for (enum austin_metric i = 0; i < METRICS; i++) {
		if (!r->has[i] || weights[i] <= 0)
			continue;
		metrics_count(r->c->metrics, r->places[i], weights[i]);
		if (r->places[i] == m->chosen)
			weight = (uint64_t)weights[i];
		/* each change of memory was seen, not one of many */
		if (r->places[i] == m->chosen && i < METRIC_BYTES)
			samples = 1;
	}
	/* files of several modes may follow each other */
	r->foreign += (r->time > 0 && !r->has[METRIC_TIME]) ||
		      (r->bytes != 0 && !r->has[METRIC_BYTES]);
	r->is_open = false;
	if (r->in_gc)
		stackbuf_push(&r->stack, FG_STR("[gc]"));
	if (r->stack.depth == r->roots)
		stackbuf_push(&r->stack, FG_STR("[no stack]"));
	if (weight > 0 && owners_wanted(r->c->options, &r->process, &r->thread))
		stackbuf_flush_samples(&r->stack, ROOT_FIRST,
				       (struct fg_weight){ weight, 0 },
				       samples);
	else
		stackbuf_clear(&r->stack);
}

static void note_mode(struct reader *r)
{
	fg_str mode = fg_buffer_text(&r->events.texts[1]);

	if (!fg_equal(fg_buffer_text(&r->events.texts[0]), FG_STR("mode")))
		return;
	r->mode.n = 0;
	fg_buffer_append(&r->mode, mode);
}

/* What belongs to a sample is nothing where none is open. */
static void in_sample(struct reader *r)
{
	switch (r->events.kind) {
	case AUSTIN_FRAME_REF:
		push_frame(r);
		break;
	case AUSTIN_INVALID:
		stackbuf_push(&r->stack, FG_STR("[invalid]"));
		break;
	case AUSTIN_KERNEL:
		stackbuf_push(&r->stack, fg_buffer_text(&r->events.texts[0]));
		break;
	case AUSTIN_GC:
		r->in_gc = true;
		break;
	case AUSTIN_IDLE:
		r->is_idle = true;
		break;
	case AUSTIN_TIME:
		r->time = r->events.numbers[0];
		break;
	case AUSTIN_MEMORY:
		r->bytes = r->events.numbers[0];
		break;
	default:
		break;
	}
}

static fg_status on_event(struct reader *r)
{
	fg_status status = FG_OK;

	if (r->events.kind == AUSTIN_METADATA) {
		note_mode(r);
	} else if (r->events.kind == AUSTIN_TEXT) {
		define_text(r);
	} else if (r->events.kind == AUSTIN_FRAME) {
		define_frame(r);
	} else if (r->events.kind == AUSTIN_STACK) {
		if (r->is_open)
			end_sample(r);
		if (!r->is_chosen)
			status = choose_metric(r);
		begin_sample(r);
	} else if (r->is_open) {
		in_sample(r);
	}
	return status;
}

static void report(const struct reader *r, struct fg_loc loc)
{
	if (r->events.problem)
		fg_warn(r->c->diag, loc,
			"byte %" PRIu64 ": %s; what follows is left out",
			r->events.offset, r->events.problem);
	if (r->foreign > 0)
		fg_warn(r->c->diag, loc,
			"%" PRIu64 " samples of another mode are left out; "
			"give each recording by itself",
			r->foreign);
	if (r->unresolved > 0)
		fg_warn(r->c->diag, loc,
			"%" PRIu64 " references to what was not there",
			r->unresolved);
}

static fg_status read_all(struct reader *r)
{
	struct fg_loc loc = fg_lines_whole(r->c->in);
	fg_status status = FG_OK;

	while (status == FG_OK && austin_next(&r->events))
		status = on_event(r);
	if (status != FG_OK)
		return status;
	if (r->events.problem && !r->is_chosen)
		return fg_fail(r->c->diag, FG_EINPUT, loc,
			       "byte %" PRIu64 ": %s", r->events.offset,
			       r->events.problem);
	if (r->is_open)
		end_sample(r);
	report(r, loc);
	return fg_lines_status(r->c->in);
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { .c = c, .events = { .in = c->in } };
	fg_status status;

	r.names = fg_frames_new();
	stackbuf_init(&r.stack, c);
	namer_init(&r.namer, c->options, &r.stack);
	status = read_all(&r);
	austin_events_free(&r.events);
	owner_free(&r.process);
	owner_free(&r.thread);
	free_table(&r.texts);
	free_table(&r.frames);
	fg_frames_free(r.names);
	free(r.mode.p);
	namer_free(&r.namer);
	stackbuf_free(&r.stack);
	return status;
}

const struct format format_austin = {
	.name = "austin",
	.summary = "Austin's recordings of Python, in its MOJO format",
	.own_metrics = true,
	.has = HAS_THREADS | HAS_TIDS | HAS_PROCESSES | HAS_PIDS | HAS_SOURCE |
	       HAS_ARGUMENTS | HAS_TEMPLATES,
	.detect = detect,
	.parse = parse,
};
