/* SPDX-License-Identifier: MIT */
#include "speedscope_profile.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

enum {
	WALK_MAX = 64, /* how deep an open frame is searched */
	UNKNOWN_DECIMALS = 6, /* until the unit is known */
	PART_NS_DECIMALS = 3, /* some writers divide nanoseconds */
};

unsigned speedscope_decimals(enum speedscope_unit unit)
{
	switch (unit) {
	case UNIT_S:
		return 9;
	case UNIT_MS:
		return 6;
	case UNIT_NS:
		return 0;
	default:
		return 3;
	}
}

void speedscope_profile_free(struct speedscope_profile *p)
{
	free(p->name.p);
	free(p->open);
	column_free(&p->nodes);
	column_free(&p->weights);
}

size_t speedscope_weight_count(const struct speedscope_profile *p,
			       const struct stacktree *tree)
{
	size_t end = p->end < tree->sum_room ? p->end : tree->sum_room;

	if (tree->in_order)
		return p->last - p->first;
	return end > p->root ? end - p->root : 0;
}

uint64_t *speedscope_weight(const struct speedscope_profile *p,
			    struct stacktree *tree, size_t i)
{
	if (tree->in_order)
		return &tree->weights[p->first + i].weight;
	return &tree->sums[p->root + i];
}

static void read_name(struct speedscope_profile *p, struct json *json)
{
	fg_str text;

	if (!json_string(json, &text))
		return;
	p->name.n = 0;
	fg_buffer_append(&p->name, text);
}

static void read_unit(struct speedscope_profile *p, struct json *json)
{
	static const char *const names[] = {
		[UNIT_NONE] = "none",	    [UNIT_NS] = "nanoseconds",
		[UNIT_US] = "microseconds", [UNIT_MS] = "milliseconds",
		[UNIT_S] = "seconds",	    [UNIT_BYTES] = "bytes",
	};
	fg_str text;

	if (!json_string(json, &text))
		return;
	p->unit = UNIT_NONE;
	for (enum speedscope_unit u = UNIT_NONE; u <= UNIT_BYTES; u++) {
		if (fg_equal(text, fg_from_c(names[u])))
			p->unit = u;
	}
}

/* The number of decimals to read in that unit. */
static unsigned decimals_read(enum speedscope_unit unit)
{
	if (unit == UNIT_UNKNOWN)
		return UNKNOWN_DECIMALS;
	return unit == UNIT_NS ? PART_NS_DECIMALS : speedscope_decimals(unit);
}

static unsigned decimals(struct speedscope_profile *p)
{
	if (!p->has_decimals)
		p->decimals = decimals_read(p->unit);
	p->has_decimals = true;
	return p->decimals;
}

/*
 * Reads a time. The first number decides by its size how many decimals all
 * have: nanoseconds since 1970 leave no room for decimals.
 */
static bool read_time(struct speedscope_profile *p, struct json *json,
		      int64_t *value)
{
	if (p->has_decimals)
		return json_fixed(json, p->decimals, value);
	p->decimals = decimals_read(p->unit);
	p->has_decimals = json_fixed_fit(json, &p->decimals, value);
	return p->has_decimals;
}

static uint32_t read_frame(struct json *json)
{
	int64_t number;

	if (!json_int(json, &number) || number < 0 || number >= SPEEDSCOPE_BAD)
		return SPEEDSCOPE_BAD;
	return (uint32_t)number;
}

/* The node of a frame at that depth of the stack that is being read. */
static uint32_t node_at(struct speedscope_profile *p, struct stacktree *tree,
			size_t depth, uint32_t frame)
{
	uint32_t parent = depth > 0 ? p->open[depth - 1].node : p->root;

	/* a stack mostly begins as the one before */
	if (depth < p->depth && p->open[depth].frame == frame)
		return p->open[depth].node;
	p->depth = depth + 1;
	FG_RESERVE(&p->open, &p->room, p->depth);
	p->open[depth].frame = frame;
	p->open[depth].node = stacktree_child(tree, parent, frame);
	return p->open[depth].node;
}

/* [0, 1, 2]: a stack, the root first. */
static uint32_t read_stack(struct speedscope_profile *p, struct json *json,
			   struct stacktree *tree)
{
	uint32_t node = p->root;
	size_t depth = 0;

