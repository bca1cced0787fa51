/* SPDX-License-Identifier: MIT */
/*
 * Output of Linux's function_graph tracer: calls with their durations,
 * indented, with the lines of several processors mixed.
 *
 *	# tracer: function_graph
 *	#
 *	# CPU  DURATION                  FUNCTION CALLS
 *	# |     |   |                     |   |   |   |
 *	 0)               |  ksys_read() {
 *	 0)               |    vfs_read() {
 *	 0)   1.382 us    |      rw_verify_area();
 *	 0) + 12.797 us   |    } (or: "} /+ vfs_read +/")
 *	 ------------------------------------------
 *	 0)    bash-123    =>    cat-456
 *	 ------------------------------------------
 *
 * With funcgraph-proc a column has the task, and trace-cmd report writes
 *
 *	  cat-456   [000]  1234.567: funcgraph_entry:   1.382 us   |  f();
 *
 * The self time of a function is its duration without its callees'. A function
 * that has not returned when the trace ends has no duration and no weight.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "fg/text.h"

#include "input/scan.h"
#include "sample/kernel_lines.h"

enum { TIME, CALLS, CPUS_MAX = 8192 };

static const struct format_metric metrics[] = {
	[TIME] = { "time", "ns" },
	[CALLS] = { "calls", "calls" },
	{ 0 },
};

struct call {
	fg_frame id;
	size_t indent;
	uint64_t callees; /* ns */
};

/* A task, or the unknown task of a processor. */
struct task {
	struct call *calls;
	size_t depth, room;
	fg_frame root;
	bool has_root;
};

struct line {
	uint64_t cpu;
	bool has_cpu;
	fg_str task; /* "cat-456", or empty */
	bool has_time;
	uint64_t ns;
	size_t indent;
	fg_str text; /* "f() {", "f();", "}" */
};

struct reader {
	struct collapse *c;
	struct stackbuf stack;
	struct fg_frames *names; /* of tasks; the number is the task's */
	struct task *tasks;
	size_t task_count, task_room;
	fg_frame cpus[CPUS_MAX]; /* the task of each, plus one; 0: not known */
	struct fg_buffer root;
	uint64_t orphans; /* ends of functions that began before the trace */
};

