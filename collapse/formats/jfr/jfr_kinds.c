/* SPDX-License-Identifier: MIT */
#include "jfr_kinds.h"

#include <stdlib.h>

#include "fg/text.h"

/* All the events of a JVM together offer fewer. */
enum { METRICS_MAX = 1024 };

/* The used fields of an event: the weights begin with the second. */
enum field {
	STACK,
	WEIGHT,
	SAMPLES,
	TLAB_SIZE,
	ALLOCATION_SIZE,
	OBJECT_SIZE,
	SIZE,
	DURATION,
	START,
	THREAD,
	SAMPLED_THREAD,
};

/* An event itself has weight 1, in the place of its stack. */
enum { COUNT = STACK };

static const char *const wanted[] = {
	[STACK] = "stackTrace",
	[WEIGHT] = "weight",
	[SAMPLES] = "samples",
	[TLAB_SIZE] = "tlabSize",
	[ALLOCATION_SIZE] = "allocationSize",
	[OBJECT_SIZE] = "objectSize",
	[SIZE] = "size",
	[DURATION] = "duration",
	[START] = "startTime",
	[THREAD] = "eventThread",
	[SAMPLED_THREAD] = "sampledThread",
	NULL,
};

static const char *unit_of(size_t weight)
{
	return weight == DURATION  ? "ns"
	       : weight == SAMPLES ? "samples"
				   : "bytes";
}

static bool may_have_stack(const struct jfr_types *types,
			   const struct jfr_type *type)
{
	return jfr_types_has_number(types, type, fg_from_c(wanted[STACK]));
}

void jfr_kinds_init(struct jfr_kinds *kinds, struct metrics *metrics,
		    struct jfr_types *types, const struct jfr_chunk *chunk)
{
	*kinds = (struct jfr_kinds){
		.metrics = metrics,
		.types = types,
		.chunk = chunk,
		.by_type = fg_malloc(types->count * sizeof(uint32_t)),
	};
	for (size_t i = 0; i < types->count; i++) {
		kinds->by_type[i] = IDMAP_NONE;
		if (!may_have_stack(types, &types->items[i]))
			continue;
		FG_RESERVE(&kinds->items, &kinds->room, kinds->count + 1);
		kinds->by_type[i] = (uint32_t)kinds->count;
		kinds->items[kinds->count++] =
			(struct jfr_kind){ .type = (uint32_t)i };
	}
}

void jfr_kinds_free(struct jfr_kinds *kinds)
{
	for (size_t i = 0; i < kinds->count; i++)
		jfr_layout_free(&kinds->items[i].layout);
	free(kinds->items);
	free(kinds->by_type);
}

struct jfr_kind *jfr_kinds_of(const struct jfr_kinds *kinds, uint64_t type)
{
	uint32_t i = jfr_types_find(kinds->types, type);

	if (i == IDMAP_NONE || kinds->by_type[i] == IDMAP_NONE)
		return NULL;
	return &kinds->items[kinds->by_type[i]];
}

static void make_ready(const struct jfr_kinds *kinds, struct jfr_kind *kind)
{
	if (kind->is_ready)
		return;
	jfr_layout_make(&kind->layout, kinds->types, kind->type, wanted);
	for (size_t i = 0; i < JFR_WEIGHTS; i++)
		kind->metrics[i] = SIZE_MAX;
	kind->is_ready = true;
}

static void store_value(void *ctx, size_t field, struct jfr_text value)
{
	struct jfr_values *values = ctx;

	if (field == STACK)
		values->stack = value.key;
	else if (field < JFR_WEIGHTS)
		values->weights[field] = value.key;
	else if (field == START)
		values->start = value.key;
	else
		values->thread = value.key;
}

