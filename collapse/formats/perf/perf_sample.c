/* SPDX-License-Identifier: MIT */
#include "perf_sample.h"

#include "fg/alloc.h"
#include "fg/text.h"
#include "perf_line.h"
#include "sample/event.h"
#include "sample/wanted.h"

/* Makes room for `count` more ids in front of the stack. */
static void reserve(struct perf_parser *parser, size_t count)
{
	size_t depth = parser->room - parser->start, room = parser->room;

	if (FG_LIKELY(count <= parser->start))
		return;
	while (room - depth < count)
		room *= 2;
	parser->ids = fg_realloc_array(parser->ids, room, sizeof(fg_frame));
	memmove(parser->ids + room - depth, parser->ids + parser->start,
		depth * sizeof(fg_frame));
	parser->start = room - depth;
	parser->room = room;
}

void perf_sample_push(struct perf_parser *parser, const fg_frame *ids,
		      size_t count)
{
	reserve(parser, count);
	parser->start -= count;
	for (size_t i = 0; i < count; i++)
		parser->ids[parser->start + i] = ids[i];
}

/* Gives this frame's mark to the frames inlined into it. */
static void mark_pending(struct perf_parser *parser, enum sample_mark mark)
{
	fg_frame *ids = parser->ids + parser->start;

	for (size_t i = 0; i < parser->pending; i++)
		ids[i] = sample_namer_mark(&parser->namer, ids[i], mark);
	parser->pending = 0;
}

void perf_sample_clear(struct perf_parser *parser)
{
	parser->start = parser->room;
	parser->pending = 0;
	parser->last = 0;
	parser->unknown = 0;
	parser->stopped = false;
	perf_cache_forget_last(&parser->cache);
}

/* Handles unusual frames; false when the frame must be left out. */
static bool add_special(struct perf_parser *parser,
			const struct perf_entry *entry, fg_str address)
{
	if (parser->single) {
		/* frame lines follow, so the header's text was only payload */
		perf_sample_clear(parser);
		parser->single = false;
	}
	if (entry->flags & PERF_UNKNOWN) {
		if (perf_is_context_marker(address))
			return false;
		parser->unknown++;
	}
	return !parser->stopped;
}

/*
 * Whether neither the frame nor the sample so far needs special handling, as
 * nearly all.
 */
static bool is_plain(const struct perf_parser *parser,
		     const struct perf_entry *entry)
{
	return entry->count == 1 && (entry->flags & ~PERF_JAVA) == 0 &&
	       parser->pending == 0 && !parser->single && !parser->stopped &&
	       parser->start > 0;
}

/* The rest of the stack comes later: see perf_deferred.h. */
static void take_cookie(struct perf_parser *parser, fg_str address)
{
	if (parser->part == PERF_WHOLE &&
	    fg_parse_hex(fg_trim(address), &parser->cookie))
		parser->part = PERF_WAITS;
}

static void add_entry(struct perf_parser *parser,
		      const struct perf_entry *entry, const fg_frame *ids,
		      fg_str address)
{
	if (FG_LIKELY(is_plain(parser, entry))) {
		parser->ids[--parser->start] = *ids;
		parser->last = 1;
		return;
	}
	parser->last = 0;
	if (entry->flags & PERF_COOKIE) {
		take_cookie(parser, address);
		return;
	}
	if ((entry->flags & PERF_UNKNOWN || parser->single ||
	     parser->stopped) &&
	    !add_special(parser, entry, address))
		return;
	if (parser->pending > 0 && !(entry->flags & PERF_PENDING))
		mark_pending(parser, entry->mark);
	perf_sample_push(parser, ids, entry->count);
	parser->last = entry->count;
	if (entry->flags & (PERF_PENDING | PERF_STOP)) {
		if (entry->flags & PERF_PENDING)
			parser->pending += entry->count;
		if (entry->flags & PERF_STOP)
			parser->stopped = true;
	}
}

/* Whether the options show the address in names of unknown frames. */
static bool shows_address(const struct collapse_options *options)
{
	return options->addrs || options->unknown != UNKNOWN_MODULE;
}

/*
 * Whether the text can also be something else. "cycles:" can be a frame here
 * and a header's event elsewhere. The text after the event of a header can
 * contain a time, and then be another header.
 */
