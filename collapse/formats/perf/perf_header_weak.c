/* SPDX-License-Identifier: MIT */
/*
 * Headers without a time, which are recognised by perf's padding of numbers,
 * or by the text around them:
 *
 *	a.out 18864 [001]    1001001 cycles:
 *	a.out 18864 sched:sched_switch: prev_comm=a prev_pid=1
 *	           a.out 18864 cycles:      55c5c114b2b9 f+0x1 (/bin/a)
 *	           a.out 18864      55c5c114b2b9 f+0x1 (/bin/a)
 *	a.out
 */
#include "fg/text.h"
#include "input/scan.h"
#include "perf_fields.h"
#include "perf_header.h"
#include "perf_line.h"
#include "perf_single.h"

/*
 * Whether the number of `n` digits at the end of `rest` has as many blanks
 * before it as perf prints to right-align it to `width`.
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

/* Whether `word`, which was cut off `before`, is a period and not an id. */
static bool is_period(fg_str before, fg_str word)
{
	fg_str left = perf_last_word(before);
	bool as_id = padded_to(before, word.n, ID_WIDTH);

	if (!scan_is_number(word))
		return false;
	if (perf_is_cpu(left) || perf_is_pair(left) || is_over_ids(word))
		return true;
	return !as_id && (scan_is_number(left) ||
			  padded_to(before, word.n, PERIOD_WIDTH));
}

/*
 * Cuts the period off the end of *rest, and the letters before it, if they are
 * there. Returns true if the id must be padded as well, because perf padded
 * the period.
 */
static bool take_period(fg_str *rest, struct perf_header *h)
{
	fg_str before = *rest, word = perf_take_word(&before), bare = before;
	size_t padding = word.n < PERIOD_WIDTH ? PERIOD_WIDTH - word.n : 0;
	bool misc = scan_is_number(word) &&
		    (perf_drop_misc(&bare) ||
		     perf_drop_misc_column(&bare, padding));

	if (!misc && !is_period(before, word)) {
		/*
		 * without a period or an event, the letters may be part of the
		 * command
		 */
		if (h->event.n > 0)
			perf_drop_misc(rest);
		return false;
	}
	perf_set_period(h, word);
	*rest = bare;
	return padded_to(before, word.n, PERIOD_WIDTH);
}

/*
 * Cuts "pid[/tid] [cpu] [period]" off the end of *rest, as far as they are
 * there.
 */
static void take_numbers(fg_str *rest, struct perf_header *h)
{
	bool strict = take_period(rest, h), padded;
	fg_str before, word;

	if (perf_take_cpu(rest, h))
		strict = false;
	before = *rest;
	word = perf_take_word(&before);
	padded = perf_is_pair(word) || h->cpu.n > 0 ||
		 padded_to(before, word.n, ID_WIDTH);
	if (padded || !strict)
		h->odd_padding = perf_take_ids(rest, h) && !padded;
}

/* "EVENT:" at the end; false when there is none. */
static bool take_event(fg_str *rest, struct perf_header *h)
{
	fg_str before = *rest, word = perf_take_word(&before), raw = before;

	if (word.n < 2 || word.p[word.n - 1] != ':')
		return false;
	if (fg_starts_with(word, FG_STR("0x")) &&
	    fg_equal(perf_take_word(&raw), FG_STR("raw"))) {
		word.n += (size_t)(word.p - (rest->p + raw.n));
		word.p = rest->p + raw.n;
		before = raw;
	}
	h->event = fg_slice(word, 0, word.n - 1);
	(void)perf_drop_misc_column(&before, PERF_PADDED);
	*rest = before;
	return true;
}

static enum perf_weak parse_weak(fg_str line, struct perf_header *h)
{
	fg_str rest = line;
	bool event;

	*h = (struct perf_header){ 0 };
	(void)perf_drop_misc_column(&rest, 0);
	rest = fg_trim_end(rest);
	event = take_event(&rest, h);
	take_numbers(&rest, h);
	perf_take_comm(rest, h);
	if (h->tid.n == 0 && h->period == 0 && (h->cpu.n == 0 || !event))
		return PERF_NO_HEADER;
	return event ? PERF_WEAK_EVENT : PERF_WEAK_PLAIN;
}

/*
 * Whether it is a tracepoint like "sched:sched_switch", which has a text of
 * its own after it, and not "std::swap".
 */
static bool is_tracepoint(fg_str event)
{
	size_t colon = fg_find_char(event, ':');

	return colon > 0 && colon + 1 < event.n && event.p[colon + 1] != ':';
}

/*
 * Whether perf can have printed `text` after an event, with the call chain on
 * the next line: a tracepoint's text, numbers in columns, or a cgroup.
 */
static bool is_payload(fg_str event, fg_str text)
{
	return is_tracepoint(event) || perf_is_wide(text) ||
	       *fg_trim(text).p == '/';
}

enum { COLONS_MAX = 8 }; /* in a command; more are not tried */

/* Finds the next colon before a blank and more; false when there is none. */
static bool next_colon(fg_str line, size_t *at)
{
	*at += perf_event_end(fg_slice(line, *at, line.n)) + 1;
	return *at < line.n;
}

/*
 * Parses a header with a payload. PERF_WEAK_PLAIN when it can only be a header
 * without one.
 */