/* Finds the function column: after a bar, two blanks and a name. */
static size_t find_text(fg_str line, fg_str *text)
{
	for (size_t i = 0; i + 3 < line.n; i++) {
		fg_str rest = scan_from(line, i + 1);
		char c;

		if (line.p[i] != '|' || !fg_starts_with(rest, FG_STR("  ")))
			continue;
		*text = fg_trim(rest);
		c = text->n > 0 ? *text->p : ' ';
		if (c == '}' || c == '/' || c == '_' ||
		    (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
			return i;
	}
	return line.n;
}

/* Cuts "+ 12.797 us" off the end; there is no other unit. */
static void take_time(fg_str *front, struct line *l)
{
	const fg_str us = FG_STR(" us");
	struct fg_weight weight;
	fg_str rest = fg_trim_end(*front), number;

	if (!fg_ends_with(rest, us))
		return;
	rest.n -= us.n;
	number = scan_last_word(&rest);
	if (!fg_weight_parse(number, &weight, NULL) || weight.scale > 3)
		return;
	l->has_time = true;
	l->ns = weight.units * fg_pow10(3 - weight.scale);
	*front = rest;
}

/* " 0)  cat-456   |" or "cat-456 [000] 1234.567: funcgraph_entry:" */
static void read_front(fg_str front, struct line *l)
{
	size_t bracket = fg_find(front, FG_STR(" ["));
	size_t paren = fg_find_char(front, ')');
	fg_str name, number;

	if (bracket < front.n) {
		l->task = fg_trim(fg_slice(front, 0, bracket));
		return;
	}
	if (paren == front.n)
		return;
	number = fg_slice(front, 0, paren);
	/* only the time and a bar may be before it */
	for (size_t i = 0; i < number.n; i++) {
		if (!fg_is_digit(number.p[i]) && !memchr(" .|", number.p[i], 3))
			return;
	}
	number = scan_last_word(&number);
	l->has_cpu = fg_parse_u64(number, &l->cpu) && l->cpu < CPUS_MAX;
	front = scan_from(front, paren + 1);
	front.n = fg_find_char(front, '|');
	front = fg_trim(front);
	if (kernel_task(front, &name, &number))
		l->task = front;
}

static bool parse_line(fg_str line, struct line *l)
{
	size_t bar = find_text(line, &l->text);
	fg_str front = fg_slice(line, 0, bar);

	if (bar == line.n || fg_starts_with(line, FG_STR("#")))
		return false;
	l->indent = (size_t)(l->text.p - line.p);
	take_time(&front, l);
	read_front(front, l);
	return l->has_cpu || l->task.n > 0;
}

static int detect(fg_str head)
{
	enum { LINES = 200, ENOUGH = 3 };
	size_t lines = 0, found = 0;
	fg_str line;

	for (; lines < LINES && scan_line(&head, &line); lines++) {
		struct line l = { 0 };

		if (fg_starts_with(line, FG_STR("# tracer: function_graph")))
			return BID_SURE;
		if (lines == 40 && found == 0)
			return BID_NO;
		found += fg_find_char(line, '|') < line.n &&
			 parse_line(line, &l) &&
			 (fg_ends_with(l.text, FG_STR("() {")) ||
			  fg_ends_with(l.text, FG_STR("();")));
	}
	return found > 0 && (found >= ENOUGH || lines < 10) ? BID_LIKELY + 10
							    : BID_NO;
}

/* "bash-123": root frames are commands, as for perf's text. */
static void name_root(struct reader *r, struct task *task, fg_str text)
{
	const struct collapse_options *o = r->c->options;
	fg_str name, number;

	if (o->no_comm || !kernel_task(text, &name, &number))
		return;
	r->root.n = 0;
	fg_buffer_append(&r->root, o->pid || o->tid ? text : name);
	for (size_t i = 0; i < r->root.n; i++) {
		if (r->root.p[i] == ' ')
			r->root.p[i] = '_';
	}
	task->root = stackbuf_intern(&r->stack, fg_buffer_text(&r->root));
	task->has_root = true;
}

static fg_frame task_number(struct reader *r, fg_str name)
{
	fg_frame number = fg_frames_intern(r->names, name);

	if (number == r->task_count) {
		FG_RESERVE(&r->tasks, &r->task_room, r->task_count + 1);
		r->tasks[r->task_count] = (struct task){ 0 };
		name_root(r, &r->tasks[r->task_count], name);
		r->task_count++;
	}
	return number;
}

/* Makes a name for a processor that no task has. */
static fg_frame processor_number(struct reader *r, uint64_t cpu)
{
	return task_number(r, (fg_str){ (const char *)&cpu, sizeof cpu });
}

static struct task *task_of(struct reader *r, const struct line *l)
{
	fg_frame number;

	if (l->task.n > 0)
		number = task_number(r, l->task);
	else if (r->cpus[l->cpu] > 0)
		number = r->cpus[l->cpu] - 1;
	else
		number = processor_number(r, l->cpu);
	return &r->tasks[number];
}

static void flush(struct reader *r, const struct task *task, uint64_t weight)
{
	if (weight == 0)
		return;
	if (task->has_root)
		stackbuf_push_id(&r->stack, task->root);
	for (size_t i = stackbuf_skip(&r->stack, task->depth); i < task->depth;
	     i++)
		stackbuf_push_id(&r->stack, task->calls[i].id);
	stackbuf_flush(&r->stack, ROOT_FIRST, (struct fg_weight){ weight, 0 });
}

/* Leaves functions whose end was lost. */
static void leave_to(struct task *task, size_t indent)
{
	while (task->depth > 0 && task->calls[task->depth - 1].indent >= indent)
		task->depth--;
}

static void enter(struct reader *r, struct task *task, const struct line *l)
{
	fg_str name = fg_slice(l->text, 0, fg_find_char(l->text, '('));

	leave_to(task, l->indent);
	FG_RESERVE(&task->calls, &task->room, task->depth + 1);
	task->calls[task->depth++] = (struct call){
		.id = stackbuf_intern(&r->stack, fg_trim_end(name)),
		.indent = l->indent,
	};
}

static void leave(struct reader *r, struct task *task, const struct line *l)
{
	struct metrics *m = r->c->metrics;
	struct call *call;
	uint64_t own;

	leave_to(task, l->indent + 1);
	if (task->depth == 0 ||
	    task->calls[task->depth - 1].indent != l->indent) {
		r->orphans++;
		return;
	}
	call = &task->calls[task->depth - 1];
	own = l->ns > call->callees ? l->ns - call->callees : 0;
	metrics_count(m, TIME, own);
	metrics_count(m, CALLS, 1);
	flush(r, task, m->chosen == TIME ? own : 1);
	task->depth--;
	if (task->depth > 0)
		task->calls[task->depth - 1].callees += l->ns;
}

/* The calls of the processor so far belong to the task that it leaves. */
static void name_first(struct reader *r, uint64_t cpu, fg_str text)
{
	fg_frame from = processor_number(r, cpu), to = task_number(r, text);
	struct task *anonymous = &r->tasks[from], *task = &r->tasks[to];

	if (task->room > 0)
		return;
	task->calls = anonymous->calls;
	task->depth = anonymous->depth;
	task->room = anonymous->room;
	*anonymous = (struct task){ 0 };
}

/* " 0)    bash-123    =>    cat-456" */
static bool read_switch(struct reader *r, fg_str line)
{
	const fg_str arrow = FG_STR(" => ");
	size_t at = fg_find(line, arrow), paren = fg_find_char(line, ')');
	fg_str name, number, from, to;
	uint64_t cpu;

	if (at == line.n || paren > at ||
	    !fg_parse_u64(fg_trim(fg_slice(line, 0, paren)), &cpu) ||
	    cpu >= CPUS_MAX)
		return false;
	from = fg_trim(fg_slice(line, paren + 1, at));
	to = fg_trim(scan_from(line, at + arrow.n));
	if (!kernel_task(from, &name, &number) ||
	    !kernel_task(to, &name, &number))
		return false;
	if (r->cpus[cpu] == 0)
		name_first(r, cpu, from);
	r->cpus[cpu] = task_number(r, to) + 1;
	return true;
}

/* "f();" without a comment after it. */
static fg_str without_comment(fg_str text)
{
	size_t at = fg_find(text, FG_STR("/*"));

	return at > 0 && at < text.n ? fg_trim_end(fg_slice(text, 0, at))
				     : text;
}

static void read_line(struct reader *r, fg_str line)
{
	struct line l = { 0 };
	struct task *task;

	if (!parse_line(line, &l)) {
		(void)read_switch(r, line);
		return;
	}
	l.text = without_comment(l.text);
	task = task_of(r, &l);
	if (fg_starts_with(l.text, FG_STR("}"))) {
		leave(r, task, &l);
	} else if (fg_ends_with(l.text, FG_STR("{"))) {
		enter(r, task, &l);
	} else if (fg_ends_with(l.text, FG_STR(";"))) {
		enter(r, task, &l);
		leave(r, task, &l);
	}
}

static fg_status parse(struct collapse *c)
{
	struct reader *r = fg_calloc(1, sizeof *r);
	fg_str line;

	r->c = c;
	r->names = fg_frames_new();
	stackbuf_init(&r->stack, c);
	while (fg_lines_next(c->in, &line))
		read_line(r, line);
	if (r->orphans > 0 && c->options->verbose)
		fg_note(c->diag, fg_lines_whole(c->in),
			"%" PRIu64 " functions were entered before the trace",
			r->orphans);
	for (size_t i = 0; i < r->task_count; i++)
		free(r->tasks[i].calls);
	free(r->tasks);
	free(r->root.p);
	fg_frames_free(r->names);
	stackbuf_free(&r->stack);
	free(r);
	return fg_lines_status(c->in);
}

const struct format format_ftrace_graph = {
	.name = "ftrace_graph",
	.summary = "Linux's function_graph tracer",
	.metrics = metrics,
	.has = HAS_COMMS | HAS_COMM_IDS,
	.detect = detect,
	.parse = parse,
};
