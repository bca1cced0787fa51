/* SPDX-License-Identifier: MIT */
#include "gperftools_rows.h"

#include <math.h>
#include <string.h>

#include "fg/text.h"
#include "gperftools_lines.h"
#include "input/scan.h"

enum { INUSE_SPACE, INUSE_OBJECTS, ALLOC_SPACE, ALLOC_OBJECTS };
enum { CONTENTIONS, DELAY };

/* The kind of rows of a text. */
enum rows { HEAP_ROWS, JEMALLOC_ROWS, COUNT_ROWS, WAIT_ROWS };

static bool is_heap(fg_str text)
{
	return fg_starts_with(text, FG_STR("heap profile:"));
}

/* "goroutine profile: total 4", and rows with only one number. */
static bool is_count(fg_str text)
{
	fg_str line = fg_cut(&text, '\n'), rest = line;
	fg_str name = fg_cut(&rest, ' ');
	uint64_t total;

	return name.n > 0 && rest.p &&
	       fg_starts_with(rest, FG_STR("profile: total ")) &&
	       fg_parse_u64(fg_trim(fg_slice(rest, 15, rest.n)), &total);
}

/* "format = java" is in the second line; names come after the rows. */
static bool is_of_java(fg_str text)
{
	(void)fg_cut(&text, '\n');
	return fg_equal(fg_trim(fg_cut(&text, '\n')), FG_STR("format = java"));
}

/* Go's block and mutex profiles, and those of servers in C++. */
static bool is_wait(fg_str text)
{
	return fg_starts_with(text, FG_STR("--- mutex:")) ||
	       fg_starts_with(text, FG_STR("--- contention:")) ||
	       (fg_starts_with(text, FG_STR("--- contentionz ")) &&
		!is_of_java(text));
}

/* "heap_v2/524288" */
static bool is_jemalloc(fg_str text)
{
	fg_str line = fg_trim_end(fg_cut(&text, '\n'));

	return scan_text(&line, FG_STR("heap_v2/")) && scan_is_number(line);
}

static enum rows kind_of(fg_str text)
{
	if (is_jemalloc(text))
		return JEMALLOC_ROWS;
	if (is_count(text))
		return COUNT_ROWS;
	return is_wait(text) ? WAIT_ROWS : HEAP_ROWS;
}

bool gperftools_is_rows(fg_str text)
{
	return is_heap(text) || kind_of(text) != HEAP_ROWS;
}

/* "500: 128000 [ 14000: 1016000] @ ..." */
struct heap_row {
	int64_t values[4]; /* in the order of the metrics */
	fg_str addresses; /* the text after the @ */
};

/* Takes a number that may be negative, and the separator after it. */
static bool take_signed(fg_str *rest, int64_t *number)
{
	uint64_t value;
	bool negative;
	size_t n = 0;

	*rest = fg_trim(*rest);
	negative = fg_starts_with(*rest, FG_STR("-"));
	n = negative;
	while (n < rest->n && fg_is_digit(rest->p[n]))
		n++;
	if (!fg_parse_u64(fg_slice(*rest, negative, n), &value) ||
	    value > INT64_MAX)
		return false;
	*number = negative ? -(int64_t)value : (int64_t)value;
	*rest = fg_slice(*rest, n, rest->n);
	while (rest->n > 0 && memchr(": []", *rest->p, 4))
		*rest = fg_slice(*rest, 1, rest->n);
	return true;
}

/* Reads the numbers of a row of each kind. */
static bool read_numbers(fg_str numbers, enum rows kind, struct heap_row *row)
{
	static const struct {
		size_t least, order[4];
	} kinds[] = {
		[HEAP_ROWS] = { 2,
				{ INUSE_OBJECTS, INUSE_SPACE, ALLOC_OBJECTS,
				  ALLOC_SPACE } },
		[JEMALLOC_ROWS] = { 2,
				    { INUSE_OBJECTS, INUSE_SPACE, ALLOC_OBJECTS,
				      ALLOC_SPACE } },
		[COUNT_ROWS] = { 1, { 0, 1, 2, 3 } },
		[WAIT_ROWS] = { 2, { DELAY, CONTENTIONS, 2, 3 } },
	};

	for (size_t i = 0; i < 4; i++) {
		if (!take_signed(&numbers, &row->values[kinds[kind].order[i]]))
			return i == 2 || i == kinds[kind].least;
	}
	return true;
}

