/* SPDX-License-Identifier: MIT */
/*
 * The call tree of Visual Studio's profiler as CSV, "CallTreeSummary.csv" of
 * VSPerfReport /Summary:CallTree, in UTF-16 with /U. The level is the depth;
 * numbers have the separators of the user's locale.
 *
 *	Level,Function Name,Inclusive Samples,Exclusive Samples,...,Module Name,
 *	0,"demo.exe (PID: 4321)","8,735",0,100.00,0.00,"",
 *	1,"class Ray::main",8735,5,100.00,0.06,"demo.exe",
 *	2,"testing::UnitTest::Run","8,630","8,014",98.80,91.75,"demo.exe",
 *
 * With instrumentation there are calls and times instead of samples:
 *
 *	Level,Function Name,Number of Calls,...,Elapsed Exclusive Time %,...
 *
 * A row's calls are only those of its own function at that place, so "calls"
 * are the numbers of the file. inferno subtracts those of the last callee from
 * its caller's: "net-calls", the default, which gives the same pictures.
 */
#include <stdlib.h>

#include "fg/text.h"

#include "fold/calltree.h"
#include "format.h"
#include "input/csv.h"
#include "input/scan.h"
#include "names/native.h"

#define NET_CALLS "net-calls"

/* Each with the column that it is read from. */
static const struct {
	const char *title, *name, *unit;
} known[] = {
	{ "Exclusive Samples", "samples", "samples" },
	{ "Number of Calls", NET_CALLS, "calls" },
	{ "Number of Calls", "calls", "calls" },
	{ "Elapsed Exclusive Time %", "time", "percent" },
	{ "Exclusive Samples %", "percent", "percent" },
};

enum { METRICS = sizeof known / sizeof *known, SUM_SCALE = 2 };

struct call {
	fg_frame id;
	uint64_t count;
};

struct reader {
	struct collapse *c;
	struct stackbuf stack;
	struct namer namer;
	struct calltree tree;
	struct csv row;
	size_t level, function, module; /* columns */
	size_t values[METRICS]; /* columns of the metrics */
	uint64_t sums[METRICS]; /* in units of 10^-SUM_SCALE */
	size_t net; /* the metric NET_CALLS, or METRICS */
	struct call *path; /* for net calls */
	size_t depth, room;
};

static bool is_header(fg_str line, char *separator)
{
	scan_text(&line, FG_STR("\""));
	if (!scan_text(&line, FG_STR("Level")))
		return false;
	scan_text(&line, FG_STR("\""));
	if (line.n == 0 || !memchr(",;\t", *line.p, 3))
		return false;
	*separator = *line.p;
	line = scan_from(line, 1);
	scan_text(&line, FG_STR("\""));
	return fg_starts_with(line, FG_STR("Function Name"));
}

static int detect(fg_str head)
{
	char separator;
	fg_str line;

	return scan_line(&head, &line) && is_header(line, &separator) ? BID_SURE
								      : BID_NO;
}

static fg_status add_metrics(struct reader *r)
{
	struct metrics *m = r->c->metrics;
	fg_status status;

	for (size_t i = 0; i < METRICS; i++) {
		size_t column = csv_find(&r->row, fg_from_c(known[i].title));

		if (column == r->row.count)
			continue;
		r->values[m->count] = column;
		metrics_add(m, fg_from_c(known[i].name),
			    fg_from_c(known[i].unit));
	}
	if (m->count == 0)
		return fg_fail(r->c->diag, FG_EINPUT, fg_lines_loc(r->c->in),
			       "no column of weights: neither exclusive "
			       "samples nor calls");
	status = format_choose_metric(r->c, 0);
	r->net = metrics_find(m, FG_STR(NET_CALLS));
	if (status == FG_OK && m->chosen == r->net && !r->c->options->metric)
		fg_note(r->c->diag, fg_lines_loc(r->c->in),
			"weights are calls less those of the last callee, as "
			"inferno has them; --metric calls uses the numbers of "
			"the file");
	return status;
}

static fg_status read_header(void *ctx)
{
	struct reader *r = ctx;
	r->level = csv_find(&r->row, FG_STR("Level"));
	r->function = csv_find(&r->row, FG_STR("Function Name"));
	r->module = csv_find(&r->row, FG_STR("Module Name"));
	return add_metrics(r);
}

static void emit(struct reader *r)
{
	uint64_t count = r->path[r->depth - 1].count;

	metrics_count(r->c->metrics, r->net, count);
	if (count == 0 || r->c->metrics->chosen != r->net)
		return;
	for (size_t i = stackbuf_skip(&r->stack, r->depth); i < r->depth; i++)
		stackbuf_push_id(&r->stack, r->path[i].id);
	stackbuf_flush(&r->stack, ROOT_FIRST, (struct fg_weight){ count, 0 });
}

