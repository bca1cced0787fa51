/* SPDX-License-Identifier: MIT */
/*
 * All signals begin alike, with a resource and its scopes:
 *
 *	ResourceX { Resource resource = 1; repeated ScopeX scope_x = 2; }
 *	ScopeX { InstrumentationScope scope = 1; repeated X x = 2; }
 *
 * They differ in field 1 of what is inside:
 *
 *	Profile		{ ValueType { numbers }; Sample { numbers } }
 *	 of 1.3		{ bytes profile_id (16); fixed64 start }
 *	Span		{ bytes trace_id (16); bytes span_id (8) }
 *	Metric		{ string name; string description; }
 *	LogRecord	{ fixed64 time; number severity; }
 */
#include "otlp_detect.h"

#include "fg/text.h"
#include "input/json.h"
#include "input/protobuf.h"

enum { ID_BYTES = 16 };

size_t otlp_prefix(fg_str text, size_t *size)
{
	enum { PREFIX = 4, RESOURCES = 0x0a, DICTIONARY = 0x12 };
	size_t n = 0;

	*size = text.n;
	if (text.n <= PREFIX || *text.p != '\0' ||
	    (text.p[PREFIX] != RESOURCES && text.p[PREFIX] != DICTIONARY))
		return 0;
	for (size_t i = 0; i < PREFIX; i++)
		n = n << 8 | (unsigned char)text.p[i];
	*size = n < text.n - PREFIX ? n : text.n - PREFIX;
	return PREFIX;
}

/* Whether all fields are numbers of 1 to `most`. */
static bool is_numbers(fg_str bytes, uint32_t most)
{
	struct pb part = { bytes, false };
	struct pb_field f;

	while (pb_next(&part, &f)) {
		if (f.number > most || f.wire != PB_VARINT)
			return false;
	}
	return !part.damaged;
}

/* Whether it has the fields of a sample of any version. */
static bool is_sample(fg_str bytes)
{
	struct pb part = { bytes, false };
	struct pb_field f;

	while (pb_next(&part, &f)) {
		if (f.number > 6)
			return false;
	}
	return bytes.n > 0;
}

static bool is_text(fg_str bytes)
{
	for (size_t i = 0; i < bytes.n; i++) {
		if ((unsigned char)bytes.p[i] < ' ')
			return false;
	}
	return bytes.n > 0;
}

/* What the first fields of X have. */
struct shape {
	bool types, samples, id, span_id, name, data, time;
	bool fixed_2; /* field 2 is a time */
};

static void add_field(struct shape *s, const struct pb_field *f, bool whole)
{
	bool is_bytes = pb_is_bytes(f);

	if (f->number == 1 && is_bytes) {
		s->types |= f->bytes.n > 0 && is_numbers(f->bytes, 3);
		s->id |= f->bytes.n == ID_BYTES;
		s->name |= is_text(f->bytes);
	} else if (f->number == 2 && is_bytes) {
		s->samples |= is_sample(f->bytes);
		s->span_id |= f->bytes.n == ID_BYTES / 2;
	} else if (f->number == 2) {
		s->fixed_2 |= f->wire == PB_FIXED64;
	} else if (f->number == 7 && f->wire == PB_FIXED64) {
		s->span_id = true;
	}
	s->data |= is_bytes && f->number >= 5 && f->number <= 11 && whole;
	s->time |= f->wire == PB_FIXED64 && (f->number == 1 || f->number == 11);
}

static enum otlp_signal signal_of(fg_str bytes)
{
	struct pb message = { bytes, false };
	struct shape s = { 0 };
	struct pb_field f;

	while (pb_next_part(&message, &f))
		add_field(&s, &f, !message.damaged);
	if (s.time)
		return OTLP_LOGS;
	if (s.types && (s.samples || !s.span_id))
		return OTLP_PROFILES;
	if (s.id && s.fixed_2)
		return OTLP_PROFILES;
	if (s.id && s.span_id)
		return OTLP_TRACES;
	return s.name && s.data ? OTLP_METRICS : OTLP_NONE;
}

/* What the first X below `bytes`, a ResourceX, is; there are two levels. */
static enum otlp_signal below(fg_str bytes)
{
	struct pb resource = { bytes, false };
	struct pb_field outer, inner;

	while (pb_next_part(&resource, &outer)) {
		struct pb scope = { outer.bytes, false };

		if (outer.number > 3 && outer.number != 1000)
			return OTLP_NONE;
		if (!pb_is_bytes(&outer))
			return OTLP_NONE;
		if (outer.number != 2)
			continue;
		while (pb_next_part(&scope, &inner)) {
			enum otlp_signal found;

			if (inner.number > 3 || !pb_is_bytes(&inner))
				return OTLP_NONE;
			if (inner.number != 2)
				continue;
			found = signal_of(inner.bytes);
			if (found != OTLP_NONE)
				return found;
		}
	}
	return OTLP_NONE;
}

/* Whether it begins as a dictionary, which has its modules first. */
static bool is_dictionary(fg_str bytes)
{
	struct pb message = { bytes, false };
	struct pb_field f;
	size_t fitting = 0;

	while (pb_next_part(&message, &f)) {
		if (f.number > 7 || !pb_is_bytes(&f))
			return false;
		if (f.number == 3 && !message.damaged) {
			if (!is_numbers(f.bytes, 4))
				return false;
			fitting++;
		}
		fitting += f.number == 5 && is_text(f.bytes);
	}
	return fitting > 2;
}

static enum otlp_signal detect_protobuf(fg_str head)
{
	struct pb message;
	struct pb_field f;
	size_t size, prefix = otlp_prefix(head, &size);
	bool has_dictionary = false;

	head = fg_slice(head, prefix, prefix + size);
	message = (struct pb){ head, false };
	while (pb_next_part(&message, &f)) {
		enum otlp_signal found;

		if (!pb_is_bytes(&f))
			return OTLP_NONE;
		if (f.number == 2)
			has_dictionary |= is_dictionary(f.bytes);
		if (f.number != 1)
			continue;
		found = below(f.bytes);
		if (found != OTLP_NONE)
			return found;
	}
	return has_dictionary ? OTLP_PROFILES : OTLP_NONE;
}

static enum otlp_signal detect_json(fg_str head)
{
	static const char *const paths[] = {
		".resourceProfiles",
		".resource_profiles",
		".dictionary.stringTable",
		".dictionary.string_table",
		".dictionary.mappingTable",
		".dictionary.mapping_table",
		".resourceSpans",
		".resource_spans",
		".resourceMetrics",
		".resource_metrics",
		".resourceLogs",
		".resource_logs",
		NULL,
	};
	unsigned found = json_head_find(head, paths);

	if (found & 0x3f)
		return OTLP_PROFILES;
	if (found & 3u << 6)
		return OTLP_TRACES;
	if (found & 3u << 8)
		return OTLP_METRICS;
	return found & 3u << 10 ? OTLP_LOGS : OTLP_NONE;
}

enum otlp_signal otlp_detect(fg_str head)
{
	if (json_head_is(head))
		return detect_json(head);
	return detect_protobuf(head);
}