	if (!json_array(json))
		return node;
	while (json_item(json))
		node = node_at(p, tree, depth++, read_frame(json));
	p->depth = depth;
	return node;
}

static void read_samples(struct speedscope_profile *p, struct json *json,
			 struct stacktree *tree)
{
	column_free(&p->nodes);
	p->depth = 0;
	if (!json_array(json))
		return;
	while (json_item(json))
		column_add(&p->nodes, read_stack(p, json, tree));
	p->depth = 0;
}

/* Adds the time since `now` to the open frames. */
static void advance(struct speedscope_profile *p, struct stacktree *tree,
		    int64_t time)
{
	uint32_t node;
	int64_t elapsed;

	if (!p->has_now)
		p->now = p->idle && p->start < time ? p->start : time;
	p->has_now = true;
	p->backwards += time < p->now;
	if (time <= p->now || __builtin_sub_overflow(time, p->now, &elapsed))
		return;
	p->now = time;
	if (p->depth > 0)
		node = p->open[p->depth - 1].node;
	else if (p->idle)
		node = stacktree_child(tree, p->root, SPEEDSCOPE_IDLE);
	else
		return;
	p->total += elapsed;
	stacktree_weigh(tree, node, (uint64_t)elapsed);
}

static void open_frame(struct speedscope_profile *p, struct stacktree *tree,
		       uint32_t frame)
{
	uint32_t node = p->depth > 0 ? p->open[p->depth - 1].node : p->root;

	node = stacktree_child(tree, node, frame);
	FG_RESERVE(&p->open, &p->room, p->depth + 1);
	p->open[p->depth++] = (struct speedscope_open){ node, frame };
}

/* Removes the frame below `above` others, which stay open. */
static void take_out(struct speedscope_profile *p, struct stacktree *tree,
		     size_t above)
{
	p->depth -= above + 1;
	for (size_t i = 0; i < above; i++)
		open_frame(p, tree, p->open[p->depth + 1].frame);
}

/* Closes the innermost open frame with that number, if any. */
static void close_frame(struct speedscope_profile *p, struct stacktree *tree,
			uint32_t frame)
{
	for (size_t i = 0; i < p->depth && i < WALK_MAX; i++) {
		if (p->open[p->depth - 1 - i].frame != frame)
			continue;
		p->mismatched += i > 0;
		take_out(p, tree, i);
		return;
	}
	p->mismatched++;
}

/* {"type": "O", "frame": 3, "at": 20225} */
static void read_event(struct speedscope_profile *p, struct json *json,
		       struct stacktree *tree)
{
	uint32_t frame = SPEEDSCOPE_BAD;
	int64_t at = p->now;
	char type = '\0';
	fg_str key, text;

	while (json_key(json, &key)) {
		if (fg_equal(key, FG_STR("type")) && json_string(json, &text))
			type = text.n == 1 ? *text.p : '\0';
		else if (fg_equal(key, FG_STR("frame")))
			frame = read_frame(json);
		else if (fg_equal(key, FG_STR("at")))
			(void)read_time(p, json, &at);
	}
	advance(p, tree, at);
	if (type == 'O')
		open_frame(p, tree, frame);
	else if (type == 'C')
		close_frame(p, tree, frame);
}

static void read_events(struct speedscope_profile *p, struct json *json,
			struct stacktree *tree)
{
	if (!json_array(json))
		return;
	p->has_events = true;
	while (json_item(json)) {
		if (json_object(json))
			read_event(p, json, tree);
	}
}

/* Reads weights; start and end are only used for events. */
static void read_weights(struct speedscope_profile *p, struct json *json)
{
	p->has_decimals = p->has_decimals && p->has_events;
	(void)decimals(p);
	column_free(&p->weights);
	(void)column_read_fit(&p->weights, json, &p->decimals, 0);
}

static void read_members(struct speedscope_profile *p, struct json *json,
			 struct stacktree *tree)
{
	fg_str key;

