/* SPDX-License-Identifier: MIT */
#include "stack_dump.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

void dump_warn(struct dump *d, const char *message)
{
	fg_warn(d->c->diag, fg_lines_loc(d->c->in), "%s", message);
}

void dump_other(struct dump *d)
{
	d->other = true;
}

void dump_damaged(struct dump *d)
{
	/* half a line at the end is told by finish() */
	if (!fg_lines_no_end(d->c->in))
		stray_damaged(&d->stray, fg_lines_loc(d->c->in));
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

void dump_process(struct dump *d, fg_str name, fg_str number)
{
	owner_set(&d->process, name, number);
}

void dump_thread(struct dump *d, fg_str name, fg_str number)
{
	owner_set(&d->thread, name, number);
}

static bool is_wanted(struct dump *d)
{
	bool idle = d->waits && !d->c->options->keep_idle;

	if (d->unwanted ||
	    !owners_wanted(d->c->options, &d->process, &d->thread))
		return false;
	d->idle += idle;
	d->folded += !idle;
	return !idle;
}

/* Pushes "worker", or "thread 101" when it has no name. */
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
	d->samples = 0;
	d->unwanted = false;
	d->waits = false;
	d->open = false;
}

void dump_end(struct dump *d)
{
	if (d->stack.depth > 0 && d->weight.units > 0 && is_wanted(d)) {
		push_roots(d);
		stackbuf_flush_samples(&d->stack, LEAF_FIRST, d->weight,
				       d->samples);
	}
	begin(d);
}

void dump_end_with(struct dump *d, struct fg_weight weight)
{
	d->weight = weight;
	dump_end(d);
}

/* Says that the input may have been cut. */
static void tell_ending(struct dump *d)
{
	struct fg_loc loc = fg_lines_loc(d->c->in);

	if (d->open || (d->counted && d->stack.depth > 0))
		fg_doubt(d->c->diag, loc, "the input ends inside a stack");
	else
		stray_tell_end(d->c->in, d->c->diag);
}

static void finish(struct dump *d)
{
	if (d->last)
		d->last(d);
	stray_tell(&d->stray, d->c->diag, d->alone);
	tell_ending(d);
	if (!d->counted)
		dump_end(d);
	if (d->folded == 0 && d->idle > 0)
		fg_note(d->c->diag, fg_lines_whole(d->c->in),
			"all threads wait; --keep-idle folds their stacks");
	stackbuf_free(&d->stack);
	namer_free(&d->namer);
	owner_free(&d->process);
	owner_free(&d->thread);
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
	while (fg_lines_next(c->in, &text)) {
		d->other = false;
		line(d, text);
		if (d->other)
			stray_add(&d->stray, text, fg_lines_loc(c->in));
		else
			stray_known(&d->stray, text);
	}
	finish(d);
	return fg_lines_status(c->in);
}
