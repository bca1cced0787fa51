/* SPDX-License-Identifier: MIT */
#include "perf_parser.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "perf_detail.h"
#include "perf_line.h"
#include "perf_sample.h"

enum { FIRST_ROOM = 64 }; /* a power of two */

void perf_counts_init(struct perf_counts *counts)
{
	*counts = (struct perf_counts){ .first_odd = UINT64_MAX };
}

void perf_counts_add(struct perf_counts *to, const struct perf_counts *from)
{
	to->orphans += from->orphans;
	to->noise += from->noise;
	if (from->first_odd < to->first_odd)
		to->first_odd = from->first_odd;
}

void perf_parser_init(struct perf_parser *parser,
		      const struct collapse_options *options,
		      struct perf_choice *choice, struct fg_stacks *out)
{
	struct fg_frames *frames = fg_stacks_frames(out);

	*parser = (struct perf_parser){ .options = options };
	parser->room = parser->start = FIRST_ROOM;
	parser->ids = fg_calloc(FIRST_ROOM, sizeof *parser->ids);
	perf_cache_init(&parser->cache);
	sample_namer_init(&parser->namer, options, frames);
	filter_init(&parser->filter, options, frames);
	parser->timeline = timeline_of(options);
	parser->slicer = (struct slicer){ .timeline = &parser->timeline,
					  .frames = frames };
	perf_events_init(&parser->events, choice, out);
	perf_counts_init(&parser->counts);
	if (options->off_cpu)
		parser->off_cpu = perf_offcpu_new();
}

void perf_parser_free(struct perf_parser *parser)
{
	perf_cache_free(&parser->cache);
	sample_namer_free(&parser->namer);
	filter_free(&parser->filter);
	slicer_free(&parser->slicer);
	perf_events_free(&parser->events);
	perf_offcpu_free(parser->off_cpu);
	perf_deferred_free(&parser->deferred);
	free(parser->ids);
	free(parser->odd.p);
}

static uint64_t position(const struct perf_parser *parser)
{
	return parser->block << 32 | (uint32_t)parser->line;
}

static void count_odd(struct perf_parser *parser, uint64_t *counter,
		      uint64_t where)
{
	++*counter;
	if (where < parser->counts.first_odd)
		parser->counts.first_odd = where;
}

/* The unknown line before was not a header. */
static void drop_odd(struct perf_parser *parser)
{
	if (parser->has_odd)
		count_odd(parser, &parser->counts.noise, parser->odd_place);
	parser->has_odd = false;
}

static void end_sample(struct perf_parser *parser)
{
	if (!parser->open)
		return;
	if (parser->doubtful && parser->frame_lines == 0) {
		count_odd(parser, &parser->counts.noise, parser->odd_place);
		parser->event->samples--;
	} else {
		perf_sample_end(parser);
	}
	parser->open = false;
}

void perf_parser_end_block(struct perf_parser *parser)
{
	end_sample(parser);
	drop_odd(parser);
}

bool perf_parser_drop_half(struct perf_parser *parser)
{
	bool half = parser->open;

	if (half)
		parser->event->samples--;
	parser->open = false;
	drop_odd(parser);
	return half;
}

void perf_parser_end_file(struct perf_parser *parser,
			  struct allowance *allowance)
{
	perf_parser_end_block(parser);
	perf_deferred_join(parser, allowance);
	parser->header_seen = false;
}

static void begin(struct perf_parser *parser, const struct perf_header *header)
{
	end_sample(parser);
	drop_odd(parser);
	parser->header_seen = true;
	perf_sample_begin(parser, header, position(parser));
}

static void timed_line(struct perf_parser *parser, fg_str line, fg_str time)
{
	struct perf_header header;

	end_sample(parser);
	parser->header_seen = true;
	if (perf_header_timed(line, time, &header))
		begin(parser, &header);
}

/* A header without a time, if the line is one. */
static bool weak_header(struct perf_parser *parser, fg_str line)
{
	struct perf_header header;
	enum perf_weak kind;

	if (parser->open && parser->frame_lines > 0 && line.n > 0 &&
	    fg_is_blank(*line.p))
		return false;
	kind = perf_header_weak(line, &header);
	if (kind == PERF_NO_HEADER)
		return false;
	if (kind == PERF_WEAK_PLAIN &&
	    (parser->open || (header.odd_padding && !parser->header_seen)))
		return false;
	begin(parser, &header);
	parser->doubtful = kind == PERF_WEAK_PLAIN && header.odd_padding;
	parser->odd_place = position(parser);
	if (kind == PERF_WEAK_SINGLE)
		end_sample(parser);
	return true;
}

/*
 * Handles a frame on a line with a header that has neither time nor both an id
 * and an event, or is empty. Lines of a chain begin with a TAB.
 */
static bool lone_single(struct perf_parser *parser, fg_str line)
{
	struct perf_header header;
	bool bare;

	if (parser->open || !perf_header_lone(line, &header))
		return false;
	bare = header.comm.n + header.tid.n + header.cpu.n + header.event.n ==
		       0 &&
	       header.period == 0 && !header.misc;
	if (bare && (parser->header_seen || parser->has_odd))
		return false;
	if (bare)
		perf_sample_begin(parser, &header, position(parser));
	else
		begin(parser, &header);
	end_sample(parser);
	return true;
}

