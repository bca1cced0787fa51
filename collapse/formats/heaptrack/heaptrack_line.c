/* SPDX-License-Identifier: MIT */
#include "heaptrack_line.h"

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

bool heaptrack_take(fg_str *rest, uint64_t *number)
{
	uint64_t value = 0;
	size_t i = 0;

	for (; i < rest->n && rest->p[i] != ' '; i++) {
		int digit = digit_value(rest->p[i]);

		if (digit < 0 || value >> 60)
			return false;
		value = value << 4 | (uint64_t)digit;
	}
	if (i == 0)
		return false;
	*number = value;
	i += i < rest->n;
	rest->p += i;
	rest->n -= i;
	return true;
}

bool heaptrack_take_text(fg_str *rest, fg_str *text)
{
	uint64_t size;

	if (!heaptrack_take(rest, &size))
		return false;
	if (size > rest->n)
		size = rest->n;
	*text = (fg_str){ rest->p, (size_t)size };
	size += size < rest->n;
	rest->p += size;
	rest->n -= (size_t)size;
	return true;
}
