/* SPDX-License-Identifier: MIT */
/*
 * JsonSlabs, in which samply and the Firefox Profiler may keep a profile,
 * begin with bytes that no text has, a name, and the order of bytes:
 * DC DF "JSLB" 01 00.
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