bool jfr_kind_read(const struct jfr_kinds *kinds, struct jfr_kind *kind,
		   const struct jfr_event *event, struct jfr_values *values)
{
	struct jfr_cursor at = { event->bytes, false };
	struct fg_arena arena = { 0 };
	uint64_t *w = values->weights;

	make_ready(kinds, kind);
	*values = (struct jfr_values){ 0 };
	jfr_layout_read(&kind->layout, &at, &arena, store_value, values);
	fg_arena_free(&arena);
	w[COUNT] = 1;
	/* weights are negative only if they are damaged */
	for (size_t i = 0; i < JFR_WEIGHTS; i++)
		w[i] = w[i] > INT64_MAX ? 0 : w[i];
	w[DURATION] = jfr_ns(kinds->chunk, w[DURATION]);
	return !at.damaged && !kind->layout.unreadable;
}

void jfr_kind_count(struct jfr_kind *kind, const struct jfr_values *values)
{
	for (size_t i = 0; i < JFR_WEIGHTS; i++)
		kind->sums[i] += (fg_swide)values->weights[i];
	kind->has_stacks |= values->stack > 0;
}

/* "ExecutionSample" of "jdk.ExecutionSample". */
static fg_str short_name(const struct jfr_kinds *kinds,
			 const struct jfr_kind *kind)
{
	static const char *const packages[] = { "jdk.", "profiler.", NULL };
	fg_str name = kinds->types->items[kind->type].name;

	for (const char *const *p = packages; *p; p++) {
		fg_str package = fg_from_c(*p);

		if (fg_starts_with(name, package))
			return fg_slice(name, package.n, name.n);
	}
	return name;
}

/* Offers one weight of a kind under that name. */
static void offer(struct jfr_kinds *kinds, struct jfr_kind *kind, size_t weight,
		  fg_str name, const char *unit)
{
	struct metrics *m = kinds->metrics;
	size_t i = metrics_find(m, name);

	if (i == m->count && i == METRICS_MAX)
		return;
	if (i == m->count)
		metrics_add(m, name, fg_from_c(unit));
	metrics_count(m, i, kind->sums[weight]);
	kind->metrics[weight] = i;
}

static void offer_weights(struct jfr_kinds *kinds, struct jfr_kind *kind,
			  bool also_empty)
{
	const struct jfr_type *type = &kinds->types->items[kind->type];
	fg_str name = short_name(kinds, kind);
	bool samples = fg_ends_with(name, FG_STR("Sample"));
	struct fg_buffer text = { 0 };

	offer(kinds, kind, COUNT, name, samples ? "samples" : "events");
	fg_buffer_append(&text, name);
	fg_buffer_append(&text, FG_STR("."));
	for (size_t i = COUNT + 1; i < JFR_WEIGHTS; i++) {
		fg_str field = fg_from_c(wanted[i]);

		if (!jfr_types_has_number(kinds->types, type, field) ||
		    (kind->sums[i] == 0 && !also_empty))
			continue;
		text.n = name.n + 1;
		fg_buffer_append(&text, field);
		offer(kinds, kind, i, fg_buffer_text(&text), unit_of(i));
	}
	free(text.p);
}

void jfr_kinds_offer(struct jfr_kinds *kinds, fg_str name)
{
	fg_str event = fg_slice(name, 0, fg_find_char(name, '.'));

	for (size_t i = 0; i < kinds->count; i++) {
		struct jfr_kind *kind = &kinds->items[i];
		bool named = event.n > 0 &&
			     fg_equal(event, short_name(kinds, kind));

		if (kind->has_stacks || named) {
			make_ready(kinds, kind);
			offer_weights(kinds, kind, named);
		}
	}
}

size_t jfr_kinds_default(const struct jfr_kinds *kinds)
{
	static const char *const usual[] = { "ExecutionSample", "CPUTimeSample",
					     "WallClockSample.samples", NULL };
	const struct metrics *m = kinds->metrics;
	size_t best = 0;

	for (const char *const *name = usual; *name; name++) {
		size_t i = metrics_find(m, fg_from_c(*name));

		if (i < m->count && m->items[i].total > 0)
			return i;
	}
	for (size_t i = 0; i < m->count; i++) {
		if (m->items[i].total > m->items[best].total &&
		    !strchr(m->items[i].name, '.'))
			best = i;
	}
	return best;
}
