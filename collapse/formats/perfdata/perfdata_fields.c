/* SPDX-License-Identifier: MIT */
#include "perfdata_fields.h"

#include "fg/text.h"

/* Bits of read_format. */
enum {
	READ_ENABLED = 1 << 0,
	READ_RUNNING = 1 << 1,
	READ_ID = 1 << 2,
	READ_GROUP = 1 << 3,
	READ_LOST = 1 << 4,
};

static unsigned bits(uint64_t mask)
{
	unsigned n = 0;

	for (; mask; mask &= mask - 1)
		n++;
	return n;
}

/* The id of a sample, if all events have it at the same position. */
static uint64_t sample_id(const struct event *event, struct bytes b)
{
	static const enum sample_bits before[] = { SAMPLE_IP, SAMPLE_TID,
						   SAMPLE_TIME, SAMPLE_ADDR };

	if (event->sample_type & SAMPLE_IDENTIFIER)
		return bytes_u64(&b);
	for (size_t i = 0; i < sizeof before / sizeof *before; i++)
		bytes_skip(&b, event->sample_type & before[i] ? 8 : 0);
	return bytes_u64(&b);
}

/* The event of a sample. */
static event_number event_of_sample(const struct events *events, struct bytes b)
{
	const struct event *first = events->items;

	if (events->count == 0)
		return IDMAP_NONE;
	if (events->count == 1 ||
	    !(first->sample_type & (SAMPLE_ID | SAMPLE_IDENTIFIER)))
		return 0;
	return events_find(events, sample_id(first, b));
}

static void read_task(struct bytes *b, struct fields *fields)
{
	fields->pid = bytes_u32(b);
	fields->tid = bytes_u32(b);
	fields->has_tid = true;
}

/* The fields up to PERIOD, all of 8 bytes. */
static void read_head(struct bytes *b, uint64_t type, struct fields *fields)
{
	if (type & SAMPLE_IDENTIFIER)
		fields->id = bytes_u64(b);
	if (type & SAMPLE_IP)
		fields->ip = bytes_u64(b);
	if (type & SAMPLE_TID)
		read_task(b, fields);
	fields->has_time = type & SAMPLE_TIME;
	if (type & SAMPLE_TIME)
		fields->time = bytes_u64(b);
	if (type & SAMPLE_ADDR)
		bytes_skip(b, 8);
	if (type & SAMPLE_ID)
		fields->id = bytes_u64(b);
	if (type & SAMPLE_STREAM_ID)
		bytes_skip(b, 8);
	fields->has_cpu = type & SAMPLE_CPU;
	if (type & SAMPLE_CPU) {
		fields->cpu = bytes_u32(b);
		bytes_skip(b, 4);
	}
	fields->has_period = type & SAMPLE_PERIOD;
	if (type & SAMPLE_PERIOD)
		fields->period = bytes_u64(b);
}

static void read_values(struct bytes *b, uint64_t format, struct fields *fields)
{
	uint64_t count = 1, size = 8;

	size += format & READ_ID ? 8 : 0;
	size += format & READ_LOST ? 8 : 0;
	if (format & READ_GROUP) {
		count = bytes_u64(b);
	} else {
		/* the times are between the value and its id */
		bytes_skip(b, 8);
		count = 1;
		size -= 8;
	}
	bytes_skip(b, format & READ_ENABLED ? 8 : 0);
	bytes_skip(b, format & READ_RUNNING ? 8 : 0);
	if (size > 0)
		fields->read = bytes_items(b, count, size);
}

static void read_branches(struct bytes *b, const struct event *event,
			  struct fields *fields)
{
	uint64_t count = bytes_u64(b);

	if (event->branch_sample_type & BRANCH_HW_INDEX)
		bytes_skip(b, 8);
	fields->branches = bytes_items(b, count, 24);
	if (event->branch_sample_type & BRANCH_COUNTERS)
		(void)bytes_items(b, count, 8);
	fields->is_call_stack = event->branch_sample_type & BRANCH_CALL_STACK;
}

static void read_user_state(struct bytes *b, const struct event *event,
			    struct fields *fields)
{
	uint64_t size, filled;

	if (event->sample_type & SAMPLE_REGS_USER) {
		fields->regs_abi = bytes_u64(b);
		fields->regs_mask = event->regs_user;
		if (fields->regs_abi)
			fields->regs =
				bytes_items(b, bits(event->regs_user), 8);
	}
	if (!(event->sample_type & SAMPLE_STACK_USER))
		return;
	size = bytes_u64(b);
	fields->stack = bytes_take(b, size);
	filled = size > 0 ? bytes_u64(b) : 0;
	if (filled < fields->stack.n) {
		fields->stack.n = (size_t)filled;
		fields->stack_is_whole = true;
	}
}

