/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_OFF_TIME_H
#define SAMPLE_OFF_TIME_H

#include "fg/stacks.h"

/*
 * Adds the times of stacks, kept in nanoseconds, to a profile of microseconds,
 * which is what --off-cpu gives. `ns` has the ids of the profile's frames.
 *
 * Rounds a running sum, stacks with a common beginning side by side: so the
 * whole and each function are right to the microsecond, where many stacks of
 * less than one would be gone. O(n log n).
 */
void off_time_add(const struct fg_stacks *ns, struct fg_stacks *to);

#endif
