/* SPDX-License-Identifier: MIT */
/*
 * Output of DHAT: valgrind --tool=dhat and Rust's dhat crate. It is JSON whose
 * "pps" are the places where blocks were allocated (or copied, or counted by
 * the program), each with its stack, leaf first, as indices of "ftbl":
 *
 *	{"dhatFileVersion":2
 *	,"mode":"heap","verb":"Allocated"
 *	,"bklt":true,"bkacc":true
 *	,"tu":"instrs","Mtu":"Minstr"
 *	,"pps":
 *	 [{"tb":16,"tbk":1
 *	  ,"tl":35051
 *	  ,"mb":16,"mbk":1
 *	  ,"gb":0,"gbk":0
 *	  ,"eb":0,"ebk":0
 *	  ,"rb":20,"wb":20
 *	  ,"acc":[-8,4,-4,2,-4,0]
 *	  ,"fs":[1,2]
 *	  }
 *	 ]
 *	,"ftbl":
 *	 ["[root]"
 *	 ,"0x10944A: parse(char const*) (heap.cpp:12)"
 *	 ,"0x109610: main (heap.cpp:30)"
 *	 ]
 *	}
 *
 * Without the debug symbols of valgrind itself, the leaf is its malloc:
 *
 *	 ,"0x4843828: malloc (in /usr/libexec/valgrind/vgpreload_dhat-amd64-linux.so)"
 */
#include <inttypes.h>
#include <stdlib.h>

#include "dhat_table.h"
#include "fg/alloc.h"
#include "fg/text.h"
#include "names/json_profile.h"

enum unit { BYTES, BLOCKS, TIME, UNITS };

/*
 * The maxima of each point (mb, mbk) are of different times, so they have no
 * sum.
 */
static const struct column {
	const char *key; /* in the file; also understood by --metric */
	const char *name;
	enum unit unit;
} columns[] = {
	{ "tb", "total-bytes", BYTES }, { "tbk", "total-blocks", BLOCKS },
	{ "gb", "peak-bytes", BYTES },	{ "gbk", "peak-blocks", BLOCKS },
	{ "eb", "end-bytes", BYTES },	{ "ebk", "end-blocks", BLOCKS },
	{ "rb", "reads", BYTES },	{ "wb", "writes", BYTES },
	{ "tl", "lifetime", TIME },
};

enum { COLUMNS = sizeof columns / sizeof *columns };

/* The default of valgrind's --num-callers. */
enum { DEFAULT_CALLERS = 12 };

struct point {
	uint64_t weight;
	size_t frames; /* start of its frames in reader.frames */
};

struct reader {
	struct json_profile p;
	size_t column; /* the wanted one */
	bool seen[COLUMNS]; /* whether any point has it */
	fg_swide totals[COLUMNS];
	char *units[UNITS];
	int64_t version;

	struct point *points;
	size_t point_count, point_room;
	uint32_t *frames; /* of all points, leaf first */
	size_t frame_count, frame_room;
	struct dhat_table table;

	uint64_t bad_frames, negative;
	size_t deepest, at_deepest; /* the deepest stack; points with it */
};

static int detect(fg_str head)
{
	static const char *const paths[] = { ".dhatFileVersion", NULL };

	return json_head_find(head, paths) ? BID_SURE : BID_NO;
}

static size_t find_column(fg_str key)
{
	size_t i = 0;

	while (i < COLUMNS && !fg_equal(key, fg_from_c(columns[i].key)))
		i++;
	return i;
}

static void read_stack(struct reader *r)
{
	int64_t index;

	if (!json_array(r->p.json))
		return;
	while (json_item(r->p.json)) {
		if (!json_int(r->p.json, &index) || index < 0 ||
		    index > UINT32_MAX)
			index = UINT32_MAX;
		FG_RESERVE(&r->frames, &r->frame_room, r->frame_count + 1);
		r->frames[r->frame_count++] = (uint32_t)index;
	}
}