/* Handles a frame outside a sample: in texts without headers it begins one. */
static void lone_frame(struct perf_parser *parser, fg_str address, fg_str text)
{
	struct perf_header header = { 0 };

	if (parser->header_seen) {
		count_odd(parser, &parser->counts.orphans, position(parser));
		return;
	}
	if (parser->has_odd)
		perf_header_odd((fg_str){ parser->odd.p, parser->odd.n },
				&header);
	parser->has_odd = false;
	perf_sample_begin(parser, &header, position(parser));
	perf_sample_frame(parser, address, text);
}

/*
 * Whether a line that looks like a frame without module can be a header like
 * "18864 cpu-clock:".
 */
static bool may_be_header(const struct perf_parser *parser, fg_str line,
			  fg_str text)
{
	return text.p[text.n - 1] == ':' &&
	       (!parser->open || !fg_is_blank(*line.p));
}

/*
 * Handles a source position after a frame. " a b.c:7" could also be a frame at
 * address 0xa. perf indents its frames by more; if a frame of this sample had
 * as small an indent as this line, the text is an edited copy, and this line
 * is not a source position.
 */
static bool source_line(struct perf_parser *parser, fg_str line)
{
	if (!parser->open || parser->narrow ||
	    (parser->frame_lines == 0 && !parser->single) ||
	    !perf_is_source(line))
		return false;
	perf_sample_source(parser, line);
	return true;
}

static bool frame_line(struct perf_parser *parser, fg_str line)
{
	fg_str address, text;
	bool has_module;

	if (!perf_split_frame(line, &address, &text))
		return false;
	if (may_be_header(parser, line, text) && weak_header(parser, line))
		return true;
	if (parser->open) {
		parser->narrow |= perf_is_narrow(line);
		perf_sample_frame(parser, address, text);
		return true;
	}
	has_module = perf_module_start(text) < text.n;
	if (!has_module && !fg_is_blank(*line.p))
		return false;
	lone_frame(parser, address, text);
	parser->narrow = perf_is_narrow(line);
	return true;
}

/* A line inside a sample that is neither a frame nor a place in the source. */
static void line_inside(struct perf_parser *parser, fg_str line)
{
	if (perf_is_detail(line))
		return;
	if (perf_is_narrow(line) && parser->frame_lines > 0)
		perf_sample_source(parser, line);
	count_odd(parser, &parser->counts.noise, position(parser));
}

/*
 * Handles a line that means nothing alone: registers, noise, the beginning of
 * a header.
 */
static void other_line(struct perf_parser *parser, fg_str line)
{
	if (parser->open) {
		line_inside(parser, line);
		return;
	}
	/* "|26 for (...)": -F +srccode prints this after a sample */
	if (line.n > 1 && *line.p == '|' && fg_is_digit(line.p[1]))
		return;
	drop_odd(parser);
	FG_RESERVE(&parser->odd.p, &parser->odd.room, line.n);
	memcpy(parser->odd.p, line.p, line.n);
	parser->odd.n = line.n;
	parser->has_odd = true;
	parser->odd_place = position(parser);
}

/*
 * Handles a comment: nearly always ignored, but a command can have the name
 * "#".
 */
static void comment(struct perf_parser *parser, fg_str line)
{
	struct perf_header header;

	if (perf_header_hash(line, &header))
		begin(parser, &header);
}

void perf_parser_line(struct perf_parser *parser, fg_str line)
{
	fg_str time;

	if (perf_is_comment(line)) {
		comment(parser, line);
		return;
	}
	if (perf_is_blank(line)) {
		end_sample(parser);
		drop_odd(parser);
	} else if (perf_find_time(line, &time)) {
		timed_line(parser, line, time);
	} else if (!source_line(parser, line) && !lone_single(parser, line) &&
		   !frame_line(parser, line) && !weak_header(parser, line)) {
		other_line(parser, line);
	}
}

/* Whether `line` ends or begins a sample in any context. */
static bool is_timed_header(fg_str line)
{
	fg_str time;

	return !perf_is_comment(line) && perf_find_time(line, &time);
}

static bool is_event_header(fg_str line)
{
	struct perf_header header;
	fg_str address, text;

	if (line.n == 0 || fg_is_blank(*line.p) || perf_is_comment(line) ||
	    !fg_ends_with(fg_trim_end(line), FG_STR(":")))
		return false;
	/* a frame can end in a colon too; such lines are not used here */
	if (perf_split_frame(line, &address, &text))
		return false;
	return perf_header_weak(line, &header) == PERF_WEAK_EVENT;
}

size_t perf_cut(fg_str text)
{
	size_t end = text.n;

	while (end > 0) {
		fg_str line = { text.p, end - 1 };
		size_t start = fg_rfind_char(line, '\n');

		start = start == line.n ? 0 : start + 1;
		line = fg_slice(text, start, end - 1);
		if (line.n > 0 && line.p[line.n - 1] == '\r')
			line.n--;
		if (perf_is_blank(line))
			return end;
		if (start > 0 &&
		    (is_timed_header(line) || is_event_header(line)))
			return start;
		end = start;
	}
	return 0;
}
