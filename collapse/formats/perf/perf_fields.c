/* SPDX-License-Identifier: MIT */
#include "perf_fields.h"

#include "input/scan.h"
#include "perf_single.h"

fg_str perf_take_word(fg_str *rest)
{
	fg_str trimmed = fg_trim_end(*rest);
	size_t start = trimmed.n;

	while (start > 0 && !fg_is_blank(trimmed.p[start - 1]))
		start--;
	rest->n = start;
	return fg_slice(trimmed, start, trimmed.n);
}

fg_str perf_last_word(fg_str rest)
{
	return perf_take_word(&rest);
}

enum { MISC_WIDTH = 6 }; /* of "KUH   " */

/* Threads and processors that perf knows nothing of are -1. */
static bool is_id(fg_str word)
{
	if (word.n > 0 && *word.p == '-')
		word = fg_slice(word, 1, word.n);
	return scan_is_number(word);
}

static bool split_pair(fg_str word, fg_str *pid, fg_str *tid)
{
	*tid = word;
	*pid = fg_cut(tid, '/');
	return tid->p && is_id(*pid) && is_id(*tid);
}

bool perf_is_pair(fg_str word)
{
	fg_str pid, tid;

	return split_pair(word, &pid, &tid);
}

bool perf_is_cpu(fg_str word)
{
	return word.n > 2 && *word.p == '[' && word.p[word.n - 1] == ']' &&
	       is_id(fg_slice(word, 1, word.n - 1));
}

static bool is_misc(fg_str word)
{
	if (word.n == 0 || word.n > MISC_WIDTH)
		return false;
	for (size_t i = 0; i < word.n; i++) {
		if (!memchr("KUHGgMESp", word.p[i], 9))
			return false;
	}
	return true;
}

bool perf_drop_misc_column(fg_str *text, size_t padding)
{
	fg_str rest = *text, word = perf_take_word(&rest);
	size_t width = text->n - rest.n;
	bool alone = fg_trim(rest).n == 0;

	if (!is_misc(word) || word.n >= MISC_WIDTH)
		return false;
	/* a short command can stand before a padded event, too */
	if (padding == PERF_PADDED && alone)
		padding = 0;
	if (padding == PERF_PADDED ? width < MISC_WIDTH
				   : width != MISC_WIDTH + padding)
		return false;
	*text = rest;
	return true;
}

bool perf_drop_misc(fg_str *rest)
{
	fg_str before = fg_trim_end(*rest), word, left;

	/* nearly always an id is there */
	if (before.n == 0 || fg_is_digit(before.p[before.n - 1]))
		return false;
	word = perf_take_word(&before);
	if (!is_misc(word))
		return false;
	left = perf_last_word(before);
	if (!perf_is_cpu(left) && !is_id(left) && !perf_is_pair(left))
		return false;
	*rest = before;
	return true;
}

bool perf_take_cpu(fg_str *rest, struct perf_header *h)
{
	fg_str before = *rest, word = perf_take_word(&before);

	if (!perf_is_cpu(word))
		return false;
	h->cpu = fg_slice(word, 1, word.n - 1);
	*rest = before;
	return true;
}

bool perf_take_ids(fg_str *rest, struct perf_header *h)
{
	fg_str before = *rest, word = perf_take_word(&before), pid, tid;

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
		if (!scan_is_number(fg_cut(&rest, ' ')))
			return comm;
		comm = fg_trim(rest);
	}
	return comm;
}

void perf_take_comm(fg_str rest, struct perf_header *h)
{
	h->comm = without_guest(fg_trim(rest));
}

void perf_set_period(struct perf_header *h, fg_str digits)
{
	h->huge_period = !fg_parse_u64(digits, &h->period);
	if (h->huge_period)
		h->period = UINT64_MAX;
}

bool perf_take_frame(fg_str text, struct perf_header *h)
{
	bool has = perf_split_single(text, &h->address, &h->frame);

	if (!has)
		h->frame.n = 0;
	return has;
}

size_t perf_event_end(fg_str text)
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