static bool read_row(fg_str line, enum rows kind, struct heap_row *row)
{
	size_t at = fg_find(line, FG_STR("@"));

	*row = (struct heap_row){ 0 };
	if (at == line.n)
		return false;
	row->addresses = fg_trim(fg_slice(line, at + 1, line.n));
	return read_numbers(fg_slice(line, 0, at), kind, row);
}

static int64_t capped(double value)
{
	return value < 9e18 ? (int64_t)value : INT64_MAX;
}

/*
 * Scales a sampled row: a heap sampled every `rate` bytes has only some
 * blocks, and each stands for others, by the probability of its size.
 */
static void scale_heap(struct heap_row *row, double rate)
{
	for (size_t i = 0; i < 4 && rate > 1; i += 2) {
		double space = (double)row->values[i];
		double objects = (double)row->values[i + 1];
		double factor;

		if (space <= 0 || objects <= 0)
			continue;
		factor = 1 / (1 - exp(-space / objects / rate));
		row->values[i] = capped(space * factor);
		row->values[i + 1] = capped(objects * factor);
	}
}

/* The data before the rows. */
struct scale {
	enum rows kind;
	double rate; /* sampling rate of a heap; 0: not sampled */
	double hz; /* cycles per second of waiting; 0: in ns */
	double period; /* one of this many waits was recorded */
};

static void scale_row(struct heap_row *row, const struct scale *scale)
{
	double ns = scale->hz > 0 ? 1e9 / scale->hz : 1;

	if (scale->kind == HEAP_ROWS || scale->kind == JEMALLOC_ROWS)
		scale_heap(row, scale->rate);
	if (scale->kind != WAIT_ROWS)
		return;
	row->values[DELAY] =
		capped((double)row->values[DELAY] * scale->period * ns);
	row->values[CONTENTIONS] =
		capped((double)row->values[CONTENTIONS] * scale->period);
}

/* The rate in "heap_v2/524288"; Go's "heap/1048576" has twice the rate. */
static double rate_of(fg_str rest)
{
	fg_str kind = fg_trim(fg_cut(&rest, '/'));
	uint64_t rate = 0;

	if (!rest.p || !fg_parse_u64(fg_trim(rest), &rate))
		return 0;
	return fg_ends_with(kind, FG_STR("v2")) ? (double)rate
						: (double)rate / 2;
}

/*
 * Pushes return addresses. Go names the frames of the program, but not those
 * of its allocator, which are then left out.
 */
static void push_addresses(struct gperftools_run *r, fg_str rest,
			   bool only_named)
{
	while (rest.p) {
		fg_str word = fg_cut(&rest, ' ');
		uint64_t address;

		if (!fg_starts_with(word, FG_STR("0x")) ||
		    !fg_parse_hex(fg_slice(word, 2, word.n), &address) ||
		    address == 0)
			continue;
		address = gperftools_places_call(&r->places, address);
		if (!only_named ||
		    gperftools_places_has_name(&r->places, address))
			gperftools_places_push(&r->places, address);
	}
}

static void flush_heap(struct gperftools_run *r, const struct heap_row *row)
{
	int64_t weight = row->values[r->c->metrics->chosen];

	r->negative += weight < 0;
	if (weight <= 0)
		return;
	push_addresses(r, row->addresses, !r->places.is_adjusted);
	if (r->stack.depth == 0)
		push_addresses(r, row->addresses, false);
	if (r->stack.depth == 0)
		stackbuf_push(&r->stack, FG_STR("[unknown]"));
	stackbuf_flush(&r->stack, LEAF_FIRST,
		       (struct fg_weight){ (uint64_t)weight, 0 });
}

static bool ends_rows(fg_str line)
{
	return fg_starts_with(line, FG_STR("MAPPED_LIBRARIES:")) ||
	       fg_starts_with(line, FG_STR("--- Memory map: ---")) ||
	       fg_starts_with(line, FG_STR("# runtime.MemStats"));
}

static void count_row(struct gperftools_run *r, struct heap_row *row,
		      const struct scale *scale)
{
	struct metrics *m = r->c->metrics;

	scale_row(row, scale);
	for (size_t i = 0; i < m->count; i++)
		metrics_count(m, i, row->values[i]);
	if (!r->c->options->list_metrics)
		flush_heap(r, row);
}

