/* SPDX-License-Identifier: MIT */
#ifndef FG_MEMORY_H
#define FG_MEMORY_H

#include "fg/base.h"

/*
 * How much memory is left before the kernel, which promises more than it has,
 * kills a program. It is the minimum of the memory that the machine has left
 * and the memory that the control groups of this process leave, of version 1
 * or 2. A container is such a group. Linux only; elsewhere nothing is known.
 */

/*
 * The bytes left, less a reserve for allocations that are not checked;
 * UINT64_MAX where nothing is known. `root` is put before the names of the
 * system's files, "" for the real ones. Allocates nothing.
 */
uint64_t fg_memory_left(const char *root);

/*
 * Whether `size` more bytes may be allocated: for fg_set_memory_guard.
 * Subtracts bytes that were allowed before and not yet written to. Reads the
 * system's files only from time to time; safe in any thread.
 */
bool fg_memory_allows(size_t size);

/*
 * About how many bytes fg_memory_allows() had left at its last look, for the
 * message when it refuses.
 */
uint64_t fg_memory_unpromised(void);

#endif
