/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_OWNER_H
#define COLLAPSE_OWNER_H

#include "fg/alloc.h"
#include "options.h"

/*
 * The process and the thread of a stack, for --thread, --process, --only-tid
 * and --only-pid, and for --per-thread and --per-process.
 *
 *	struct owner thread = { 0 };
 *	owner_set(&thread, FG_STR("worker"), FG_STR("101"));
 *	if (owners_wanted(c->options, &process, &thread))
 *		...
 *	owner_free(&thread);
 */

/* The name and the number of a process or thread; empty: not known. */
struct owner {
	struct fg_buffer name, number;
};

/* Copies both. Zero-initialise `owner` before its first use. */
void owner_set(struct owner *owner, fg_str name, fg_str number);
void owner_free(struct owner *owner);

/* Whether the user wants the stacks of this thread of this process. */
bool owners_wanted(const struct collapse_options *options,
		   const struct owner *process, const struct owner *thread);

#endif
