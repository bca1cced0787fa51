/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_ATTR_H
#define PERFDATA_ATTR_H

#include "fg/alloc.h"
#include "input/idmap.h"
#include "perfdata_bytes.h"

/*
 * The recorded events: one for each struct perf_event_attr of the file.
 * Records name their event by an id; an event has one id per processor.
 */
struct event {
	uint32_t type;
	uint64_t config;
	uint64_t period; /* of samples that do not have their own */
	uint64_t sample_type, read_format, flags;
	uint64_t branch_sample_type, regs_user, regs_intr;
	struct fg_buffer name; /* as perf prints it; empty: not known yet */
};

/* Bits of sample_type, in <linux/perf_event.h> PERF_SAMPLE_... */
enum sample_bits {
	SAMPLE_IP = 1 << 0,
	SAMPLE_TID = 1 << 1,
	SAMPLE_TIME = 1 << 2,
	SAMPLE_ADDR = 1 << 3,
	SAMPLE_READ = 1 << 4,
	SAMPLE_CALLCHAIN = 1 << 5,
	SAMPLE_ID = 1 << 6,
	SAMPLE_CPU = 1 << 7,
	SAMPLE_PERIOD = 1 << 8,
	SAMPLE_STREAM_ID = 1 << 9,
	SAMPLE_RAW = 1 << 10,
	SAMPLE_BRANCH_STACK = 1 << 11,
	SAMPLE_REGS_USER = 1 << 12,
	SAMPLE_STACK_USER = 1 << 13,
	SAMPLE_IDENTIFIER = 1 << 16,
};

/* Bits of the attribute's flags. */
#define ATTR_EXCLUDE_USER (UINT64_C(1) << 4)
#define ATTR_EXCLUDE_KERNEL (UINT64_C(1) << 5)
#define ATTR_EXCLUDE_HV (UINT64_C(1) << 6)
#define ATTR_FREQUENCY (UINT64_C(1) << 10)
#define ATTR_SAMPLE_ID_ALL (UINT64_C(1) << 18)

/* Bits of branch_sample_type. */
enum {
	BRANCH_CALL_STACK = 1 << 11,
	BRANCH_HW_INDEX = 1 << 17,
	BRANCH_COUNTERS = 1 << 19,
};

struct events {
	struct event *items;
	size_t count, room;
	struct idmap ids; /* of records, to events */
	bool is_mixed; /* not all have the same sample_type */
};

/* The number of an event; IDMAP_NONE: no event. */
typedef uint32_t event_number;

/*
 * Reads a struct perf_event_attr of any size; `attr` must contain only it.
 * False when it is damaged. The event's number is events->count - 1.
 */
bool events_add(struct events *events, struct bytes attr);

/*
 * Gives the ids, 8 bytes each, to the event. The first owner of an id keeps
 * it.
 */
void events_add_ids(struct events *events, event_number event,
		    struct bytes ids);

/* The event of that id, or IDMAP_NONE. */
event_number events_find(const struct events *events, uint64_t id);

void events_name(struct events *events, event_number event, fg_str name);

/* Names all events without a name by type and config: "cpu-clock:u". */
void events_name_all(struct events *events);

void events_free(struct events *events);

#endif
