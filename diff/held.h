/* SPDX-License-Identifier: MIT */
#ifndef DIFF_HELD_H
#define DIFF_HELD_H

#include "fg/diag.h"

/*
 * Messages of a thread, kept until it is done: two threads read, and what
 * they say shall come out whole and in the order of the files.
 *
 *	struct held held;
 *	held_init(&held);
 *	... fg_warn(&held.diag, ...) in the thread ...
 *	held_release(&held, diag);
 */
struct held_message {
	enum fg_level level;
	struct fg_loc loc;
	char *text;
};

struct held {
	struct fg_diag diag;
	struct held_message *messages;
	size_t count, room;
};

/* `held` must stay where it is until held_release. */
void held_init(struct held *held);

/* Passes everything on to `to`, with the counts, and frees. */
void held_release(struct held *held, struct fg_diag *to);

#endif
