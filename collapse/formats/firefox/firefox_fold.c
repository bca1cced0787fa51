/* SPDX-License-Identifier: MIT */
#include "firefox_fold.h"

#include <inttypes.h>
#include <stdlib.h>

#include "fg/text.h"
#include "firefox_names.h"
#include "firefox_weights.h"
#include "fold/signed_fold.h"

struct folder {
	struct collapse *c; /* where the stacks go */
	struct firefox_profile *p;
	enum firefox_metric metric;
	struct stackbuf stack;
	struct firefox_names names;
	enum firefox_weight weight_type; /* the folded type, if types matter */
	bool is_signed; /* c is a signed_fold's */
	bool roots; /* more than one thread: show process and thread */
	struct fg_buffer room;
	fg_frame root; /* "(root)", the root of all stacks of Firefox */

	/* The current tables. */
	const struct firefox_tables *tables;
	struct firefox_frames frames, leaves; /* the latter empty: the same */
	size_t rows; /* of the table of stacks */
	int64_t *sums; /* of each row; all 0 between threads */
	size_t sum_room;

	uint64_t bad_stacks, bad_frames, bad_parents;
};

/* The number of the calling row, or `row` itself at the root. */
static size_t parent_of(struct folder *f, size_t row)
{
	const struct firefox_tables *t = f->tables;
	int64_t parent;

	if (t->prefix_offset.count > 0) {
		parent = column_get(&t->prefix_offset, row, 0);
		if (parent >= 0 && (uint64_t)parent <= row)
			return row - (size_t)parent;
	} else {
		parent = column_get(&t->prefix, row, -1);
		if (parent < 0)
			return row;
		if ((uint64_t)parent < row)
			return (size_t)parent;
	}
	/* callers come first, otherwise there could be cycles */
	f->bad_parents++;
	return row;
}

static void push_frame(struct folder *f, const struct firefox_frames *frames,
		       size_t row, bool is_root)
{
	int64_t number = column_get(&f->tables->stack_frame, row, -1);
	uint32_t start, end;

	if (number < 0 || (uint64_t)number >= frames->count) {
		f->bad_frames++;
		stackbuf_push(&f->stack, FG_STR("[bad frame]"));
		return;
	}
	start = frames->first[number];
	end = frames->first[number + 1];
	if (is_root && f->stack.depth > 0 && end - start == 1 &&
	    frames->ids[start] == f->root)
		return;
	for (; start < end; start++)
		stackbuf_push_id(&f->stack, frames->ids[start]);
}

static void push_stack(struct folder *f, size_t row)
{
	const struct firefox_frames *frames = f->leaves.first ? &f->leaves
							      : &f->frames;
	size_t depth_max = stackbuf_depth_max(&f->stack), parent = row;

	if (row >= f->rows) {
		f->bad_stacks++;
		stackbuf_push(&f->stack, FG_STR("[bad stack]"));
		return;
	}
	do {
		row = parent;
		if (f->stack.depth >= depth_max) {
			stackbuf_cut(&f->stack);
			return;
		}
		parent = parent_of(f, row);
		push_frame(f, frames, row, parent == row);
		frames = &f->frames;
	} while (parent != row);
}

static void append(struct folder *f, fg_str text)
{
	fg_buffer_append(&f->room, text);
}

/* "server", or "process 101" when it has no name. */
static void push_process(struct folder *f, const struct owner *process)
{
	f->room.n = 0;
	append(f, fg_buffer_text(&process->name));
	if (f->room.n == 0) {
		append(f, FG_STR("process "));
		append(f, fg_buffer_text(&process->number));
	}
	stackbuf_push(&f->stack, fg_trim(fg_buffer_text(&f->room)));
}

/* "worker [102]", or "thread 102" when it has no name. */
static void push_thread(struct folder *f, const struct owner *thread)
{
	f->room.n = 0;
	append(f, fg_buffer_text(&thread->name));
	if (f->room.n == 0) {
		append(f, FG_STR("thread "));
		append(f, fg_buffer_text(&thread->number));
	} else if (thread->number.n > 0) {
		append(f, FG_STR(" ["));
		append(f, fg_buffer_text(&thread->number));
		append(f, FG_STR("]"));
	}
	stackbuf_push(&f->stack, fg_trim(fg_buffer_text(&f->room)));
}

static void push_roots(struct folder *f, const struct firefox_thread *thread)
{
	const struct collapse_options *o = f->c->options;
	bool asked = o->per_process || o->per_thread;

	if (o->no_comm)
		return;
	if (asked ? o->per_thread : f->roots)
		push_thread(f, &thread->owner);
	if (asked || f->roots)
		push_process(f, &thread->process);
}

