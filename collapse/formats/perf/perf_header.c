/* SPDX-License-Identifier: MIT */
#include "perf_header.h"

#include "fg/text.h"
#include "perf_line.h"

/*
 * Takes the last word off *rest, which keeps the blanks before it: their
 * number tells a pid from a period.
 */
static fg_str take_word(fg_str *rest)
{
	fg_str trimmed = fg_trim_end(*rest);
	size_t start = trimmed.n;

	while (start > 0 && !fg_is_blank(trimmed.p[start - 1]))
		start--;
	rest->n = start;
	return fg_slice(trimmed, start, trimmed.n);
}

static fg_str last_word(fg_str rest)
{
	return take_word(&rest);
}

static bool is_number(fg_str word)
{
	for (size_t i = 0; i < word.n; i++) {
		if (!fg_is_digit(word.p[i]))
			return false;
	}
	return word.n > 0;
}

static bool is_id(fg_str word)
{
	if (word.n > 0 && *word.p == '-')
		word = fg_slice(word, 1, word.n);
	return is_number(word);
}

/* "18864/18866" */
static bool split_pair(fg_str word, fg_str *pid, fg_str *tid)
{
	*tid = word;
	*pid = fg_cut(tid, '/');
	return tid->p && is_id(*pid) && is_id(*tid);
}

static bool is_pair(fg_str word)
{
	fg_str pid, tid;

	return split_pair(word, &pid, &tid);
}

static bool is_cpu(fg_str word)
{
	return word.n > 2 && *word.p == '[' && word.p[word.n - 1] == ']' &&
	       is_number(fg_slice(word, 1, word.n - 1));
}

/* Digits in the places of '0' in `shape`; more of them at its end. */
static bool has_shape(fg_str word, const char *shape)
{
	size_t i = 0;

	for (; shape[i]; i++) {
		if (i == word.n || (shape[i] == '0' ? !fg_is_digit(word.p[i])
						    : word.p[i] != shape[i]))
			return false;
	}
	return i == word.n || is_number(fg_slice(word, i, word.n));
}

/* "2026-11-21 01:42:28.233064", from -F +tod. */
static void drop_date(fg_str *rest)
{
	fg_str before = *rest;

	if (has_shape(take_word(&before), "00:00:00.0") &&
	    has_shape(take_word(&before), "0000-00-00"))
		*rest = before;
}

/* Letters like "KUH", from -F +misc, behind a cpu or an id. */
static void drop_misc(fg_str *rest)
{
	fg_str before = *rest, word = take_word(&before), left;

	if (word.n == 0 || word.n > 6)
		return;
	for (size_t i = 0; i < word.n; i++) {
		if (!memchr("KUHGgMESp", word.p[i], 9))
			return;
	}
	left = last_word(before);
	if (is_cpu(left) || is_id(left) || is_pair(left))
		*rest = before;
}

static bool take_cpu(fg_str *rest, struct perf_header *h)
{
	fg_str before = *rest, word = take_word(&before);

	if (!is_cpu(word))
		return false;
	h->cpu = fg_slice(word, 1, word.n - 1);
	*rest = before;
	return true;
}

static bool take_ids(fg_str *rest, struct perf_header *h)
{
	fg_str before = *rest, word = take_word(&before), pid, tid;

	if (split_pair(word, &pid, &tid)) {
		h->pid = pid;
		h->tid = tid;
	} else if (is_id(word)) {
		h->tid = word;
	} else {
		return false;
	}
	*rest = before;
	return true;
}

/* "VM: 2345 VCPU:001 " before the command of a guest. */
static fg_str without_guest(fg_str comm)
{
	static const fg_str labels[] = { { "VM:", 3 }, { "VCPU:", 5 } };

	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
		fg_str rest = comm;

		if (!fg_starts_with(comm, labels[i]))
			return comm;
		rest = fg_trim(fg_slice(comm, labels[i].n, comm.n));
		if (!is_number(fg_cut(&rest, ' ')))
			return comm;
		comm = fg_trim(rest);
	}
	return comm;
}

static void take_comm(fg_str rest, struct perf_header *h)
{
	h->comm = without_guest(fg_trim(rest));
}

static void set_period(struct perf_header *h, fg_str digits)
{
	h->huge_period = !fg_parse_u64(digits, &h->period);
	if (h->huge_period)
		h->period = UINT64_MAX;
}

/* The colon that ends the event's name: the first before a blank. */
static size_t event_end(fg_str text)
{
	for (size_t at = 0; at < text.n; at++) {
		at += fg_find_char(fg_slice(text, at, text.n), ':');
		if (at >= text.n)
			break;
		if (at + 1 == text.n || fg_is_blank(text.p[at + 1]))
			return at;
	}
	return text.n;
}

static void parse_right(fg_str right, struct perf_header *h)
{
	fg_str rest = right, number = fg_cut(&rest, ' '), address, text;
	size_t colon;

	if (is_number(number))
		rest = fg_trim(rest);
	else
		rest = right;
	colon = event_end(rest);
	h->payload = rest;
	if (colon < rest.n) {
		h->event = fg_trim(fg_slice(rest, 0, colon));
		h->payload = fg_trim(fg_slice(rest, colon + 1, rest.n));
	} else if (perf_split_single(right, &address, &text) &&
		   !perf_split_single(rest, &address, &text)) {
		/* the number is an address that happens to have no letters */
		h->payload = right;
		return;
	}
	if (is_number(number))
		set_period(h, number);
}

