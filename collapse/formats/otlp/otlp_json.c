/* SPDX-License-Identifier: MIT */
#include "otlp_json.h"

#include <string.h>

#include "fg/text.h"
#include "input/protobuf.h"
#include "otlp_layout.h"

enum kind {
	END,
	MESSAGE, /* an object */
	NUMBER, /* also as text, as JSON has 64 bits; true is 1 */
	TEXT,
	DOUBLE,
	EXPERIMENTAL, /* only v1experimental has it */
};

/* One member that is read. */
struct member {
	const char *name; /* of the .proto file, without '_' */
	uint8_t number;
	enum kind kind;
	const struct member *members; /* of a MESSAGE; NULL: a container */
	bool is_container; /* what it has so far is of use if it is cut */
};

static const struct member type_members[] = {
	{ .name = "typestrindex", .number = 1, .kind = NUMBER },
	{ .name = "unitstrindex", .number = 2, .kind = NUMBER },
	{ .kind = END },
};

static const struct member value_members[] = {
	{ .name = "stringvalue", .number = 1, .kind = TEXT },
	{ .name = "boolvalue", .number = 2, .kind = NUMBER },
	{ .name = "intvalue", .number = 3, .kind = NUMBER },
	{ .name = "doublevalue", .number = 4, .kind = DOUBLE },
	{ .name = "stringvaluestrindex", .number = 8, .kind = NUMBER },
	{ .kind = END },
};

/* KeyValue, and KeyValueAndUnit, whose unit has the number of keyStrindex. */
static const struct member attribute_members[] = {
	{ .name = "key", .number = 1, .kind = TEXT },
	{ .name = "value",
	  .number = 2,
	  .kind = MESSAGE,
	  .members = value_members },
	{ .name = "keystrindex", .number = 1, .kind = NUMBER },
	{ .name = "unitstrindex", .number = 3, .kind = NUMBER },
	{ .kind = END },
};

static const struct member resource_members[] = {
	{ .name = "attributes",
	  .number = 1,
	  .kind = MESSAGE,
	  .members = attribute_members },
	{ .kind = END },
};

static const struct member scope_members[] = {
	{ .name = "name", .number = 1, .kind = TEXT },
	{ .name = "version", .number = 2, .kind = TEXT },
	{ .name = "attributes",
	  .number = 3,
	  .kind = MESSAGE,
	  .members = attribute_members },
	{ .kind = END },
};

static const struct member sample_members[] = {
	{ .name = "stackindex", .number = OTLP_STACK, .kind = NUMBER },
	{ .name = "locationsstartindex", .number = OTLP_FIRST, .kind = NUMBER },
	{ .name = "locationslength", .number = OTLP_COUNT, .kind = NUMBER },
	{ .name = "value", .number = OTLP_VALUES, .kind = NUMBER },
	{ .name = "values", .number = OTLP_VALUES, .kind = NUMBER },
	{ .name = "attributeindices", .number = OTLP_LABELS, .kind = NUMBER },
	{ .name = "timestampsunixnano", .number = OTLP_TIMES, .kind = NUMBER },
	{ .kind = END },
};

static const struct member mapping_members[] = {
	{ .name = "memorystart", .number = 1, .kind = NUMBER },
	{ .name = "fileoffset", .number = 3, .kind = NUMBER },
	{ .name = "filenamestrindex", .number = 4, .kind = NUMBER },
	{ .name = "attributeindices", .number = 5, .kind = NUMBER },
	{ .kind = END },
};

static const struct member line_members[] = {
	{ .name = "functionindex", .number = 1, .kind = NUMBER },
	{ .name = "line", .number = 2, .kind = NUMBER },
	{ .kind = END },
};

static const struct member location_members[] = {
	{ .name = "mappingindex", .number = 1, .kind = NUMBER },
	{ .name = "address", .number = 2, .kind = NUMBER },
	{ .name = "line",
	  .number = 3,
	  .kind = MESSAGE,
	  .members = line_members },
	{ .name = "lines",
	  .number = 3,
	  .kind = MESSAGE,
	  .members = line_members },
	{ .name = "attributeindices", .number = 4, .kind = NUMBER },
	{ .kind = END },
};

static const struct member function_members[] = {
	{ .name = "namestrindex", .number = 1, .kind = NUMBER },
	{ .name = "systemnamestrindex", .number = 2, .kind = NUMBER },
	{ .name = "filenamestrindex", .number = 3, .kind = NUMBER },
	{ .kind = END },
};

static const struct member stack_members[] = {
	{ .name = "locationindices", .number = 1, .kind = NUMBER },
	{ .kind = END },
};

