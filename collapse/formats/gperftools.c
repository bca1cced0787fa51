/* SPDX-License-Identifier: MIT */
/*
 * The profiles of gperftools. A CPU profile is words of the machine that
 * wrote it, 4 or 8 bytes each, in its byte order:
 *
 *	0 3 0 1000 0			header; 1000 us a sample
 *	COUNT N ADDRESS*N		a stack, leaf first; many of these
 *	0 1 0				the end; then the lines of
 *	7f18e91fd000-7f18e9223000 r-xp 00001000 00:00 332383 /lib/ld.so
 *
 * and a heap profile is text:
 *
 *	heap profile:   4506:   595154 [ 77003:  4727625] @ heapprofile
 *	   500:   128000 [ 14000:  1016000] @ 0x55c6ccbad56a 0x55c6ccbac95f
 *	MAPPED_LIBRARIES:
 *
 * Go has the same, with a comment for each frame, counts alone (goroutine,
 * threadcreate), and cycles and counts of waiting (block, mutex):
 *
 *	--- contention:
 *	cycles/second=2596143493
 *	2246942871 426 @ 0x416bd7 0x518885
 *	#	0x416bd6	runtime.chansend1+0x16	runtime/chan.go:161
 *
 * google-pprof --raw puts a table of names before either:
 *
 *	--- symbol
 *	binary=/srv/demo
 *	0x000055fb1d168c6b geo::poly<1>::area(int) const
 *	---
 *	--- profile
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "gperftools/gperftools_places.h"

enum { HEADER_WORDS = 5, MIN_HEADER = 3 };
enum { INUSE_SPACE, INUSE_OBJECTS, ALLOC_SPACE, ALLOC_OBJECTS };
enum { CONTENTIONS, DELAY };

/* What the rows of a text are. */
enum rows { HEAP_ROWS, COUNT_ROWS, WAIT_ROWS };

/* How words are written. */
struct layout {
	unsigned size; /* 4 or 8; 0: this is no such profile */
	bool is_big; /* the first byte is the highest */
};

struct reader {
	struct collapse *c;
	struct fg_buffer input; /* all of it */
	struct stackbuf stack;
	struct namer namer;
	struct gperftools_places places;
	uint64_t negative;
	bool cut; /* it ends too early */
};

static uint64_t word_at(fg_str text, const struct layout *layout, size_t i)
{
	uint64_t word = 0;

	for (unsigned k = 0; k < layout->size; k++) {
		unsigned at = layout->is_big ? k : layout->size - 1 - k;

		word = word << 8 | (unsigned char)text.p[i * layout->size + at];
	}
	return word;
}

static bool has_header(fg_str text, const struct layout *layout)
{
	return text.n >= (size_t)HEADER_WORDS * layout->size &&
	       word_at(text, layout, 0) == 0 &&
	       word_at(text, layout, 1) >= MIN_HEADER &&
	       word_at(text, layout, 1) < 1024 &&
	       word_at(text, layout, 2) == 0 && word_at(text, layout, 3) > 0 &&
	       word_at(text, layout, 4) == 0;
}

static struct layout find_layout(fg_str text)
{
	static const struct layout layouts[] = {
		{ 4, false }, { 4, true }, { 8, false }, { 8, true }
	};

	for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
		if (has_header(text, &layouts[i]))
			return layouts[i];
	}
	return (struct layout){ 0 };
}

static bool is_heap(fg_str text)
{
	return fg_starts_with(text, FG_STR("heap profile:"));
}

/* "goroutine profile: total 4", and rows with but one number. */
static bool is_count(fg_str text)
{
	fg_str line = fg_cut(&text, '\n'), rest = line;
	fg_str name = fg_cut(&rest, ' ');
	uint64_t total;

	return name.n > 0 && rest.p &&
	       fg_starts_with(rest, FG_STR("profile: total ")) &&
	       fg_parse_u64(fg_trim(fg_slice(rest, 15, rest.n)), &total);
}

/* Go's block and mutex profiles. */
static bool is_wait(fg_str text)
{
	return fg_starts_with(text, FG_STR("--- mutex:")) ||
	       fg_starts_with(text, FG_STR("--- contention:"));
}

static int detect(fg_str head)
{
	if (fg_starts_with(head, FG_STR("--- symbol\n")) || is_heap(head) ||
	    is_count(head) || is_wait(head))
		return BID_SURE;
	return find_layout(head).size > 0 ? BID_SURE : BID_NO;
}

/* Takes the table of names off the front, with the line that ends it. */
static fg_str take_symbols(struct reader *r, fg_str text)
{
	if (!fg_starts_with(text, FG_STR("--- symbol\n")))
		return text;
	(void)fg_cut(&text, '\n');
	r->places.is_adjusted = true;
	while (text.p) {
		fg_str line = fg_trim_end(fg_cut(&text, '\n'));

		if (fg_equal(line, FG_STR("---")))
			break;
		gperftools_places_symbol(&r->places, line);
	}
	if (text.p && fg_starts_with(text, FG_STR("--- ")))
		(void)fg_cut(&text, '\n');
	return text.p ? text : FG_STR("");
}

