/* SPDX-License-Identifier: MIT */
/*
 * GHC's cost centre profile, PROG.prof of `PROG +RTS -p` or -P: a flat table,
 * then the tree, whose individual columns are of a cost centre without what
 * it calls. The place in the source may have blanks, all else has none.
 *
 *		Thu Jan 15 10:20 2026 Time and Allocation Profiling Report  (Final)
 *	...
 *	                                         individual      inherited
 *	COST CENTRE   MODULE    SRC        no.   entries  %time %alloc   %time %alloc  ticks     bytes
 *
 *	MAIN          MAIN      <built-in> 100          0    0.0    0.0   100.0  100.0      0         0
 *	 CAF          Main      <entire-module> 150     0    0.0    0.0   100.0  100.0      0         0
 *	  main        Main      a.hs:3:1-9 200          1   30.0   40.0   100.0  100.0     30    400000
 *
 * The last two columns are there with -P only. A percentage has one decimal,
 * so time is in thousandths.
 */
#include <stdlib.h>

#include "fg/text.h"
#include "fg/weight.h"

#include "fold/calltree.h"
#include "fold/stackbuf.h"
#include "format.h"
#include "input/scan.h"

enum { METRIC_TIME, METRIC_TICKS, METRIC_BYTES };

struct reader {
	struct collapse *c;
	struct stackbuf stack;
	struct calltree tree;
	struct fg_buffer name;
	bool in_tree, has_rows;
	bool has_ticks; /* and bytes */
};

/* The title of the tree; the flat table's has no "no.". */
static bool is_header(fg_str line, bool *has_ticks)
{
	static const char *const words[] = { "COST",  "CENTRE", "MODULE",
					     "SRC",   "no.",	"entries",
					     "%time", "%alloc", "%time",
					     "%alloc" };
	fg_str rest;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		rest = line;
		if (fg_equal(scan_word(&rest), fg_from_c(words[i])))
			line = rest;
		else if (i != 3) /* before GHC 8 there was no SRC */
			return false;
	}
	*has_ticks = fg_equal(scan_word(&line), FG_STR("ticks"));
	return true;
}

static int detect(fg_str head)
{
	const fg_str title = FG_STR("Time and Allocation Profiling Report");
	bool has_ticks;
	fg_str line;

	for (int i = 0; scan_line(&head, &line); i++) {
		if ((i < 3 && fg_contains(line, title)) ||
		    is_header(line, &has_ticks))
			return BID_SURE;
	}
	return BID_NO;
}

/* The numbers of a row; individual time, then ticks and bytes if there. */
static bool parse_values(const struct reader *r, fg_str line, uint64_t *values)
{
	struct fg_weight percent;

	if (r->has_ticks &&
	    (!fg_parse_u64(scan_last_word(&line), &values[METRIC_BYTES]) ||
	     !fg_parse_u64(scan_last_word(&line), &values[METRIC_TICKS])))
		return false;
	/* inherited, and individual allocation */
	for (int i = 0; i < 3; i++)
		(void)scan_last_word(&line);
	if (!fg_weight_parse(scan_last_word(&line), &percent, NULL))
		return false;
	values[METRIC_TIME] = percent.scale == 0 ? percent.units * 10
						 : percent.units;
	return percent.scale <= 1 && percent.units < UINT64_MAX / 10;
}

static fg_status read_header(struct reader *r)
{
	struct metrics *m = r->c->metrics;

	r->in_tree = true;
	r->has_rows = false;
	if (m->count > 0)
		return FG_OK;
	metrics_add(m, FG_STR("time"), FG_STR("permille"));
	if (r->has_ticks) {
		metrics_add(m, FG_STR("ticks"), FG_STR("samples"));
		metrics_add(m, FG_STR("bytes"), FG_STR("bytes"));
	}
	return format_choose_metric(r->c, METRIC_TIME);
}

static void read_row(struct reader *r, fg_str line)
{
	struct metrics *m = r->c->metrics;
	uint64_t values[3] = { 0 };
	size_t depth;
	fg_str rest = line, name, module;

	depth = scan_blanks(&rest);
	name = scan_word(&rest);
	module = scan_word(&rest);
	if (module.n == 0 || !parse_values(r, rest, values)) {
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"not a row of the tree");
		return;
	}
	if (!calltree_fits(&r->tree, depth))
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"skips a level of the tree");
	for (size_t i = 0; i < m->count; i++)
		metrics_count(m, i, values[i]);
	r->name.n = 0;
	fg_buffer_append(&r->name, module);
	fg_buffer_append(&r->name, FG_STR("."));
	fg_buffer_append(&r->name, name);
	calltree_own(&r->tree, depth,
		     stackbuf_intern(&r->stack, fg_buffer_text(&r->name)),
		     (struct fg_weight){ values[m->chosen], 0 });
}

static fg_status read_all(struct reader *r)
{
	fg_status status = FG_OK;
	fg_str line;

	while (status == FG_OK && fg_lines_next(r->c->in, &line)) {
		bool blank = fg_trim(line).n == 0;

		if (r->in_tree && !blank) {
			r->has_rows = true;
			read_row(r, line);
		} else if (r->in_tree && r->has_rows) {
			r->in_tree = false;
			calltree_end(&r->tree);
		} else if (is_header(line, &r->has_ticks)) {
			status = read_header(r);
		}
	}
	return status == FG_OK ? fg_lines_status(r->c->in) : status;
}

static fg_status parse(struct collapse *c)
{
	struct reader r = {
		.c = c,
		.tree = { .stack = &r.stack, .step = 1 },
	};
	fg_status status;

	stackbuf_init(&r.stack, c);
	status = read_all(&r);
	calltree_free(&r.tree);
	stackbuf_free(&r.stack);
	free(r.name.p);
	return status;
}

const struct format format_ghc = {
	.name = "ghc",
	.summary = "GHC's cost centre profile, PROG.prof",
	.own_metrics = true,
	.detect = detect,
	.parse = parse,
};
