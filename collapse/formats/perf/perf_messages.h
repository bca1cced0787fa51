/* SPDX-License-Identifier: MIT */
#ifndef PERF_MESSAGES_H
#define PERF_MESSAGES_H

#include "perf_run.h"

/*
 * Says in one line what was dropped or unusual. If the profile is empty, it
 * says why nothing was folded and fails.
 */
fg_status perf_report(struct collapse *c, const struct perf_run *run);

#endif
