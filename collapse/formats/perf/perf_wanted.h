/* SPDX-License-Identifier: MIT */
#ifndef PERF_WANTED_H
#define PERF_WANTED_H

#include "options.h"
#include "perf_header.h"

/* Whether the options let a sample of that task, processor and time through. */
bool perf_header_wanted(const struct perf_header *header,
			const struct collapse_options *options);

#endif
