/* SPDX-License-Identifier: MIT */
/*
 * V8's heap snapshots. They have objects and their references, but not the
 * code that made them.
 *
 *	{"snapshot":{"meta":{"node_fields":["type","name",...
 */
#include "format.h"
#include "input/json.h"

static int detect(fg_str head)
{
	static const char *const paths[] = { ".snapshot.meta.node_fields",
					     NULL };

	return json_head_find(head, paths) ? BID_SURE : BID_NO;
}

const struct format format_heapsnapshot = {
	.name = "heapsnapshot",
	.summary = "V8's heap snapshots; recognised, not read",
	.detect = detect,
	.advice = "a heap snapshot has no stacks; record a sampled heap "
		  "instead: node --heap-prof",
};
