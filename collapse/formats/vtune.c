/* SPDX-License-Identifier: MIT */
/*
 * Intel VTune's top-down tree as CSV; one blank per level before the name.
 *
 *	vtune -report top-down -call-stack-mode all -format csv \
 *		-csv-delimiter comma -column="CPU Time:Self","Module"
 *
 *	war:Column filter is ON.
 *	Function Stack,CPU Time:Self,Module
 *	Total,0.0,
 *	 "start(int, char)",0.0,libc.so.6
 *	  main,0.5,app
 *
 * Every ":Self" column is a metric, also those of memory consumption:
 *
 *	Function Stack,Allocation Size:Self,Deallocation Size:Self,\
 * Allocations:Self,Module
 *
 * Names of frames are as in FlameGraph: lib`function for versions up to 2015,
 * when the module was the second column, later lib!function, and for memory
 * function(lib).
 */
#include <stdlib.h>

#include "fg/text.h"

#include "fold/calltree.h"
#include "fold/rounded_weights.h"
#include "input/csv.h"
#include "input/quantity.h"
#include "input/scan.h"

/* How module and function are joined to a name. */
enum naming { TICK, BANG, PARENTHESES, FUNCTION_ONLY };

struct reader {
	struct collapse *c;
	struct stackbuf stack;
	struct calltree tree;
	struct csv row;
	struct fg_buffer name;
	size_t *columns; /* of the metrics */
	size_t column_room, module; /* column, or SIZE_MAX */
	enum naming naming;
};

static bool is_header(fg_str line, char *separator)
{
	const fg_str title = FG_STR("Function Stack");
	bool quoted = scan_text(&line, FG_STR("\""));

	if (!scan_text(&line, title) ||
	    (quoted && !scan_text(&line, FG_STR("\""))) || line.n == 0)
		return false;
	*separator = *line.p;
	return memchr(",;\t", *separator, 3) != NULL;
}

static int detect(fg_str head)
{
	enum { LINES = 5 };
	char separator;
	fg_str line;

	for (int i = 0; i < LINES && scan_line(&head, &line);) {
		if (is_header(line, &separator))
			return BID_SURE;
		i += fg_trim(line).n > 0;
	}
	return BID_NO;
}

/* "Instructions Retired" becomes "instructions-retired". */
static void append_lower(struct fg_buffer *to, fg_str title)
{
	for (size_t i = 0; i < title.n; i++) {
		char c = title.p[i];

		if (c >= 'A' && c <= 'Z')
			c = (char)(c | 0x20);
		else if (c == ' ')
			c = '-';
		fg_buffer_append(to, (fg_str){ &c, 1 });
	}
}

static void add_metric(struct reader *r, fg_str title, size_t column)
{
	static const struct {
		fg_str title;
		const char *name, *unit;
	} known[] = {
		{ { "CPU Time", 8 }, "time", "ms" },
		{ { "Allocations", 11 }, "allocations", "blocks" },
		{ { "Allocation Size", 15 }, "size", "bytes" },
		{ { "Deallocation Size", 17 }, "freed", "bytes" },
	};
	struct metrics *m = r->c->metrics;

	FG_RESERVE(&r->columns, &r->column_room, m->count + 1);
	r->columns[m->count] = column;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (fg_equal(title, known[i].title)) {
			metrics_add(m, fg_from_c(known[i].name),
				    fg_from_c(known[i].unit));
			return;
		}
	}
	r->name.n = 0;
	append_lower(&r->name, title);
	metrics_add(m, fg_buffer_text(&r->name),
		    fg_ends_with(title, FG_STR("Time")) ? FG_STR("ms")
							: FG_STR(""));
}

static void choose_naming(struct reader *r)
{
	const struct metrics *m = r->c->metrics;

	if (r->c->options->no_modules || r->module == SIZE_MAX)
		r->naming = FUNCTION_ONLY;
	else if (metrics_find(m, FG_STR("allocations")) < m->count)
		r->naming = PARENTHESES;
	else
		r->naming = r->module == 1 ? BANG : TICK;
}

static fg_status read_header(void *ctx)
{
	struct reader *r = ctx;
	const fg_str self = FG_STR(":Self");
	struct metrics *m = r->c->metrics;
	size_t fallback;

	for (size_t i = 1; i < r->row.count; i++) {
		fg_str title = fg_trim(csv_cell(&r->row, i));

		if (fg_equal(title, FG_STR("Module")))
			r->module = i;
		else if (fg_ends_with(title, self))
			add_metric(r, fg_slice(title, 0, title.n - self.n), i);
	}
	if (m->count == 0)
		return fg_fail(r->c->diag, FG_EINPUT, fg_lines_loc(r->c->in),
			       "no column ends with ':Self'; report with "
			       "-column=\"CPU Time:Self\",\"Module\"");
	choose_naming(r);
	fallback = metrics_find(m, FG_STR("allocations"));
	return format_choose_metric(r->c, fallback < m->count ? fallback : 0);
}

