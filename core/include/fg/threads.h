/* SPDX-License-Identifier: MIT */
#ifndef FG_THREADS_H
#define FG_THREADS_H

#include "fg/base.h"

/* Running the same work on several processors at once. */

/*
 * Work is shared from such sizes on as make it worth while. A build that looks
 * for races divides those sizes by FG_SHARE_SOONER, so that small inputs are
 * shared, too, and has four threads on any machine.
 */
#ifndef FG_SHARE_SOONER
#define FG_SHARE_SOONER 1
#endif

/* The processors that are online, at least 1. */
unsigned fg_threads_available(void);

/*
 * Calls work(item) once for each of `count` items of `size` bytes, all at the
 * same time if there are enough threads, and returns when all have ended. The
 * first runs in the calling thread. Work that shares its input must not wait
 * for another item to begin: if no thread can be made, the other items are
 * left out, and the first must do everything.
 */
void fg_threads_run(void (*work)(void *item), void *items, size_t count,
		    size_t size);

#endif
