/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_CAPABILITY_H
#define COLLAPSE_CAPABILITY_H

#include "fg/diag.h"
#include "options.h"

/*
 * The data that a format has, as bits of `has` in its struct (format.h). Each
 * option names the capabilities that it needs (collapse_options.def). A format
 * that has none of them refuses the option, because it would silently ignore
 * it.
 *
 *	.has = HAS_TIMES | HAS_THREADS,
 */
#define ANY UINT64_C(0) /* the option applies to every format */

/* The owner of a stack. */
#define HAS_THREADS (UINT64_C(1) << 0) /* names of threads */
#define HAS_TIDS (UINT64_C(1) << 1) /* numbers of threads */
#define HAS_PROCESSES (UINT64_C(1) << 2) /* names of processes */
#define HAS_PIDS (UINT64_C(1) << 3) /* numbers of processes */
#define HAS_THREAD_ROOTS (UINT64_C(1) << 4) /* threads are roots by default */
#define HAS_COMMS (UINT64_C(1) << 5) /* root frames are commands */
#define HAS_COMM_IDS (UINT64_C(1) << 6) /* with the numbers of their tasks */
#define HAS_COMM_FILTER (UINT64_C(1) << 7)
#define HAS_COMM_NUMBERS (UINT64_C(1) << 8)
#define HAS_IDLE_THREADS (UINT64_C(1) << 9) /* left out by default */

/* The sampled thing, place and time. */
#define HAS_TIMES (UINT64_C(1) << 10)
#define HAS_CPUS (UINT64_C(1) << 11)
#define HAS_EVENTS (UINT64_C(1) << 12)
#define HAS_PERIODS (UINT64_C(1) << 13) /* samples may weigh more than 1 */
#define HAS_SWITCHES (UINT64_C(1) << 14) /* scheduler events */
#define HAS_LABELS (UINT64_C(1) << 15)
#define HAS_SNAPSHOTS (UINT64_C(1) << 16)
#define HAS_CALL_GRAPH (UINT64_C(1) << 17) /* callers and callees, not stacks */

/* The data of frames besides a name. */
#define HAS_MODULES (UINT64_C(1) << 18)
#define SHOWS_MODULES (UINT64_C(1) << 19) /* unasked */
#define HAS_SOURCE (UINT64_C(1) << 20) /* file and line */
#define SHOWS_SOURCE (UINT64_C(1) << 21) /* unasked */
#define HAS_INLINED (UINT64_C(1) << 22)
#define HAS_ADDRESSES (UINT64_C(1) << 23) /* of frames without a name */
#define HAS_ARGUMENTS (UINT64_C(1) << 24)
#define HAS_TEMPLATES (UINT64_C(1) << 25)
#define HAS_OFFSETS (UINT64_C(1) << 26) /* left out by default */
#define HAS_KERNEL (UINT64_C(1) << 27) /* knows which frames are the kernel's */
#define HAS_JIT (UINT64_C(1) << 28) /* knows code compiled at run time */
#define HAS_ALLOCATORS (UINT64_C(1) << 29) /* left out by default */
#define HAS_BINARIES (UINT64_C(1) << 30) /* names are looked up in binaries */
#define HAS_CUT_STACKS (UINT64_C(1) << 31) /* knows which stacks are cut */
#define HAS_KERNEL_ADDRESSES (UINT64_C(1) << 32) /* names are looked up */
#define HAS_WAITS (UINT64_C(1) << 33) /* time on and off the CPU */
#define HAS_TIMELINE (UINT64_C(1) << 34) /* --timeline: times of all weights */

/*
 * Checks the user's options against the capabilities of the format `name`.
 * FG_EUSAGE after an error about `loc`, at the first option that does not
 * apply to it.
 */
fg_status capability_check(const struct collapse_options *options,
			   const char *name, uint64_t has, struct fg_diag *diag,
			   struct fg_loc loc);

#endif
