/* SPDX-License-Identifier: MIT */
#ifndef FG_HELD_H
#define FG_HELD_H

#include "fg/diag.h"

/*
 * Keeps the messages of a thread until it ends. Two threads read, and their
 * messages must come out whole and in the order of the files.
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

/* `held` must not move until fg_held_release or fg_held_drop. */
void fg_held_init(struct fg_held *held);

/* Frees the messages and passes none on. */
void fg_held_drop(struct fg_held *held);

/* Passes all messages and counts on to `to`, and frees them. */
void fg_held_release(struct fg_held *held, struct fg_diag *to);

#endif
