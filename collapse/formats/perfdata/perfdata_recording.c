/* SPDX-License-Identifier: MIT */
#include "perfdata_recording.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "fg/text.h"
#include "perfdata_ahead.h"
#include "perfdata_setup.h"

/* The last value of a counter in a group. */
struct group_last {
	uint64_t value;
};

/* When the file was written; 0 where it is not a file. */
static uint64_t modified(const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_mtime < 0)
		return 0;
	return (uint64_t)st.st_mtime;
}

void recording_init(struct recording *r, struct collapse *c)
{
	*r = (struct recording){ .options = c->options };
	r->stream = &parts_add(&r->parts, c->in, &r->events)->stream;
	features_init(&r->features);
	tasks_init(&r->tasks);
	modules_init(&r->modules);
	r->deferred.is_lifted = c->options->no_limits;
	r->samples = samples_new(c->options);
	names_init(&r->names, c->options, &r->modules, &r->tasks, &r->features,
		   modified(fg_lines_whole(c->in).file));
	offcpu_init(&r->offcpu, r->samples);
	r->offcpu.marks = c->options->wall_clock;
	folding_init(&r->folding, c->options, r->samples, &r->tasks,
		     &r->modules, &r->names);
}

void recording_free(struct recording *r)
{
	folding_free(&r->folding);
	offcpu_free(&r->offcpu);
	deferred_free(&r->deferred);
	names_free(&r->names);
	samples_free(r->samples);
	modules_free(&r->modules);
	tasks_free(&r->tasks);
	features_free(&r->features);
	events_free(&r->events);
	parts_free(&r->parts);
	header_free(&r->header);
	free(r->event_samples);
	free(r->groups);
	idmap_free(&r->group_ids);
}

void recording_note_strange(struct recording *r, const struct record *record)
{
	if (r->counts.strange++ == 0)
		r->counts.first_strange = record->at;
}

struct bytes recording_bytes(const struct recording *r,
			     const struct record *record)
{
	return (struct bytes){ .rest = record->body,
			       .swapped = r->stream->swapped };
}

static void count_event(struct recording *r, event_number event)
{
	size_t old = r->event_room;

	FG_RESERVE(&r->event_samples, &r->event_room, (size_t)event + 1);
	if (r->event_room > old)
		memset(r->event_samples + old, 0,
		       (r->event_room - old) * sizeof *r->event_samples);
	r->event_samples[event]++;
	r->counts.samples++;
}

static bool passes(const struct collapse_options *o,
		   const struct fields *fields)
{
	if (o->cpus && !(fields->has_cpu && ranges_have(o->cpus, fields->cpu)))
		return false;
	return !o->time_limited ||
	       (fields->has_time && options_in_time(o, fields->time));
}

static bool needs_waits(const struct recording *r)
{
	return r->options->off_cpu || r->options->wall_clock;
}

/* With --wall-clock, of several events that are time the first one counts. */
static bool is_weighed(struct recording *r, event_number number)
{
	enum { SOFTWARE = 1, CPU_CLOCK = 0, TASK_CLOCK = 1 };
	const struct event *event = &r->events.items[number];

	if (!r->options->wall_clock)
		return !r->options->off_cpu;
	if (!r->counts.has_clock && event->type == SOFTWARE &&
	    (event->config == CPU_CLOCK || event->config == TASK_CLOCK)) {
		r->counts.has_clock = true;
		r->clock = number;
	}
	return r->counts.has_clock && r->clock == number;
}

static void fold_sample(struct recording *r, const struct fields *fields,
			unsigned misc, uint64_t period)
{
	uint32_t stack = 0;
	bool has_stack;

	count_event(r, fields->event);
	has_stack = passes(r->options, fields) &&
		    folding_stack(&r->folding, fields, misc, &stack);
	r->counts.filtered += !has_stack;
	if (needs_waits(r))
		offcpu_sample(&r->offcpu, &r->events.items[fields->event],
			      fields, r->stream->swapped, has_stack, stack);
	if (has_stack && is_weighed(r, fields->event))
		samples_add(r->samples, stack, period > 0 ? period : 1);
}

static void add_sample(struct recording *r, const struct fields *fields,
		       unsigned misc, uint64_t period)
{
	uint64_t cookie;

	if (deferred_cookie(fields, r->stream->swapped, &cookie))
		deferred_add(&r->deferred, fields, cookie, (uint16_t)misc,
			     period);
	else
		fold_sample(r, fields, misc, period);
}

/* The increase of a counter since it was seen last. */
static uint64_t progress(struct recording *r, const struct group_value *value)
{
	uint32_t index = idmap_find(&r->group_ids, value->id);
	uint64_t last;

	if (index == IDMAP_NONE) {
		index = (uint32_t)r->group_count++;
		FG_RESERVE(&r->groups, &r->group_room, r->group_count);
		r->groups[index] = (struct group_last){ 0 };
		idmap_add(&r->group_ids, value->id, index);
	}
	last = r->groups[index].value;
	r->groups[index].value = value->value;
	return value->value - last;
}

