/* SPDX-License-Identifier: MIT */
#ifndef FG_SANDBOX_H
#define FG_SANDBOX_H

#include "fg/base.h"

/*
 * Profiles come from strangers. A program that reads one needs files, memory
 * and threads, and nothing else; so it gives up the rest before the first
 * byte is read:
 *
 *	const char *writable[] = { output_path, NULL };
 *	fg_sandbox_enter(writable);
 *
 * After that, starting a program, making a process or a socket, tracing,
 * mounting and the like fail with EPERM (seccomp), and no file outside the
 * folders of the `writable` files can be created, written or removed
 * (Landlock, Linux 5.13). The list ends with NULL; "-" is no file.
 * What is open stays usable.
 *
 * Call it before the first thread. It does what the kernel offers, without a
 * message where that is nothing, and nothing at all on other systems or in
 * builds with sanitizers, whose own work it would stop.
 */
void fg_sandbox_enter(const char *const *writable);

#endif