static enum perf_weak parse_payload(fg_str line, struct perf_header *h)
{
	size_t at = 0;

	for (unsigned n = 0; n < COLONS_MAX && next_colon(line, &at); n++) {
		fg_str rest = fg_slice(line, at, line.n);
		enum perf_weak kind = parse_weak(fg_slice(line, 0, at), h);

		h->payload = fg_trim(rest);
		if (kind == PERF_WEAK_EVENT && perf_take_frame(rest, h))
			return PERF_WEAK_SINGLE;
		if (kind == PERF_WEAK_EVENT && !h->odd_padding &&
		    is_payload(h->event, rest))
			return PERF_WEAK_EVENT;
		/* numbers at the end of its text are not ids */
		if (is_tracepoint(h->event))
			return PERF_NO_HEADER;
	}
	return PERF_WEAK_PLAIN;
}

enum perf_weak perf_header_weak(fg_str line, struct perf_header *h)
{
	enum perf_weak kind = parse_payload(fg_trim_end(line), h);

	return kind == PERF_WEAK_PLAIN ? parse_weak(line, h) : kind;
}

/* "%16s", "%-6s", " %16lx" */
enum { COMM_WIDTH = 16, MISC_WIDTH = 6, SINGLE_WIDTH = 17 };

/* Parses "[period] [event]", and nothing else. */
static bool parse_rest(fg_str rest, struct perf_header *h)
{
	fg_str number;

	(void)take_event(&rest, h);
	rest = fg_trim_end(rest);
	if (rest.n < PERIOD_WIDTH)
		return rest.n == 0;
	number = fg_trim(rest);
	perf_set_period(h, number);
	return scan_is_number(number) &&
	       (rest.n == number.n || rest.n == PERIOD_WIDTH);
}

/*
 * Parses "[comm] [misc] [period] [event]", with neither id nor cpu. On such a
 * line perf pads the command and the letters to their widths, so they are
 * taken from the left.
 */
static bool parse_words(fg_str head, struct perf_header *h)
{
	fg_str comm = { head.p, 0 }, letters;

	*h = (struct perf_header){ 0 };
	if (head.n > COMM_WIDTH && *head.p == ' ' &&
	    head.p[COMM_WIDTH - 1] != ' ' && head.p[COMM_WIDTH] == ' ') {
		comm = fg_slice(head, 0, COMM_WIDTH);
		head = fg_slice(head, COMM_WIDTH + 1, head.n);
	}
	letters = fg_slice(head, 0, head.n < MISC_WIDTH ? head.n : MISC_WIDTH);
	h->misc = letters.n > 0 && *letters.p != ' ' &&
		  perf_drop_misc_column(&letters, 0);
	if (h->misc)
		head = fg_slice(head, MISC_WIDTH, head.n);
	if (!parse_rest(head, h))
		return false;
	perf_take_comm(comm, h);
	return h->comm.n > 0 || h->misc || h->event.n > 0;
}

/*
 * Whether the header has what no table has: a command in its column, letters
 * or an event. A name alone, without a module, is a frame only there.
 */
static bool is_certain(fg_str line, const struct perf_header *h)
{
	return h->misc || h->event.n > 0 ||
	       (*line.p == ' ' && h->comm.n > 0 &&
		h->comm.p + h->comm.n == line.p + COMM_WIDTH);
}

bool perf_header_lone(fg_str line, struct perf_header *h)
{
	fg_str address, frame, head;
	struct perf_header words;
	bool is_head, has_name;

	has_name = !perf_split_column(line, &address, &frame);
	if (has_name && !perf_split_name(line, &address, &frame))
		return false;
	head = fg_slice(line, 0,
			(size_t)(address.p - line.p) + address.n -
				SINGLE_WIDTH);
	is_head = parse_weak(head, h) == PERF_WEAK_PLAIN ? !h->odd_padding
							 : h->cpu.n > 0;
	if (parse_words(head, &words)) {
		*h = words;
		is_head = true;
	}
	h->address = address;
	h->frame = frame;
	if (has_name && !is_certain(line, h))
		return false;
	return head.n == 0 || (is_head && head.p[head.n - 1] == ' ');
}

/*
 * Takes "COMM EVENT: TEXT" of a tracepoint; *rest becomes the text before the
 * event.
 */
static bool take_tracepoint(fg_str *rest, struct perf_header *h)
{
	size_t at = 0;

	for (unsigned n = 0; n < COLONS_MAX && next_colon(*rest, &at); n++) {
		fg_str head = fg_slice(*rest, 0, at);

		if (take_event(&head, h) && is_tracepoint(h->event)) {
			h->payload = fg_trim(fg_slice(*rest, at, rest->n));
			*rest = head;
			return true;
		}
	}
	h->event.n = 0;
	return false;
}

void perf_header_odd(fg_str line, struct perf_header *h)
{
	fg_str rest = line;

	*h = (struct perf_header){ 0 };
	(void)perf_drop_misc_column(&rest, 0);
	rest = fg_trim_end(rest);
	if (!take_tracepoint(&rest, h))
		take_event(&rest, h);
	perf_take_cpu(&rest, h);
	perf_take_comm(rest, h);
}
