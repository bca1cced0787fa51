/* SPDX-License-Identifier: MIT */
#include "perf_header.h"

#include "fg/text.h"
#include "perf_fields.h"
#include "perf_line.h"
#include "perf_single.h"

enum { ADDRESS_END = 17 }; /* of " %16lx" */

/* Digits in the places of '0' in `shape`; more of them at its end. */
static bool has_shape(fg_str word, const char *shape)
{
	size_t i = 0;

	for (; shape[i]; i++) {
		if (i == word.n || (shape[i] == '0' ? !fg_is_digit(word.p[i])
						    : word.p[i] != shape[i]))
			return false;
	}
	return i == word.n || perf_is_number(fg_slice(word, i, word.n));
}

/* "2026-11-21 01:42:28.233064", from -F +tod. */
static void drop_date(fg_str *rest)
{
	fg_str before = *rest;

	if (has_shape(perf_take_word(&before), "00:00:00.0") &&
	    has_shape(perf_take_word(&before), "0000-00-00"))
		*rest = before;
}

/*
 * Whether what ends before `colon` is no event, but a frame: no event's name
 * begins with a number as wide as an address.
 */
static bool is_frame(fg_str text, const char *colon)
{
	fg_str address, frame;

	return perf_is_wide(text) &&
	       perf_split_column(text, &address, &frame) && address.p < colon;
}

/* No event: there can be a period, and a frame. */
static void parse_eventless(fg_str right, fg_str rest, fg_str number,
			    struct perf_header *h)
{
	bool wide = perf_is_wide(right);

	if (number.n > 0 && (wide || !perf_take_frame(rest, h)) &&
	    perf_take_frame(right, h)) {
		/* an address that happens to have no letters */
		h->payload = fg_trim(right);
		return;
	}
	h->payload = fg_trim(rest);
	if (number.n > 0)
		perf_set_period(h, number);
	else
		perf_take_frame(rest, h);
}

/* Takes "EVENT: PAYLOAD"; false where an event's name would be none. */
static bool parse_event(fg_str right, fg_str rest, struct perf_header *h)
{
	size_t colon = perf_event_end(rest);
	fg_str event = fg_trim(fg_slice(rest, 0, colon));

	if (colon == rest.n)
		return false;
	/* nearly all end before that column, and so do periods */
	if ((colon >= ADDRESS_END || rest.p - right.p >= ADDRESS_END) &&
	    (is_frame(right, rest.p + colon) || is_frame(rest, rest.p + colon)))
		return false;
	h->event = event;
	rest = fg_slice(rest, colon + 1, rest.n);
	h->payload = fg_trim(rest);
	if (h->payload.n > 0)
		perf_take_frame(rest, h);
	return true;
}

/*
 * What follows the time: `right` has its leading blanks, in which columns
 * show, and `rest` has not.
 */
static void parse_right(fg_str right, fg_str rest, struct perf_header *h)
{
	fg_str number = fg_cut(&rest, ' ');

	if (perf_is_number(number)) {
		rest = fg_slice(right, (size_t)(number.p - right.p) + number.n,
				right.n);
	} else {
		rest = right;
		number.n = 0;
	}
	if (!parse_event(right, rest, h))
		parse_eventless(right, rest, number, h);
	else if (number.n > 0)
		perf_set_period(h, number);
}

bool perf_header_timed(fg_str line, fg_str time, struct perf_header *h)
{
	fg_str left = { line.p, (size_t)(time.p - line.p) };
	fg_str right = fg_slice(line, left.n + time.n + 1, line.n);
	fg_str trimmed = fg_trim(right);

	if (fg_starts_with(trimmed, FG_STR("PERF_RECORD_")))
		return false;
	*h = (struct perf_header){ .time = time };
	left = fg_trim_end(left);
	/* neither a date nor letters can end like "[001]", as most do */
	if (!fg_ends_with(left, FG_STR("]"))) {
		drop_date(&left);
		perf_drop_misc(&left);
	}
	perf_take_cpu(&left, h);
	perf_take_ids(&left, h);
	perf_take_comm(left, h);
	parse_right(right, trimmed, h);
	return true;
}
