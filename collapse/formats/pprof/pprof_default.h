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

/*
 * The type that says how many samples the chosen one is of: "samples/count" in
 * front of it ("sample/count" of dd-trace). metrics->count where there is none:
 * objects and contentions are scaled up from what was sampled.
 */
size_t pprof_sample_count(const struct metrics *metrics);

#endif
