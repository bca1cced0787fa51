/* SPDX-License-Identifier: MIT */
/* Slices in folded text: doc/FOLDED.md. */
#include <stdlib.h>

#include "fg/folded.h"
#include "fg/slices.h"
#include "fg/text.h"

enum { DECIMALS = 9 };

size_t fg_write_seconds(char *to, int64_t ns)
{
	uint64_t size = ns < 0 ? -(uint64_t)ns : (uint64_t)ns;

	if (ns < 0)
		*to = '-';
	return (ns < 0) + fg_write_number(to + (ns < 0), size, DECIMALS);
}

/* Seconds, with a sign and with any decimals; those after 9 are left out. */
static bool parse_seconds(fg_str text, int64_t *ns)
{
	bool negative = text.n > 0 && *text.p == '-';
	uint64_t units = 0;
	size_t decimals = 0, digits = 0;
	bool fraction = false;

	for (size_t i = negative; i < text.n; i++) {
		if (text.p[i] == '.' && !fraction) {
			fraction = true;
			continue;
		}
		if (!fg_is_digit(text.p[i]))
			return false;
		digits++;
		if (decimals == DECIMALS)
			continue;
		decimals += fraction;
		if (units > (INT64_MAX - 9) / 10)
			return false;
		units = units * 10 + (uint64_t)(text.p[i] - '0');
	}
	for (; decimals < DECIMALS; decimals++) {
		if (units > INT64_MAX / 10)
			return false;
		units *= 10;
	}
	*ns = negative ? -(int64_t)units : (int64_t)units;
	return digits > 0;
}

bool fg_slice_of_header(const struct fg_header *header,
			struct fg_slice_key *key, bool *damaged)
{
	fg_str time = fg_header_get(header, "time");
	fg_str length = fg_header_get(header, "length");

	*key = (struct fg_slice_key){ .thread = fg_header_get(header, "threa"
								      "d") };
	if (time.n > 0 && parse_seconds(time, &key->time))
		key->has_time = true;
	else if (time.n > 0)
		*damaged = true;
	if (key->has_time && length.n > 0 &&
	    (!parse_seconds(length, &key->length) || key->length < 0)) {
		key->length = 0;
		*damaged = true;
	}
	return key->has_time || key->thread.n > 0;
}

static void write_head(struct fg_out *out, const struct fg_slice_key *key)
{
	struct fg_header header = { 0 };
	char text[FG_NUMBER_ROOM];

	if (key->has_time) {
		size_t n = fg_write_seconds(text, key->time);

		fg_header_set(&header, "time", (fg_str){ text, n });
		n = fg_write_seconds(text, key->length);
		fg_header_set(&header, "length", (fg_str){ text, n });
	}
	if (key->thread.n > 0)
		fg_header_set(&header, "thread", key->thread);
	fg_header_write(out, &header);
	fg_header_free(&header);
}

void fg_slices_write(struct fg_out *out, const struct fg_slices *slices,
		     const struct fg_stacks *plain)
{
	for (size_t i = 0; i < slices->count; i++) {
		const struct fg_slice *slice = &slices->items[i];

		write_head(out, &slice->key);
		for (size_t k = 0; k < slice->count; k++) {
			const struct fg_slice_weight *w =
				&slices->weights[slice->first + k];
			struct fg_stack s = fg_stacks_get(plain, w->stack);

			fg_out_stack(out, fg_stacks_names(plain), s.ids,
				     s.depth);
			fg_out_char(out, ' ');
			fg_out_number(out, w->weight, fg_stacks_scale(plain));
			fg_out_char(out, '\n');
		}
	}
}