/*
 * A sample of a group's leader becomes one sample of each event in the group
 * that increased.
 */
static void add_group(struct recording *r, struct fields *fields, unsigned misc)
{
	const struct event *leader = &r->events.items[fields->event];
	fg_str read = fields->read;
	struct group_value value;

	while (fields_next_value(leader, r->stream->swapped, &read, &value)) {
		event_number event = events_find(&r->events, value.id);
		uint64_t period = progress(r, &value);

		if (event == IDMAP_NONE || period == 0)
			continue;
		fields->event = event;
		add_sample(r, fields, misc, period);
	}
}

static void on_sample(struct recording *r, const struct record *record)
{
	struct fields fields;
	const struct event *event;

	if (!fields_of_sample(&r->events, record, r->stream->swapped,
			      &fields)) {
		recording_note_strange(r, record);
		return;
	}
	event = &r->events.items[fields.event];
	r->counts.has_periods |= fields.has_period;
	if (fields_is_group(event) && fields.read.n > 0)
		add_group(r, &fields, record->misc);
	else
		add_sample(r, &fields, record->misc,
			   fields.has_period ? fields.period : event->period);
}

/* "/tmp/jit-123.dump": a JIT compiler maps it, so recorders see it. */
static bool is_jit_dump(fg_str path)
{
	fg_str name = native_base_name(path);

	return fg_starts_with(name, FG_STR("jit-")) &&
	       fg_ends_with(name, FG_STR(".dump"));
}

static void on_user_mmap(struct recording *r, const struct mmap_record *mmap,
			 struct map map, bool is_timed)
{
	struct process *process = tasks_process(&r->tasks, mmap->pid);

	if (is_jit_dump(mmap->path))
		process->jit_dump =
			modules_jit_dump(&r->modules, mmap->pid, mmap->path);
	tasks_map(&r->tasks, process, map, is_timed);
}

static void on_mmap(struct recording *r, const struct record *record)
{
	enum { KERNEL_PID = -1 };
	struct mmap_record mmap;
	struct map map;

	if (!mmap_record_read(record, r->stream->swapped, &mmap)) {
		recording_note_strange(r, record);
		return;
	}
	map = (struct map){ mmap.start, mmap.start + mmap.size, mmap.offset,
			    modules_of(&r->modules, &mmap) };
	if (mmap.size == 0)
		return;
	if (mmap.pid == (uint32_t)KERNEL_PID || mmap.mode != 2) {
		if (r->modules.items[map.module].kind == MODULE_GUEST)
			return;
		maps_add(&r->folding.kernel, map);
		r->folding.kernel_space++;
		return;
	}
	on_user_mmap(r, &mmap, map, record->time != 0);
}

static void on_comm(struct recording *r, const struct record *record)
{
	enum { MISC_EXEC = 1 << 13 };
	struct bytes b = recording_bytes(r, record);
	uint32_t pid = bytes_u32(&b), tid = bytes_u32(&b);
	fg_str comm = bytes_text(&b);

	if (b.is_short)
		recording_note_strange(r, record);
	else
		tasks_comm(&r->tasks, pid, tid, comm, record->misc & MISC_EXEC,
			   record->time != 0);
}

static void on_fork(struct recording *r, const struct record *record)
{
	enum { MISC_EXEC = 1 << 13 }; /* synthesized by perf: its maps follow */
	struct bytes b = recording_bytes(r, record);
	uint32_t pid = bytes_u32(&b), ppid = bytes_u32(&b);
	uint32_t tid = bytes_u32(&b), ptid = bytes_u32(&b);

	if (b.is_short)
		recording_note_strange(r, record);
	else if (record->type == FG_RECORD_EXIT)
		tasks_exit(&r->tasks, pid, tid);
	else
		tasks_fork(&r->tasks, pid, ppid, tid, ptid,
			   !(record->misc & MISC_EXEC));
}

/* Handles a function that the kernel added or removed while it ran. */
static void on_ksymbol(struct recording *r, const struct record *record)
{
	enum { UNREGISTER = 1 };
	struct bytes b = recording_bytes(r, record);
	uint64_t start = bytes_u64(&b), end = start + bytes_u32(&b);
	uint32_t flags;
	fg_str name;

	bytes_skip(&b, 2); /* its kind */
	flags = bytes_u16(&b);
	name = bytes_text(&b);
	if (b.is_short || end < start) {
		recording_note_strange(r, record);
		return;
	}
	if (end == start)
		return;
	if (flags & UNREGISTER)
		maps_remove(&r->folding.kernel, start, end);
	else
		maps_add(&r->folding.kernel,
			 (struct map){ start, end, 0,
				       modules_symbol(&r->modules, name) });
	r->folding.kernel_space++;
}

