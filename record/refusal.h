/* SPDX-License-Identifier: MIT */
#ifndef RECORD_REFUSAL_H
#define RECORD_REFUSAL_H

#include <sys/types.h>

#include "event_list.h"

/*
 * What the kernel refuses, said so that a user can do something about it:
 * what was found, what it means, and the one command that helps. All of them
 * give the message to `diag` and return the status.
 */

/* perf_event_open() failed; `open` counters were opened before. */
fg_status refusal_tell(int error, const struct event *event, size_t open,
		       struct fg_diag *diag);

/* mmap() of a ring of `pages` pages failed. */
fg_status refusal_ring(int error, size_t pages, struct fg_diag *diag);

/* There is no such process or thread, or it ended before it was recorded. */
fg_status refusal_no_process(pid_t pid, struct fg_diag *diag);

/* Only user code is recorded, and what would allow the rest: a note. */
void refusal_user_only(struct fg_diag *diag);

/* The kernel's part is recorded, but its functions have no names: a note. */
void refusal_no_names(struct fg_diag *diag);

#endif
