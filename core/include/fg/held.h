/* SPDX-License-Identifier: MIT */
#ifndef FG_HELD_H
#define FG_HELD_H

#include "fg/diag.h"

/*
 * Messages of a thread, kept until it is done: two threads read, and what
 * they say shall come out whole and in the order of the files.
 *
 *	struct fg_held held;
 *	fg_held_init(&held);
 *	... fg_warn(&held.diag, ...) in the thread ...
 *	fg_held_release(&held, diag);
 */
struct fg_held_message {
	enum fg_level level;
	struct fg_loc loc;
	char *file; /* of loc; or NULL */
	char *text;
};

struct fg_held {
	struct fg_diag diag;
	struct fg_held_message *messages;
	size_t count, room;
};

/* `held` must stay where it is until held_release. */
void fg_held_init(struct fg_held *held);

/* Frees, and passes nothing on. */
void fg_held_drop(struct fg_held *held);

/* Passes everything on to `to`, with the counts, and frees. */
void fg_held_release(struct fg_held *held, struct fg_diag *to);

#endif
