/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_HEEDS_H
#define COLLAPSE_HEEDS_H

#include "fg/diag.h"
#include "options.h"

/*
 * Which options mean something to a format. A format sets a bit in its
 * `heeds` (format.h) for each of these options that it heeds; an option that
 * it does not heed is refused, because it would be ignored in silence. The
 * options that are not here mean something to every format.
 *
 *	.heeds = HEEDS_TIME | HEEDS_PER_THREAD,
 */
#define HEEDS_ADDRS (UINT64_C(1) << 0)
#define HEEDS_CALLGRIND_MODE (UINT64_C(1) << 1)
#define HEEDS_COUNT (UINT64_C(1) << 2)
#define HEEDS_CPU (UINT64_C(1) << 3)
#define HEEDS_EVENT (UINT64_C(1) << 4)
#define HEEDS_INLINE (UINT64_C(1) << 5)
#define HEEDS_JIT (UINT64_C(1) << 6)
#define HEEDS_KEEP_ALLOC_FRAMES (UINT64_C(1) << 7)
#define HEEDS_KEEP_ARGS (UINT64_C(1) << 8)
#define HEEDS_KEEP_IDLE (UINT64_C(1) << 9)
#define HEEDS_KEEP_OFFSETS (UINT64_C(1) << 10)
#define HEEDS_KERNEL (UINT64_C(1) << 11)
#define HEEDS_LABEL (UINT64_C(1) << 12)
#define HEEDS_MERGE_COMM_NUMBERS (UINT64_C(1) << 13)
#define HEEDS_MODULES (UINT64_C(1) << 14)
#define HEEDS_NO_COMM (UINT64_C(1) << 15)
#define HEEDS_NO_MODULES (UINT64_C(1) << 16)
#define HEEDS_NO_SRCLINE (UINT64_C(1) << 17)
#define HEEDS_NO_SYMBOLS (UINT64_C(1) << 18)
#define HEEDS_OFF_CPU (UINT64_C(1) << 19)
#define HEEDS_ONLY_COMM (UINT64_C(1) << 20)
#define HEEDS_ONLY_PID (UINT64_C(1) << 21)
#define HEEDS_ONLY_TID (UINT64_C(1) << 22)
#define HEEDS_PER_PROCESS (UINT64_C(1) << 23)
#define HEEDS_PER_THREAD (UINT64_C(1) << 24)
#define HEEDS_PID (UINT64_C(1) << 25)
#define HEEDS_PROCESS (UINT64_C(1) << 26)
#define HEEDS_SNAPSHOT (UINT64_C(1) << 27)
#define HEEDS_SRCLINE (UINT64_C(1) << 28)
#define HEEDS_STRIP_ARGS (UINT64_C(1) << 29)
#define HEEDS_STRIP_TEMPLATES (UINT64_C(1) << 30)
#define HEEDS_SYSROOT (UINT64_C(1) << 31)
#define HEEDS_THREAD (UINT64_C(1) << 32)
#define HEEDS_TID (UINT64_C(1) << 33)
#define HEEDS_TIME (UINT64_C(1) << 34)
#define HEEDS_UNKNOWN (UINT64_C(1) << 35)
#define HEEDS_NO_TRUNCATED (UINT64_C(1) << 36)

/*
 * Checks the user's options against what the format `name` heeds. FG_EUSAGE,
 * after an error about `loc`, at the first option that means nothing to it.
 */
fg_status heeds_check(const struct collapse_options *options, const char *name,
		      uint64_t heeds, struct fg_diag *diag, struct fg_loc loc);

#endif
