/* SPDX-License-Identifier: MIT */
/*
 * Recordings of JDK Flight Recorder begin with "FLR" and a NUL.
 */
#include "fg/text.h"

#include "format.h"

static int detect(fg_str head)
{
	return fg_starts_with(head, FG_STR("FLR\0")) ? BID_SURE : BID_NO;
}

const struct format format_jfr = {
	.name = "jfr",
	.summary = "recordings of JDK Flight Recorder (to be converted)",
	.detect = detect,
	.advice = "this is a recording of JDK Flight Recorder; convert it with "
		  "async-profiler's jfrconv: jfrconv -o collapsed NAME.jfr "
		  "OUT.collapsed",
};