/* "t0: 13: 6688 [0: 0]" */
static bool is_thread(fg_str line)
{
	uint64_t number;

	return scan_text(&line, FG_STR("t")) && scan_u64(&line, &number) &&
	       scan_text(&line, FG_STR(":"));
}

/*
 * jemalloc's rows have a line for the stack, one for all threads, and one for
 * each thread; those before the first stack are the sum.
 *
 *	@ 0x55c6ccbad56a 0x55c6ccbac95f
 *	  t*: 13: 6688 [0: 0]
 *	  t0: 13: 6688 [0: 0]
 */
static bool use_jemalloc_line(struct gperftools_run *r, fg_str line,
			      const struct scale *scale)
{
	struct heap_row row = { .addresses = r->addresses };

	line = fg_trim(line);
	if (scan_text(&line, FG_STR("@"))) {
		r->addresses = fg_trim(line);
	} else if (scan_text(&line, FG_STR("t*:"))) {
		if (!read_numbers(line, scale->kind, &row))
			return false;
		if (r->addresses.p)
			count_row(r, &row, scale);
	} else {
		return is_thread(line);
	}
	return true;
}

static bool use_row(struct gperftools_run *r, fg_str line,
		    const struct scale *scale)
{
	struct heap_row row;

	if (scale->kind == JEMALLOC_ROWS)
		return use_jemalloc_line(r, line, scale);
	if (!read_row(line, scale->kind, &row))
		return false;
	count_row(r, &row, scale);
	return true;
}

/* Reads the rows and returns the text after them. */
static fg_str walk_rows(struct gperftools_run *r, fg_str text,
			const struct scale *scale, bool fold)
{
	while (text.p) {
		fg_str line = fg_trim_end(fg_cut(&text, '\n'));

		if (ends_rows(line))
			return text;
		if (!fold)
			gperftools_places_comment(&r->places, line);
		else if (line.n == 0 || *line.p == '#' ||
			 use_row(r, line, scale))
			gperftools_known_row(r, line);
		else
			gperftools_strange_row(r, line);
	}
	return (fg_str){ NULL, 0 };
}

/* Takes "cycles/second = 2596143493" and the like off the front. */
static void read_scale(fg_str *text, struct scale *scale)
{
	while (text->p) {
		fg_str rest = *text, line = fg_cut(&rest, '\n');
		fg_str value = line, key = fg_trim(fg_cut(&value, '='));
		uint64_t number;

		if (!value.p || !fg_parse_u64(fg_trim(value), &number))
			return;
		if (fg_equal(key, FG_STR("cycles/second")))
			scale->hz = (double)number;
		if (fg_equal(key, FG_STR("sampling period")) && number > 0)
			scale->period = (double)number;
		*text = rest;
	}
}

static size_t add_metrics(struct metrics *m, enum rows kind, fg_str header)
{
	switch (kind) {
	case COUNT_ROWS:
		return metrics_add(m, fg_cut(&header, ' '), FG_STR("count"));
	case WAIT_ROWS:
		metrics_add(m, FG_STR("contentions"), FG_STR("count"));
		return metrics_add(m, FG_STR("delay"), FG_STR("nanoseconds"));
	case HEAP_ROWS:
	case JEMALLOC_ROWS:
		break;
	}
	metrics_add(m, FG_STR("inuse_space"), FG_STR("bytes"));
	metrics_add(m, FG_STR("inuse_objects"), FG_STR("objects"));
	metrics_add(m, FG_STR("alloc_space"), FG_STR("bytes"));
	metrics_add(m, FG_STR("alloc_objects"), FG_STR("objects"));
	return INUSE_SPACE;
}

fg_status gperftools_fold_rows(struct gperftools_run *r, fg_str text)
{
	struct scale scale = { .period = 1 };
	fg_str header;
	fg_status status;

	scale.kind = kind_of(text);
	header = fg_cut(&text, '\n');
	if (scale.kind == JEMALLOC_ROWS)
		scale.rate = rate_of(header);
	if (scale.kind == HEAP_ROWS)
		scale.rate = rate_of(
			scan_from(header, fg_find(header, FG_STR("@ "))));
	if (scale.kind == WAIT_ROWS)
		read_scale(&text, &scale);
	status = format_choose_metric(r->c, add_metrics(r->c->metrics,
							scale.kind, header));
	if (status != FG_OK)
		return status;
	gperftools_read_maps(r, walk_rows(r, text, &scale, false));
	(void)walk_rows(r, text, &scale, true);
	return FG_OK;
}