#define TABLES                                                                \
	{ .name = "mappingtable",                                             \
	  .number = OTLP_MODULES,                                             \
	  .kind = MESSAGE,                                                    \
	  .members = mapping_members },                                       \
		{ .name = "locationtable",                                    \
		  .number = OTLP_LOCATIONS,                                   \
		  .kind = MESSAGE,                                            \
		  .members = location_members },                              \
		{ .name = "functiontable",                                    \
		  .number = OTLP_FUNCTIONS,                                   \
		  .kind = MESSAGE,                                            \
		  .members = function_members },                              \
		{ .name = "stringtable",                                      \
		  .number = OTLP_STRINGS,                                     \
		  .kind = TEXT },                                             \
		{ .name = "attributetable",                                   \
		  .number = OTLP_ATTRIBUTES,                                  \
		  .kind = MESSAGE,                                            \
		  .members = attribute_members },                             \
	{                                                                     \
		.name = "stacktable", .number = OTLP_STACKS, .kind = MESSAGE, \
		.members = stack_members                                      \
	}

static const struct member dictionary_members[] = { TABLES, { .kind = END } };

static const struct member profile_members[] = {
	{ .name = "sampletype",
	  .number = OTLP_TYPES,
	  .kind = MESSAGE,
	  .members = type_members },
	{ .name = "sample",
	  .number = OTLP_SAMPLES,
	  .kind = MESSAGE,
	  .members = sample_members },
	{ .name = "samples",
	  .number = OTLP_SAMPLES,
	  .kind = MESSAGE,
	  .members = sample_members },
	{ .name = "locationindices", .number = OTLP_INDICES, .kind = NUMBER },
	{ .name = "timenanos", .number = OTLP_TIME, .kind = NUMBER },
	{ .name = "timeunixnano", .number = OTLP_TIME, .kind = NUMBER },
	{ .name = "defaultsampletypestrindex",
	  .number = OTLP_DEFAULT_NAME,
	  .kind = NUMBER },
	{ .name = "defaultsampletypeindex",
	  .number = OTLP_DEFAULT_INDEX,
	  .kind = NUMBER },
	{ .name = "attributeindices", .number = OTLP_LABELS, .kind = NUMBER },
	{ .name = "attributes",
	  .number = OTLP_OWN_LABELS,
	  .kind = MESSAGE,
	  .members = attribute_members },
	{ .name = "profile", .kind = EXPERIMENTAL },
	TABLES,
	{ .kind = END },
};

static const struct member scope_profiles_members[] = {
	{ .name = "scope",
	  .number = 1,
	  .kind = MESSAGE,
	  .members = scope_members },
	{ .name = "profiles",
	  .number = 2,
	  .kind = MESSAGE,
	  .members = profile_members,
	  .is_container = true },
	{ .kind = END },
};

static const struct member resource_profiles_members[] = {
	{ .name = "resource",
	  .number = 1,
	  .kind = MESSAGE,
	  .members = resource_members },
	{ .name = "scopeprofiles",
	  .number = 2,
	  .kind = MESSAGE,
	  .members = scope_profiles_members,
	  .is_container = true },
	{ .kind = END },
};

static const struct member data_members[] = {
	{ .name = "resourceprofiles",
	  .number = OTLP_RESOURCES,
	  .kind = MESSAGE,
	  .members = resource_profiles_members,
	  .is_container = true },
	{ .name = "dictionary",
	  .number = OTLP_DICTIONARY,
	  .kind = MESSAGE,
	  .members = dictionary_members,
	  .is_container = true },
	TABLES,
	{ .kind = END },
};

/* The deepest are the members of a label of a resource or scope. */
enum { DEPTH = 8, LENGTH_BYTES = 5 };

/* An object that is being read. */
struct open {
	const struct member *self; /* NULL: the outermost */
	const struct member *members;
	size_t start; /* of its field in the message */
	size_t length_at; /* five bytes for its length */
	const struct member *items; /* of the array that is open, or NULL */
};

struct writer {
	struct json *json;
	struct fg_buffer *to;
	struct open open[DEPTH];
	size_t depth;
	bool is_refused;
};

static void put_key(struct fg_buffer *to, const struct member *m, unsigned wire)
{
	pb_put_varint(to, (uint64_t)m->number << 3 | wire);
}

/* "stringTable" and "string_table" are "stringtable". */
static bool is_name(fg_str key, const char *name)
{
	for (size_t i = 0; i < key.n; i++) {
		char c = key.p[i];

		if (c == '_')
			continue;
		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		if (c != *name++)
			return false;
	}
	return *name == '\0';
}

