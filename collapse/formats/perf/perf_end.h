/* SPDX-License-Identifier: MIT */
#ifndef PERF_END_H
#define PERF_END_H

#include "fg/base.h"

/*
 * Handles the end of a text without an LF: the disk was full, perf was killed,
 * or a part was copied.
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
 * Whether `part`, an incomplete last line, belongs to the sample before it.
 * `before` is the line in front of it. It does not if it may be the beginning
 * of a header.
 */
bool perf_end_goes_on(fg_str before, fg_str part);

#endif
