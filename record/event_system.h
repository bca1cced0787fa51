/* SPDX-License-Identifier: MIT */
#ifndef RECORD_EVENT_SYSTEM_H
#define RECORD_EVENT_SYSTEM_H

#include <linux/perf_event.h>
#include <stdbool.h>

#include "fg/base.h"

/* What became of a name that the system has to be asked for. */
enum event_found {
	EVENT_FOUND,
	EVENT_NONE, /* it is not of this kind, or there is none */
	EVENT_DENIED, /* its description cannot be read: see errno */
};

/* "sched:sched_switch", by its number in tracefs. */
enum event_found event_tracepoint(fg_str name, struct perf_event_attr *attr);

/* "cpu/event=0x3c,umask=1/", by what sysfs says of the PMU. */
enum event_found event_pmu(fg_str name, struct perf_event_attr *attr);

#endif