static void flush(struct folder *f, const struct firefox_thread *thread,
		  size_t row, int64_t weight, unsigned scale)
{
	if (weight == 0)
		return;
	push_stack(f, row);
	if (f->stack.depth == 0)
		stackbuf_push(&f->stack, FG_STR("[unknown]"));
	push_roots(f, thread);
	if (weight % (int64_t)fg_pow10(scale) == 0) {
		weight /= (int64_t)fg_pow10(scale);
		scale = 0;
	}
	if (f->is_signed)
		signed_flush(&f->stack, LEAF_FIRST, weight, scale);
	else
		stackbuf_flush(&f->stack, LEAF_FIRST,
			       (struct fg_weight){ (uint64_t)weight, scale });
}

/* Flushes each row once, with the sum of its samples. */
static void flush_sums(struct folder *f, const struct firefox_thread *thread)
{
	struct firefox_cursor cursor;

	firefox_cursor_init(&cursor, f->p, thread, f->metric);
	while (firefox_cursor_next(&cursor)) {
		size_t row = (size_t)cursor.stack;
		int64_t weight = cursor.weight;

		if (row < f->rows) {
			weight = f->sums[row];
			f->sums[row] = 0;
		}
		flush(f, thread, row, weight, cursor.scale);
	}
}

static void sum_samples(struct folder *f, const struct firefox_thread *thread)
{
	struct firefox_cursor cursor;

	firefox_cursor_init(&cursor, f->p, thread, f->metric);
	while (firefox_cursor_next(&cursor)) {
		size_t row = (size_t)cursor.stack;
		int64_t sum;

		if (row >= f->rows)
			continue;
		if (__builtin_add_overflow(f->sums[row], cursor.weight, &sum)) {
			flush(f, thread, row, f->sums[row], cursor.scale);
			sum = cursor.weight;
		}
		f->sums[row] = sum;
	}
}

static void fold_in_order(struct folder *f, const struct firefox_thread *thread)
{
	struct firefox_cursor cursor;

	firefox_cursor_init(&cursor, f->p, thread, f->metric);
	while (firefox_cursor_next(&cursor))
		flush(f, thread, (size_t)cursor.stack, cursor.weight,
		      cursor.scale);
}

static void forget_tables(struct folder *f)
{
	firefox_frames_free(&f->frames);
	firefox_frames_free(&f->leaves);
	f->tables = NULL;
}

/* The number of rows: those past the shortest column are incomplete. */
static size_t count_rows(const struct firefox_tables *t)
{
	size_t rows = t->stack_frame.count;
	size_t parents = t->prefix_offset.count > 0 ? t->prefix_offset.count
						    : t->prefix.count;

	return parents < rows ? parents : rows;
}

static void free_named(struct firefox_tables *t)
{
	column_free(&t->func);
	column_free(&t->address);
	column_free(&t->frame_lib);
	column_free(&t->inline_depth);
	column_free(&t->frame_line);
	column_free(&t->location);
	firefox_strings_free(&t->strings);
}

/* Names the frames of the thread's stacks. */
static void use_tables(struct folder *f, struct firefox_thread *thread)
{
	struct firefox_tables *own = &thread->tables, *shared = &f->p->shared;
	struct firefox_libs *libs = &f->p->processes[thread->group].libs;
	struct firefox_tables *tables = own->has_stacks ? own : shared;
	struct firefox_view view = {
		.tables = tables,
		.sources = own->has_sources ? own : shared,
		.strings = &(own->has_strings ? own : shared)->strings,
		.libs = thread->libs.seen ? &thread->libs : libs,
	};

	if (f->tables == tables)
		return;
	forget_tables(f);
	f->tables = tables;
	firefox_names_make(&f->names, &view, false, &f->frames);
	if (f->frames.has_returns)
		firefox_names_make(&f->names, &view, true, &f->leaves);
	if (tables == own)
		free_named(own);
	f->rows = count_rows(tables);
	if (f->rows > f->sum_room && !f->c->options->no_aggregate) {
		free(f->sums);
		f->sums = fg_calloc(f->rows, sizeof *f->sums);
		f->sum_room = f->rows;
	}
}

static void fold_thread(struct folder *f, struct firefox_thread *thread)
{
	use_tables(f, thread);
	if (f->c->options->no_aggregate) {
		fold_in_order(f, thread);
	} else {
		sum_samples(f, thread);
		flush_sums(f, thread);
	}
	if (f->tables == &thread->tables)
		forget_tables(f);
}

