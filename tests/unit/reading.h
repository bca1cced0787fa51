/* SPDX-License-Identifier: MIT */
#ifndef TESTS_UNIT_READING_H
#define TESTS_UNIT_READING_H

#include "fg/base.h"

/*
 * Inputs that are put together, and what their lines and messages are:
 *
 *	struct bytes input = { 0 };
 *	put(&input, "a\nb", 3);
 *	assert_read(slice(&input), "a|b|0 ");
 */
struct bytes {
	char *p; /* free() it */
	size_t n, room;
};

void put(struct bytes *to, const char *p, size_t n);
fg_str slice(const struct bytes *bytes);

/*
 * Each line with '|' behind it, the status, and the messages of errors and
 * warnings. The caller frees the text.
 */
char *read_all(fg_str input);

void assert_read(fg_str input, const char *expected);

#endif
