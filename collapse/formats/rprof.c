/* SPDX-License-Identifier: MIT */
/*
 * Output of R's Rprof(): one sample per line, the leaf first.
 *
 *	sample.interval=20000
 *	"sample.int" "sample" "paste" "FUN" "vapply" "make" "main"
 *	"<GC>" "by_list" "summarise" "main"
 *
 * With line.profiling there are tables of files, and file and line are before
 * each function; with memory.profiling four numbers are in front.
 *
 *	memory profiling: line profiling: sample.interval=20000
 *	#File 1: words.R
 *	:314695:1245816:31026576:402:1#7 "by_list" 1#14 "summarise"
 */
#include <stdlib.h>

#include "fg/text.h"
#include "input/scan.h"
#include "sample/stack_dump.h"

enum { SAMPLES, TIME, FILES_MAX = 65536 };

static const struct format_metric metrics[] = {
	[SAMPLES] = { "samples", "samples" },
	[TIME] = { "time", "us" },
	{ 0 },
};

struct reader {
	uint64_t interval; /* in us */
	struct fg_arena arena;
	fg_str *files; /* by number */
	size_t file_room;
};

static bool read_header(fg_str line, uint64_t *interval)
{
	const fg_str key = FG_STR("sample.interval=");
	size_t at = fg_find(line, key);

	return at < line.n &&
	       fg_parse_u64(fg_trim(scan_from(line, at + key.n)), interval);
}

static int detect(fg_str head)
{
	uint64_t interval;
	fg_str line;

	return scan_line(&head, &line) && read_header(line, &interval)
		       ? BID_SURE
		       : BID_NO;
}

/* "#File 1: words.R" */
static bool read_file(struct reader *r, fg_str line)
{
	uint64_t number;
	size_t room = r->file_room;

	if (!scan_text(&line, FG_STR("#File ")) || !scan_u64(&line, &number) ||
	    !scan_text(&line, FG_STR(": ")) || number >= FILES_MAX)
		return false;
	FG_RESERVE(&r->files, &r->file_room, (size_t)number + 1);
	for (; room < r->file_room; room++)
		r->files[room] = FG_STR("");
	r->files[number] = (fg_str){ fg_arena_bytes(&r->arena, line), line.n };
	return true;
}

/* Takes "1#7 ", the position in the function after it. */
static bool take_place(const struct reader *r, fg_str *line,
		       struct native_frame *frame)
{
	fg_str rest = *line;
	uint64_t file, number;

	if (!scan_u64(&rest, &file) || !scan_text(&rest, FG_STR("#")) ||
	    !scan_u64(&rest, &number))
		return false;
	frame->file = file < r->file_room ? r->files[file] : FG_STR("");
	frame->line = number;
	*line = rest;
	return true;
}

/*
 * Takes a name, which may contain quotes and blanks, but not a quote before a
 * blank.
 */
static bool take_name(fg_str *line, fg_str *name)
{
	fg_str rest = *line;
	size_t end;

	if (!scan_text(&rest, FG_STR("\"")))
		return false;
	end = fg_find(rest, FG_STR("\" "));
	if (end == rest.n && fg_ends_with(rest, FG_STR("\"")))
		end = rest.n - 1;
	*name = fg_slice(rest, 0, end);
	*line = scan_from(rest, end + 1 < rest.n ? end + 1 : rest.n);
	return true;
}

/* ":314695:1245816:31026576:402:" */
static void skip_memory(fg_str *line)
{
	uint64_t number;

	for (int i = 0; i < 4 && scan_text(line, FG_STR(":")); i++)
		(void)scan_u64(line, &number);
	scan_text(line, FG_STR(":"));
}

static void read_line(struct dump *d, fg_str line)
{
	struct reader *r = d->state;
	struct metrics *m = d->c->metrics;
	uint64_t interval;

	if (fg_trim(line).n == 0 || read_file(r, line))
		return;
	if (*line.p != '"' && read_header(line, &interval)) {
		r->interval = interval;
		return;
	}
	skip_memory(&line);
	while (scan_blanks(&line), line.n > 0) {
		struct native_frame frame = { 0 };
		bool placed = take_place(r, &line, &frame);

		scan_blanks(&line);
		if (take_name(&line, &frame.name)) {
			dump_push_native(d, &frame);
		} else if (!placed) {
			dump_warn(d, "expected a name in quotes");
			break;
		}
	}
	metrics_count(m, SAMPLES, 1);
	metrics_count(m, TIME, r->interval);
	d->samples = 1;
	d->weight.units = m->chosen == TIME ? r->interval : 1;
	dump_end(d);
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { 0 };
	struct dump d = { .state = &r };
	fg_status status = dump_read(&d, c, read_line);

	fg_arena_free(&r.arena);
	free(r.files);
	return status;
}

const struct format format_rprof = {
	.name = "rprof",
	.summary = "R's Rprof()",
	.metrics = metrics,
	.has = HAS_SOURCE | HAS_ARGUMENTS,
	.detect = detect,
	.parse = parse,
};
