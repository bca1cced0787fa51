/* SPDX-License-Identifier: MIT */
#include "jfr_pools.h"

#include <stdlib.h>

#include "fg/text.h"
#include "jfr_layout.h"

/* The used pools, and the used fields of their entries. */
static const struct {
	const char *type;
	const char *fields[5];
} wanted[JFR_POOL_COUNT] = {
	[JFR_TEXTS] = { "java.lang.String", { "" } },
	[JFR_SYMBOLS] = { "jdk.types.Symbol", { "string" } },
	[JFR_FRAME_TYPES] = { "jdk.types.FrameType", { "description" } },
	[JFR_CLASSES] = { "java.lang.Class", { "name" } },
	[JFR_METHODS] = { "jdk.types.Method", { "type", "name" } },
	[JFR_STACKS] = { "jdk.types.StackTrace",
			 { "truncated", "frames.method", "frames.type" } },
	[JFR_THREADS] = { "java.lang.Thread",
			  { "osName", "javaName", "osThreadId",
			    "javaThreadId" } },
};

enum { TRUNCATED, FRAME_METHOD, FRAME_TYPE };
enum { OS_NAME, JAVA_NAME, OS_ID, JAVA_ID };

/* The layout of each type, made when a pool of it comes first. */
struct reader {
	struct jfr_pools *pools;
	struct jfr_types *types;
	struct jfr_layout *layouts; /* by type */
	enum jfr_pool pool; /* the one being read */
};

static enum jfr_pool pool_of(fg_str type)
{
	for (size_t i = 0; i < JFR_POOL_COUNT; i++) {
		if (fg_equal(type, fg_from_c(wanted[i].type)))
			return (enum jfr_pool)i;
	}
	return JFR_POOL_COUNT;
}

static void make_layout(struct reader *r, uint32_t type)
{
	static const char *const nothing[] = { NULL };

	if (r->layouts[type].room == 0)
		jfr_layout_make(&r->layouts[type], r->types, type,
				r->pool < JFR_POOL_COUNT
					? wanted[r->pool].fields
					: nothing);
}

/* The newest entry of the current pool. */
static size_t newest(const struct reader *r)
{
	return r->pools->ids[r->pool].count - 1;
}

static void take_frame(struct jfr_pools *pools, struct jfr_stack *stack,
		       size_t field, uint64_t number)
{
	if (field == FRAME_METHOD) {
		FG_RESERVE(&pools->frames, &pools->frame_room,
			   pools->frame_count + 1);
		pools->frames[pools->frame_count++] =
			(struct jfr_frame){ number, 0 };
		stack->count++;
	} else if (stack->count > 0) {
		pools->frames[pools->frame_count - 1].type = number;
	}
}

static void take_thread(struct jfr_thread *thread, size_t field,
			struct jfr_text value)
{
	if (field == OS_NAME)
		thread->os_name = value;
	else if (field == JAVA_NAME)
		thread->java_name = value;
	else if (field == OS_ID)
		thread->os_id = value.key;
	else
		thread->java_id = value.key;
}

static void store_value(void *ctx, size_t field, struct jfr_text value)
{
	struct reader *r = ctx;
	struct jfr_pools *pools = r->pools;
	size_t i = newest(r);

	switch (r->pool) {
	case JFR_CLASSES:
		pools->class_names[i] = value;
		break;
	case JFR_METHODS:
		if (field == 0)
			pools->methods[i].class_key = value.key;
		else
			pools->methods[i].name_key = value.key;
		break;
	case JFR_STACKS:
		if (field == TRUNCATED)
			pools->stacks[i].truncated = value.key;
		else
			take_frame(pools, &pools->stacks[i], field, value.key);
		break;
	case JFR_THREADS:
		take_thread(&pools->threads[i], field, value);
		break;
	case JFR_POOL_COUNT:
		break;
	default:
		pools->texts[r->pool][i] = value;
	}
}

/* Ignores the values of an entry that exists already. */
static void take_nothing(void *ctx, size_t field, struct jfr_text value)
{
	(void)ctx, (void)field, (void)value;
}

/* Makes room for a new entry, filled with zeros. */
static void add_room(struct reader *r)
{
	struct jfr_pools *p = r->pools;
	size_t i = newest(r), *room = &p->rooms[r->pool];

	switch (r->pool) {
	case JFR_CLASSES:
		FG_RESERVE(&p->class_names, room, i + 1);
		p->class_names[i] = (struct jfr_text){ 0 };
		break;
	case JFR_METHODS:
		FG_RESERVE(&p->methods, room, i + 1);
		p->methods[i] = (struct jfr_method){ 0 };
		break;
	case JFR_STACKS:
		FG_RESERVE(&p->stacks, room, i + 1);
		p->stacks[i] = (struct jfr_stack){ .first = p->frame_count };
		break;
	case JFR_THREADS:
		FG_RESERVE(&p->threads, room, i + 1);
		p->threads[i] = (struct jfr_thread){ 0 };
		break;
	default:
		FG_RESERVE(&p->texts[r->pool], room, i + 1);
		p->texts[r->pool][i] = (struct jfr_text){ 0 };
	}
}

