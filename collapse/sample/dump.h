/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_DUMP_H
#define COLLAPSE_DUMP_H

#include "fold/stackbuf.h"
#include "names/native.h"
#include "owner.h"

/*
 * Reading text that prints one stack after the other, a frame a line, the
 * leaf first: debuggers, thread dumps, tables of counted stacks. A format of
 * that kind says what a line means; what is alike in all of them is here:
 * where a stack ends and what it weighs, whose it is (--thread, --process,
 * --only-tid, --only-pid, --per-thread, --per-process), whether it is wanted
 * (--keep-idle; a note tells when nothing is left without it), and what becomes
 * of the last one.
 *
 *	static void read_line(struct dump *d, fg_str line)
 *	{
 *		if (scan_text(&line, FG_STR("TID ")))
 *			dump_end(d);
 *		else
 *			dump_push(d, fg_trim(line));
 *	}
 *
 *	static fg_status parse(struct collapse *c)
 *	{
 *		struct dump d = { .thread_root = true };
 *
 *		return dump_read(&d, c, read_line);
 *	}
 */

struct dump {
	/* Set before dump_read; zeros will do. */
	bool counted; /* a stack without a count is incomplete */
	bool process_root, thread_root; /* without being asked for */
	void *state; /* the format's own */
	void (*last)(struct dump *d); /* called at the end; may be NULL */

	struct collapse *c;
	struct stackbuf stack;
	struct namer namer;
	struct owner process, thread; /* of the stack being read */
	struct fg_weight weight; /* of the stack being read: 1 unless set */
	uint64_t samples; /* in that weight; 0: not known, or the same */
	bool unwanted; /* the stack being read is to be dropped */
	bool waits; /* so does its thread: drop it unless --keep-idle */
	uint64_t folded, idle; /* stacks, and those dropped because of that */
	struct fg_buffer room; /* for editing a name; the format's own */
};

/* Gives every line of c->in to `line`, then ends the last stack. */
FG_MUST_USE fg_status dump_read(struct dump *d, struct collapse *c,
				void (*line)(struct dump *d, fg_str line));

/* Appends a frame to the stack, towards the root. */
void dump_push(struct dump *d, fg_str name);
void dump_push_native(struct dump *d, const struct native_frame *frame);

/* The stack is over: adds it if it has frames, and begins a new one. */
void dump_end(struct dump *d);

/* The same for a stack whose weight comes behind it. */
void dump_end_with(struct dump *d, struct fg_weight weight);

/*
 * From here on stacks are of this process, thread; empty: it is not known.
 * What was pushed so far is of it, too; call dump_end() before.
 */
void dump_process(struct dump *d, fg_str name, fg_str number);
void dump_thread(struct dump *d, fg_str name, fg_str number);

/* A warning about the line at hand. */
void dump_warn(struct dump *d, const char *message);

#endif
