/* SPDX-License-Identifier: MIT */
/*
 * go tool pprof -raw: samples with a number for each type of value and the
 * numbers of their locations, the leaf first; then what the locations are.
 *
 *	PeriodType: cpu nanoseconds
 *	Samples:
 *	samples/count cpu/nanoseconds
 *	          3   30000000: 1 2 3
 *	                thread:[abc]
 *	Locations
 *	     1: 0x45f2a1 M=1 runtime.mallocgc /src/malloc.go:1000:0 s=900
 *	     2: 0x48b0ff M=1 main.helper /src/main.go:12:0 s=10
 *	             main.(*Server).handle /src/main.go:40:0 s=35
 *	     3: 0x401000 M=2
 *	Mappings
 *
 * A second line of a location is the caller of the first, which the compiler
 * put into it.
 */
#include <stdlib.h>

#include "fg/text.h"

#include "format.h"
#include "input/scan.h"
#include "names/native.h"
#include "pprof_default.h"

/* What a location's frames are in the profile, the innermost first. */
struct location {
	uint64_t id;
	size_t first, count; /* in `frames` */
};

struct sample {
	size_t first, count; /* in `ids` */
	uint64_t value;
	uint64_t samples; /* that the value is of; 0: not known */
};

struct reader {
	struct collapse *c;
	struct stackbuf stack;
	struct namer namer;
	enum { BEFORE, TYPES, SAMPLES, LOCATIONS, AFTER } part;
	struct sample *samples;
	uint64_t *ids;
	struct location *locations; /* by id once all are known */
	fg_frame *frames;
	size_t sample_count, sample_room, id_count, id_room;
	size_t location_count, location_room, frame_count, frame_room;
	bool in_location; /* the last one may get more lines */
	struct native_frame pending; /* its last line so far */
	struct fg_buffer pending_name, pending_file;
};

/* "samples/count cpu/nanoseconds[dflt]" */
static bool is_types(fg_str line)
{
	size_t words = 0;

	for (fg_str word; (word = scan_word(&line)).n > 0; words++) {
		size_t slash = fg_find_char(word, '/');

		if (slash == 0 || slash + 1 >= word.n)
			return false;
	}
	return words > 0;
}

static int detect(fg_str head)
{
	enum { LINES = 60 };
	fg_str line;

	for (int i = 0; i < LINES && scan_line(&head, &line); i++) {
		if (fg_equal(line, FG_STR("Samples:")))
			return scan_line(&head, &line) && is_types(line)
				       ? BID_SURE
				       : BID_NO;
	}
	return BID_NO;
}

static fg_status read_types(struct reader *r, fg_str line)
{
	const fg_str mark = FG_STR("[dflt]");
	struct metrics *m = r->c->metrics;
	size_t fallback = SIZE_MAX;

	for (fg_str word; (word = scan_word(&line)).n > 0;) {
		fg_str unit, name;

		if (fg_ends_with(word, mark)) {
			fallback = m->count;
			word.n -= mark.n;
		}
		unit = word;
		name = fg_cut(&unit, '/');
		metrics_add(m, name, unit);
	}
	r->part = SAMPLES;
	return format_choose_metric(
		r->c, fallback < m->count ? fallback : pprof_default(m));
}

/* "          3   30000000: 1 2 3 "; a line of labels has no number. */
static bool parse_values(struct reader *r, fg_str *line, struct sample *sample)
{
	struct metrics *m = r->c->metrics;
	size_t count = pprof_sample_count(m);
	fg_str rest = *line;
	uint64_t v;

	for (size_t i = 0; i < m->count; i++) {
		scan_blanks(&rest);
		if (!scan_u64(&rest, &v))
			return false;
		if (i == m->chosen)
			sample->value = v;
		if (i == count)
			sample->samples = v;
		metrics_count(m, i, v);
	}
	*line = rest;
	return scan_text(line, FG_STR(":"));
}

static void read_sample(struct reader *r, fg_str line)
{
	struct sample sample = { .first = r->id_count };
	uint64_t id;

	if (!parse_values(r, &line, &sample))
		return;
	while (scan_blanks(&line) > 0 && scan_u64(&line, &id)) {
		FG_RESERVE(&r->ids, &r->id_room, r->id_count + 1);
		r->ids[r->id_count++] = id;
	}
	sample.count = r->id_count - sample.first;
	FG_RESERVE(&r->samples, &r->sample_room, r->sample_count + 1);
	r->samples[r->sample_count++] = sample;
}

/* The line before is known now to be inlined, or not. */
static void end_line(struct reader *r, bool inlined)
{
	fg_frame id;

	if (!r->in_location)
		return;
	r->pending.inlined = inlined;
	r->pending.name = fg_buffer_text(&r->pending_name);
	r->pending.file = fg_buffer_text(&r->pending_file);
	if (!namer_name(&r->namer, &r->pending, &id))
		return;
	FG_RESERVE(&r->frames, &r->frame_room, r->frame_count + 1);
	r->frames[r->frame_count++] = id;
	r->locations[r->location_count - 1].count++;
}