bool fields_of_sample(const struct events *events, const struct record *record,
		      bool swapped, struct fields *fields)
{
	struct bytes b = { .rest = record->body, .swapped = swapped };
	const struct event *event;
	uint64_t type;

	*fields = (struct fields){ .event = event_of_sample(events, b) };
	if (fields->event == IDMAP_NONE)
		return false;
	event = &events->items[fields->event];
	type = event->sample_type;
	read_head(&b, type, fields);
	if (type & SAMPLE_READ)
		read_values(&b, event->read_format, fields);
	fields->has_chain = type & SAMPLE_CALLCHAIN;
	if (type & SAMPLE_CALLCHAIN)
		fields->chain = bytes_items(&b, bytes_u64(&b), 8);
	if (type & SAMPLE_RAW)
		fields->raw = bytes_take(&b, bytes_u32(&b));
	if (type & SAMPLE_BRANCH_STACK)
		read_branches(&b, event, fields);
	read_user_state(&b, event, fields);
	return !b.is_short;
}

/*
 * The event whose format the fields at the end of a record have, or NULL when
 * there are none.
 */
static const struct event *event_of_other(const struct events *events,
					  const struct record *record,
					  bool swapped)
{
	const struct event *event = events->items;
	fg_str body = record->body;
	event_number number;

	if (events->count == 0 || !(event->flags & ATTR_SAMPLE_ID_ALL))
		return NULL;
	if (events->count == 1 || !events->is_mixed ||
	    !(event->sample_type & SAMPLE_IDENTIFIER) || body.n < 8)
		return event;
	number = events_find(events, bytes_at64(body.p + body.n - 8, swapped));
	return number == IDMAP_NONE ? event : &events->items[number];
}

static bool cut_end(const struct event *event, fg_str *body, struct bytes *b)
{
	enum {
		AT_END = SAMPLE_TID | SAMPLE_TIME | SAMPLE_ID |
			 SAMPLE_STREAM_ID | SAMPLE_CPU | SAMPLE_IDENTIFIER,
	};
	size_t size = bits(event->sample_type & AT_END) * 8;

	if (size > body->n)
		return false;
	b->rest = fg_slice(*body, body->n - size, body->n);
	body->n -= size;
	return true;
}

void fields_of_other(const struct events *events, struct record *record,
		     bool swapped, struct fields *fields)
{
	const struct event *event = event_of_other(events, record, swapped);
	struct bytes b = { .swapped = swapped };

	*fields = (struct fields){ .event = IDMAP_NONE };
	if (!event || !cut_end(event, &record->body, &b))
		return;
	if (event->sample_type & SAMPLE_TID)
		read_task(&b, fields);
	fields->has_time = event->sample_type & SAMPLE_TIME;
	if (event->sample_type & SAMPLE_TIME)
		fields->time = bytes_u64(&b);
	if (event->sample_type & SAMPLE_ID)
		fields->id = bytes_u64(&b);
	if (event->sample_type & SAMPLE_STREAM_ID)
		bytes_skip(&b, 8);
	fields->has_cpu = event->sample_type & SAMPLE_CPU;
	if (event->sample_type & SAMPLE_CPU)
		fields->cpu = bytes_u32(&b);
}

bool fields_time(const struct events *events, const struct record *record,
		 bool swapped, uint64_t *time)
{
	struct bytes b = { .rest = record->body, .swapped = swapped };
	struct record copy = *record;
	struct fields fields = { 0 };

	if (record->type == FG_RECORD_SAMPLE) {
		event_number number = event_of_sample(events, b);
		enum {
			HEAD = SAMPLE_IDENTIFIER | SAMPLE_IP | SAMPLE_TID |
			       SAMPLE_TIME
		};

		if (number == IDMAP_NONE)
			return false;
		read_head(&b, events->items[number].sample_type & HEAD,
			  &fields);
	} else {
		fields_of_other(events, &copy, swapped, &fields);
	}
	*time = fields.time;
	return fields.has_time && fields.time != 0 && fields.time != UINT64_MAX;
}

bool fields_is_group(const struct event *event)
{
	return (event->sample_type & SAMPLE_READ) &&
	       (event->read_format & READ_GROUP) &&
	       (event->read_format & READ_ID);
}

bool fields_next_value(const struct event *event, bool swapped, fg_str *read,
		       struct group_value *value)
{
	struct bytes b = { .rest = *read, .swapped = swapped };

	if (read->n == 0)
		return false;
	value->value = bytes_u64(&b);
	value->id = bytes_u64(&b);
	if (event->read_format & READ_LOST)
		bytes_skip(&b, 8);
	*read = b.rest;
	return !b.is_short;
}