static void read_maps(struct reader *r, fg_str text)
{
	while (text.p)
		gperftools_places_map(&r->places, fg_cut(&text, '\n'));
}

/* A signal handler's frame may repeat the leaf. */
static void flush_cpu(struct reader *r, fg_str text,
		      const struct layout *layout, size_t at, uint64_t depth,
		      struct fg_weight weight)
{
	uint64_t leaf = depth > 0 ? word_at(text, layout, at) : 0;

	for (uint64_t i = 0; i < depth; i++) {
		uint64_t address = word_at(text, layout, at + (size_t)i);

		if (i > 0)
			address = gperftools_places_call(&r->places, address);
		if (i != 1 || address != leaf)
			gperftools_places_push(&r->places, address);
	}
	if (r->stack.depth == 0)
		stackbuf_push(&r->stack, FG_STR("[unknown]"));
	stackbuf_flush(&r->stack, LEAF_FIRST, weight);
}

/* Goes over the records; `fold` false only finds where the maps begin. */
static size_t walk_cpu(struct reader *r, fg_str text,
		       const struct layout *layout, bool fold)
{
	size_t words = text.n / layout->size;
	uint64_t period = word_at(text, layout, 3);
	size_t at = 2 + (size_t)word_at(text, layout, 1);

	while (at + 2 <= words) {
		uint64_t count = word_at(text, layout, at);
		uint64_t depth = word_at(text, layout, at + 1);
		struct metrics *m = r->c->metrics;
		bool saturated = false;
		uint64_t ns = fg_mul_sat(count, period * 1000, &saturated);

		if (depth > words - at - 2)
			break;
		if (count == 0 && depth == 1 &&
		    word_at(text, layout, at + 2) == 0)
			return (at + 3) * layout->size;
		if (fold && count > 0 && !r->c->options->list_metrics)
			flush_cpu(r, text, layout, at + 2, depth,
				  (struct fg_weight){ m->chosen ? ns : count,
						      0 });
		if (fold) {
			metrics_count(m, 0, count);
			metrics_count(m, 1, ns);
		}
		at += 2 + (size_t)depth;
	}
	/* google-pprof writes no end */
	r->cut |= at * layout->size < text.n;
	return text.n;
}

static fg_status read_cpu(struct reader *r, fg_str text)
{
	struct layout layout = find_layout(text);
	fg_status status;
	size_t end;

	metrics_add(r->c->metrics, FG_STR("samples"), FG_STR("samples"));
	metrics_add(r->c->metrics, FG_STR("cpu"), FG_STR("ns"));
	status = format_choose_metric(r->c, 0);
	if (status != FG_OK)
		return status;
	end = walk_cpu(r, text, &layout, false);
	read_maps(r, fg_slice(text, end, text.n));
	(void)walk_cpu(r, text, &layout, true);
	return FG_OK;
}

/* "500: 128000 [ 14000: 1016000] @ ..." */
struct heap_row {
	int64_t values[4]; /* as the metrics are */
	fg_str addresses; /* what stands behind the @ */
};

/* A number that may be negative, and what separates it from the next. */
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

/* How many numbers a row of each kind has, and which they are. */
static bool read_row(fg_str line, enum rows kind, struct heap_row *row)
{
	static const struct {
		size_t least, order[4];
	} kinds[] = {
		[HEAP_ROWS] = { 2,
				{ INUSE_OBJECTS, INUSE_SPACE, ALLOC_OBJECTS,
				  ALLOC_SPACE } },
		[COUNT_ROWS] = { 1, { 0, 1, 2, 3 } },
		[WAIT_ROWS] = { 2, { DELAY, CONTENTIONS, 2, 3 } },
	};
	size_t at = fg_find(line, FG_STR("@"));
	fg_str numbers = fg_slice(line, 0, at);

	*row = (struct heap_row){ 0 };
	if (at == line.n)
		return false;
	row->addresses = fg_trim(fg_slice(line, at + 1, line.n));
	for (size_t i = 0; i < 4; i++) {
		if (!take_signed(&numbers, &row->values[kinds[kind].order[i]]))
			return i == 2 || i == kinds[kind].least;
	}
	return true;
}

static int64_t capped(double value)
{
	return value < 9e18 ? (int64_t)value : INT64_MAX;
}

/*
 * A heap that was sampled every `rate` bytes has only some of its blocks:
 * what is there stands for what was missed, by the probability of that.
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

/* What a text says before its rows. */
struct scale {
	enum rows kind;
	double rate; /* of a heap; 0: all of it is there */
	double hz; /* cycles a second of waiting; 0: they are ns */
	double period; /* one of so many waits was taken */
};

static void scale_row(struct heap_row *row, const struct scale *scale)
{
	double ns = scale->hz > 0 ? 1e9 / scale->hz : 1;

	if (scale->kind == HEAP_ROWS)
		scale_heap(row, scale->rate);
	if (scale->kind != WAIT_ROWS)
		return;
	row->values[DELAY] =
		capped((double)row->values[DELAY] * scale->period * ns);
	row->values[CONTENTIONS] =
		capped((double)row->values[CONTENTIONS] * scale->period);
}