static void end_location(struct reader *r)
{
	end_line(r, false);
	r->in_location = false;
}

/* "main.helper /src/main.go:12:0 s=10" */
static void set_pending(struct reader *r, fg_str text)
{
	struct native_frame frame = { 0 };
	size_t at = scan_rfind(text, FG_STR(" s="));
	fg_str file;

	if (at < text.n) {
		text.n = at;
		file = scan_last_word(&text);
		(void)native_read_source(file, &frame);
	}
	r->pending = frame;
	r->pending_name.n = 0;
	r->pending_file.n = 0;
	fg_buffer_append(&r->pending_name, fg_trim(text));
	fg_buffer_append(&r->pending_file, frame.file);
}

/* "     2: 0x48b0ff M=1 [F] main.helper /src/main.go:12:0 s=10" */
static bool begin_location(struct reader *r, fg_str line)
{
	uint64_t id, address, mapping;

	scan_blanks(&line);
	if (!scan_u64(&line, &id) || !scan_text(&line, FG_STR(": ")) ||
	    !scan_hex(&line, &address))
		return false;
	end_location(r);
	FG_RESERVE(&r->locations, &r->location_room, r->location_count + 1);
	r->locations[r->location_count++] =
		(struct location){ id, r->frame_count, 0 };
	r->in_location = true;
	scan_blanks(&line);
	if (scan_text(&line, FG_STR("M=")))
		(void)scan_u64(&line, &mapping);
	scan_blanks(&line);
	scan_text(&line, FG_STR("[F] "));
	set_pending(r, line);
	r->pending.address = address;
	r->pending.has_address = true;
	return true;
}

static void read_location(struct reader *r, fg_str line)
{
	if (begin_location(r, line))
		return;
	if (!r->in_location || !fg_is_blank(*line.p)) {
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"not a line of a location");
		return;
	}
	end_line(r, true);
	set_pending(r, line);
}

static fg_status read_line(struct reader *r, fg_str line)
{
	fg_str text = fg_trim(line);

	if (fg_equal(text, FG_STR("Samples:"))) {
		r->part = TYPES;
	} else if (fg_equal(text, FG_STR("Locations"))) {
		r->part = LOCATIONS;
	} else if (fg_equal(text, FG_STR("Mappings"))) {
		end_location(r);
		r->part = AFTER;
	} else if (text.n == 0) {
		return FG_OK;
	} else if (r->part == TYPES) {
		return read_types(r, text);
	} else if (r->part == SAMPLES) {
		read_sample(r, line);
	} else if (r->part == LOCATIONS) {
		read_location(r, line);
	}
	return FG_OK;
}

static int by_id(const void *a, const void *b)
{
	const struct location *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

static void push_location(struct reader *r, uint64_t id)
{
	struct location key = { .id = id };
	const struct location *location = r->location_count
						  ? bsearch(&key, r->locations,
							    r->location_count,
							    sizeof key, by_id)
						  : NULL;

	if (!location)
		stackbuf_push(&r->stack, FG_STR("[unknown]"));
	else
		stackbuf_push_ids(&r->stack, r->frames + location->first,
				  location->count);
}

static void fold(struct reader *r)
{
	end_location(r);
	if (r->location_count > 1)
		qsort(r->locations, r->location_count, sizeof *r->locations,
		      by_id);
	for (size_t i = 0; i < r->sample_count; i++) {
		const struct sample *sample = &r->samples[i];

		if (sample->value == 0)
			continue;
		for (size_t k = 0; k < sample->count; k++)
			push_location(r, r->ids[sample->first + k]);
		stackbuf_flush_samples(&r->stack, LEAF_FIRST,
				       (struct fg_weight){ sample->value, 0 },
				       sample->samples);
	}
}

static void free_reader(struct reader *r)
{
	namer_free(&r->namer);
	stackbuf_free(&r->stack);
	free(r->samples);
	free(r->ids);
	free(r->locations);
	free(r->frames);
	free(r->pending_name.p);
	free(r->pending_file.p);
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { .c = c };
	fg_status status = FG_OK;
	fg_str line;

	stackbuf_init(&r.stack, c);
	namer_init(&r.namer, c->options, &r.stack);
	while (status == FG_OK && fg_lines_next(c->in, &line))
		status = read_line(&r, line);
	if (status == FG_OK)
		fold(&r);
	free_reader(&r);
	return status == FG_OK ? fg_lines_status(c->in) : status;
}

const struct format format_pprofraw = {
	.name = "pprofraw",
	.summary = "go tool pprof -raw",
	.own_metrics = true,
	.has = HAS_SOURCE | HAS_INLINED | HAS_ADDRESSES | HAS_ARGUMENTS,
	.detect = detect,
	.parse = parse,
};
