/* SPDX-License-Identifier: MIT */
/*
 * Recordings of Python by Austin (3.7 with -b, 4.0) in its MOJO format,
 * versions 1 to 3, as its own page describes it: "MOJ", the version, and
 * events. An event is a byte for the kind and its data. Texts end with a zero;
 * numbers have a variable number of bytes, the low bits first. The first byte
 * has six bits and a sign.
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

#include "austin_metrics.h"
#include "fg/alloc.h"
#include "fg/text.h"
#include "input/idmap.h"
#include "input/scan.h"
#include "names/native.h"
#include "sample/stack_owner.h"

enum { VERSION_END = 64 }; /* the largest number of one byte */

/* A frame that the options leave out. */
#define FRAME_LEFT_OUT UINT32_MAX

/* The meaning of the file's numbers; `map` gives the index. */
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
	struct austin_metrics metrics;
	uint64_t unresolved, foreign;

	/* The sample that is open. */
	bool is_open, is_idle, in_gc;
	size_t roots; /* its process and thread, if they are shown */
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

/* Stores an entry; replaces an older one with that number. */
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

/* Begins a process or thread, and shows it as a root if the options say so. */
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
	const bool *has = r->metrics.has;
	const fg_swide weights[METRICS] = {
		[METRIC_TIME] = r->time,
		[METRIC_CPU] = r->is_idle ? 0 : r->time,
		[METRIC_BYTES] = r->bytes,
		[METRIC_FREED] = -(fg_swide)r->bytes,
	};
	uint64_t samples,
		weight = austin_metrics_count(&r->metrics, r->c->metrics,
					      weights, &samples);

	/* files of several modes may follow each other */
	r->foreign += (r->time > 0 && !has[METRIC_TIME]) ||
		      (r->bytes != 0 && !has[METRIC_BYTES]);
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
	if (fg_equal(fg_buffer_text(&r->events.texts[0]), FG_STR("mode")))
		austin_metrics_set_mode(&r->metrics,
					fg_buffer_text(&r->events.texts[1]));
}

/* Counts an event outside of a sample, which has no meaning. */
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
		if (!r->metrics.is_chosen)
			status = austin_metrics_choose(&r->metrics, r->c);
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
			"byte %" PRIu64 ": %s; the rest is left out",
			r->events.offset, r->events.problem);
	if (r->foreign > 0)
		fg_warn(r->c->diag, loc,
			"%" PRIu64 " samples of another mode are left out; "
			"fold each recording by itself",
			r->foreign);
	if (r->unresolved > 0)
		fg_warn(r->c->diag, loc,
			"%" PRIu64 " references to missing entries",
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
	if (r->events.problem && !r->metrics.is_chosen)
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
