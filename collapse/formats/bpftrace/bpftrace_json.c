/* SPDX-License-Identifier: MIT */
#include "bpftrace_json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "input/json.h"

bool bpftrace_json_is(fg_str head)
{
	static const char *const paths[] = { ".type", ".data", NULL };

	return json_head_is(head) && json_head_find(head, paths) == 3 &&
	       (fg_contains(head, FG_STR("\"attached_probes\"")) ||
		fg_contains(head, FG_STR("\"@")));
}

struct reader {
	struct json *json;
	struct fg_buffer map, key, line;
	void (*take)(void *ctx, fg_str line);
	void *ctx;
};

static void append(struct reader *r, fg_str text)
{
	fg_buffer_append(&r->line, text);
}

static void append_number(struct reader *r, const char *title, int64_t value)
{
	char text[64];
	int n = snprintf(text, sizeof text, "%s%" PRId64, title, value);

	append(r, (fg_str){ text, (size_t)n });
}

/* A line of scalars has blanks after its commas, a line of a frame has none. */
static void append_part(struct reader *r, fg_str part)
{
	while (part.n > 0) {
		size_t comma = fg_find_char(part, ',');

		append(r, fg_slice(part, 0, comma));
		if (comma == part.n)
			return;
		append(r, FG_STR(", "));
		part = fg_slice(part, comma + 1, part.n);
	}
}

static void end_line(struct reader *r)
{
	r->take(r->ctx, fg_buffer_text(&r->line));
	r->line.n = 0;
}

/* The whole key without the text after it. */
static void take_key(struct reader *r)
{
	fg_str rest = fg_buffer_text(&r->key);
	bool first = true;

	r->line.n = 0;
	append(r, fg_buffer_text(&r->map));
	append(r, FG_STR("["));
	while (rest.p) {
		fg_str part = fg_cut(&rest, '\n');

		if (!first)
			end_line(r);
		if (first || fg_starts_with(part, FG_STR(",")))
			append_part(r, part);
		else
			append(r, part);
		first = false;
	}
}

static void take_statistics(struct reader *r)
{
	int64_t count = 0, average = 0, total = 0;
	fg_str key;

	while (json_key(r->json, &key)) {
		if (fg_equal(key, FG_STR("count")))
			(void)json_int(r->json, &count);
		else if (fg_equal(key, FG_STR("average")))
			(void)json_int(r->json, &average);
		else if (fg_equal(key, FG_STR("total")))
			(void)json_int(r->json, &total);
	}
	take_key(r);
	append_number(r, "]: count ", count);
	append_number(r, ", average ", average);
	append_number(r, ", total ", total);
	end_line(r);
}

static void read_map(struct reader *r)
{
	int64_t value;
	fg_str key;

	while (json_key(r->json, &key)) {
		r->key.n = 0;
		fg_buffer_append(&r->key, key);
		if (json_peek(r->json) == JSON_OBJECT) {
			if (json_object(r->json))
				take_statistics(r);
		} else if (json_int(r->json, &value)) {
			take_key(r);
			append_number(r, "]: ", value);
			end_line(r);
		}
	}
}

static void read_data(struct reader *r)
{
	fg_str key;

	if (!json_object(r->json))
		return;
	while (json_key(r->json, &key)) {
		r->map.n = 0;
		fg_buffer_append(&r->map, key);
		if (fg_starts_with(key, FG_STR("@")) && json_object(r->json))
			read_map(r);
	}
}

fg_status bpftrace_json_lines(fg_str line, struct fg_loc loc,
			      struct fg_diag *diag,
			      void (*take)(void *ctx, fg_str line), void *ctx)
{
	struct fg_lines *in = fg_lines_from_memory(line, loc.file, diag);
	struct reader r = { .json = json_open(in, diag),
			    .take = take,
			    .ctx = ctx };
	fg_status status;
	fg_str key;

	json_object(r.json);
	while (json_key(r.json, &key)) {
		if (fg_equal(key, FG_STR("data")))
			read_data(&r);
	}
	status = json_close(r.json);
	if (fg_lines_close(in) != FG_OK && status == FG_OK)
		status = FG_EIO;
	free(r.map.p);
	free(r.key.p);
	free(r.line.p);
	return status;
}
