/* SPDX-License-Identifier: MIT */
#ifndef PERF_END_H
#define PERF_END_H

#include "fg/base.h"

/*
 * How a text ends that has no LF at its end: a disk was full, perf was
 * killed, a part was copied.
 *
 *	shop 4711 10.000100:      250000 cpu-clock:
 *		          5581a0 pay+0x22 (/usr/bin/shop)
 *		          5581b0 ma
 */

/*
 * Whether such a last line looks complete, so that only its LF may be
 * missing: it ends in a module with its path, "(/usr/bin/shop)" or "([vdso])".
 */
bool perf_end_is_whole(fg_str line);

/*
 * Whether the sample before `part`, an incomplete last line, goes on with it.
 * `before` is the line in front of it. Where it may be a header's beginning,
 * it does not.
 */
bool perf_end_goes_on(fg_str before, fg_str part);

#endif
