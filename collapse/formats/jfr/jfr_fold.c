/* SPDX-License-Identifier: MIT */
#include "jfr_fold.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fg/text.h"
#include "fold/allowance.h"
#include "input/scan.h"
#include "jfr_kinds.h"

/* How a frame's name is marked. */
enum mark { MARK_NONE, MARK_INLINED, MARK_JIT, MARK_KERNEL, MARK_COUNT };

#define NOT_NAMED UINT32_MAX

/* The cached names of a chunk's methods and threads. */
struct chunk_names {
	const struct jfr_pools *pools;
	fg_frame (*methods)[MARK_COUNT]; /* NOT_NAMED: not looked up yet */
	bool has_libraries; /* async-profiler's: not all are Java functions */
};

void jfr_fold_init(struct jfr_fold *fold, struct collapse *c)
{
	*fold = (struct jfr_fold){ .c = c };
	stackbuf_init(&fold->stack, c);
	namer_init(&fold->namer, c->options, &fold->stack);
}

void jfr_fold_free(struct jfr_fold *fold)
{
	stackbuf_free(&fold->stack);
	namer_free(&fold->namer);
	owner_free(&fold->process);
	owner_free(&fold->thread);
	free(fold->name.p);
}

/* Whether it is such a function; its class is then the name of a library. */
static bool is_library_function(const struct chunk_names *names, fg_str type)
{
	static const char *const types[] = { "Native", "C++", "Kernel", NULL };

	return names->has_libraries && scan_is_any(type, types);
}

static enum mark mark_of(const struct jfr_fold *fold, fg_str type)
{
	const struct collapse_options *o = fold->c->options;

	if (fg_equal(type, FG_STR("Inlined")))
		return MARK_INLINED;
	if (options_mark_kernel(o) && fg_equal(type, FG_STR("Kernel")))
		return MARK_KERNEL;
	if (options_mark_jit(o) && (fg_equal(type, FG_STR("JIT compiled")) ||
				    fg_equal(type, FG_STR("C1 compiled"))))
		return MARK_JIT;
	return MARK_NONE;
}

/* Writes packages with dots; the number of a hidden class keeps its slash. */
static void append_dotted(struct fg_buffer *to, fg_str name)
{
	size_t from = to->n;

	fg_buffer_append(to, name);
	for (size_t i = from; i < to->n; i++) {
		if (to->p[i] == '/' &&
		    !(i + 1 < to->n && fg_is_digit(to->p[i + 1])))
			to->p[i] = '.';
	}
}

/* "java.util.Random.nextInt" */
static void append_method(struct fg_buffer *to, fg_str class_name, fg_str name)
{
	append_dotted(to, class_name);
	if (to->n > 0)
		fg_buffer_append(to, FG_STR("."));
	fg_buffer_append(to, name);
}

static fg_frame name_frame(struct jfr_fold *fold,
			   const struct chunk_names *names, uint32_t method,
			   fg_str type, enum mark mark)
{
	static const char *const marks[] = {
		[MARK_NONE] = "",
		[MARK_INLINED] = "",
		[MARK_JIT] = "_[j]",
		[MARK_KERNEL] = "_[k]",
	};
	const struct jfr_pools *pools = names->pools;
	const struct jfr_method *m = &pools->methods[method];
	fg_str class_name = jfr_pools_class_name(pools, m->class_key);
	fg_str name = jfr_pools_symbol(pools, m->name_key);
	struct native_frame frame = { .inlined = mark == MARK_INLINED };
	fg_frame id = 0;

	/* many methods may have it: cut before it is copied for each */
	if (class_name.n > ALLOWANCE_NAME)
		class_name.n =
			allowance_long_name(fold->c->allowance, class_name.n);
	fold->name.n = 0;
	if (is_library_function(names, type)) {
		frame.module = class_name;
		fg_buffer_append(&fold->name, name);
	} else {
		append_method(&fold->name, class_name, name);
	}
	if (fold->name.n > 0)
		fg_buffer_append(&fold->name, fg_from_c(marks[mark]));
	frame.name = fg_buffer_text(&fold->name);
	(void)namer_name(&fold->namer, &frame, &id);
	return id;
}

