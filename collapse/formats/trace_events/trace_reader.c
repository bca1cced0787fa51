/* SPDX-License-Identifier: MIT */
#include "trace_reader.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "trace_values.h"

void trace_reader_init(struct trace_reader *r, struct collapse *c)
{
	struct fg_frames *texts = fg_frames_new();

	*r = (struct trace_reader){
		.c = c,
		.texts = texts,
		.threads.texts = texts,
		.profiles.texts = texts,
		.samples.texts = texts,
	};
	stackbuf_init(&r->stack, c);
	namer_init(&r->namer, c->options, &r->stack);
	v8_init(&r->part.v8, c, texts);
}

void trace_reader_free(struct trace_reader *r)
{
	struct fg_buffer *buffers[] = { &r->name,    &r->pid,	 &r->tid,
					&r->id,	     &r->detail, &r->file,
					&r->arg_name };

	for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
		free(buffers[i]->p);
	v8_free(&r->part.v8);
	trace_threads_free(&r->threads);
	trace_durations_free(&r->durations);
	trace_profiles_free(&r->profiles);
	trace_samples_free(&r->samples);
	namer_free(&r->namer);
	stackbuf_free(&r->stack);
	fg_frames_free(r->texts);
}

/* Reads times that may be in the profile or beside it. */
static void read_times(struct trace_reader *r, fg_str key)
{
	struct trace_part *part = &r->part;

	if (fg_equal(key, FG_STR("timeDeltas")))
		column_read(&part->v8.deltas, r->json, 0);
	else if (fg_equal(key, FG_STR("startTime")))
		part->has_start = json_int(r->json, &part->start);
	else if (fg_equal(key, FG_STR("endTime")))
		part->has_end = json_int(r->json, &part->end);
}

static void read_cpu_profile(struct trace_reader *r)
{
	struct trace_part *part = &r->part;
	fg_str key;

	part->has_profile = json_object(r->json);
	while (part->has_profile && json_key(r->json, &key)) {
		if (fg_equal(key, FG_STR("nodes")))
			v8_read_nodes(&part->v8, r->json);
		else if (fg_equal(key, FG_STR("samples")))
			column_read(&part->v8.samples, r->json, -1);
		else
			read_times(r, key);
	}
}

static void read_data(struct trace_reader *r)
{
	fg_str key;

	if (!json_object(r->json))
		return;
	while (json_key(r->json, &key)) {
		if (fg_equal(key, FG_STR("cpuProfile")))
			read_cpu_profile(r);
		else
			read_times(r, key);
	}
}

static void read_arguments(struct trace_reader *r)
{
	fg_str key;

	if (!json_object(r->json))
		return;
	while (json_key(r->json, &key)) {
		if (fg_equal(key, FG_STR("data")))
			read_data(r);
		else if (fg_equal(key, FG_STR("name")))
			trace_read_text(r->json, &r->arg_name);
		else if (fg_equal(key, FG_STR("detail")))
			trace_read_text(r->json, &r->detail);
		else if (fg_equal(key, FG_STR("filename")))
			trace_read_text(r->json, &r->file);
		else if (fg_equal(key, FG_STR("line")))
			(void)json_int(r->json, &r->line);
		else if (fg_equal(key, FG_STR("avg ms")))
			r->has_average = true;
	}
}

static void read_phase(struct trace_reader *r)
{
	fg_str text;

	if (json_string(r->json, &text) && text.n == 1)
		r->phase = text.p[0];
}

static void read_member(struct trace_reader *r, fg_str key)
{
	if (fg_equal(key, FG_STR("ph")))
		read_phase(r);
	else if (fg_equal(key, FG_STR("ts")))
		r->has_time = trace_read_fixed(r->json, 3, &r->time);
	else if (fg_equal(key, FG_STR("dur")))
		(void)trace_read_fixed(r->json, 3, &r->length);
	else if (fg_equal(key, FG_STR("name")))
		trace_read_text(r->json, &r->name);
	else if (fg_equal(key, FG_STR("pid")))
		trace_read_text(r->json, &r->pid);
	else if (fg_equal(key, FG_STR("tid")))
		trace_read_text(r->json, &r->tid);
	else if (fg_equal(key, FG_STR("id")))
		trace_read_text(r->json, &r->id);
	else if (fg_equal(key, FG_STR("args")))
		read_arguments(r);
}

static void forget(struct trace_reader *r)
{
	r->phase = '\0';
	r->time = r->length = r->line = 0;
	r->has_time = r->has_average = false;
	r->name.n = r->pid.n = r->tid.n = r->id.n = 0;
	r->arg_name.n = r->detail.n = r->file.n = 0;
	r->part.v8.count = r->part.v8.edge_count = 0;
	r->part.v8.samples.count = r->part.v8.deltas.count = 0;
	r->part.has_start = r->part.has_end = r->part.has_profile = false;
}