bool perf_header_timed(fg_str line, fg_str time, struct perf_header *h)
{
	fg_str left = { line.p, (size_t)(time.p - line.p) };
	fg_str right = fg_trim(fg_slice(line, left.n + time.n + 1, line.n));

	if (fg_starts_with(right, FG_STR("PERF_RECORD_")))
		return false;
	*h = (struct perf_header){ .time = time };
	left = fg_trim_end(left);
	/* neither a date nor letters can end like "[001]", as most do */
	if (!fg_ends_with(left, FG_STR("]"))) {
		drop_date(&left);
		drop_misc(&left);
	}
	take_cpu(&left, h);
	take_ids(&left, h);
	take_comm(left, h);
	parse_right(right, h);
	return true;
}

/*
 * Whether a number of `n` digits at the end of `rest` is preceded by as many
 * blanks as perf gives one that is right-aligned to `width`.
 */
static bool padded_to(fg_str rest, size_t n, size_t width)
{
	size_t blanks = rest.n - fg_trim_end(rest).n;
	size_t padding = n < width ? width - n : 0;

	return blanks == padding + (blanks < rest.n);
}

enum { ID_WIDTH = 5, PERIOD_WIDTH = 10, ID_MAX = 4194304 };

static bool is_over_ids(fg_str number)
{
	uint64_t value;

	return !fg_parse_u64(number, &value) || value > ID_MAX;
}

/* Whether `word`, which was taken off `before`, is a period, not an id. */
static bool is_period(fg_str before, fg_str word)
{
	fg_str left = last_word(before);
	bool as_id = padded_to(before, word.n, ID_WIDTH);

	if (!is_number(word))
		return false;
	if (is_cpu(left) || is_pair(left) || is_over_ids(word))
		return true;
	return !as_id &&
	       (is_number(left) || padded_to(before, word.n, PERIOD_WIDTH));
}

/* Takes "pid[/tid] [cpu] [period]" off the end of *rest, what there is. */
static void take_numbers(fg_str *rest, struct perf_header *h)
{
	fg_str before = *rest, word = take_word(&before);
	bool strict = false, padded;

	if (is_period(before, word)) {
		/* where perf padded the period, it padded the id as well */
		strict = padded_to(before, word.n, PERIOD_WIDTH);
		set_period(h, word);
		*rest = before;
	}
	if (take_cpu(rest, h))
		strict = false;
	before = *rest;
	word = take_word(&before);
	padded = is_pair(word) || h->cpu.n > 0 ||
		 padded_to(before, word.n, ID_WIDTH);
	if (padded || !strict)
		h->odd_padding = take_ids(rest, h) && !padded;
}

/* "EVENT:" at the end; false when there is none. */
static bool take_event(fg_str *rest, struct perf_header *h)
{
	fg_str before = *rest, word = take_word(&before), raw = before;

	if (word.n < 2 || word.p[word.n - 1] != ':')
		return false;
	if (fg_starts_with(word, FG_STR("0x")) &&
	    fg_equal(take_word(&raw), FG_STR("raw"))) {
		word.n += (size_t)(word.p - (rest->p + raw.n));
		word.p = rest->p + raw.n;
		before = raw;
	}
	h->event = fg_slice(word, 0, word.n - 1);
	*rest = before;
	return true;
}

static enum perf_weak parse_weak(fg_str line, struct perf_header *h)
{
	fg_str rest = fg_trim_end(line);
	bool event;

	*h = (struct perf_header){ 0 };
	event = take_event(&rest, h);
	take_numbers(&rest, h);
	if (h->tid.n == 0 && h->period == 0 && (h->cpu.n == 0 || !event))
		return PERF_NO_HEADER;
	take_comm(rest, h);
	return event ? PERF_WEAK_EVENT : PERF_WEAK_PLAIN;
}

/* A frame on the line: only a few of its colons can end the event. */
static bool parse_weak_single(fg_str line, struct perf_header *h)
{
	fg_str address, text, payload;
	size_t at = 0;

	if (fg_find_char(line, '(') == line.n)
		return false;
	for (unsigned tries = 0; tries < 8 && at < line.n; tries++) {
		at += event_end(fg_slice(line, at, line.n)) + 1;
		if (at >= line.n)
			return false;
		payload = fg_slice(line, at, line.n);
		if (perf_split_single(payload, &address, &text) &&
		    parse_weak(fg_slice(line, 0, at), h) == PERF_WEAK_EVENT) {
			h->payload = fg_trim(payload);
			return true;
		}
	}
	return false;
}

enum perf_weak perf_header_weak(fg_str line, struct perf_header *h)
{
	if (parse_weak_single(line, h))
		return PERF_WEAK_SINGLE;
	return parse_weak(line, h);
}

void perf_header_odd(fg_str line, struct perf_header *h)
{
	fg_str rest = fg_trim_end(line);

	*h = (struct perf_header){ 0 };
	take_event(&rest, h);
	take_comm(rest, h);
}
