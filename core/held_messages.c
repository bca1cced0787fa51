/* SPDX-License-Identifier: MIT */
#include "fg/held_messages.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

static void hold(void *ctx, enum fg_level level, struct fg_loc loc,
		 const char *message)
{
	struct fg_held *held = ctx;
	struct fg_held_message *m;

	FG_RESERVE(&held->messages, &held->room, held->count + 1);
	m = &held->messages[held->count++];
	*m = (struct fg_held_message){
		.level = level,
		.loc = loc,
		.text = fg_str_dup(fg_from_c(message)),
	};
	/* the file's name may be gone when the message is passed on */
	if (loc.file)
		m->loc.file = m->file = fg_str_dup(fg_from_c(loc.file));
}

void fg_held_init(struct fg_held *held)
{
	*held = (struct fg_held){ .diag = { .emit = hold, .ctx = held } };
}

static void pass_on(const struct fg_held_message *m, struct fg_diag *to)
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

void fg_held_drop(struct fg_held *held)
{
	for (size_t i = 0; i < held->count; i++) {
		free(held->messages[i].text);
		free(held->messages[i].file);
	}
	free(held->messages);
	held->messages = NULL;
	held->count = held->room = 0;
}

void fg_held_release(struct fg_held *held, struct fg_diag *to)
{
	for (size_t i = 0; i < held->count; i++)
		pass_on(&held->messages[i], to);
	/* warnings over the cap were counted, but never reached hold() */
	to->warnings += held->diag.warnings - held->diag.shown;
	fg_held_drop(held);
}