static void read_column(struct reader *r, size_t column, struct point *point)
{
	int64_t value;

	if (!json_int(r->p.json, &value))
		return;
	r->seen[column] = true;
	if (value < 0) {
		r->negative++;
		return;
	}
	r->totals[column] += value;
	if (column == r->column)
		point->weight = (uint64_t)value;
}

static void read_point(struct reader *r)
{
	struct point point = { .frames = r->frame_count };
	fg_str key;

	while (json_key(r->p.json, &key)) {
		size_t column = find_column(key);

		if (column < COLUMNS)
			read_column(r, column, &point);
		else if (fg_equal(key, FG_STR("fs")))
			read_stack(r);
	}
	FG_RESERVE(&r->points, &r->point_room, r->point_count + 1);
	r->points[r->point_count++] = point;
}

static void read_points(struct reader *r)
{
	if (!json_array(r->p.json))
		return;
	while (json_item(r->p.json)) {
		if (json_object(r->p.json))
			read_point(r);
	}
}

static void read_unit(struct reader *r, enum unit unit)
{
	fg_str text;

	if (!json_string(r->p.json, &text))
		return;
	free(r->units[unit]);
	r->units[unit] = fg_str_dup(text);
}

static void walk(void *ctx)
{
	struct reader *r = ctx;
	fg_str key;

	json_object(r->p.json);
	while (json_key(r->p.json, &key)) {
		if (fg_equal(key, FG_STR("dhatFileVersion")))
			(void)json_int(r->p.json, &r->version);
		else if (fg_equal(key, FG_STR("bsu")))
			read_unit(r, BYTES);
		else if (fg_equal(key, FG_STR("bksu")))
			read_unit(r, BLOCKS);
		else if (fg_equal(key, FG_STR("tu")))
			read_unit(r, TIME);
		else if (fg_equal(key, FG_STR("pps")))
			read_points(r);
		else if (fg_equal(key, FG_STR("ftbl")))
			dhat_table_read(&r->table, r->p.json, &r->p.namer);
	}
}

/* The column of --metric, or the default; COLUMNS for unknown names. */
static size_t wanted_column(const struct collapse_options *options)
{
	fg_str name = fg_from_c(options->metric);
	size_t column = find_column(name);

	if (!options->metric)
		return 0;
	for (size_t i = 0; column == COLUMNS && i < COLUMNS; i++) {
		if (fg_equal(name, fg_from_c(columns[i].name)))
			column = i;
	}
	return column;
}

/* Chooses the metric; the tool and its mode decide which were recorded. */
static fg_status choose_metric(struct reader *r)
{
	struct metrics *m = r->p.c->metrics;
	size_t chosen = SIZE_MAX;

	for (size_t i = 0; i < COLUMNS; i++) {
		size_t index;

		if (!r->seen[i] && i > BLOCKS)
			continue;
		index = metrics_add(m, fg_from_c(columns[i].name),
				    fg_from_c(r->units[columns[i].unit]));
		m->items[index].total = r->totals[i];
		if (i == r->column)
			chosen = index;
	}
	if (chosen == SIZE_MAX)
		return format_choose_metric(r->p.c, 0);
	m->chosen = chosen;
	return FG_OK;
}

static size_t end_of(const struct reader *r, size_t point)
{
	return point + 1 < r->point_count ? r->points[point + 1].frames
					  : r->frame_count;
}

/*
 * Finds frames into which others were inlined: of frames with one address, all
 * but the last were inlined. With recursion, the last one and a first one of
 * the same address can be neighbours; other stacks then show which is the
 * last.
 */
static void find_outer_frames(struct reader *r)
{
	for (size_t i = 0; i < r->point_count; i++) {
		size_t end = end_of(r, i);

		for (size_t k = r->points[i].frames; k < end; k++) {
			uint32_t f = r->frames[k];

			if (f < r->table.count &&
			    (k + 1 == end ||
			     !dhat_table_same_address(&r->table, f,
						      r->frames[k + 1])))
				r->table.items[f].is_outer = true;
		}
	}
}

