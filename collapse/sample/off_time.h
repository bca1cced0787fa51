/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_OFF_TIME_H
#define SAMPLE_OFF_TIME_H

#include "fg/stacks.h"

/*
 * Adds the times of stacks, in nanoseconds, to a profile of microseconds, the
 * unit of --off-cpu. `ns` has the ids of the profile's frames.
 *
 * Rounds a running sum, with similar stacks side by side. So the whole and
 * each function are exact to the microsecond, although many stacks have less
 * than one. O(n log n).
 */
void off_time_add(const struct fg_stacks *ns, struct fg_stacks *to);

#endif