static bool is_ambiguous(const struct sample_frame *frame, fg_str text)
{
	fg_str time;

	return (!frame->module.p && text.p[text.n - 1] == ':') ||
	       perf_find_time(text, &time);
}

static bool is_cookie(const struct sample_frame *frame)
{
	return frame->is_comm && fg_equal(frame->symbol, FG_STR("(cookie)"));
}

static void read_entry(struct perf_parser *parser, fg_str address,
		       const struct perf_key *key)
{
	struct sample_frame frame = perf_frame_parse(key->text);
	struct sample_namer *namer = &parser->namer;
	struct perf_entry entry = { .mark = (uint8_t)frame.mark };
	bool marks = options_mark_kernel(parser->options) ||
		     options_mark_jit(parser->options);

	sample_namer_frame(namer, &frame, address, parser->java);
	entry.count = (uint32_t)namer->count;
	entry.flags = (uint8_t)((frame.unknown ? PERF_UNKNOWN : 0) |
				(namer->stops ? PERF_STOP : 0) |
				(parser->java ? PERF_JAVA : 0) |
				(is_cookie(&frame) ? PERF_COOKIE : 0));
	if (marks && (frame.inlined || !frame.module.p) &&
	    !(frame.inlined && parser->options->inlines == INLINE_MARK))
		entry.flags |= PERF_PENDING;
	add_entry(parser, &entry, namer->ids, address);
	if ((frame.unknown && shows_address(parser->options)) ||
	    is_ambiguous(&frame, key->text))
		perf_cache_forget_last(&parser->cache);
	else
		perf_cache_add(&parser->cache, key, entry, namer->ids);
}

static void add_frame(struct perf_parser *parser, fg_str address, fg_str text)
{
	struct perf_key key = { .text = text };
	const struct perf_entry *entry;

	perf_cache_prepare(&parser->cache, &key, 1, parser->java);
	entry = perf_cache_find(&parser->cache, &key, parser->java);
	if (entry)
		add_entry(parser, entry, perf_entry_ids(entry), address);
	else
		read_entry(parser, address, &key);
}

void perf_sample_frame(struct perf_parser *parser, fg_str address, fg_str text)
{
	parser->frame_lines++;
	add_frame(parser, address, text);
}

bool perf_sample_known_frame(struct perf_parser *parser, fg_str address,
			     const struct perf_key *key)
{
	const struct perf_entry *entry =
		perf_cache_find(&parser->cache, key, parser->java);

	if (!entry)
		return false;
	parser->frame_lines++;
	add_entry(parser, entry, perf_entry_ids(entry), address);
	return true;
}

void perf_sample_new_frame(struct perf_parser *parser, fg_str address,
			   const struct perf_key *key)
{
	parser->frame_lines++;
	read_entry(parser, fg_trim(address), key);
}

void perf_sample_guessed_frame(struct perf_parser *parser, fg_str address,
			       const struct perf_entry *entry)
{
	parser->frame_lines++;
	add_entry(parser, entry, perf_entry_ids(entry), address);
}

/* Marks the last frame as inlined into the next. */
static void set_inlined(struct perf_parser *parser)
{
	enum inlines inlines = parser->options->inlines;
	fg_frame *top = parser->ids + parser->start;

	if (inlines == INLINE_MARK) {
		*top = sample_namer_mark_inlined(&parser->namer, *top);
		parser->pending = 0;
	} else if (inlines == INLINE_NO) {
		parser->start += parser->last;
		if (parser->pending > 0)
			parser->pending -= parser->last;
	}
}

void perf_sample_source(struct perf_parser *parser, fg_str line)
{
	fg_frame *top = parser->ids + parser->start;

	if (parser->last == 0)
		return;
	/*
	 * of several source positions of one address, the first is the
	 * innermost
	 */
	if (parser->options->srcline)
		top[parser->last - 1] = sample_namer_source(
			&parser->namer, top[parser->last - 1], line);
	if (fg_ends_with(fg_trim_end(line), FG_STR("(inlined)")))
		set_inlined(parser);
	parser->last = 0;
}

