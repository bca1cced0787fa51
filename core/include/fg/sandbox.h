/* SPDX-License-Identifier: MIT */
#ifndef FG_SANDBOX_H
#define FG_SANDBOX_H

#include "fg/diag.h"

/*
 * Profiles come from strangers. A program that reads one needs files, memory
 * and threads, and nothing else. So it gives up all other rights before it
 * reads the first byte:
 *
 *	struct fg_out *out = fg_out_open(path, diag);
 *	const char *outputs[] = { path, NULL };
 *	struct fg_sandbox held = fg_sandbox_enter(outputs);
 *
 * After that, seccomp allows a short list of system calls (sandbox_calls.c has
 * it). No program is started, no process or socket made, no file opened for
 * writing, no mode, owner, time or attribute changed, no signal sent to
 * others, no limit set. Landlock allows to create and to remove names in the
 * folders of `outputs` only, which is how the finished output gets its name.
 * The list ends with NULL; "-" is no file. What is open stays usable.
 *
 * Call it before the first thread starts, and after all outputs are open.
 */
struct fg_sandbox {
	bool known; /* false: unknown system, or a build with sanitizers */
	bool calls; /* the seccomp filter is active */
	int files; /* the active version of Landlock; 0: none */
};

/* Enters what the kernel offers, and returns what is active. */
struct fg_sandbox fg_sandbox_enter(const char *const *outputs);

/* Gives a note that says what the kernel did not offer, if anything. */
void fg_sandbox_report(const struct fg_sandbox *held, struct fg_diag *diag);

#endif
