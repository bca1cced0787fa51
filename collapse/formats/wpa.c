/* SPDX-License-Identifier: MIT */
/*
 * A table of Windows Performance Analyzer with a column of stacks, as CSV
 * (wpaexporter, or Export of a graph): the root first, "/" between frames.
 *
 *	Process,Thread ID,Stack,Count,Weight (in view) (ms)
 *	demo.exe (4321),77,[Root]/ntdll.dll!RtlUserThreadStart/demo.exe!main,3,2.9
 *	System (4),12,n/a,"1,024","1,023.5"
 *
 * Where the decimal sign is a comma, cells are separated by ';'.
 *
 * Each row has its own weight. So the table must not contain rows of inner
 * nodes, which include their children's weights.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "fg/text.h"

#include "fold/stackbuf.h"
#include "format.h"
#include "input/csv.h"
#include "input/scan.h"
#include "sample/stack_owner.h"

struct reader {
	struct collapse *c;
	struct stackbuf stack;
	struct csv row;
	size_t process, thread, frames; /* columns; row.count when missing */
	size_t *values; /* columns of the metrics */
	size_t value_room;
	struct owner process_owner, thread_owner; /* of the row */
	struct fg_buffer digits;
};

/* "Weight (in view) (ms)" is the metric weight, in ms. */
static bool split_title(fg_str title, fg_str *name, fg_str *unit)
{
	static const struct {
		const char *title, *name;
	} known[] = {
		{ "Count", "count" },
		{ "Weight", "weight" },
		{ "Size", "size" },
		{ "Impacting Size", "size" },
	};

	*unit = FG_STR("");
	if (fg_ends_with(title, FG_STR(")"))) {
		size_t at = fg_rfind_char(title, '(');

		*unit = fg_slice(title, at + 1, title.n - 1);
	}
	title = fg_trim(fg_slice(title, 0, fg_find_char(title, '(')));
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (!fg_equal(title, fg_from_c(known[i].title)))
			continue;
		*name = fg_from_c(known[i].name);
		if (unit->n == 0 || fg_equal(*unit, FG_STR("in view")))
			*unit = i == 0 ? FG_STR("samples") : FG_STR("");
		return true;
	}
	return false;
}

/* Whether the line has a column of stacks and one of weights. */
static bool is_header(fg_str line, char *separator)
{
	bool has_stack = false, has_value = false;
	fg_str rest = line, name, unit;

	*separator = fg_find_char(line, ',') < line.n	? ','
		     : fg_find_char(line, ';') < line.n ? ';'
							: '\t';
	while (rest.p) {
		fg_str cell = fg_trim(fg_cut(&rest, *separator));

		if (cell.n >= 2 && *cell.p == '"')
			cell = fg_slice(cell, 1, cell.n - 1);
		has_stack |= fg_equal(cell, FG_STR("Stack"));
		has_value |= split_title(cell, &name, &unit);
	}
	return has_stack && has_value;
}

static int detect(fg_str head)
{
	char separator;
	fg_str line;

	return scan_line(&head, &line) && line.n < 4096 &&
			       is_header(line, &separator)
		       ? BID_SURE
		       : BID_NO;
}

static size_t find_any(const struct csv *row, const char *const *titles)
{
	for (size_t i = 0; i < row->count; i++) {
		if (scan_is_any(fg_trim(csv_cell(row, i)), titles))
			return i;
	}
	return row->count;
}

static fg_status read_header(void *ctx)
{
	static const char *const processes[] = { "Process", "Process Name",
						 "New Process", NULL };
	static const char *const threads[] = { "Thread ID", "Thread Name",
					       "Thread", "New Thread Id",
					       NULL };
	static const char *const stacks[] = { "Stack", NULL };
	struct reader *r = ctx;
	struct metrics *m = r->c->metrics;
	size_t weight;

	r->process = find_any(&r->row, processes);
	r->thread = find_any(&r->row, threads);
	r->frames = find_any(&r->row, stacks);
	for (size_t i = 0; i < r->row.count; i++) {
		fg_str name, unit;

		if (!split_title(fg_trim(csv_cell(&r->row, i)), &name, &unit) ||
		    metrics_find(m, name) < m->count)
			continue;
		FG_RESERVE(&r->values, &r->value_room, m->count + 1);
		r->values[m->count] = i;
		metrics_add(m, name, unit);
	}
	weight = metrics_find(m, FG_STR("weight"));
	return format_choose_metric(r->c, weight < m->count ? weight : 0);
}