static fg_str frame_name(struct reader *r, fg_str function)
{
	static const fg_str marks[] = { { "`", 1 }, { "!", 1 }, { "(", 1 } };
	fg_str module = csv_cell(&r->row, r->module);

	if (r->naming == FUNCTION_ONLY ||
	    (r->naming != PARENTHESES && module.n == 0))
		return function;
	r->name.n = 0;
	if (r->naming == PARENTHESES)
		fg_buffer_append(&r->name, function);
	else
		fg_buffer_append(&r->name, module);
	fg_buffer_append(&r->name, marks[r->naming]);
	if (r->naming == PARENTHESES) {
		fg_buffer_append(&r->name, module);
		fg_buffer_append(&r->name, FG_STR(")"));
	} else {
		fg_buffer_append(&r->name, function);
	}
	return fg_buffer_text(&r->name);
}

/*
 * The text of a number; where semicolons separate the cells, its comma becomes
 * a point.
 */
static fg_str number_cell(struct reader *r, size_t column)
{
	fg_str cell = fg_trim(csv_cell(&r->row, column));
	size_t comma = fg_find_char(cell, ',');

	if (r->row.separator != ';' || comma == cell.n)
		return cell;
	r->name.n = 0;
	fg_buffer_append(&r->name, fg_slice(cell, 0, comma));
	fg_buffer_append(&r->name, FG_STR("."));
	fg_buffer_append(&r->name, scan_from(cell, comma + 1));
	return fg_buffer_text(&r->name);
}

/*
 * Parses a value: times are in seconds unless they have a unit; an empty cell
 * is 0.
 */
static bool parse_value(struct reader *r, size_t metric,
			struct fg_weight *weight)
{
	bool time = fg_equal(fg_from_c(r->c->metrics->items[metric].unit),
			     FG_STR("ms"));
	fg_str cell = number_cell(r, r->columns[metric]);
	struct quantity q = { 0, QUANTITY_PLAIN };

	if (cell.n > 0 &&
	    (!quantity_parse(cell, &q) || q.kind == QUANTITY_CYCLES ||
	     (q.kind == QUANTITY_TIME) > time))
		return false;
	/* ns as ms, and 10^-9 s as ms */
	*weight = (struct fg_weight){ q.amount, time ? 6 : 9 };
	if (q.kind == QUANTITY_BYTES)
		weight->scale = 0;
	return true;
}

static void count_metrics(struct reader *r)
{
	struct metrics *m = r->c->metrics;
	struct fg_weight weight;

	for (size_t i = 0; i < m->count; i++) {
		if (parse_value(r, i, &weight))
			metrics_count(
				m, i,
				(weight.units + fg_pow10(weight.scale) / 2) /
					fg_pow10(weight.scale));
	}
}

static void read_row(void *ctx)
{
	struct reader *r = ctx;
	struct fg_weight weight;
	fg_str name;
	size_t indent;

	name = csv_cell(&r->row, 0);
	indent = scan_blanks(&name);
	name = fg_trim_end(name);
	if (name.n == 0 || r->row.count < 2 ||
	    !parse_value(r, r->c->metrics->chosen, &weight)) {
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"not a row of the tree");
		return;
	}
	if (r->c->options->list_metrics)
		count_metrics(r);
	if (!calltree_fits(&r->tree, indent))
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"skips a level of the tree");
	calltree_own(&r->tree, indent,
		     stackbuf_intern(&r->stack, frame_name(r, name)), weight);
}

static const struct csv_table table = {
	.is_header = is_header,
	.header = read_header,
	.row = read_row,
};

static fg_status parse_exactly(struct collapse *c)
{
	struct reader r = {
		.c = c,
		.tree = { .stack = &r.stack, .step = 1 },
		.module = SIZE_MAX,
	};
	fg_status status;

	stackbuf_init(&r.stack, c);
	status = csv_read(&r.row, c->in, &table, &r);
	calltree_free(&r.tree);
	stackbuf_free(&r.stack);
	csv_free(&r.row);
	free(r.name.p);
	free(r.columns);
	return status;
}

static fg_status parse(struct collapse *c)
{
	return rounded_parse(c, parse_exactly, SMALL_LOST);
}

const struct format format_vtune = {
	.name = "vtune",
	.summary = "Intel VTune's top-down tree as CSV, also of memory",
	.own_metrics = true,
	.has = SHOWS_MODULES,
	.detect = detect,
	.parse = parse,
};
