/* SPDX-License-Identifier: MIT */
#ifndef RECORD_EVENT_GENERAL_H
#define RECORD_EVENT_GENERAL_H

#include <linux/perf_event.h>
#include <stdbool.h>

#include "fg/base.h"

/*
 * Finds a general event by its name, without modifiers: sets type and config.
 * False when there is none. Needs nothing from the system.
 */
bool event_general(fg_str name, struct perf_event_attr *attr);

/*
 * The same for "r1a8", a raw number of the processor's manual; its digits are
 * hexadecimal.
 */
bool event_raw(fg_str name, struct perf_event_attr *attr);

#endif
