/* SPDX-License-Identifier: MIT */
#include "perf_header.h"

#include "fg/text.h"
#include "perf_fields.h"
#include "perf_line.h"
#include "perf_single.h"
#include "scan.h"

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
	return i == word.n || scan_is_number(fg_slice(word, i, word.n));
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

/*
 * What follows the time. Blanks at the start of `all` and `rest` show in which
 * columns words are.
 */
struct right {
	fg_str all;
	fg_str number; /* its first word, if it is one */
	fg_str rest; /* behind the number */
};

/* No event: there can be a period, and a frame. */
static void parse_eventless(const struct right *right, struct perf_header *h)
{
	bool has_number = right->number.n > 0;
	bool wide = perf_is_wide(right->all);

	if (has_number && (wide || !perf_take_frame(right->rest, h)) &&
	    perf_take_frame(right->all, h)) {
		/* an address that happens to have no letters */
		h->payload = fg_trim(right->all);
		return;
	}
	h->payload = fg_trim(right->rest);
	if (has_number)
		perf_set_period(h, right->number);
	else
		perf_take_frame(right->rest, h);
}

/*
 * Takes "EVENT: PAYLOAD", which `text` begins with; false where that is no
 * event. Nearly all are a word, and behind a period, which ends before an
 * address would.
 */
static bool parse_event(const struct right *right, fg_str text,
			struct perf_header *h)
{
	size_t colon = perf_event_end(text);
	const char *stop = text.p + colon;
	fg_str event = fg_trim(fg_slice(text, 0, colon));

	if (colon == text.n)
		return false;
	if (stop - right->rest.p >= ADDRESS_END &&
	    fg_find_char(event, ' ') < event.n && is_frame(right->rest, stop))
		return false;
	if (right->rest.p - right->all.p >= ADDRESS_END &&
	    is_frame(right->all, stop))
		return false;
	h->event = event;
	text = fg_slice(text, colon + 1, text.n);
	h->payload = fg_trim(text);
	if (h->payload.n > 0)
		perf_take_frame(text, h);
	return true;
}

/* `text` is `all` without blanks around it. */
static void parse_right(fg_str all, fg_str text, struct perf_header *h)
{
	struct right right = { .all = all, .rest = all };
	fg_str behind = text, number = fg_cut(&behind, ' ');

	if (scan_is_number(number)) {
		right.number = number;
		right.rest = fg_slice(
			all, (size_t)(number.p + number.n - all.p), all.n);
		text = behind;
	}
	if (!parse_event(&right, text, h))
		parse_eventless(&right, h);
	else if (right.number.n > 0)
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
