/* SPDX-License-Identifier: MIT */
/*
 * JsonSlabs, a container for profiles of samply and the Firefox Profiler. It
 * begins with two bytes that are not text, a name, and the byte order: DC DF
 * "JSLB" 01 00.
 */
#include "fg/text.h"

#include "format.h"

static int detect(fg_str head)
{
	return fg_starts_with(head, FG_STR("\xdc\xdfJSLB\1\0")) ? BID_SURE
								: BID_NO;
}

const struct format format_jslb = {
	.name = "jslb",
	.summary = "JsonSlabs of the Firefox Profiler (to be converted)",
	.detect = detect,
	.advice = "this is a profile as JsonSlabs; load it at "
		  "profiler.firefox.com, save it as JSON and fold that",
};
