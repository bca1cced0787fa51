/* SPDX-License-Identifier: MIT */
#include "trace_samples.h"

#include <inttypes.h>
#include <stdlib.h>

#include "fg/text.h"
#include "trace_values.h"

static void read_frame(struct trace_samples *samples, struct json *json,
		       fg_frame id)
{
	struct trace_frame frame = {
		TRACE_NONE, fg_frames_intern(samples->texts, FG_STR(""))
	};
	struct fg_buffer text = { 0 };
	fg_str key;

	while (json_key(json, &key)) {
		if (fg_equal(key, FG_STR("name"))) {
			trace_read_text(json, &text);
			frame.name = fg_frames_intern(samples->texts,
						      fg_buffer_text(&text));
		} else if (fg_equal(key, FG_STR("parent")) &&
			   json_peek(json) != JSON_NULL) {
			trace_read_text(json, &text);
			frame.parent = fg_frames_intern(samples->texts,
							fg_buffer_text(&text));
		}
	}
	free(text.p);
	FG_RESERVE(&samples->frames, &samples->frame_room,
		   samples->frame_count + 1);
	if (idmap_add(&samples->frame_ids, id, (uint32_t)samples->frame_count))
		samples->frames[samples->frame_count++] = frame;
}

void trace_samples_read_frames(struct trace_samples *samples, struct json *json)
{
	fg_str key;

	if (!json_object(json))
		return;
	while (json_key(json, &key)) {
		fg_frame id = fg_frames_intern(samples->texts, key);

		if (json_object(json))
			read_frame(samples, json, id);
	}
}

/* What is known of a sample while it is read. */
struct reader {
	struct fg_buffer pid, tid, frame;
};

static void read_sample(struct trace_samples *samples,
			struct trace_threads *threads, struct json *json,
			struct reader *r)
{
	struct trace_sample sample = { .weight = 1, .order = samples->count };
	fg_str key;

	r->pid.n = r->tid.n = r->frame.n = 0;
	while (json_key(json, &key)) {
		if (fg_equal(key, FG_STR("sf")))
			trace_read_text(json, &r->frame);
		else if (fg_equal(key, FG_STR("tid")))
			trace_read_text(json, &r->tid);
		else if (fg_equal(key, FG_STR("pid")))
			trace_read_text(json, &r->pid);
		else if (fg_equal(key, FG_STR("ts")))
			samples->has_times |=
				trace_read_fixed(json, 3, &sample.time);
		else if (fg_equal(key, FG_STR("weight")))
			(void)trace_read_fixed(json, 0, &sample.weight);
	}
	if (sample.weight < 0)
		sample.weight = 0;
	sample.thread = trace_thread(threads, fg_buffer_text(&r->pid),
				     fg_buffer_text(&r->tid));
	sample.frame =
		fg_frames_intern(samples->texts, fg_buffer_text(&r->frame));
	FG_RESERVE(&samples->items, &samples->room, samples->count + 1);
	samples->items[samples->count++] = sample;
}

void trace_samples_read(struct trace_samples *samples,
			struct trace_threads *threads, struct json *json)
{
	struct reader r = { 0 };

	if (!json_array(json))
		return;
	while (json_item(json)) {
		if (json_object(json))
			read_sample(samples, threads, json, &r);
	}
	free(r.pid.p);
	free(r.tid.p);
	free(r.frame.p);
}

static int by_thread(const void *a, const void *b)
{
	const struct trace_sample *x = a, *y = b;

	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* The nodes are those of the table, and one for what is not in it. */
static void build_tree(struct trace_samples *samples, struct collapse *c,
		       struct stackbuf *stack, struct fg_loc loc,
		       struct stacktree *tree)
{
	size_t doubts = 0;

	for (size_t i = 0; i < samples->frame_count; i++) {
		const struct trace_frame *frame = &samples->frames[i];
		fg_str name = fg_frames_name(samples->texts, frame->name);
		uint32_t parent = STACKTREE_NONE;

		if (frame->parent != TRACE_NONE) {
			parent = idmap_find(&samples->frame_ids, frame->parent);
			doubts += parent == IDMAP_NONE;
		}
		stacktree_add(tree, parent, stackbuf_intern(stack, name));
	}
	stacktree_add(tree, STACKTREE_NONE,
		      stackbuf_intern(stack, FG_STR("[bad frame]")));
	doubts += stacktree_cut_cycles(tree);
	if (doubts > 0)
		fg_warn(c->diag, loc,
			"stack frames whose caller is missing or themselves: "
			"%zu",
			doubts);
}

/* In units of the tree; the last sample of a thread lasts for nothing. */
static uint64_t weigh(const struct trace_samples *samples, size_t i,
		      enum trace_metric metric)
{
	const struct trace_sample *s = &samples->items[i];

	if (metric == TRACE_SAMPLES)
		return (uint64_t)s->weight;
	if (i + 1 == samples->count || s[1].thread != s->thread)
		return 0;
	return (uint64_t)s[1].time - (uint64_t)s->time;
}

static fg_swide fold_thread(struct trace_samples *samples, size_t from,
			    size_t to, struct stacktree *tree,
			    enum trace_metric metric)
{
	fg_swide sum = 0;

	for (size_t i = from; i < to; i++) {
		uint32_t node = idmap_find(&samples->frame_ids,
					   samples->items[i].frame);
		uint64_t weight = weigh(samples, i, metric);

		sum += weight;
		if (!tree)
			continue;
		samples->bad_frames += node == IDMAP_NONE;
		if (node == IDMAP_NONE)
			node = (uint32_t)samples->frame_count;
		stacktree_sample(tree, node, weight);
	}
	return sum;
}

static size_t end_of_thread(const struct trace_samples *samples, size_t from)
{
	size_t to = from;

	while (to < samples->count &&
	       samples->items[to].thread == samples->items[from].thread)
		to++;
	return to;
}

fg_swide trace_samples_fold(struct trace_samples *samples,
			    const struct trace_threads *threads,
			    struct collapse *c, struct stackbuf *stack,
			    struct fg_loc loc, enum trace_metric metric)
{
	struct stacktree tree = { .in_order = c->options->no_aggregate,
				  .is_sampled = metric == TRACE_TIME,
				  .scale = metric == TRACE_TIME ? 3 : 0 };
	fg_swide sum = 0;

	qsort(samples->items, samples->count, sizeof *samples->items,
	      by_thread);
	if (stack)
		build_tree(samples, c, stack, loc, &tree);
	for (size_t i = 0, to; i < samples->count; i = to) {
		uint32_t thread = samples->items[i].thread;
		fg_frame roots[TRACE_ROOTS];

		to = end_of_thread(samples, i);
		if (!trace_thread_wanted(threads, c->options, thread))
			continue;
		sum += fold_thread(samples, i, to, stack ? &tree : NULL,
				   metric);
		if (stack)
			stacktree_flush(&tree, stack, roots,
					trace_thread_roots(threads, c->options,
							   thread, stack,
							   roots));
	}
	if (samples->bad_frames > 0)
		fg_warn(c->diag, loc,
			"samples whose stack frame is missing: %" PRIu64,
			samples->bad_frames);
	stacktree_free(&tree);
	return metric == TRACE_TIME ? sum / 1000 : sum;
}

void trace_samples_free(struct trace_samples *samples)
{
	free(samples->frames);
	free(samples->items);
	idmap_free(&samples->frame_ids);
}
