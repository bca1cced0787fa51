/* SPDX-License-Identifier: MIT */
#include "dump.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

#include "scan.h"

void dump_warn(struct dump *d, const char *message)
{
	fg_warn(d->c->diag, fg_lines_loc(d->c->in), "%s", message);
}

void dump_push(struct dump *d, fg_str name)
{
	stackbuf_push(&d->stack, name);
}

void dump_push_native(struct dump *d, const struct native_frame *frame)
{
	fg_frame id;

	if (namer_name(&d->namer, frame, &id))
		stackbuf_push_id(&d->stack, id);
}

static void set(struct owner *owner, fg_str name, fg_str number)
{
	owner->name.n = 0;
	owner->number.n = 0;
	fg_buffer_append(&owner->name, name);
	fg_buffer_append(&owner->number, number);
}

void dump_process(struct dump *d, fg_str name, fg_str number)
{
	set(&d->process, name, number);
}

void dump_thread(struct dump *d, fg_str name, fg_str number)
{
	set(&d->thread, name, number);
}

static bool passes(const struct owner *owner, struct fg_regex *pattern)
{
	return !pattern ||
	       fg_regex_matches(pattern, fg_buffer_text(&owner->name)) ||
	       fg_regex_matches(pattern, fg_buffer_text(&owner->number));
}

static bool in_ranges(const struct owner *owner, const struct ranges *ranges)
{
	fg_str number = fg_buffer_text(&owner->number);
	uint64_t value;

	if (!ranges)
		return true;
	return (fg_parse_u64(number, &value) || scan_hex(&number, &value)) &&
	       ranges_have(ranges, value);
}

static bool is_wanted(const struct dump *d)
{
	const struct collapse_options *o = d->c->options;

	return !d->unwanted && passes(&d->process, o->process) &&
	       passes(&d->thread, o->thread) &&
	       in_ranges(&d->process, o->only_pid) &&
	       in_ranges(&d->thread, o->only_tid);
}

/* "worker", or "thread 101" when it has no name. */
static void push_owner(struct dump *d, const struct owner *owner, fg_str what)
{
	if (owner->name.n > 0) {
		dump_push(d, fg_buffer_text(&owner->name));
	} else if (owner->number.n > 0) {
		d->room.n = 0;
		fg_buffer_append(&d->room, what);
		fg_buffer_append(&d->room, fg_buffer_text(&owner->number));
		dump_push(d, fg_buffer_text(&d->room));
	}
}

static void push_roots(struct dump *d)
{
	const struct collapse_options *o = d->c->options;
	bool asked = o->per_process || o->per_thread;

	if (asked ? o->per_thread : d->thread_root)
		push_owner(d, &d->thread, FG_STR("thread "));
	if (asked || d->process_root)
		push_owner(d, &d->process, FG_STR("process "));
}

static void begin(struct dump *d)
{
	stackbuf_clear(&d->stack);
	d->weight = (struct fg_weight){ 1, 0 };
	d->unwanted = false;
}

void dump_end(struct dump *d)
{
	if (d->stack.depth > 0 && d->weight.units > 0 && is_wanted(d)) {
		push_roots(d);
		stackbuf_flush(&d->stack, LEAF_FIRST, d->weight);
	}
	begin(d);
}

void dump_end_with(struct dump *d, struct fg_weight weight)
{
	d->weight = weight;
	dump_end(d);
}

static void finish(struct dump *d)
{
	if (d->last)
		d->last(d);
	if (!d->counted)
		dump_end(d);
	else if (d->stack.depth > 0)
		dump_warn(d, "the input ends inside a stack");
	stackbuf_free(&d->stack);
	namer_free(&d->namer);
	free(d->process.name.p);
	free(d->process.number.p);
	free(d->thread.name.p);
	free(d->thread.number.p);
	free(d->room.p);
}

fg_status dump_read(struct dump *d, struct collapse *c,
		    void (*line)(struct dump *d, fg_str line))
{
	fg_str text;

	d->c = c;
	stackbuf_init(&d->stack, c);
	namer_init(&d->namer, c->options, &d->stack);
	begin(d);
	while (fg_lines_next(c->in, &text))
		line(d, text);
	finish(d);
	return fg_lines_status(c->in);
}