/* "1.023,5", "1 024", "0,5" */
static bool parse_with_comma(struct reader *r, fg_str cell,
			     struct fg_weight *weight)
{
	fg_str whole = fg_cut(&cell, ',');
	char number[24];
	uint64_t count;
	int n;

	if (!csv_parse_count(whole, &count))
		return !cell.p && fg_weight_parse(whole, weight, NULL);
	n = snprintf(number, sizeof number, "%" PRIu64, count);
	r->digits.n = 0;
	fg_buffer_append(&r->digits, (fg_str){ number, (size_t)n });
	fg_buffer_append(&r->digits, FG_STR("."));
	fg_buffer_append(&r->digits, cell);
	return fg_weight_parse(fg_buffer_text(&r->digits), weight, NULL);
}

/* "1,023.5" */
static bool parse_value(struct reader *r, size_t metric,
			struct fg_weight *weight)
{
	fg_str cell = fg_trim(csv_cell(&r->row, r->values[metric]));

	if (r->row.separator == ';')
		return parse_with_comma(r, cell, weight);
	r->digits.n = 0;
	while (cell.p)
		fg_buffer_append(&r->digits, fg_cut(&cell, ','));
	return fg_weight_parse(fg_buffer_text(&r->digits), weight, NULL);
}

/* "demo.exe (4321)" is a name and a number, "77" a number. */
static void set_owner(struct reader *r, struct owner *owner, size_t column)
{
	fg_str name = FG_STR(""), number = FG_STR("");

	if (column < r->row.count)
		name = fg_trim(csv_cell(&r->row, column));
	if (fg_ends_with(name, FG_STR(")"))) {
		size_t at = fg_rfind_char(name, '(');

		number = fg_trim(fg_slice(name, at + 1, name.n - 1));
		name = fg_trim(fg_slice(name, 0, at));
	} else if (name.n > 0 && fg_is_digit(*name.p)) {
		number = name;
		name = FG_STR("");
	}
	owner_set(owner, name, number);
}

static bool is_wanted(struct reader *r)
{
	set_owner(r, &r->process_owner, r->process);
	set_owner(r, &r->thread_owner, r->thread);
	return owners_wanted(r->c->options, &r->process_owner,
			     &r->thread_owner);
}

static void push_cell(struct reader *r, size_t column)
{
	if (column < r->row.count)
		stackbuf_push(&r->stack, fg_trim(csv_cell(&r->row, column)));
}

static void push_stack(struct reader *r, fg_str text)
{
	const struct collapse_options *o = r->c->options;

	if (text.n == 0 || fg_equal(text, FG_STR("n/a"))) {
		stackbuf_push(&r->stack, FG_STR("[no stack]"));
		return;
	}
	while (text.p) {
		fg_str name = fg_trim(fg_cut(&text, '/'));
		size_t bang = fg_find_char(name, '!');

		if (fg_equal(name, FG_STR("[Root]")))
			continue;
		if (o->no_modules && bang + 1 < name.n)
			name = scan_from(name, bang + 1);
		stackbuf_push(&r->stack, name);
	}
}

static void read_row(void *ctx)
{
	struct reader *r = ctx;
	const struct collapse_options *o = r->c->options;
	struct metrics *m = r->c->metrics;
	struct fg_weight weight;

	if (!is_wanted(r))
		return;
	for (size_t i = 0; i < m->count; i++) {
		if (parse_value(r, i, &weight))
			metrics_count(m, i,
				      weight.units / fg_pow10(weight.scale));
	}
	if (!parse_value(r, m->chosen, &weight)) {
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"expected a number, got '%.*s'",
			FG_FMT(csv_cell(&r->row, r->values[m->chosen])));
		return;
	}
	push_cell(r, r->process);
	if (o->per_thread)
		push_cell(r, r->thread);
	push_stack(r, fg_trim(csv_cell(&r->row, r->frames)));
	stackbuf_flush(&r->stack, ROOT_FIRST, weight);
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
	status = csv_read(&r.row, c->in, &table, &r);
	stackbuf_free(&r.stack);
	csv_free(&r.row);
	owner_free(&r.process_owner);
	owner_free(&r.thread_owner);
	free(r.values);
	free(r.digits.p);
	return status;
}

const struct format format_wpa = {
	.name = "wpa",
	.summary = "tables of Windows Performance Analyzer as CSV",
	.own_metrics = true,
	.has = HAS_THREADS | HAS_TIDS | HAS_PROCESSES | HAS_PIDS |
	       SHOWS_MODULES,
	.detect = detect,
	.parse = parse,
};
