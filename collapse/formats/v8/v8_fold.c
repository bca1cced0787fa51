/* SPDX-License-Identifier: MIT */
#include "v8.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "names/native.h"

/* "(anonymous app.js:3)": the position, because there are many of them. */
static fg_str anonymous(struct fg_buffer *room, fg_str url, int64_t line)
{
	fg_str file = native_base_name(url);
	char number[24];
	int n = snprintf(number, sizeof number, ":%" PRId64, line);

	room->n = 0;
	fg_buffer_append(room, FG_STR("(anonymous"));
	if (url.n > 0) {
		fg_buffer_append(room, FG_STR(" "));
		fg_buffer_append(room, file.n > 0 ? file : url);
		if (line > 0)
			fg_buffer_append(room, (fg_str){ number, (size_t)n });
	}
	fg_buffer_append(room, FG_STR(")"));
	return fg_buffer_text(room);
}

static fg_frame name_node(struct v8_profile *p, const struct v8_node *node,
			  struct namer *namer, struct fg_buffer *room)
{
	fg_str url = fg_frames_name(p->texts, node->url);
	fg_str top = FG_STR("(root)");
	struct native_frame frame = {
		.name = fg_frames_name(p->texts, node->function),
		.file = url,
		.line = node->line > 0 ? (uint64_t)node->line : 0,
	};
	fg_frame id;

	if (frame.name.n == 0) {
		frame.name = anonymous(room, url, node->line);
		frame.file.n = 0;
	}
	if (node->parent == STACKTREE_NONE && fg_equal(frame.name, top))
		return STACKTREE_NONE;
	return namer_name(namer, &frame, &id) ? id : STACKTREE_NONE;
}

/*
 * Sets the parents that are known by id; returns the number of uncertain ones.
 */
static size_t resolve_edges(struct v8_profile *p)
{
	size_t doubts = 0;

	for (size_t i = 0; i < p->count; i++) {
		int64_t id = p->nodes[i].id;

		doubts += !idmap_add(&p->ids, (uint64_t)id, (uint32_t)i) &&
			  id != -1;
	}
	for (size_t i = 0; i < p->edge_count; i++) {
		uint32_t parent = idmap_find(&p->ids, p->edges[i].parent);
		uint32_t child = idmap_find(&p->ids, p->edges[i].child);

		if (parent == IDMAP_NONE || child == IDMAP_NONE) {
			doubts++;
			continue;
		}
		doubts += p->nodes[child].parent != STACKTREE_NONE &&
			  p->nodes[child].parent != parent;
		p->nodes[child].parent = parent;
	}
	free(p->edges);
	p->edges = NULL;
	p->edge_count = p->edge_room = 0;
	return doubts;
}

void v8_finish_nodes(struct v8_profile *p, struct collapse *c,
		     struct fg_loc loc)
{
	size_t doubts = resolve_edges(p);
	struct fg_buffer room = { 0 };
	struct stackbuf stack;
	struct namer namer;

	stackbuf_init(&stack, c);
	namer_init(&namer, c->options, &stack);
	for (size_t i = 0; i < p->count; i++)
		stacktree_add(&p->tree, p->nodes[i].parent,
			      name_node(p, &p->nodes[i], &namer, &room));
	/* for samples whose node is missing */
	stacktree_add(&p->tree, STACKTREE_NONE,
		      stackbuf_intern(&stack, FG_STR("[bad node]")));
	doubts += stacktree_cut_cycles(&p->tree);
	if (doubts > 0)
		fg_warn(c->diag, loc, "nodes whose parent is not certain: %zu",
			doubts);
	free(room.p);
	namer_free(&namer);
	stackbuf_free(&stack);
}

/*
 * The time of each sample, and its duration. V8 may write samples out of
 * order. Then the one that comes later in the file has no duration, and those
 * after it are not shifted.
 */
struct clock {
	int64_t time; /* of the deltas so far */
	int64_t latest; /* of those times */
};

static int64_t tick(struct clock *clock, int64_t delta)
{
	int64_t before = clock->latest;

	if (__builtin_add_overflow(clock->time, delta, &clock->time))
		clock->time = delta < 0 ? INT64_MIN : INT64_MAX;
	if (clock->time > clock->latest)
		clock->latest = clock->time;
	return clock->latest - before;
}

