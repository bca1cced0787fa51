/* SPDX-License-Identifier: MIT */
/*
 * Files of valgrind's massif, and others in its format: xtree files of any
 * valgrind tool, and heaptrack_print -M. They have snapshots of the heap, some
 * with a tree. Its root is the heap, its first level are the places where
 * blocks were allocated, and its deeper levels are the callers of those
 * places:
 *
 *	desc: --detailed-freq=3
 *	cmd: ./alloc
 *	time_unit: i
 *	#-----------
 *	snapshot=2
 *	#-----------
 *	time=1812398
 *	mem_heap_B=72768
 *	mem_heap_extra_B=16
 *	mem_stacks_B=0
 *	heap_tree=detailed
 *	n2: 72768 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.
 *	 n1: 72704 0x48FB7B9: ??? (in /usr/lib/libstdc++.so.6.0.30)
 *	  n0: 72704 0x4004A1D: call_init (dl-init.c:74)
 *	 n0: 64 in 1 place, below massif's threshold (1.00%)
 *
 * The number after "n" is the number of children that follow. In an xtree file
 * each snapshot is a metric, whose name begins the text of its root:
 *
 *	n13: 2640 curB : currently allocated Bytes
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "format.h"
#include "massif_tree.h"

enum want {
	WANT_PEAK, /* the snapshot that is marked so, or the largest */
	WANT_LAST, /* the last that has a tree */
	WANT_NUMBER,
};

struct snapshot {
	struct massif_tree tree;
	uint64_t number, bytes;
	bool is_peak;
	size_t metric; /* in c->metrics, of an xtree file's snapshot */
};

struct reader {
	struct collapse *c;
	struct stackbuf stack;
	struct namer namer;
	struct snapshot now, best; /* best.tree.count == 0: none yet */
	enum want want;
	uint64_t wanted; /* number */
	bool in_tree;
	bool is_xtree;
	struct fg_buffer numbers; /* of the snapshots with trees: "2, 5" */
};

static int detect(fg_str head)
{
	if (!fg_starts_with(head, FG_STR("desc:")) &&
	    !fg_starts_with(head, FG_STR("#-----------")))
		return BID_NO;
	return fg_contains(head, FG_STR("\nsnapshot=")) &&
			       fg_contains(head, FG_STR("\nmem_heap_B="))
		       ? BID_SURE
		       : BID_NO;
}

/* The number after `name`, which begins the line. */
static bool number_after(fg_str line, fg_str name, uint64_t *number)
{
	return fg_starts_with(line, name) &&
	       fg_parse_u64(fg_trim(fg_slice(line, name.n, line.n)), number);
}

static void remember_number(struct reader *r)
{
	char text[24];
	int n = snprintf(text, sizeof text, "%s%" PRIu64,
			 r->numbers.n ? ", " : "", r->now.number);

	fg_buffer_append(&r->numbers, (fg_str){ text, (size_t)n });
}

/* "curB : currently allocated Bytes" makes a metric curB in bytes. */
static bool begin_metric(struct reader *r, fg_str text)
{
	size_t colon = fg_find(text, FG_STR(" : "));
	fg_str name = fg_slice(text, 0, colon);

	if (colon == text.n || fg_find_char(name, ' ') < name.n)
		return false;
	r->now.metric = metrics_add(r->c->metrics, name,
				    fg_ends_with(name, FG_STR("Bk"))
					    ? FG_STR("blocks")
					    : FG_STR("bytes"));
	metrics_count(r->c->metrics, r->now.metric, r->now.bytes);
	return true;
}

static bool is_wanted(const struct reader *r)
{
	const char *metric = r->c->options->metric;

	if (r->want == WANT_NUMBER)
		return r->now.number == r->wanted;
	if (!r->is_xtree || r->want == WANT_LAST)
		return true;
	return metric ? metrics_find(r->c->metrics, fg_from_c(metric)) ==
				r->now.metric
		      : r->now.metric == 0;
}

static bool is_better(const struct reader *r)
{
	bool whole = massif_tree_is_whole(&r->now.tree);

	if (r->best.tree.count == 0)
		return true;
	if (whole != massif_tree_is_whole(&r->best.tree))
		return whole;
	if (r->want != WANT_PEAK || r->is_xtree)
		return true;
	if (r->now.is_peak != r->best.is_peak)
		return r->now.is_peak;
	return r->now.bytes > r->best.bytes;
}

/* Ends a snapshot; keeps it if it is the best so far. */
static void end_snapshot(struct reader *r)
{
	struct snapshot *now = &r->now, old;

	if (now->tree.count > 0 && !massif_tree_is_whole(&now->tree))
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"the tree of snapshot %" PRIu64 " is incomplete",
			now->number);
	if (now->tree.count > 0 && is_wanted(r) && is_better(r)) {
		old = r->best;
		r->best = *now;
		*now = old;
	}
	massif_tree_clear(&now->tree);
	now->bytes = 0;
	now->is_peak = false;
	r->in_tree = false;
}

static void begin_tree(struct reader *r, fg_str kind)
{
	r->now.is_peak = fg_equal(kind, FG_STR("peak"));
	r->in_tree = r->now.is_peak || fg_equal(kind, FG_STR("detailed"));
	if (r->in_tree)
		remember_number(r);
	else if (!fg_equal(kind, FG_STR("empty")))
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"unknown kind of tree '%.*s'", FG_FMT(kind));
}

