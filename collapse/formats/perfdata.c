/* SPDX-License-Identifier: MIT */
/*
 * What perf record writes: a binary file that begins with PERFILE2. Only perf
 * on the recording machine can name its frames, so we say how to ask it.
 */
#include "fg/text.h"
#include "format.h"

static int detect(fg_str head)
{
	return fg_starts_with(head, FG_STR("PERFILE2")) ||
			       fg_starts_with(head, FG_STR("2ELIFREP"))
		       ? BID_SURE
		       : BID_NO;
}

const struct format format_perfdata = {
	.name = "perfdata",
	.summary = "perf's own recording (to be passed through perf script)",
	.detect = detect,
	.advice = "this is perf's binary recording; fold its text instead: "
		  "perf script -i perf.data | fg-collapse",
};
