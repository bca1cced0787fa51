/* SPDX-License-Identifier: MIT */
#ifndef PERF_THREADS_H
#define PERF_THREADS_H

#include "perf_run.h"

/*
 * Reads c->in to its end with up to c->options->threads threads. The result is
 * the same as that of one parser over the whole text, for any number of
 * threads and any size of the blocks.
 */
fg_status perf_read(struct collapse *c, struct perf_run *run);

#endif
