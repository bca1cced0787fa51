/* SPDX-License-Identifier: MIT */
#include "format.h"

#include <string.h>

#define FORMAT(name) extern const struct format format_##name;
#include "formats.def"
#undef FORMAT

const struct format *const formats[] = {
#define FORMAT(name) &format_##name,
#include "formats.def"
#undef FORMAT
	NULL,
};

const struct format *format_by_name(const char *name)
{
	for (const struct format *const *f = formats; *f; f++) {
		if (strcmp((*f)->name, name) == 0)
			return *f;
	}
	return NULL;
}

const struct format *format_detect(fg_str head)
{
	const struct format *best = NULL;
	int highest = BID_NO;

	for (const struct format *const *f = formats; *f; f++) {
		int bid = (*f)->detect(head);

		if (bid > highest) {
			highest = bid;
			best = *f;
		}
	}
	return best;
}
