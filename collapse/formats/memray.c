/* SPDX-License-Identifier: MIT */
/*
 * Python allocations at the moment of the highest memory use, as `memray
 * transform csv` (1.20) writes them: the leaf first.
 *
 *	allocator,num_allocations,size,tid,thread_name,stack_trace
 *	MALLOC,1,710,1,0x1,__new__;/usr/lib/python3.11/pathlib.py;871|main;a.py;9
 *
 * A row without a stack belongs to the interpreter itself.
 */
#include "fg/text.h"
#include "input/csv.h"
#include "input/scan.h"
#include "names/native.h"
#include "sample/stack_owner.h"

enum { COUNT = 1, SIZE, TID, THREAD, STACK, COLUMNS };

enum { METRIC_BYTES, METRIC_ALLOCATIONS };

struct reader {
	struct collapse *c;
	struct csv row;
	struct stackbuf stack;
	struct namer namer;
};

static bool is_header(fg_str line, char *separator)
{
	*separator = ',';
	return fg_equal(fg_trim_end(line), FG_STR("allocator,num_allocations,"
						  "size,tid,"
						  "thread_name,stack_trace"));
}

static int detect(fg_str head)
{
	char separator;
	fg_str line;

	return scan_line(&head, &line) && is_header(line, &separator) ? BID_SURE
								      : BID_NO;
}

static fg_status read_header(void *ctx)
{
	(void)ctx;
	return FG_OK;
}

/* "main;a.py;9" */
static void push_frame(struct reader *r, fg_str text)
{
	size_t name = fg_find_char(text, ';'), file = fg_rfind_char(text, ';');
	struct native_frame frame = { .name = fg_slice(text, 0, name) };
	fg_frame id;

	if (name < file && fg_parse_u64(scan_from(text, file + 1), &frame.line))
		frame.file = fg_slice(text, name + 1, file);
	if (namer_name(&r->namer, &frame, &id))
		stackbuf_push_id(&r->stack, id);
}

static void push_stack(struct reader *r, fg_str text)
{
	if (text.n == 0)
		stackbuf_push(&r->stack, FG_STR("[no stack]"));
	while (text.n > 0)
		push_frame(r, fg_cut(&text, '|'));
}

static void read_row(void *ctx)
{
	struct reader *r = ctx;
	struct metrics *m = r->c->metrics;
	struct owner process = { 0 }, thread = { 0 };
	fg_str name = csv_cell(&r->row, THREAD);
	uint64_t weights[2];

	if (r->row.count != COLUMNS ||
	    !fg_parse_u64(csv_cell(&r->row, SIZE), &weights[METRIC_BYTES]) ||
	    !fg_parse_u64(csv_cell(&r->row, COUNT),
			  &weights[METRIC_ALLOCATIONS])) {
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"not a row of memray's table");
		return;
	}
	metrics_count(m, METRIC_BYTES, (fg_swide)weights[METRIC_BYTES]);
	metrics_count(m, METRIC_ALLOCATIONS,
		      (fg_swide)weights[METRIC_ALLOCATIONS]);
	owner_set(&thread, name, csv_cell(&r->row, TID));
	if (weights[m->chosen] > 0 &&
	    owners_wanted(r->c->options, &process, &thread)) {
		push_stack(r, csv_cell(&r->row, STACK));
		if (r->c->options->per_thread)
			stackbuf_push(&r->stack, name);
		stackbuf_flush(&r->stack, LEAF_FIRST,
			       (struct fg_weight){ weights[m->chosen], 0 });
	}
	owner_free(&thread);
}

static const struct csv_table table = {
	.is_header = is_header,
	.header = read_header,
	.row = read_row,
};

static fg_status parse(struct collapse *c)
{
	struct reader r = { .c = c };
	fg_status status;

	stackbuf_init(&r.stack, c);
	namer_init(&r.namer, c->options, &r.stack);
	status = csv_read(&r.row, c->in, &table, &r);
	stackbuf_free(&r.stack);
	namer_free(&r.namer);
	csv_free(&r.row);
	return status;
}

static const struct format_metric metrics[] = {
	[METRIC_BYTES] = { "bytes", "bytes" },
	[METRIC_ALLOCATIONS] = { "allocations", "allocations" },
	{ NULL, NULL },
};

const struct format format_memray = {
	.name = "memray",
	.summary = "memray's allocations of Python as CSV",
	.metrics = metrics,
	.has = HAS_THREADS | HAS_TIDS | HAS_SOURCE | HAS_ARGUMENTS,
	.detect = detect,
	.parse = parse,
};
