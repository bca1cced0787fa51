/* SPDX-License-Identifier: MIT */
#include "perfdata_setup.h"

static void on_attr(struct recording *r, const struct record *record)
{
	enum { SIZE_AT = 4, FIRST_SIZE = 64 };
	struct bytes b = recording_bytes(r, record), size = b;
	struct bytes attr = b;
	uint32_t n;

	bytes_skip(&size, SIZE_AT);
	n = bytes_u32(&size);
	attr.rest = bytes_take(&b, n > 0 ? n : FIRST_SIZE);
	if (events_add(&r->events, attr))
		events_add_ids(&r->events, (event_number)(r->events.count - 1),
			       b);
	else
		recording_note_strange(r, record);
}

static void on_event_update(struct recording *r, const struct record *record)
{
	enum { NAME = 2 };
	struct bytes b = recording_bytes(r, record);
	uint64_t what = bytes_u64(&b);
	event_number event = events_find(&r->events, bytes_u64(&b));

	if (what == NAME && event != IDMAP_NONE)
		events_name(&r->events, event, bytes_text(&b));
}

static void on_feature(struct recording *r, const struct record *record)
{
	struct bytes b = recording_bytes(r, record);
	uint64_t which = bytes_u64(&b);

	if (which < FEATURES)
		features_read(&r->features, &r->events, (unsigned)which, b);
}

static void on_tracing_data(struct recording *r, const struct record *record)
{
	features_read(&r->features, &r->events, FG_FEATURE_TRACING_DATA,
		      recording_bytes(r, record));
	offcpu_learn(&r->offcpu, fg_buffer_text(&r->features.tracing));
}

static void on_build_id(struct recording *r, const struct record *record)
{
	features_add_build_id(&r->features, record->misc,
			      recording_bytes(r, record));
}

void setup_record(struct recording *r, const struct record *record)
{
	switch (record->type) {
	case FG_RECORD_ATTR:
		on_attr(r, record);
		break;
	case FG_RECORD_EVENT_UPDATE:
		on_event_update(r, record);
		break;
	case FG_RECORD_FEATURE:
		on_feature(r, record);
		break;
	case FG_RECORD_TRACING_DATA:
		on_tracing_data(r, record);
		break;
	case FG_RECORD_BUILD_ID:
		on_build_id(r, record);
		break;
	default:
		break;
	}
}