static bool is_wanted(const struct folder *f,
		      const struct firefox_thread *thread)
{
	const struct firefox_rows *rows =
		&thread->rows[firefox_kind_of(f->metric)];

	return rows->stack.count > 0 &&
	       (f->metric != FIREFOX_WEIGHT ||
		rows->weight_type == f->weight_type) &&
	       owners_wanted(f->p->options, &thread->process, &thread->owner);
}

static bool has_negative(const struct folder *f,
			 const struct firefox_thread *thread)
{
	struct firefox_cursor cursor;

	firefox_cursor_init(&cursor, f->p, thread, f->metric);
	while (firefox_cursor_next(&cursor)) {
		if (cursor.weight < 0)
			return true;
	}
	return false;
}

/* Collects what must be known of all threads before the first is folded. */
static void survey(struct folder *f, struct fg_loc loc)
{
	size_t count = 0, others = 0;

	f->weight_type = firefox_weight_type(f->p);
	for (size_t i = 0; i < f->p->thread_count; i++) {
		const struct firefox_thread *thread = &f->p->threads[i];
		const struct firefox_rows *rows = &thread->rows[ROWS_SAMPLES];

		others += rows->stack.count > 0 &&
			  rows->weight_type != f->weight_type;
		if (!is_wanted(f, thread))
			continue;
		count++;
		f->is_signed = f->is_signed || has_negative(f, thread);
	}
	f->roots = count > 1;
	if (f->metric == FIREFOX_WEIGHT && others > 0)
		fg_warn(f->c->diag, loc,
			"%zu threads have weights in other units, and are left "
			"out; --metric samples counts them",
			others);
}

static void fold_all(struct folder *f, struct firefox_syms *syms)
{
	stackbuf_init(&f->stack, f->c);
	firefox_names_init(&f->names, f->c, &f->stack, syms);
	f->root = stackbuf_intern(&f->stack, FG_STR("(root)"));
	for (size_t i = 0; i < f->p->thread_count; i++) {
		struct firefox_thread *thread = &f->p->threads[i];

		if (is_wanted(f, thread))
			fold_thread(f, thread);
		firefox_tables_free(&thread->tables);
	}
	forget_tables(f);
	free(f->sums);
	free(f->room.p);
	stackbuf_free(&f->stack);
}

static void report(struct folder *f, struct fg_loc loc)
{
	const struct {
		uint64_t count;
		const char *what;
	} rows[] = {
		{ f->bad_stacks, "samples of stacks that are not there" },
		{ f->bad_frames, "frames that are not there" },
		{ f->bad_parents, "stacks with a caller that is not there" },
		{ f->names.bad_names, "names that are not there" },
		{ f->names.bad_libs, "binaries that are not there" },
	};
	struct fg_diag *diag = f->c->diag;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (rows[i].count > 0)
			fg_warn(diag, loc, "%s: %" PRIu64, rows[i].what,
				rows[i].count);
	}
	if (!f->names.syms)
		symbols_report(f->names.symbols, diag, loc);
}

void firefox_fold(struct collapse *c, struct firefox_profile *p,
		  enum firefox_metric metric, struct firefox_syms *syms)
{
	struct fg_loc loc = fg_lines_whole(c->in);
	struct folder f = { .c = c, .p = p, .metric = metric };
	struct signed_fold fold;

	survey(&f, loc);
	if (f.is_signed) {
		signed_begin(&fold, c);
		f.c = &fold.c;
	}
	fold_all(&f, syms);
	report(&f, loc);
	if (f.is_signed)
		signed_end(&fold, loc);
	firefox_names_free(&f.names);
}

fg_swide firefox_total(const struct firefox_profile *p,
		       enum firefox_metric metric)
{
	enum firefox_weight type = firefox_weight_type(p);
	fg_swide total = 0;

	for (size_t i = 0; i < p->thread_count; i++) {
		const struct firefox_thread *thread = &p->threads[i];
		struct firefox_cursor cursor;
		fg_swide sum = 0;

		if (metric == FIREFOX_WEIGHT &&
		    thread->rows[ROWS_SAMPLES].weight_type != type)
			continue;
		firefox_cursor_init(&cursor, p, thread, metric);
		while (firefox_cursor_next(&cursor))
			sum += cursor.weight;
		total += sum / (fg_swide)fg_pow10(cursor.scale);
	}
	return total;
}
