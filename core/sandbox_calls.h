/* SPDX-License-Identifier: MIT */
#ifndef FG_SANDBOX_CALLS_H
#define FG_SANDBOX_CALLS_H

#include <stdbool.h>

/* Whether the sandbox knows this system and processor. */
#if defined(__linux__) && !defined(FG_NO_SANDBOX) && \
	(defined(__x86_64__) || defined(__aarch64__))
#define SANDBOX_LINUX 1
#else
#define SANDBOX_LINUX 0
#endif

/*
 * The seccomp filter of the sandbox: a list of the system calls that a program
 * needs to read and write files with threads. Private to sandbox.c.
 *
 * A call that is not on the list fails with EPERM. A call newer than Linux
 * 5.10 fails with ENOSYS, as that kernel would answer, because C libraries try
 * new calls first and fall back to old ones only for ENOSYS. Nothing is
 * logged.
 *
 * Files can be opened for reading only: the output is open already. Returns
 * whether the kernel took the filter. Needs no-new-privileges.
 */
bool sandbox_deny_calls(void);

#endif