static void push_frame(struct jfr_fold *fold, struct chunk_names *names,
		       const struct jfr_frame *frame)
{
	fg_str type = jfr_pools_frame_type(names->pools, frame->type);
	uint32_t method = jfr_pools_method(names->pools, frame->method);
	enum mark mark = mark_of(fold, type);
	fg_frame *id;

	if (mark == MARK_INLINED && fold->c->options->inlines == INLINE_NO)
		return;
	if (method == IDMAP_NONE) {
		stackbuf_push(&fold->stack, FG_STR("[unknown]"));
		return;
	}
	id = &names->methods[method][mark];
	if (*id == NOT_NAMED)
		*id = name_frame(fold, names, method, type, mark);
	stackbuf_push_id(&fold->stack, *id);
}

static void push_stack(struct jfr_fold *fold, struct chunk_names *names,
		       uint64_t number)
{
	const struct jfr_stack *stack = jfr_pools_stack(names->pools, number);
	size_t depth_max = stackbuf_depth_max(&fold->stack), i = 0;

	fold->missing += number > 0 && !stack;
	for (; stack && i < stack->count && i < depth_max; i++)
		push_frame(fold, names,
			   &names->pools->frames[stack->first + i]);
	if (stack && i < stack->count)
		stackbuf_cut(&fold->stack);
	else if (stack && stack->truncated)
		stackbuf_push(&fold->stack, FG_STR("[truncated]"));
	if (fold->stack.depth == 0)
		stackbuf_push(&fold->stack, FG_STR("[unknown]"));
}

static void read_thread(struct jfr_fold *fold, const struct jfr_pools *pools,
			uint64_t number)
{
	const struct jfr_thread *t = jfr_pools_thread(pools, number);
	fg_str name = FG_STR("");
	char digits[24];
	int n = 0;

	if (t) {
		name = jfr_pools_text(pools, t->java_name);
		if (name.n == 0)
			name = jfr_pools_text(pools, t->os_name);
		n = snprintf(digits, sizeof digits, "%" PRIu64,
			     t->os_id ? t->os_id : t->java_id);
	}
	owner_set(&fold->thread, name, (fg_str){ digits, (size_t)n });
}

/* The time of an event, in ns from 1970. */
static int64_t time_of(const struct jfr_chunk *chunk, uint64_t ticks)
{
	bool early = ticks < chunk->start_ticks;
	uint64_t distance = jfr_ns(chunk, early ? chunk->start_ticks - ticks
						: ticks - chunk->start_ticks);
	uint64_t at = chunk->start_ns;
	bool saturated;

	if (early)
		at = at > distance ? at - distance : 0;
	else
		at = fg_add_sat(at, distance, &saturated);
	return at < INT64_MAX ? (int64_t)at : INT64_MAX;
}

static bool is_in_time(const struct jfr_fold *fold,
		       const struct jfr_chunk *chunk, uint64_t ticks)
{
	uint64_t at = (uint64_t)time_of(chunk, ticks);

	/* chunks of other recordings may be older than the first one */
	at = at > fold->start_ns ? at - fold->start_ns : 0;
	return options_in_time(fold->c->options, at);
}

/*
 * A weight that is the event's duration is spread over it; others are at its
 * start.
 */
static void set_time(struct jfr_fold *fold, const struct jfr_chunk *chunk,
		     const struct jfr_values *values, uint64_t weight)
{
	const struct metrics *m = fold->c->metrics;
	bool lasts = strcmp(m->items[m->chosen].unit, "ns") == 0;
	int64_t from = time_of(chunk, values->start), until = from;

	if (lasts && (weight > INT64_MAX ||
		      __builtin_add_overflow(from, (int64_t)weight, &until)))
		until = INT64_MAX;
	slicer_task(&fold->stack.slicer, fg_buffer_text(&fold->thread.name),
		    fg_buffer_text(&fold->thread.number));
	stackbuf_time(&fold->stack, from, until);
	fold->c->timeline->is_absolute = true;
}

static void fold_event(struct jfr_fold *fold, const struct jfr_chunk *chunk,
		       struct chunk_names *names,
		       const struct jfr_values *values, uint64_t weight,
		       uint64_t samples)
{
	const struct collapse_options *o = fold->c->options;

	if (weight == 0 ||
	    (o->time_limited && !is_in_time(fold, chunk, values->start)))
		return;
	read_thread(fold, names->pools, values->thread);
	if (!owners_wanted(o, &fold->process, &fold->thread))
		return;
	push_stack(fold, names, values->stack);
	if (o->per_thread)
		stackbuf_push(&fold->stack,
			      fold->thread.name.n > 0
				      ? fg_buffer_text(&fold->thread.name)
				      : FG_STR("[unknown]"));
	if (fold->c->timeline)
		set_time(fold, chunk, values, weight);
	stackbuf_flush_samples(&fold->stack, LEAF_FIRST,
			       (struct fg_weight){ weight, 0 }, samples);
}

