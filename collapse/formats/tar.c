/* SPDX-License-Identifier: MIT */
/*
 * Archives of tar, packed or not: byte 257, after the name and mode of the
 * first file, begins "ustar".
 */
#include "fg/text.h"

#include "format.h"

enum { MAGIC_AT = 257 };

static int detect(fg_str head)
{
	return head.n > MAGIC_AT &&
			       fg_starts_with(fg_slice(head, MAGIC_AT, head.n),
					      FG_STR("ustar"))
		       ? BID_SURE
		       : BID_NO;
}

const struct format format_tar = {
	.name = "tar",
	.summary = "tar archives (to be unpacked)",
	.detect = detect,
	.advice = "this is a tar archive; unpack it with 'tar -xf' first",
};
