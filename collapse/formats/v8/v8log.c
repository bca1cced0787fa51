/* SPDX-License-Identifier: MIT */
/*
 * The log of node --prof, isolate-0x....-v8.log, and the JSON that node
 * --prof-process --preprocess makes from it. Their stacks are addresses of
 * code that moves; V8 can write better profiles.
 *
 *	v8-version,11,3,244,8,-node.38,0
 *	shared-library,/usr/bin/node,0x400000,0x1000000,0
 *
 *	{"code":[{"name":"...","type":"CODE"}],"functions":[...],"ticks":[...]}
 */
#include "fg/text.h"
#include "format.h"
#include "input/json.h"

static int detect(fg_str head)
{
	static const char *const paths[] = { ".code[].name", ".code[].type",
					     NULL };

	if (fg_starts_with(head, FG_STR("v8-version,")))
		return BID_SURE;
	return json_head_find(head, paths) == 3 ? BID_LIKELY : BID_NO;
}

const struct format format_v8log = {
	.name = "v8log",
	.summary = "V8's log of --prof; recognised, not read",
	.has = HAS_ARGUMENTS,
	.detect = detect,
	.advice = "this is V8's log of --prof; record a profile with stacks "
		  "instead: node --cpu-prof",
};
