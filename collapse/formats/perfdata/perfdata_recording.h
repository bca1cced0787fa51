/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_RECORDING_H
#define PERFDATA_RECORDING_H

#include "format.h"
#include "perfdata_deferred.h"
#include "perfdata_fold.h"
#include "perfdata_header.h"
#include "perfdata_offcpu.h"
#include "perfdata_parts.h"

/*
 * One recording, while it is read:
 *
 *	stream: bytes to records -> order: by time -> recording: what each says
 *	-> tasks, modules: who has what in its memory -> fold: stacks of places
 */

/* Counts of a recording, for messages. */
struct recording_counts {
	uint64_t samples; /* all of them */
	uint64_t filtered; /* dropped by --time and similar options */
	uint64_t lost; /* records that the recorder lost */
	uint64_t unjoined; /* samples whose user chain never came */
	uint64_t strange; /* records without an event, or too short */
	uint64_t first_strange; /* its position */
	bool has_periods;
	bool has_clock; /* there are samples of time on the CPU */
};

struct recording {
	const struct collapse_options *options;
	struct parts parts;
	struct stream *stream; /* of the first part, which has the header */
	struct header header;
	struct events events;
	struct features features;
	struct tasks tasks;
	struct modules modules;
	struct names names;
	struct samples *samples;
	struct folding folding;
	struct offcpu offcpu; /* with --off-cpu and --wall-clock */
	event_number clock; /* the event that is time on the CPU */
	struct deferred deferred;
	struct recording_counts counts;
	uint64_t *event_samples; /* by event */
	size_t event_room;
	struct group_last *groups; /* by id: values of groups of events */
	size_t group_count, group_room;
	struct idmap group_ids;
};

void recording_init(struct recording *recording, struct collapse *c);
void recording_free(struct recording *recording);

/* Reads all of c->in; fails when it is not a recording that can be read. */
FG_MUST_USE fg_status recording_read(struct recording *recording,
				     struct collapse *c);

/* A record's bytes, in the recorder's order. */
struct bytes recording_bytes(const struct recording *recording,
			     const struct record *record);

/* Counts a record that was not understood. */
void recording_note_strange(struct recording *recording,
			    const struct record *record);

#endif
