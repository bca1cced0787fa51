/* SPDX-License-Identifier: MIT */
/*
 * Traces of dotnet-trace begin with "Nettrace".
 */
#include "fg/text.h"

#include "format.h"

static int detect(fg_str head)
{
	return fg_starts_with(head, FG_STR("Nettrace")) ? BID_SURE : BID_NO;
}

const struct format format_nettrace = {
	.name = "nettrace",
	.summary = "traces of dotnet-trace (to be converted)",
	.detect = detect,
	.advice = "this is a trace of dotnet-trace; convert it: dotnet-trace "
		  "convert --format Speedscope NAME.nettrace",
};
