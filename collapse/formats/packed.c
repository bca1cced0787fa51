/* SPDX-License-Identifier: MIT */
/*
 * Files in compressed formats that are not supported. Their first bytes are:
 *
 *	FD "7zXZ"		xz
 *	"BZh9" 31 41 59 26	bzip2, level 9
 *	04 22 4D 18		lz4; 02 21 4C 18 of old ones
 *	"7z" BC AF 27 1C	7-Zip
 */
#include "fg/text.h"

#include "format.h"

static bool is_bzip2(fg_str head)
{
	return fg_starts_with(head, FG_STR("BZh")) && head.n > 4 &&
	       fg_is_digit(head.p[3]) &&
	       fg_starts_with(fg_slice(head, 4, head.n), FG_STR("1AY&SY"));
}

static int detect(fg_str head)
{
	bool is_packed = fg_starts_with(head, FG_STR("\3757zXZ")) ||
			 fg_starts_with(head, FG_STR("\4\"M\30")) ||
			 fg_starts_with(head, FG_STR("\2!L\30")) ||
			 fg_starts_with(head, FG_STR("7z\274\257\47\34")) ||
			 is_bzip2(head);

	return is_packed ? BID_SURE : BID_NO;
}

const struct format format_packed = {
	.name = "packed",
	.summary = "files packed by xz, bzip2, lz4 or 7-Zip (to be unpacked)",
	.detect = detect,
	.advice = "this is packed; unpack it first with 'xz -d', 'bzip2 -d', "
		  "'lz4 -d' or '7z e', by the kind it is",
};