static void add_to_tree(struct reader *r, const struct massif_line *line)
{
	struct snapshot *now = &r->now;

	if (now->tree.count == 0 && begin_metric(r, line->text))
		r->is_xtree = true;
	massif_tree_add(&now->tree, line, &r->namer);
	r->in_tree = !massif_tree_is_whole(&now->tree);
}

static void read_line(struct reader *r, fg_str line)
{
	const fg_str kind = FG_STR("heap_tree=");
	struct massif_line parsed;
	uint64_t unused;

	if (r->in_tree && massif_line_parse(line, &parsed)) {
		add_to_tree(r, &parsed);
	} else if (number_after(line, FG_STR("snapshot="), &unused)) {
		end_snapshot(r);
		r->now.number = unused;
	} else if (fg_starts_with(line, kind)) {
		begin_tree(r, fg_trim(fg_slice(line, kind.n, line.n)));
	} else if (line.n > 0 && *line.p != '#' &&
		   !number_after(line, FG_STR("mem_heap_B="), &r->now.bytes) &&
		   !fg_starts_with(line, FG_STR("mem_")) &&
		   !fg_starts_with(line, FG_STR("time=")) &&
		   !fg_starts_with(line, FG_STR("desc:")) &&
		   !fg_starts_with(line, FG_STR("cmd:")) &&
		   !fg_starts_with(line, FG_STR("time_unit:"))) {
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"not a line of massif's: '%.*s'", FG_FMT(line));
	}
}

static fg_status choose_want(struct reader *r)
{
	fg_str which = fg_from_c(r->c->options->snapshot);

	if (!which.p || fg_equal(which, FG_STR("peak")))
		r->want = WANT_PEAK;
	else if (fg_equal(which, FG_STR("last")))
		r->want = WANT_LAST;
	else if (fg_parse_u64(which, &r->wanted))
		r->want = WANT_NUMBER;
	else
		return fg_fail(r->c->diag, FG_EUSAGE,
			       (struct fg_loc){ NULL, 0 },
			       "--snapshot: expected peak, last or a number, "
			       "got '%.*s'",
			       FG_FMT(which));
	return FG_OK;
}

static fg_status no_snapshot(struct reader *r)
{
	struct fg_loc loc = fg_lines_whole(r->c->in);

	if (r->numbers.n == 0)
		return fg_fail(r->c->diag, FG_EINPUT, loc,
			       "no snapshot has a tree to fold; see massif's "
			       "--detailed-freq");
	return fg_fail(r->c->diag, FG_EUSAGE, loc,
		       "--snapshot: %s has no tree; these have: %.*s",
		       r->c->options->snapshot,
		       FG_FMT(fg_buffer_text(&r->numbers)));
}

/*
 * Completes the metrics: an ordinary file has only one; xtree's were added
 * while reading.
 */
static fg_status settle_metric(struct reader *r)
{
	struct metrics *m = r->c->metrics;
	fg_status status;

	if (m->count == 0) {
		metrics_add(m, FG_STR("bytes"), FG_STR("bytes"));
		metrics_count(m, 0, r->best.bytes);
	}
	status = format_choose_metric(r->c, 0);
	if (status == FG_OK && r->is_xtree && r->best.tree.count > 0)
		m->chosen = r->best.metric;
	return status;
}

static void say_which(const struct reader *r)
{
	struct fg_loc loc = fg_lines_whole(r->c->in);

	if (r->want == WANT_PEAK && !r->is_xtree && !r->best.is_peak)
		fg_note(r->c->diag, loc,
			"no snapshot is marked as the peak; using number "
			"%" PRIu64 ", the largest that has a tree",
			r->best.number);
}

static fg_status finish_file(struct reader *r)
{
	struct fg_loc loc = fg_lines_whole(r->c->in);
	fg_status status = settle_metric(r);
	uint64_t excess;

	if (status != FG_OK || r->c->options->list_metrics)
		return status;
	if (r->best.tree.count == 0)
		return no_snapshot(r);
	say_which(r);
	excess = massif_tree_fold(&r->best.tree, &r->stack);
	if (excess > 0)
		fg_warn(r->c->diag, loc,
			"snapshot %" PRIu64 ": callers have %" PRIu64 " bytes "
			"more than their callees",
			r->best.number, excess);
	return FG_OK;
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { .c = c };
	fg_status status = choose_want(&r);
	fg_str line;

	stackbuf_init(&r.stack, c);
	namer_init(&r.namer, c->options, &r.stack);
	while (status == FG_OK && fg_lines_next(c->in, &line))
		read_line(&r, line);
	end_snapshot(&r);
	if (status == FG_OK)
		status = fg_lines_status(c->in);
	if (status == FG_OK)
		status = finish_file(&r);
	massif_tree_free(&r.now.tree);
	massif_tree_free(&r.best.tree);
	free(r.numbers.p);
	namer_free(&r.namer);
	stackbuf_free(&r.stack);
	return status;
}

const struct format format_massif = {
	.name = "massif",
	.summary = "valgrind's massif and xtree, heaptrack_print -M",
	.own_metrics = true,
	.has = HAS_SNAPSHOTS | HAS_MODULES | HAS_SOURCE | HAS_INLINED |
	       HAS_ADDRESSES | HAS_ARGUMENTS | HAS_TEMPLATES,
	.detect = detect,
	.parse = parse,
};