static void count_events(struct jfr_fold *fold, const struct jfr_chunk *chunk,
			 struct jfr_kinds *kinds)
{
	struct jfr_cursor at = jfr_chunk_events(chunk);
	struct jfr_values values;
	struct jfr_event event;

	while (jfr_event_next(&at, &event)) {
		struct jfr_kind *kind = jfr_kinds_of(kinds, event.type);

		if (!kind)
			continue;
		if (!jfr_kind_read(kinds, kind, &event, &values))
			fold->damaged++;
		jfr_kind_count(kind, &values);
	}
	fold->damaged += at.damaged && !chunk->is_cut;
}

/* The index of the chosen weight of an event; JFR_WEIGHTS: none. */
static size_t chosen_weight(const struct jfr_fold *fold,
			    const struct jfr_kind *kind)
{
	size_t i = 0;

	if (!kind || !kind->is_ready)
		return JFR_WEIGHTS;
	while (i < JFR_WEIGHTS && kind->metrics[i] != fold->c->metrics->chosen)
		i++;
	return i;
}

static void fold_events(struct jfr_fold *fold, const struct jfr_chunk *chunk,
			struct jfr_kinds *kinds, struct chunk_names *names)
{
	const struct metrics *m = fold->c->metrics;
	/* a weight in samples says itself how many it is of */
	bool is_count = strcmp(m->items[m->chosen].unit, "samples") == 0;
	struct jfr_cursor at = jfr_chunk_events(chunk);
	struct jfr_values values;
	struct jfr_event event;

	while (jfr_event_next(&at, &event)) {
		struct jfr_kind *kind = jfr_kinds_of(kinds, event.type);
		size_t i = chosen_weight(fold, kind);

		if (i == JFR_WEIGHTS)
			continue;
		(void)jfr_kind_read(kinds, kind, &event, &values);
		fold_event(fold, chunk, names, &values, values.weights[i],
			   is_count ? 0 : 1);
	}
}

/* Allocates the cache of names; the caller frees names->methods. */
static void prepare_names(struct chunk_names *names,
			  const struct jfr_pools *pools)
{
	size_t size = pools->ids[JFR_METHODS].count * sizeof *names->methods;

	names->pools = pools;
	names->methods = fg_malloc(size);
	memset(names->methods, 0xff, size);
	for (size_t i = 0; i < pools->ids[JFR_FRAME_TYPES].count; i++)
		names->has_libraries |= fg_equal(
			jfr_pools_text(pools, pools->texts[JFR_FRAME_TYPES][i]),
			FG_STR("Kernel"));
}

/*
 * Chooses the metric. The first chunk with stacks decides; later ones may
 * offer more.
 */
static fg_status choose(struct jfr_fold *fold, struct jfr_kinds *kinds)
{
	jfr_kinds_offer(kinds, fg_from_c(fold->c->options->metric));
	if (fold->has_chosen || kinds->metrics->count == 0)
		return FG_OK;
	fold->has_chosen = true;
	return format_choose_metric(fold->c, jfr_kinds_default(kinds));
}

fg_status jfr_fold_chunk(struct jfr_fold *fold, const struct jfr_chunk *chunk,
			 struct jfr_types *types, const struct jfr_pools *pools)
{
	struct chunk_names names = { 0 };
	struct jfr_kinds kinds;
	fg_status status;

	if (!fold->has_start)
		fold->start_ns = chunk->start_ns;
	fold->has_start = true;
	jfr_kinds_init(&kinds, fold->c->metrics, types, chunk);
	count_events(fold, chunk, &kinds);
	status = choose(fold, &kinds);
	if (status == FG_OK && fold->has_chosen) {
		prepare_names(&names, pools);
		fold_events(fold, chunk, &kinds, &names);
		free(names.methods);
	}
	jfr_kinds_free(&kinds);
	return status;
}

fg_status jfr_fold_finish(struct jfr_fold *fold)
{
	struct collapse *c = fold->c;
	struct fg_loc loc = fg_lines_whole(c->in);

	if (fold->damaged > 0)
		fg_warn(c->diag, loc, "damaged events: %" PRIu64,
			fold->damaged);
	if (fold->missing > 0)
		fg_warn(c->diag, loc, "events whose stack is missing: %" PRIu64,
			fold->missing);
	if (!fold->has_chosen)
		return fg_fail(c->diag, FG_EINPUT, loc,
			       "no events with stacks in this recording");
	return FG_OK;
}
