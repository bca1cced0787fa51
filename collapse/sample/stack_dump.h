/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_DUMP_H
#define COLLAPSE_DUMP_H

#include "fold/stackbuf.h"
#include "names/native.h"
#include "stack_owner.h"
#include "stray.h"

/*
 * Reads text with one stack after the other, one frame per line, the leaf
 * first: debuggers, thread dumps, tables of counted stacks. A format of that
 * kind says what a line means. The common part is here: where a stack ends and
 * its weight, its owner (--thread, --process, --only-tid, --only-pid,
 * --per-thread, --per-process), whether it is wanted (--keep-idle; a note says
 * so when nothing is left without it), the end of the last stack, and lines
 * that are no part of the format: dump_other() and dump_damaged().
 *
 * A last line without an end is told: the input may have been cut there.
 *
 *	static void read_line(struct dump *d, fg_str line)
 *	{
 *		if (scan_text(&line, FG_STR("TID ")))
 *			dump_end(d);
 *		else if (fg_is_blank(*line.p))
 *			dump_push(d, fg_trim(line));
 *		else
 *			dump_other(d);
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
	/* Set these before dump_read; zeros are valid. */
	bool counted; /* a stack without a count is incomplete */
	bool alone; /* no other program writes into this text */
	bool process_root, thread_root; /* also without an option */
	void *state; /* the format's own */
	void (*last)(struct dump *d); /* called at the end; may be NULL */

	struct collapse *c;
	struct stackbuf stack;
	struct namer namer;
	struct owner process, thread; /* of the stack being read */
	struct fg_weight weight; /* of the stack being read: 1 unless set */
	uint64_t samples; /* in that weight; 0: not known, or the same */
	bool unwanted; /* drop the stack being read */
	bool waits; /* its thread waits: drop it unless --keep-idle */
	bool open; /* inside a stack that has an end of its own */
	bool other; /* see dump_other */
	struct stray stray; /* the lines that are not read */
	uint64_t folded, idle; /* stacks; stacks dropped as idle */
	struct fg_buffer room; /* for editing a name; the format may use it */
};

/* Calls `line` for every line of c->in, then ends the last stack. */
FG_MUST_USE fg_status dump_read(struct dump *d, struct collapse *c,
				void (*line)(struct dump *d, fg_str line));

/* Appends a frame to the stack, towards the root. */
void dump_push(struct dump *d, fg_str name);
void dump_push_native(struct dump *d, const struct native_frame *frame);

/* Ends the stack: adds it if it has frames, and begins a new one. */
void dump_end(struct dump *d);

/* The same for a stack whose weight comes after it. */
void dump_end_with(struct dump *d, struct fg_weight weight);

/*
 * Sets the process or thread of the stacks from here on; empty: not known.
 * This includes frames pushed so far; call dump_end() before.
 */
void dump_process(struct dump *d, fg_str name, fg_str number);
void dump_thread(struct dump *d, fg_str name, fg_str number);

/*
 * The current line has none of the format's shapes. Programs write such lines
 * between stacks, so they are told only when they are HTML or look like
 * another profile; with `alone`, always.
 */
void dump_other(struct dump *d);

/* The current line begins as a frame or a title, and cannot be read. */
void dump_damaged(struct dump *d);

/* Warns about the current line. */
void dump_warn(struct dump *d, const char *message);

#endif
