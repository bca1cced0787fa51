/* SPDX-License-Identifier: MIT */
/*
 * Zip archives, as PerfView and Very Sleepy write them, begin with "PK", 3 and
 * 4.
 */
#include "fg/text.h"

#include "format.h"

static int detect(fg_str head)
{
	return fg_starts_with(head, FG_STR("PK\3\4")) ? BID_SURE : BID_NO;
}

const struct format format_zip = {
	.name = "zip",
	.summary = "zip archives (to be unpacked)",
	.detect = detect,
	.advice = "this is a zip archive (PerfView's .perfView.xml.zip is "
		  "one); unpack it with unzip first",
};