/* Whether an entry with that number is new and wanted; makes room for it. */
static bool begin_thing(struct reader *r, uint64_t number)
{
	struct idmap *ids;

	if (r->pool == JFR_POOL_COUNT)
		return false;
	ids = &r->pools->ids[r->pool];
	if (ids->count >= IDMAP_NONE - 1 ||
	    !idmap_add(ids, number, (uint32_t)ids->count))
		return false;
	add_room(r);
	return true;
}

/* Reads a pool; false when the data after it cannot be found. */
static bool read_pool(struct reader *r, struct jfr_cursor *at)
{
	uint32_t type = jfr_types_find(r->types, jfr_varint(at));
	uint64_t count = jfr_varint(at);

	if (type == IDMAP_NONE)
		return false;
	r->pool = pool_of(r->types->items[type].name);
	make_layout(r, type);
	if (r->layouts[type].unreadable)
		return false;
	for (; count > 0 && !at->damaged; count--) {
		bool is_new = begin_thing(r, jfr_varint(at));

		jfr_layout_read(&r->layouts[type], at, &r->pools->arena,
				is_new ? store_value : take_nothing, r);
	}
	return !at->damaged;
}

static void read_event(struct reader *r, fg_str bytes)
{
	struct jfr_cursor at = { bytes, false };
	uint64_t count;

	(void)jfr_varint(&at); /* start */
	(void)jfr_varint(&at); /* duration */
	(void)jfr_varint(&at); /* position of the previous one */
	(void)jfr_bytes(&at, 1); /* its kind */
	for (count = jfr_varint(&at); count > 0 && !at.damaged; count--) {
		if (!read_pool(r, &at))
			at.damaged = true;
	}
	r->pools->damaged += at.damaged;
}

void jfr_pools_read(struct jfr_pools *pools, struct jfr_types *types,
		    const struct jfr_chunk *chunk)
{
	struct jfr_cursor at = jfr_chunk_events(chunk);
	struct reader r = { .pools = pools, .types = types };
	struct jfr_event event;

	r.layouts = fg_calloc(types->count, sizeof *r.layouts);
	while (jfr_event_next(&at, &event)) {
		if (event.type == JFR_POOLS)
			read_event(&r, event.bytes);
	}
	for (size_t i = 0; i < types->count; i++)
		jfr_layout_free(&r.layouts[i]);
	free(r.layouts);
}

void jfr_pools_free(struct jfr_pools *pools)
{
	for (size_t i = 0; i < JFR_POOL_COUNT; i++)
		idmap_free(&pools->ids[i]);
	for (size_t i = 0; i < JFR_CLASSES; i++)
		free(pools->texts[i]);
	free(pools->class_names);
	free(pools->methods);
	free(pools->stacks);
	free(pools->threads);
	free(pools->frames);
	fg_arena_free(&pools->arena);
	*pools = (struct jfr_pools){ 0 };
}

const struct jfr_stack *jfr_pools_stack(const struct jfr_pools *pools,
					uint64_t number)
{
	uint32_t i = idmap_find(&pools->ids[JFR_STACKS], number);

	return i == IDMAP_NONE ? NULL : &pools->stacks[i];
}

const struct jfr_thread *jfr_pools_thread(const struct jfr_pools *pools,
					  uint64_t number)
{
	uint32_t i = idmap_find(&pools->ids[JFR_THREADS], number);

	return i == IDMAP_NONE ? NULL : &pools->threads[i];
}

static struct jfr_text find_text(const struct jfr_pools *pools,
				 enum jfr_pool pool, uint64_t number)
{
	const struct jfr_text none = { 0 };
	uint32_t i = idmap_find(&pools->ids[pool], number);

	return i == IDMAP_NONE ? none : pools->texts[pool][i];
}

fg_str jfr_pools_text(const struct jfr_pools *pools, struct jfr_text text)
{
	if (text.key > 0)
		text = find_text(pools, JFR_TEXTS, text.key);
	return text.text;
}

fg_str jfr_pools_symbol(const struct jfr_pools *pools, uint64_t number)
{
	return jfr_pools_text(pools, find_text(pools, JFR_SYMBOLS, number));
}

fg_str jfr_pools_class_name(const struct jfr_pools *pools, uint64_t number)
{
	uint32_t i = idmap_find(&pools->ids[JFR_CLASSES], number);

	if (i == IDMAP_NONE)
		return FG_STR("");
	return jfr_pools_symbol(pools, pools->class_names[i].key);
}

fg_str jfr_pools_frame_type(const struct jfr_pools *pools, uint64_t number)
{
	return jfr_pools_text(pools, find_text(pools, JFR_FRAME_TYPES, number));
}
