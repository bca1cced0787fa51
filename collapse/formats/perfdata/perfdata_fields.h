/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_FIELDS_H
#define PERFDATA_FIELDS_H

#include "perfdata_attr.h"
#include "perfdata_stream.h"

/*
 * The used fields of a sample, in the order of PERF_RECORD_SAMPLE in
 * <linux/perf_event.h>, and the fields at the end of all other records of the
 * kernel (sample_id).
 */
struct fields {
	event_number event; /* IDMAP_NONE: not known */
	uint64_t ip, time, id, period;
	uint32_t pid, tid, cpu;
	bool has_time, has_cpu, has_tid, has_period;
	fg_str read; /* of READ, for fields_next_value() */
	bool has_chain;
	fg_str chain; /* addresses, 8 bytes each */
	fg_str raw; /* the data of a tracepoint */
	bool is_call_stack; /* the branches are a call stack */
	fg_str branches; /* from, to, flags: 24 bytes each */
	uint64_t regs_abi; /* 0: none */
	uint64_t regs_mask; /* which registers */
	fg_str regs; /* 8 bytes for each bit of the mask */
	fg_str stack; /* a copy of the user's stack, from its pointer on */
	bool stack_is_whole; /* the whole stack was copied */
};

/*
 * Reads a SAMPLE; false when it is shorter than its fields, or its event is
 * not known.
 */
bool fields_of_sample(const struct events *events, const struct record *record,
		      bool swapped, struct fields *fields);

/*
 * Reads the fields at the end of another record: time, pid, tid, cpu, and cuts
 * them off record->body. If the recorder wrote none, all stay 0.
 */
void fields_of_other(const struct events *events, struct record *record,
		     bool swapped, struct fields *fields);

/* Only the time of either kind; false when it has none. */
bool fields_time(const struct events *events, const struct record *record,
		 bool swapped, uint64_t *time);

/* A counter's value in a sample of a group of events. */
struct group_value {
	uint64_t value, id;
};

/* Whether a sample's READ has values of a whole group. */
bool fields_is_group(const struct event *event);

/* Takes the next value off *read, which is fields.read at first. */
bool fields_next_value(const struct event *event, bool swapped, fg_str *read,
		       struct group_value *value);

#endif
