/* SPDX-License-Identifier: MIT */
#include "perfdata_attr.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "fg/text.h"

enum { ATTR_SIZE_MIN = 64, PRECISE_SHIFT = 15 };

/*
 * Reverses the order of the bits: bit-fields of C depend on the recorder's
 * byte order.
 */
static uint64_t reverse_bits(uint64_t x)
{
	uint64_t y = 0;

	for (unsigned i = 0; i < 64; i++)
		y |= (x >> i & 1) << (63 - i);
	return y;
}

static bool is_big_endian(bool swapped)
{
	const uint16_t one = 1;
	bool ours = *(const unsigned char *)&one == 0;

	return ours != swapped;
}

bool events_add(struct events *events, struct bytes attr)
{
	struct event event = { 0 };
	size_t size = attr.rest.n;
	uint64_t period;

	if (size < ATTR_SIZE_MIN)
		return false;
	event.type = bytes_u32(&attr);
	bytes_skip(&attr, 4); /* its size */
	event.config = bytes_u64(&attr);
	period = bytes_u64(&attr);
	event.sample_type = bytes_u64(&attr);
	event.read_format = bytes_u64(&attr);
	event.flags = bytes_u64(&attr);
	if (is_big_endian(attr.swapped))
		event.flags = reverse_bits(event.flags);
	event.period = event.flags & ATTR_FREQUENCY ? 1 : period;
	bytes_skip(&attr, 24); /* wakeup, breakpoint, config1, config2 */
	event.branch_sample_type = bytes_u64(&attr);
	event.regs_user = bytes_u64(&attr);
	bytes_skip(&attr, 8); /* stack size, clock id */
	event.regs_intr = bytes_u64(&attr);
	FG_RESERVE(&events->items, &events->room, events->count + 1);
	events->items[events->count++] = event;
	events->is_mixed |= event.sample_type != events->items[0].sample_type;
	return true;
}

void events_add_ids(struct events *events, event_number event, struct bytes ids)
{
	while (ids.rest.n >= 8)
		idmap_add(&events->ids, bytes_u64(&ids), event);
}

event_number events_find(const struct events *events, uint64_t id)
{
	return idmap_find(&events->ids, id);
}

void events_name(struct events *events, event_number event, fg_str name)
{
	struct fg_buffer *to = &events->items[event].name;

	to->n = 0;
	fg_buffer_append(to, name);
}

/* The names of <linux/perf_event.h>'s general events, as perf prints them. */
static const char *general_name(const struct event *event)
{
	static const char *const hardware[] = {
		"cycles",
		"instructions",
		"cache-references",
		"cache-misses",
		"branches",
		"branch-misses",
		"bus-cycles",
		"stalled-cycles-frontend",
		"stalled-cycles-backend",
		"ref-cycles",
	};
	static const char *const software[] = {
		"cpu-clock",	    "task-clock",
		"page-faults",	    "context-switches",
		"cpu-migrations",   "minor-faults",
		"major-faults",	    "alignment-faults",
		"emulation-faults", "dummy",
		"bpf-output",	    "cgroup-switches",
	};
	enum { HARDWARE, SOFTWARE };
	/* the upper half is the kind of core of a hybrid processor */
	uint64_t config = event->config & UINT32_MAX;

	if (event->type == HARDWARE &&
	    config < sizeof hardware / sizeof *hardware)
		return hardware[config];
	if (event->type == SOFTWARE &&
	    config < sizeof software / sizeof *software)
		return software[config];
	return NULL;
}

/*
 * Appends ":u", ":kppp": the modifiers that perf prints after the name of such
 * an event.
 */
static void append_modifiers(struct fg_buffer *name, const struct event *event)
{
	bool user = !(event->flags & ATTR_EXCLUDE_USER);
	bool kernel = !(event->flags & ATTR_EXCLUDE_KERNEL);
	bool hypervisor = !(event->flags & ATTR_EXCLUDE_HV);
	unsigned precise = (unsigned)(event->flags >> PRECISE_SHIFT & 3);
	bool all = user && kernel && hypervisor;

	if (!all || precise > 0)
		fg_buffer_append(name, FG_STR(":"));
	if (!all && user)
		fg_buffer_append(name, FG_STR("u"));
	if (!all && kernel)
		fg_buffer_append(name, FG_STR("k"));
	if (!all && hypervisor)
		fg_buffer_append(name, FG_STR("h"));
	while (precise-- > 0)
		fg_buffer_append(name, FG_STR("p"));
}

void events_name_all(struct events *events)
{
	for (size_t i = 0; i < events->count; i++) {
		struct event *event = &events->items[i];
		const char *general = general_name(event);
		char text[64];

		if (event->name.n > 0)
			continue;
		snprintf(text, sizeof text, "event-%" PRIu32 "-%" PRIx64,
			 event->type, event->config);
		fg_buffer_append(&event->name,
				 fg_from_c(general ? general : text));
		append_modifiers(&event->name, event);
	}
}

void events_free(struct events *events)
{
	for (size_t i = 0; i < events->count; i++)
		free(events->items[i].name.p);
	free(events->items);
	idmap_free(&events->ids);
}