static uint32_t thread_of_event(struct trace_reader *r)
{
	return trace_thread(&r->threads, fg_buffer_text(&r->pid),
			    fg_buffer_text(&r->tid));
}

/* "Source (vector)" with --keep-args. */
static fg_frame name_frame(struct trace_reader *r)
{
	struct native_frame frame = {
		.name = fg_buffer_text(&r->name),
		.file = fg_buffer_text(&r->file),
		.line = r->line > 0 ? (uint64_t)r->line : 0,
	};
	struct fg_buffer text = { 0 };
	fg_frame id = 0;

	if (r->c->options->keep_args && r->detail.n > 0) {
		fg_buffer_append(&text, frame.name);
		fg_buffer_append(&text, FG_STR(" ("));
		fg_buffer_append(&text, fg_buffer_text(&r->detail));
		fg_buffer_append(&text, FG_STR(")"));
		frame.name = fg_buffer_text(&text);
	}
	(void)namer_name(&r->namer, &frame, &id);
	free(text.p);
	return id;
}

/*
 * Whether it is one of clang's sums: clang adds an event for the sum of all
 * events of a name, on a separate thread: {"name":"Total
 * Source","args":{"count":4,"avg ms":37}}
 */
static bool is_sum(const struct trace_reader *r)
{
	return r->has_average && r->phase == 'X' &&
	       fg_starts_with(fg_buffer_text(&r->name), FG_STR("Total "));
}

static void take_duration(struct trace_reader *r)
{
	struct trace_event event = { .time = r->time, .length = r->length };

	if (is_sum(r)) {
		r->sums++;
		return;
	}
	if (!r->has_time) {
		r->without_time++;
		return;
	}
	if (r->phase == 'X' && event.length <= 0)
		return;
	if (r->phase != 'X')
		event.length = r->phase == 'B' ? TRACE_BEGIN : TRACE_END;
	event.thread = thread_of_event(r);
	event.name = fg_frames_intern(r->texts, fg_buffer_text(&r->name));
	event.frame = r->phase == 'E' ? 0 : name_frame(r);
	trace_durations_add(&r->durations, event);
}

static void take_name(struct trace_reader *r)
{
	fg_str what = fg_buffer_text(&r->name);
	fg_str name = fg_buffer_text(&r->arg_name);

	if (fg_equal(what, FG_STR("thread_name")))
		trace_name_thread(&r->threads, thread_of_event(r), name);
	else if (fg_equal(what, FG_STR("process_name")))
		trace_name_process(&r->threads, thread_of_event(r), name);
}

static void take_profile(struct trace_reader *r)
{
	fg_str name = fg_buffer_text(&r->name);
	struct trace_profile *profile;
	uint32_t thread;

	if (fg_equal(name, FG_STR("CpuProfile"))) {
		profile = trace_profiles_new(&r->profiles, r->c,
					     thread_of_event(r));
		trace_profile_add(profile, &r->part, r->time);
		return;
	}
	if (!fg_equal(name, FG_STR("Profile")) && !fg_equal(name, FG_STR("Profi"
									 "leChu"
									 "nk")))
		return;
	thread = thread_of_event(r);
	profile = trace_profiles_find(&r->profiles, r->c, thread,
				      fg_buffer_text(&r->pid),
				      fg_buffer_text(&r->id));
	/*
	 * it belongs to the thread of this event, whichever thread writes the
	 * chunks
	 */
	if (fg_equal(name, FG_STR("Profile")))
		profile->thread = thread;
	trace_profile_add(profile, &r->part, r->time);
}

static void take_event(struct trace_reader *r)
{
	switch (r->phase) {
	case 'X':
	case 'B':
	case 'E':
		take_duration(r);
		break;
	case 'M':
		take_name(r);
		break;
	case 'P':
	case 'I':
	case 'i':
	case 'R':
		take_profile(r);
		break;
	case 'b':
	case 'e':
	case 'n':
	case 'S':
	case 'T':
	case 'F':
	case 'p':
		r->asynchronous++;
		break;
	default:
		break;
	}
}

void trace_reader_events(struct trace_reader *r)
{
	fg_str key;

	if (!json_array(r->json))
		return;
	while (json_item(r->json)) {
		if (!json_object(r->json))
			continue;
		forget(r);
		while (json_key(r->json, &key))
			read_member(r, key);
		if (!json_ended(r->json))
			take_event(r);
	}
}
