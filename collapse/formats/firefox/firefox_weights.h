/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_FIREFOX_WEIGHTS_H
#define COLLAPSE_FORMATS_FIREFOX_WEIGHTS_H

#include "firefox_profile.h"

/*
 * The weights of the samples of a thread, one after the other.
 *
 *	struct firefox_cursor cursor;
 *	firefox_cursor_init(&cursor, p, thread, FIREFOX_CPU);
 *	while (firefox_cursor_next(&cursor))
 *		... cursor.stack, cursor.weight ...
 */
struct firefox_cursor {
	int64_t stack; /* its number, not checked; never below 0 */
	int64_t weight; /* in units of 10^-scale, may be negative */

	const struct firefox_rows *rows;
	enum firefox_metric metric;
	unsigned scale; /* 0 or 3 */
	size_t at;
	int64_t interval; /* duration of the last sample, in ns */
	int64_t now; /* ns; the time of row `at` */
};

/* Borrows both; NULL p->threads is allowed nowhere. */
void firefox_cursor_init(struct firefox_cursor *cursor,
			 const struct firefox_profile *p,
			 const struct firefox_thread *thread,
			 enum firefox_metric metric);

/* The next sample that has a stack; false at the end. */
bool firefox_cursor_next(struct firefox_cursor *cursor);

/* The kind of rows for a metric. */
enum firefox_kind firefox_kind_of(enum firefox_metric metric);

#endif