/* Behind "@ heap_v2/524288" or Go's "@ heap/1048576", twice the rate. */
static double rate_of(fg_str header)
{
	fg_str rest = fg_slice(header, fg_find(header, FG_STR("@")), header.n);
	fg_str kind = fg_trim(fg_cut(&rest, '/'));
	uint64_t rate = 0;

	if (!rest.p || !fg_parse_u64(fg_trim(rest), &rate))
		return 0;
	return fg_ends_with(kind, FG_STR("v2")) ? (double)rate
						: (double)rate / 2;
}

/*
 * All are addresses to return to. Go names the frames of the program and not
 * those of its allocator, which are left out then.
 */
static void push_addresses(struct reader *r, fg_str rest, bool only_named)
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

static void flush_heap(struct reader *r, const struct heap_row *row)
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

static void use_row(struct reader *r, fg_str line, const struct scale *scale)
{
	struct metrics *m = r->c->metrics;
	struct heap_row row;

	if (!read_row(line, scale->kind, &row)) {
		r->cut = true;
		return;
	}
	scale_row(&row, scale);
	for (size_t i = 0; i < m->count; i++)
		metrics_count(m, i, row.values[i]);
	if (!r->c->options->list_metrics)
		flush_heap(r, &row);
}

/* Goes over the rows and returns what follows them. */
static fg_str walk_rows(struct reader *r, fg_str text,
			const struct scale *scale, bool fold)
{
	while (text.p) {
		fg_str line = fg_trim_end(fg_cut(&text, '\n'));

		if (ends_rows(line))
			return text;
		if (!fold)
			gperftools_places_comment(&r->places, line);
		else if (line.n > 0 && *line.p != '#')
			use_row(r, line, scale);
	}
	return (fg_str){ NULL, 0 };
}

/* Takes "cycles/second=2596143493" and the like off the front. */
static void read_scale(fg_str *text, struct scale *scale)
{
	while (text->p) {
		fg_str rest = *text, line = fg_cut(&rest, '\n');
		fg_str value = fg_trim_end(line), key = fg_cut(&value, '=');
		uint64_t number;

		if (!value.p || !fg_parse_u64(value, &number))
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
		break;
	}
	metrics_add(m, FG_STR("inuse_space"), FG_STR("bytes"));
	metrics_add(m, FG_STR("inuse_objects"), FG_STR("objects"));
	metrics_add(m, FG_STR("alloc_space"), FG_STR("bytes"));
	metrics_add(m, FG_STR("alloc_objects"), FG_STR("objects"));
	return INUSE_SPACE;
}

static fg_status read_text(struct reader *r, fg_str text)
{
	struct scale scale = { .period = 1 };
	fg_str header;
	fg_status status;

	scale.kind = is_count(text)  ? COUNT_ROWS
		     : is_wait(text) ? WAIT_ROWS
				     : HEAP_ROWS;
	header = fg_cut(&text, '\n');
	if (scale.kind == HEAP_ROWS)
		scale.rate = rate_of(header);
	if (scale.kind == WAIT_ROWS)
		read_scale(&text, &scale);
	status = format_choose_metric(r->c, add_metrics(r->c->metrics,
							scale.kind, header));
	if (status != FG_OK)
		return status;
	read_maps(r, walk_rows(r, text, &scale, false));
	(void)walk_rows(r, text, &scale, true);
	return FG_OK;
}

static fg_status fold(struct reader *r)
{
	struct fg_loc loc = fg_lines_whole(r->c->in);
	fg_str text = take_symbols(r, fg_buffer_text(&r->input));
	fg_status status;

	if (is_heap(text) || is_count(text) || is_wait(text))
		status = read_text(r, text);
	else if (find_layout(text).size > 0)
		status = read_cpu(r, text);
	else
		status = fg_fail(r->c->diag, FG_EINPUT, loc,
				 "no profile behind the symbols");
	if (r->cut)
		fg_warn(r->c->diag, loc,
			"some of the profile is damaged or "
			"missing");
	if (r->negative > 0)
		fg_warn(r->c->diag, loc,
			"%" PRIu64 " negative weights left out", r->negative);
	symbols_report(r->places.symbols, r->c->diag, loc);
	return status;
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { .c = c };
	fg_status status;

	stackbuf_init(&r.stack, c);
	namer_init(&r.namer, c->options, &r.stack);
	gperftools_places_init(&r.places, c->options, &r.stack, &r.namer);
	fg_lines_take(c->in, UINT64_MAX, &r.input);
	status = fold(&r);
	gperftools_places_free(&r.places);
	namer_free(&r.namer);
	stackbuf_free(&r.stack);
	free(r.input.p);
	return status == FG_OK ? fg_lines_status(c->in) : status;
}

const struct format format_gperftools = {
	.name = "gperftools",
	.summary = "profiles of gperftools, and Go's as text (debug=1)",
	.own_metrics = true,
	.options = "inline modules no-symbols sysroot strip-templates unknown",
	.detect = detect,
	.parse = parse,
};