	while (json_key(json, &key)) {
		if (fg_equal(key, FG_STR("name")))
			read_name(p, json);
		else if (fg_equal(key, FG_STR("unit")))
			read_unit(p, json);
		else if (fg_equal(key, FG_STR("startValue")))
			(void)read_time(p, json, &p->start);
		else if (fg_equal(key, FG_STR("endValue")))
			p->has_end = read_time(p, json, &p->stop);
		else if (fg_equal(key, FG_STR("events")))
			read_events(p, json, tree);
		else if (fg_equal(key, FG_STR("samples")))
			read_samples(p, json, tree);
		else if (fg_equal(key, FG_STR("weights")))
			read_weights(p, json);
	}
}

void speedscope_profile_divide(struct speedscope_profile *p,
			       struct stacktree *tree, uint64_t divisor)
{
	size_t n = speedscope_weight_count(p, tree);
	fg_wide sum = 0, shown = 0;

	p->taken.squares /= (fg_wide)divisor * divisor;
	for (size_t i = 0; i < n; i++) {
		uint64_t *weight = speedscope_weight(p, tree, i);
		fg_wide now;

		sum += *weight;
		now = (sum + divisor / 2) / divisor;
		*weight = (uint64_t)(now - shown);
		shown = now;
	}
}

static void make_finer(struct speedscope_profile *p, struct stacktree *tree,
		       uint64_t factor)
{
	size_t n = speedscope_weight_count(p, tree);

	p->taken.lost |= __builtin_mul_overflow(
		p->taken.squares, (fg_wide)factor * factor, &p->taken.squares);
	for (size_t i = 0; i < n; i++) {
		uint64_t *weight = speedscope_weight(p, tree, i);
		bool saturated = false;

		*weight = fg_mul_sat(*weight, factor, &saturated);
		p->too_large += saturated;
	}
}

static void add_samples(struct speedscope_profile *p, struct stacktree *tree,
			bool samples)
{
	size_t n = p->nodes.count;

	if (n > p->weights.count && !samples)
		n = p->weights.count;
	for (size_t i = 0; i < n; i++) {
		uint32_t node = (uint32_t)column_get(&p->nodes, i, p->root);
		int64_t weight = column_get(&p->weights, i, 0);

		if (samples)
			weight = 1;
		if (weight <= 0)
			continue;
		stacktree_weigh(tree, node, (uint64_t)weight);
		fg_samples_add(&p->taken,
			       (struct fg_weight){ (uint64_t)weight, 0 });
	}
}

void speedscope_profile_weigh(struct speedscope_profile *p,
			      struct stacktree *tree, bool samples)
{
	unsigned want = speedscope_decimals(p->unit);

	if (!p->has_events) {
		p->first = tree->weight_count;
		add_samples(p, tree, samples);
		p->last = tree->weight_count;
	}
	column_free(&p->nodes);
	column_free(&p->weights);
	if (samples)
		return;
	/* values that were read before the unit was known */
	if (want < p->decimals)
		speedscope_profile_divide(p, tree,
					  fg_pow10(p->decimals - want));
	else if (want > p->decimals)
		make_finer(p, tree, fg_pow10(want - p->decimals));
}

static void sum_samples(struct speedscope_profile *p)
{
	size_t n = p->nodes.count, weights = p->weights.count;

	p->samples = n;
	p->uneven = n > weights ? n - weights : weights - n;
	for (size_t i = 0; i < n && i < weights; i++) {
		int64_t weight = column_get(&p->weights, i, 0);

		if (weight > 0)
			p->total += weight;
		else
			p->negative += weight < 0;
	}
}

void speedscope_profile_read(struct speedscope_profile *p, struct json *json,
			     struct stacktree *tree, bool idle)
{
	*p = (struct speedscope_profile){ .first = tree->weight_count,
					  .idle = idle };
	p->root = stacktree_add(tree, STACKTREE_NONE, STACKTREE_NONE);
	read_members(p, json, tree);
	(void)decimals(p);
	if (p->unit == UNIT_UNKNOWN)
		p->unit = UNIT_NONE;
	if ((p->depth > 0 || idle) && p->has_end && p->has_now &&
	    p->stop > p->now)
		advance(p, tree, p->stop);
	p->last = tree->weight_count;
	if (!p->has_events)
		sum_samples(p);
	p->end = (uint32_t)tree->count;
}