/* Whether the sample's event is wanted. */
static bool event_passes(struct perf_parser *parser,
			 const struct perf_header *header, uint64_t place)
{
	struct perf_event *event = &parser->events.eventless;

	if (header->deferred)
		event = &parser->events.deferred;
	else if (header->event.n > 0)
		event = perf_events_find(&parser->events, header->event, place);
	parser->event = event;
	event->samples++;
	if (header->event.n == 0)
		return event->kept;
	if (!parser->events.choice->all || parser->off_cpu)
		return event->kept;
	if (!event->has_root) {
		event->root = sample_namer_event(&parser->namer,
						 event_key(header->event,
							   &parser->namer.cut));
		event->has_root = true;
	}
	parser->event_root = event->root;
	parser->has_event_root = true;
	return true;
}

static void set_weight(struct perf_parser *parser,
		       const struct perf_header *header)
{
	parser->weight = header->period;
	if (parser->options->count == COUNT_SAMPLES || header->period == 0)
		parser->weight = 1;
	parser->event->tally.has_periods |= header->period > 0;
	parser->event->tally.huge_weight |= header->huge_period;
}

/* Only the main thread tells the process's name; others have its number. */
static bool task_is_wanted(struct perf_parser *parser,
			   const struct perf_header *header)
{
	const struct collapse_options *options = parser->options;
	bool is_main = fg_equal(header->pid, header->tid);
	struct wanted_task task = { .comm = header->comm,
				    .process = is_main ? header->comm
						       : FG_STR(""),
				    .pid = header->pid,
				    .tid = header->tid };
	pthread_mutex_t *lock = NULL;
	bool wanted;

	if (options->thread || options->process)
		lock = parser->filter.lock;
	if (lock)
		pthread_mutex_lock(lock);
	wanted = wanted_task(options, &task);
	if (lock)
		pthread_mutex_unlock(lock);
	return wanted;
}

static bool is_wanted(struct perf_parser *parser,
		      const struct perf_header *task)
{
	const struct collapse_options *options = parser->options;

	if (!wanted_limits(options))
		return true;
	return task_is_wanted(parser, task) &&
	       wanted_number(options->cpus, task->cpu) &&
	       wanted_time(options, task->time);
}

/*
 * The root frame "process 18893" of --per-process and --per-thread: the text
 * names threads alone. False where there is none.
 */
static bool name_process(struct perf_parser *parser,
			 const struct perf_header *task)
{
	struct fg_buffer *name = &parser->namer.cut;
	fg_str number = task->pid.n ? task->pid : task->tid;

	if (number.n == 0)
		return false;
	name->n = 0;
	fg_buffer_append(name, FG_STR("process "));
	fg_buffer_append(name, number);
	parser->process_root =
		sample_namer_event(&parser->namer, fg_buffer_text(name));
	return true;
}

/*
 * Decides whether to keep the sample, and makes its root; `task` is the owner
 * of its stack.
 */
static void set_task(struct perf_parser *parser, const struct perf_header *task)
{
	const struct collapse_options *options = parser->options;

	if (parser->kept && !is_wanted(parser, task)) {
		parser->kept = false;
		parser->event->tally.filtered++;
	}
	parser->java = fg_starts_with(task->comm, FG_STR("java"));
	parser->has_process_root =
		parser->kept && (options->per_process || options->per_thread) &&
		name_process(parser, task);
	parser->has_root = parser->kept && !options->no_comm &&
			   (options->per_thread || !options->per_process) &&
			   sample_namer_root(&parser->namer, task->comm,
					     task->pid, task->tid,
					     &parser->root);
}

/* The slice of --timeline; a sample without a time is of its thread alone. */
static void set_slice(struct perf_parser *parser,
		      const struct perf_header *task)
{
	struct slicer *slicer = &parser->slicer;
	uint64_t ns;

	slicer_task(slicer, task->comm, task->tid);
	parser->has_slice = true;
	if (options_seconds(task->time, &ns) && ns <= INT64_MAX)
		parser->slice = slicer_mark(slicer, (int64_t)ns);
	else
		parser->slice = slicer_mark_thread(slicer);
}

