/* SPDX-License-Identifier: MIT */
/*
 * The profiles of OpenTelemetry (OTLP), as a protocol buffer or as JSON:
 * ProfilesData, or the request that exports it. One in JSON, shortened:
 *
 *	{"resourceProfiles": [{"resource": {}, "scopeProfiles": [{"profiles": [{
 *	   "sampleType": {"typeStrindex": 1, "unitStrindex": 2},
 *	   "samples": [{"stackIndex": 1, "values": ["30"]}]}]}]}],
 *	 "dictionary": {
 *	   "stringTable": ["", "cpu", "nanoseconds", "main", "run"],
 *	   "functionTable": [{}, {"nameStrindex": 3}, {"nameStrindex": 4}],
 *	   "locationTable": [{}, {"lines": [{"functionIndex": 1}]},
 *	                     {"lines": [{"functionIndex": 2}]}],
 *	   "stackTable": [{}, {"locationIndices": [2, 1]}]}}
 *
 * Stacks have the leaf first, and so have the lines of a location, as in
 * pprof. otlp_layout.h has the versions. The collector's file exporter writes
 * many messages into one file: lines of JSON, or protocol buffers each after
 * four bytes with its length. https://github.com/open-telemetry/
 * opentelemetry-proto, opentelemetry/proto/profiles/v1development.
 */
#include <stdlib.h>

#include "fg/text.h"
#include "otlp_detect.h"
#include "otlp_fold.h"
#include "otlp_json.h"

struct reader {
	struct collapse *c;
	struct fg_buffer all; /* the input */
	struct fg_buffer packed; /* JSON as protocol buffers */
	size_t *ends; /* of each message in `packed` */
	struct otlp_message *messages;
	size_t count, room, end_room;
	uint64_t guesses;
	const char *refused;
};

static int detect(fg_str head)
{
	return otlp_detect(head) == OTLP_PROFILES ? BID_SURE : BID_NO;
}

static void add_message(struct reader *r, fg_str bytes, fg_str whole,
			const struct otlp_layout *layout)
{
	FG_RESERVE(&r->messages, &r->room, r->count + 1);
	otlp_message_read(&r->messages[r->count], bytes, layout);
	r->messages[r->count].damage.base = whole.p;
	r->messages[r->count].damage.at += (uint64_t)(bytes.p - whole.p);
	r->count++;
}

static void read_protobuf(struct reader *r)
{
	fg_str all = fg_buffer_text(&r->all), rest = all;

	while (rest.n > 0) {
		size_t size, prefix = otlp_prefix(rest, &size);
		fg_str bytes = fg_slice(rest, prefix, prefix + size);
		bool is_guess;
		const struct otlp_layout *layout =
			otlp_layout_of(bytes, &is_guess);

		rest = fg_slice(rest, prefix + size, rest.n);
		r->guesses += is_guess;
		if (layout && layout->refused)
			r->refused = layout->refused;
		if (layout)
			add_message(r, bytes, all, layout);
	}
}

/* Reads one value; the message is added when `packed` has its last place. */
static fg_status read_value(struct reader *r, fg_str text)
{
	struct fg_lines *in = fg_lines_from_memory(
		text, fg_lines_whole(r->c->in).file, r->c->diag);
	struct json *json = json_open(in, r->c->diag);
	bool is_refused;
	fg_status status;

	otlp_json_read(json, &r->packed, &is_refused);
	if (is_refused)
		r->refused = "this is OTLP profiles v1experimental, of "
			     "opentelemetry-proto 1.3; v1development is read, "
			     "of 1.4 to 1.11";
	FG_RESERVE(&r->ends, &r->end_room, r->count + 1);
	r->ends[r->count++] = r->packed.n;
	status = json_close(json);
	(void)fg_lines_close(in);
	return status;
}

/* Whether the first line is a whole value and the second begins another. */
static bool is_lines(fg_str text)
{
	fg_str first = fg_trim(fg_cut(&text, '\n'));

	return fg_starts_with(first, FG_STR("{")) &&
	       fg_ends_with(first, FG_STR("}")) && json_head_is(text);
}

static fg_status read_json(struct reader *r)
{
	fg_str rest = fg_buffer_text(&r->all);
	fg_status status = FG_OK;
	size_t count, from = 0;

	if (!is_lines(rest))
		status = read_value(r, rest);
	else
		while (rest.n > 0 && status == FG_OK) {
			fg_str line = fg_cut(&rest, '\n');

			if (fg_trim(line).n > 0)
				status = read_value(r, line);
		}
	count = r->count;
	r->count = 0;
	for (size_t i = 0; i < count; from = r->ends[i++])
		add_message(r,
			    fg_slice(fg_buffer_text(&r->packed), from,
				     r->ends[i]),
			    fg_buffer_text(&r->packed), &otlp_layout_of_json);
	return status;
}

static fg_status read_all(struct reader *r)
{
	struct fg_loc loc = fg_lines_whole(r->c->in);
	fg_status status = FG_OK;

	if (json_head_is(fg_buffer_text(&r->all)))
		status = read_json(r);
	else
		read_protobuf(r);
	if (status != FG_OK)
		return status;
	if (r->refused)
		return fg_fail(r->c->diag, FG_EINPUT, loc, "%s", r->refused);
	if (r->guesses > 0)
		fg_doubt(r->c->diag, loc,
			 "samples fit opentelemetry-proto 1.9 and 1.10; their "
			 "numbers are taken as 1.10 has them");
	return otlp_fold(r->c, r->messages, r->count);
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { .c = c };
	fg_status status;

	fg_lines_take(c->in, UINT64_MAX, &r.all);
	status = fg_lines_status(c->in);
	if (status == FG_OK)
		status = read_all(&r);
	for (size_t i = 0; i < r.count; i++)
		otlp_message_free(&r.messages[i]);
	free(r.messages);
	free(r.ends);
	free(r.packed.p);
	free(r.all.p);
	return status;
}

const struct format format_otlp = {
	.name = "otlp",
	.summary = "OpenTelemetry's profiles, protocol buffers and JSON",
	.own_metrics = true,
	.has = HAS_LABELS | HAS_MODULES | HAS_SOURCE | HAS_INLINED |
	       HAS_ADDRESSES | HAS_ARGUMENTS | HAS_TIMES,
	.detect = detect,
	.parse = parse,
};
