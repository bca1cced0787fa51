/* SPDX-License-Identifier: MIT */
#include "held.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

static void hold(void *ctx, enum fg_level level, struct fg_loc loc,
		 const char *message)
{
	struct held *held = ctx;

	FG_RESERVE(&held->messages, &held->room, held->count + 1);
	held->messages[held->count++] =
		(struct held_message){ level, loc,
				       fg_str_dup(fg_from_c(message)) };
}

void held_init(struct held *held)
{
	*held = (struct held){ .diag = { .emit = hold, .ctx = held } };
}

static void pass_on(const struct held_message *m, struct fg_diag *to)
{
	switch (m->level) {
	case FG_NOTE:
		fg_note(to, m->loc, "%s", m->text);
		break;
	case FG_WARNING:
		fg_warn(to, m->loc, "%s", m->text);
		break;
	case FG_DOUBT:
		fg_doubt(to, m->loc, "%s", m->text);
		break;
	case FG_ERROR:
		(void)fg_fail(to, FG_EINPUT, m->loc, "%s", m->text);
		break;
	}
}

void held_release(struct held *held, struct fg_diag *to)
{
	for (size_t i = 0; i < held->count; i++) {
		pass_on(&held->messages[i], to);
		free(held->messages[i].text);
	}
	/* those over the cap were counted, and never handed to hold() */
	to->warnings += held->diag.warnings - held->diag.shown;
	free(held->messages);
	held->messages = NULL;
	held->count = held->room = 0;
}