static void push_frame(struct reader *r, uint32_t index, bool inlined)
{
	if (index >= r->table.count) {
		r->bad_frames++;
		stackbuf_push(&r->p.stack, FG_STR("[bad frame]"));
	} else if (!inlined) {
		stackbuf_push_id(&r->p.stack, r->table.items[index].id);
	} else if (r->p.c->options->inlines != INLINE_NO) {
		stackbuf_push_id(&r->p.stack, r->table.items[index].marked);
	}
}

static void push_stack(struct reader *r, size_t from, size_t end)
{
	bool drop = !r->p.c->options->keep_alloc_frames, leaf = true;
	size_t addresses = 0;

	for (size_t k = from; k < end; k++) {
		uint32_t f = r->frames[k];
		bool inlined = k + 1 < end &&
			       dhat_table_same_address(&r->table, f,
						       r->frames[k + 1]) &&
			       !r->table.items[f].is_outer;

		addresses += !inlined;
		leaf = leaf && drop && dhat_table_is_alloc(&r->table, f);
		if (!leaf)
			push_frame(r, f, inlined);
	}
	if (addresses > r->deepest)
		r->at_deepest = 0;
	if (addresses >= r->deepest) {
		r->deepest = addresses;
		r->at_deepest++;
	}
	if (r->p.stack.depth == 0)
		stackbuf_push(&r->p.stack, FG_STR("[unknown]"));
}

static void fold(struct reader *r)
{
	find_outer_frames(r);
	for (size_t i = 0; i < r->point_count; i++) {
		struct point *point = &r->points[i];

		if (point->weight == 0)
			continue;
		push_stack(r, point->frames, end_of(r, i));
		stackbuf_flush(&r->p.stack, LEAF_FIRST,
			       (struct fg_weight){ point->weight, 0 });
	}
}

static void report(const struct reader *r)
{
	if (r->bad_frames > 0)
		fg_warn(r->p.c->diag, r->p.loc,
			"frames that are not in the table of frames: %" PRIu64,
			r->bad_frames);
	if (r->negative > 0)
		fg_warn(r->p.c->diag, r->p.loc,
			"negative numbers, left out: %" PRIu64, r->negative);
	if (r->deepest == DEFAULT_CALLERS &&
	    r->at_deepest > r->point_count / 10)
		fg_note(r->p.c->diag, r->p.loc,
			"%zu stacks end after %d callers, as they do without "
			"valgrind's --num-callers=500",
			r->at_deepest, DEFAULT_CALLERS);
}

static fg_status fold_all(void *ctx)
{
	struct reader *r = ctx;
	fg_status status;

	if (r->version != 2)
		return fg_fail(r->p.c->diag, FG_EINPUT, r->p.loc,
			       "file version %" PRId64 " of DHAT; only 2 can "
			       "be read",
			       r->version);
	status = choose_metric(r);
	if (status != FG_OK || r->p.c->options->list_metrics)
		return status;
	if (!r->table.is_there && r->frame_count > 0)
		return fg_fail(r->p.c->diag, FG_EINPUT, r->p.loc,
			       "the table of frames is missing");
	fold(r);
	report(r);
	return FG_OK;
}

static fg_status parse(struct collapse *c)
{
	struct reader r = {
		.column = wanted_column(c->options),
		.units = { fg_str_dup(FG_STR("bytes")),
			   fg_str_dup(FG_STR("blocks")),
			   fg_str_dup(FG_STR("")) },
	};
	fg_status status = json_profile_read(&r.p, c, walk, fold_all, &r);

	for (size_t i = 0; i < UNITS; i++)
		free(r.units[i]);
	free(r.points);
	free(r.frames);
	dhat_table_free(&r.table);
	return status;
}

const struct format format_dhat = {
	.name = "dhat",
	.summary = "DHAT of valgrind and of Rust's dhat crate",
	.own_metrics = true,
	.has = HAS_MODULES | HAS_SOURCE | HAS_INLINED | HAS_ADDRESSES |
	       HAS_ARGUMENTS | HAS_TEMPLATES | HAS_ALLOCATORS,
	.detect = detect,
	.parse = parse,
};