/* A sample lasts until the next one, the last until the end. */
static int64_t lasted(const struct v8_profile *p, size_t i, struct clock *clock)
{
	int64_t rest;

	if (i + 1 < p->samples.count)
		return tick(clock, column_get(&p->deltas, i + 1, 0));
	if (!p->has_end || p->deltas.count < p->samples.count ||
	    __builtin_sub_overflow(p->end, clock->latest, &rest))
		return 0;
	return rest > 0 ? rest : 0;
}

/* Starts at the first sample; time before it belongs to no stack. */
static struct clock start_clock(const struct v8_profile *p)
{
	struct clock clock = { p->start, p->start };

	(void)tick(&clock, column_get(&p->deltas, 0, 0));
	clock.latest = clock.time;
	return clock;
}

fg_swide v8_total(const struct v8_profile *p, enum v8_metric metric)
{
	struct clock clock = start_clock(p);
	fg_swide total = 0;

	if (metric == V8_SAMPLES)
		return (fg_swide)p->samples.count;
	for (size_t i = 0; metric == V8_TIME && i < p->samples.count; i++)
		total += lasted(p, i, &clock);
	for (size_t i = 0; metric == V8_HITS && i < p->count; i++)
		total += p->nodes[i].hits;
	for (size_t i = 0; metric == V8_BYTES && i < p->count; i++)
		total += p->nodes[i].size;
	return total;
}

static uint32_t node_of_sample(struct v8_profile *p, size_t i)
{
	int64_t id = column_get(&p->samples, i, -1);
	uint32_t node = idmap_find(&p->ids, (uint64_t)id);

	if (node != IDMAP_NONE)
		return node;
	p->bad_samples++;
	return (uint32_t)p->count;
}

/* Times are in us, and never negative. */
static bool is_in_time(const struct collapse_options *options, int64_t us)
{
	uint64_t ns;

	return !__builtin_mul_overflow(us < 0 ? 0 : us, 1000, &ns) &&
	       options_in_time(options, ns);
}

/* Times are in us; those beyond 292 years are not told apart. */
static int64_t to_ns(int64_t us)
{
	int64_t ns;

	if (__builtin_mul_overflow(us, 1000, &ns))
		return us < 0 ? INT64_MIN : INT64_MAX;
	return ns;
}

static void set_time(struct stacktree *tree, int64_t us, int64_t length)
{
	int64_t end;

	if (__builtin_add_overflow(us, length, &end))
		end = INT64_MAX;
	stacktree_time(tree, to_ns(us), to_ns(end));
}

static void weigh_samples(struct v8_profile *p, enum v8_metric metric,
			  const struct collapse_options *options)
{
	struct clock clock = start_clock(p);

	p->tree.is_sampled = true;
	for (size_t i = 0; i < p->samples.count; i++) {
		bool wanted = is_in_time(options, clock.latest);
		int64_t at = clock.latest, time = lasted(p, i, &clock);

		if (!wanted)
			continue;
		set_time(&p->tree, at, metric == V8_TIME ? time : 0);
		stacktree_sample(&p->tree, node_of_sample(p, i),
				 metric == V8_TIME ? (uint64_t)time : 1);
	}
}

static void weigh_nodes(struct v8_profile *p, enum v8_metric metric)
{
	for (size_t i = 0; i < p->count; i++) {
		const struct v8_node *node = &p->nodes[i];

		stacktree_weigh(&p->tree, (uint32_t)i,
				(uint64_t)(metric == V8_HITS ? node->hits
							     : node->size));
	}
}

void v8_fold(struct v8_profile *p, enum v8_metric metric, const fg_frame *roots,
	     size_t root_count, struct collapse *c, struct fg_loc loc)
{
	struct stackbuf stack;

	if (metric == V8_TIME || metric == V8_SAMPLES)
		weigh_samples(p, metric, c->options);
	else
		weigh_nodes(p, metric);
	stackbuf_init(&stack, c);
	stacktree_flush(&p->tree, &stack, roots, root_count);
	stackbuf_free(&stack);
	if (p->bad_samples > 0)
		fg_warn(c->diag, loc, "samples whose node is missing: %" PRIu64,
			p->bad_samples);
}
