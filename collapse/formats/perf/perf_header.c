/* SPDX-License-Identifier: MIT */
#include "perf_header.h"

#include "fg/text.h"
#include "input/scan.h"
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
	return i == word.n || scan_is_number(fg_slice(word, i, word.n));
}

/* "2026-11-21 01:42:28.233064", from -F +tod. */
static bool drop_date(fg_str *rest)
{
	fg_str before = *rest;

	if (!has_shape(perf_take_word(&before), "00:00:00.0") ||
	    !has_shape(perf_take_word(&before), "0000-00-00"))
		return false;
	*rest = before;
	return true;
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

/* The blanks that perf's "%5u.%06u" puts before a time. */
static size_t padding_of(fg_str time)
{
	enum { SECONDS_WIDTH = 5 };
	size_t seconds = fg_find_char(time, '.');

	return seconds < SECONDS_WIDTH ? SECONDS_WIDTH - seconds : 0;
}

/* Drops what -F +tod and misc print between a thread and its time. */
static void drop_before_time(fg_str *left, fg_str time)
{
	bool dated = drop_date(left);

	if (!perf_drop_misc(left))
		(void)perf_drop_misc_column(left, dated ? 0 : padding_of(time));
}

/* What stands behind the colon of `time`. */
static fg_str right_of(fg_str line, fg_str time)
{
	return fg_slice(line, (size_t)(time.p - line.p) + time.n + 1, line.n);
}

/* `text` is what stands right of the time, without blanks around it. */
static void parse_around(fg_str line, fg_str time, fg_str text,
			 struct perf_header *h)
{
	fg_str left = { line.p, (size_t)(time.p - line.p) };

	*h = (struct perf_header){ .time = time };
	/* neither a date nor letters can end like "[001]", as most do */
	if (!fg_ends_with(fg_trim_end(left), FG_STR("]")))
		drop_before_time(&left, time);
	left = fg_trim_end(left);
	perf_take_cpu(&left, h);
	perf_take_ids(&left, h);
	perf_take_comm(left, h);
	parse_right(right_of(line, time), text, h);
}

/* Whether all is there that makes a header beyond doubt. */
static bool is_complete(const struct perf_header *h)
{
	return h->tid.n > 0 && h->comm.n > 0 && h->comm.n <= PERF_COMM_MAX &&
	       h->event.n > 0;
}

/* The event of "x 7 3.1: y  3526  68.2: cycles:" would end in a time. */
static bool ends_in_time(fg_str event)
{
	size_t digits = 0;

	while (digits < event.n && fg_is_digit(event.p[event.n - 1 - digits]))
		digits++;
	return digits > 0 && digits + 1 < event.n &&
	       event.p[event.n - 1 - digits] == '.' &&
	       fg_is_digit(event.p[event.n - 2 - digits]);
}

/* Takes the first later time that makes the line a complete header. */
static void try_later_times(fg_str line, struct perf_header *h)
{
	enum { TRIES = 4 }; /* as many fit into a command's name */
	fg_str time = h->time;

	for (unsigned i = 0; i < TRIES; i++) {
		size_t at = (size_t)(time.p - line.p) + time.n + 1;
		struct perf_header other;

		if (at > 2 * PERF_COMM_MAX ||
		    !perf_find_time(fg_slice(line, at, line.n), &time))
			return;
		parse_around(line, time, fg_trim(right_of(line, time)), &other);
		if (is_complete(&other)) {
			*h = other;
			return;
		}
	}
}

/* Other records, which options like --show-mmap-events print. */
static bool is_record(fg_str text)
{
	return text.n > 0 && *text.p == 'P' &&
	       fg_starts_with(text, FG_STR("PERF_RECORD_"));
}

/* Call chains of users that stand apart, from perf script's newer versions. */
static bool is_deferred(fg_str text, uint64_t *cookie)
{
	return text.n > 0 && *text.p == 'D' &&
	       scan_text(&text, FG_STR("DEFERRED CALLCHAIN [cookie: ")) &&
	       fg_parse_hex(fg_cut(&text, ']'), cookie);
}

bool perf_header_timed(fg_str line, fg_str time, struct perf_header *h)
{
	fg_str text = fg_trim(right_of(line, time));

	if (is_record(text))
		return false;
	parse_around(line, time, text, h);
	h->deferred = is_deferred(text, &h->cookie);
	if (h->deferred)
		h->event.n = 0;
	else if (h->tid.n == 0 || ends_in_time(h->event))
		try_later_times(line, h);
	return true;
}

bool perf_header_hash(fg_str line, struct perf_header *h)
{
	enum { MICROSECONDS = 6 }; /* digits, at least, that perf prints */
	fg_str time;

	return perf_find_time(line, &time) &&
	       perf_header_timed(line, time, h) && is_complete(h) &&
	       h->time.n - fg_find_char(h->time, '.') > MICROSECONDS;
}