static void on_lost(struct recording *r, const struct record *record)
{
	struct bytes b = recording_bytes(r, record);

	if (record->type == FG_RECORD_LOST)
		bytes_skip(&b, 8); /* the event's id */
	r->counts.lost += bytes_u64(&b);
}

static void on_switch(struct recording *r, const struct record *record)
{
	enum { MISC_OUT = 1 << 13 };
	struct record copy = *record;
	struct fields fields;

	if (!needs_waits(r))
		return;
	fields_of_other(&r->events, &copy, r->stream->swapped, &fields);
	offcpu_switch(&r->offcpu, &fields, record->misc & MISC_OUT);
}

/* Handles the user part of the call chains of samples that wait for it. */
static void on_deferred(struct recording *r, const struct record *record)
{
	struct record copy = *record;
	const struct waiting_sample *sample;
	struct fields fields;
	struct bytes b, chain;
	uint64_t cookie;

	fields_of_other(&r->events, &copy, r->stream->swapped, &fields);
	b = recording_bytes(r, &copy);
	cookie = bytes_u64(&b);
	chain = (struct bytes){ .swapped = b.swapped };
	chain.rest = bytes_items(&b, bytes_u64(&b), 8);
	if (b.is_short)
		recording_note_strange(r, record);
	while (!b.is_short && (sample = deferred_take(&r->deferred, fields.tid,
						      cookie, chain)))
		fold_sample(r, &sample->fields, sample->misc, sample->period);
}

static void fold_unjoined(struct recording *r)
{
	const struct waiting_sample *sample;

	while ((sample = deferred_take_any(&r->deferred))) {
		r->counts.unjoined++;
		fold_sample(r, &sample->fields, sample->misc, sample->period);
	}
}

typedef void (*on_record)(struct recording *r, const struct record *record);

static on_record handler_of(uint32_t type)
{
	static const struct {
		uint32_t type;
		on_record handle;
	} rows[] = {
		{ FG_RECORD_MMAP, on_mmap },
		{ FG_RECORD_MMAP2, on_mmap },
		{ FG_RECORD_COMM, on_comm },
		{ FG_RECORD_FORK, on_fork },
		{ FG_RECORD_EXIT, on_fork },
		{ FG_RECORD_KSYMBOL, on_ksymbol },
		{ FG_RECORD_CALLCHAIN_DEFERRED, on_deferred },
		{ FG_RECORD_SWITCH, on_switch },
		{ FG_RECORD_SWITCH_CPU_WIDE, on_switch },
		{ FG_RECORD_LOST, on_lost },
		{ FG_RECORD_LOST_SAMPLES, on_lost },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (rows[i].type == type)
			return rows[i].handle;
	}
	return NULL;
}

static void on_any(struct recording *r, struct record *record)
{
	on_record handle;
	struct fields fields;

	if (FG_LIKELY(record->type == FG_RECORD_SAMPLE)) {
		on_sample(r, record);
		return;
	}
	if (record->type >= FG_RECORD_USER) {
		setup_record(r, record);
		return;
	}
	handle = handler_of(record->type);
	if (!handle)
		return;
	if (handle != on_switch && handle != on_deferred)
		fields_of_other(&r->events, record, r->stream->swapped,
				&fields);
	handle(r, record);
}

static bool has_stacks(const struct recording *r)
{
	for (size_t i = 0; i < r->events.count; i++) {
		if (r->events.items[i].sample_type & SAMPLE_STACK_USER)
			return true;
	}
	return false;
}

static void read_ahead(struct recording *r, const char *path,
		       enum fg_feature which)
{
	ahead_read(&r->header, path, r->stream->swapped, which, &r->features);
}

/* Reads the features that are needed while records are read. */
static void read_needed(struct recording *r, const char *path)
{
	if (has_stacks(r)) {
		read_ahead(r, path, FG_FEATURE_BUILD_ID);
		read_ahead(r, path, FG_FEATURE_OSRELEASE);
	}
	if (needs_waits(r))
		read_ahead(r, path, FG_FEATURE_TRACING_DATA);
}

fg_status recording_read(struct recording *r, struct collapse *c)
{
	struct record record;
	fg_status status =
		header_read(&r->header, r->stream, &r->events, c->diag);

	if (status == FG_OK && header_has(&r->header, FG_FEATURE_DIR_FORMAT))
		status = parts_open(&r->parts, &r->events, c->diag);
	if (status != FG_OK)
		return status;
	r->folding.user.swapped = r->stream->swapped;
	read_needed(r, fg_lines_whole(c->in).file);
	offcpu_learn(&r->offcpu, fg_buffer_text(&r->features.tracing));
	while (parts_next(&r->parts, &record))
		on_any(r, &record);
	fold_unjoined(r);
	header_read_features(&r->header, r->stream, &r->events, &r->features);
	events_name_all(&r->events);
	return fg_lines_status(c->in);
}