void perf_sample_begin(struct perf_parser *parser,
		       const struct perf_header *header, uint64_t place)
{
	struct perf_header task = *header;

	perf_sample_clear(parser);
	parser->open = true;
	parser->single = false;
	parser->narrow = false;
	parser->doubtful = false;
	parser->has_event_root = false;
	parser->frame_lines = 0;
	parser->part = header->deferred ? PERF_CHAIN : PERF_WHOLE;
	parser->cookie = header->cookie;
	parser->sample_place = place;
	if (!fg_parse_u64(header->tid, &parser->tid))
		parser->tid = 0;
	parser->kept = event_passes(parser, header, place);
	parser->sched = parser->off_cpu &&
			perf_offcpu_begin(parser->off_cpu, header, &task);
	if (parser->off_cpu)
		parser->kept = parser->sched;
	set_weight(parser, header);
	set_task(parser, &task);
	if (FG_UNLIKELY(parser->options->timeline != NULL) && parser->kept)
		set_slice(parser, &task);
	if (header->frame.n > 0) {
		add_frame(parser, header->address, header->frame);
		parser->single = true;
	}
}

static void push_roots(struct perf_parser *parser)
{
	if (parser->has_root && !parser->stopped)
		perf_sample_push(parser, &parser->root, 1);
	if (parser->has_process_root && !parser->stopped)
		perf_sample_push(parser, &parser->process_root, 1);
	if (parser->has_event_root)
		perf_sample_push(parser, &parser->event_root, 1);
	if (parser->start == parser->room) {
		fg_frame id =
			fg_frames_intern(parser->namer.frames, FG_STR("[unknown"
								      "]"));

		perf_sample_push(parser, &id, 1);
	}
}

static void count_frames(struct perf_parser *parser)
{
	struct perf_tally *tally = &parser->event->tally;

	tally->frames += parser->room - parser->start;
	tally->unknown += parser->unknown;
	tally->chains += parser->frame_lines > 0;
	tally->singles += parser->single;
}

static void end_off_cpu(struct perf_parser *parser)
{
	struct perf_off_time time;

	if (parser->kept)
		count_frames(parser);
	push_roots(parser);
	if (!perf_offcpu_end(parser->off_cpu, parser->ids + parser->start,
			     parser->room - parser->start, parser->kept, &time))
		return;
	if (!filter_apply(&parser->filter, &time.ids, &time.depth)) {
		parser->event->tally.filtered++;
		return;
	}
	parser->event->tally.folded++;
	perf_offcpu_add(parser->off_cpu, time);
}

void perf_sample_fold(struct perf_parser *parser)
{
	struct perf_candidates *candidates = &parser->events.candidates;
	struct fg_weight weight = { parser->weight, 0 };
	struct perf_event *event = parser->event;
	size_t depth;
	fg_frame *ids;

	count_frames(parser);
	push_roots(parser);
	if (parser->has_slice)
		reserve(parser, 1);
	ids = parser->ids + parser->start;
	depth = parser->room - parser->start;
	if (!filter_apply(&parser->filter, &ids, &depth)) {
		event->tally.filtered++;
		return;
	}
	event->tally.folded++;
	if (FG_UNLIKELY(parser->has_slice)) {
		*--ids = parser->slice;
		depth++;
	}
	fg_samples_add(&event->tally.samples, weight);
	if (FG_LIKELY(event->key == candidates->key))
		fg_stacks_add(candidates->ahead, ids, depth, weight, 0);
	else
		perf_candidates_add(candidates, event->key, ids, depth, weight);
}

/* Returns whether the sample is folded later, or is none. */
static bool is_put_off(struct perf_parser *parser)
{
	const struct collapse_options *options = parser->options;

	/* where samples keep their order, they cannot wait */
	if (parser->part == PERF_WAITS &&
	    (options->no_aggregate || parser->off_cpu)) {
		parser->deferred.lone_samples += parser->kept;
		return false;
	}
	if (parser->part == PERF_WAITS)
		perf_deferred_wait(parser);
	else if (!options->no_aggregate && !parser->off_cpu)
		perf_deferred_chain(parser);
	else
		parser->deferred.lone_chains++;
	return true;
}

void perf_sample_end(struct perf_parser *parser)
{
	if (FG_UNLIKELY(parser->part != PERF_WHOLE) && is_put_off(parser))
		return;
	if (parser->sched)
		end_off_cpu(parser);
	if (parser->kept && !parser->off_cpu)
		perf_sample_fold(parser);
}