/*
 * Leaves all functions from `depth` on. The calls of the last callee are
 * subtracted from each caller; a caller with the same number of calls cannot
 * be distinguished from it.
 */
static void leave_to(struct reader *r, size_t depth)
{
	uint64_t callee = UINT64_MAX;

	while (r->depth > depth) {
		uint64_t count = r->path[r->depth - 1].count;

		if (count != callee)
			emit(r);
		callee = count;
		r->depth--;
		if (r->depth > 0 && count < r->path[r->depth - 1].count)
			r->path[r->depth - 1].count -= count;
	}
}

static void add_calls(struct reader *r, uint64_t level, fg_frame id,
		      uint64_t count)
{
	if (level == r->depth && r->depth > 0) {
		emit(r);
		r->depth--;
	} else if (level < r->depth) {
		leave_to(r, level > 0 ? (size_t)level - 1 : 0);
	}
	/* the row of a process has no calls, and would not be a caller */
	if (level == 0)
		return;
	FG_RESERVE(&r->path, &r->room, r->depth + 1);
	r->path[r->depth++] = (struct call){ id, count };
}

static bool parse_value(const struct reader *r, size_t metric,
			struct fg_weight *weight)
{
	fg_str cell = fg_trim(csv_cell(&r->row, r->values[metric]));
	const char *unit = r->c->metrics->items[metric].unit;

	*weight = (struct fg_weight){ 0, 0 };
	return strcmp(unit, "percent") == 0
		       ? fg_weight_parse(cell, weight, NULL)
		       : csv_parse_count(cell, &weight->units);
}

/* Rounds only here, because fractions of a percent add up to percents. */
static void count_sums(struct reader *r)
{
	uint64_t unit = fg_pow10(SUM_SCALE);

	for (size_t i = 0; i < r->c->metrics->count; i++)
		metrics_count(r->c->metrics, i, (r->sums[i] + unit / 2) / unit);
}

/* Counts the metrics; net calls are counted elsewhere. */
static void count_metrics(struct reader *r, uint64_t level, fg_frame id)
{
	struct metrics *m = r->c->metrics;
	struct fg_weight weight;

	for (size_t i = 0; i < m->count; i++) {
		if (!parse_value(r, i, &weight))
			continue;
		if (i == r->net)
			add_calls(r, level, id, weight.units);
		else if (weight.scale > SUM_SCALE)
			r->sums[i] += weight.units /
				      fg_pow10(weight.scale - SUM_SCALE);
		else
			r->sums[i] += weight.units *
				      fg_pow10(SUM_SCALE - weight.scale);
	}
}

static void add(struct reader *r, uint64_t level, struct fg_weight weight)
{
	struct native_frame frame = {
		.name = csv_cell(&r->row, r->function),
		.module = csv_cell(&r->row, r->module),
	};
	fg_frame id;

	(void)namer_name(&r->namer, &frame, &id);
	count_metrics(r, level, id);
	if (r->c->metrics->chosen != r->net)
		calltree_own(&r->tree, (size_t)level, id, weight);
}

static void read_row(void *ctx)
{
	struct reader *r = ctx;
	struct fg_loc loc = fg_lines_loc(r->c->in);
	size_t chosen = r->c->metrics->chosen;
	struct fg_weight weight;
	uint64_t level;

	if (!fg_parse_u64(fg_trim(csv_cell(&r->row, r->level)), &level) ||
	    level > SIZE_MAX)
		fg_warn(r->c->diag, loc, "expected a level, got '%.*s'",
			FG_FMT(csv_cell(&r->row, r->level)));
	else if (csv_cell(&r->row, r->function).n == 0)
		fg_warn(r->c->diag, loc, "missing function name");
	else if (!parse_value(r, chosen, &weight))
		fg_warn(r->c->diag, loc, "expected a number, got '%.*s'",
			FG_FMT(csv_cell(&r->row, r->values[chosen])));
	else
		add(r, level, weight);
}

static const struct csv_table table = {
	.is_header = is_header,
	.header = read_header,
	.row = read_row,
};

static fg_status parse(struct collapse *c)
{
	struct reader r = { .c = c, .tree = { .stack = &r.stack } };
	fg_status status;

	stackbuf_init(&r.stack, c);
	namer_init(&r.namer, c->options, &r.stack);
	status = csv_read(&r.row, c->in, &table, &r);
	leave_to(&r, 0);
	count_sums(&r);
	calltree_free(&r.tree);
	namer_free(&r.namer);
	stackbuf_free(&r.stack);
	csv_free(&r.row);
	free(r.path);
	return status;
}

const struct format format_vsprof = {
	.name = "vsprof",
	.summary = "Visual Studio's profiler: call tree as CSV",
	.own_metrics = true,
	.has = HAS_MODULES | HAS_ARGUMENTS,
	.detect = detect,
	.parse = parse,
};