static const struct member *find(const struct member *members, fg_str key)
{
	while (members->kind != END && !is_name(key, members->name))
		members++;
	return members->kind == END ? NULL : members;
}

/* "-12", or a number without sign up to 64 bits. */
static bool parse_number(fg_str text, uint64_t *value)
{
	bool negative = text.n > 0 && *text.p == '-';

	if (!fg_parse_u64(fg_slice(text, negative, text.n), value))
		return false;
	if (negative)
		*value = -*value;
	return true;
}

static void put_number(struct writer *w, const struct member *m)
{
	uint64_t value = 0;
	int64_t number;
	bool truth;
	fg_str text;

	switch (json_peek(w->json)) {
	case JSON_NUMBER:
		if (!json_int(w->json, &number))
			return;
		value = (uint64_t)number;
		break;
	case JSON_TRUE:
	case JSON_FALSE:
		if (!json_bool(w->json, &truth))
			return;
		value = truth;
		break;
	default:
		if (!json_string(w->json, &text) || !parse_number(text, &value))
			return;
	}
	pb_put_number(w->to, m->number, value);
}

static void put_text(struct writer *w, const struct member *m)
{
	fg_str text = { "", 0 };

	if (!json_string(w->json, &text))
		return;
	pb_put_bytes(w->to, m->number, text);
}

static void put_double(struct writer *w, const struct member *m)
{
	enum { DECIMALS = 9 };
	int64_t fixed;
	double value;
	char bytes[sizeof value];

	if (!json_fixed(w->json, DECIMALS, &fixed))
		return;
	value = (double)fixed / 1e9;
	memcpy(bytes, &value, sizeof bytes);
	put_key(w->to, m, 1);
	for (size_t i = 0; i < sizeof bytes; i++) {
		/* the lowest byte first, as protocol buffers have it */
		uint64_t bits;

		memcpy(&bits, &value, sizeof bits);
		bytes[i] = (char)(bits >> 8 * i);
	}
	fg_buffer_append(w->to, (fg_str){ bytes, sizeof bytes });
}

static void begin_object(struct writer *w, const struct member *m)
{
	struct open *open;

	if (w->depth == DEPTH || !json_object(w->json))
		return;
	open = &w->open[w->depth++];
	*open = (struct open){ .self = m, .members = m->members };
	open->start = w->to->n;
	put_key(w->to, m, 2);
	open->length_at = w->to->n;
	fg_buffer_append(w->to, (fg_str){ "\0\0\0\0\0", LENGTH_BYTES });
}

/* Fills in the length, in as many bytes as were kept free for it. */
static void end_object(struct writer *w)
{
	const struct open *open = &w->open[--w->depth];
	uint64_t size;

	if (!open->self)
		return;
	if (json_ended(w->json) && !open->self->is_container) {
		w->to->n = open->start;
		return;
	}
	size = w->to->n - open->length_at - LENGTH_BYTES;
	for (unsigned i = 0; i < LENGTH_BYTES; i++) {
		unsigned more = i + 1 < LENGTH_BYTES ? 128 : 0;

		w->to->p[open->length_at + i] =
			(char)((size >> 7 * i & 127) | more);
	}
}

static void put_value(struct writer *w, const struct member *m)
{
	switch (m->kind) {
	case MESSAGE:
		begin_object(w, m);
		break;
	case NUMBER:
		put_number(w, m);
		break;
	case TEXT:
		put_text(w, m);
		break;
	case DOUBLE:
		put_double(w, m);
		break;
	default:
		w->is_refused = true;
	}
}

/* One member, item or end of what is open. */
static void step(struct writer *w)
{
	struct open *open = &w->open[w->depth - 1];
	const struct member *m = open->items;
	fg_str key;

	if (m) {
		if (json_item(w->json))
			put_value(w, m);
		else
			open->items = NULL;
		return;
	}
	if (!json_key(w->json, &key)) {
		end_object(w);
		return;
	}
	m = find(open->members, key);
	if (m && json_peek(w->json) == JSON_ARRAY)
		open->items = json_array(w->json) ? m : NULL;
	else if (m)
		put_value(w, m);
}

void otlp_json_read(struct json *json, struct fg_buffer *message,
		    bool *is_refused)
{
	struct writer w = { .json = json, .to = message };

	if (json_object(json))
		w.open[w.depth++] = (struct open){ .members = data_members };
	while (w.depth > 0)
		step(&w);
	*is_refused = w.is_refused;
}
