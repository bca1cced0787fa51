/* SPDX-License-Identifier: MIT */
#ifndef PPROF_DEFAULT_H
#define PPROF_DEFAULT_H

#include "metrics.h"

/*
 * Which type of a pprof profile is folded where neither the user nor the
 * profile names one; for the profile itself and for go tool pprof -raw. It is
 * the last, as pprof has it, but "samples/count" where a CPU profile begins
 * with it: what chance does to a profile depends on how many samples there
 * are, which the time does not tell.
 */
size_t pprof_default(const struct metrics *metrics);

#endif
