/* SPDX-License-Identifier: MIT */
#ifndef FG_MEMORY_H
#define FG_MEMORY_H

#include "fg/base.h"

/*
 * How much memory there still is before the kernel, which promises more than
 * it has, ends a program: what the machine has left, and what the control
 * groups of this process leave, of version 1 or 2. A container is such a
 * group. Linux only; elsewhere nothing is known.
 */

/*
 * Bytes, less some for what is not asked for here; UINT64_MAX where nothing
 * is known. `root` comes before the names of the system's files, "" for the
 * real ones. Allocates nothing.
 */
uint64_t fg_memory_left(const char *root);

/*
 * Whether `size` bytes more may be had: for fg_set_memory_guard. Bytes that
 * were allowed before and not yet written to are not there any more. Looks at
 * the system's files only now and then; safe in any thread.
 */
bool fg_memory_allows(size_t size);

/*
 * Bytes that fg_memory_allows() had to give when it looked last, nearly; for
 * the message when it refuses.
 */
uint64_t fg_memory_unpromised(void);

#endif
