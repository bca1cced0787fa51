/* SPDX-License-Identifier: MIT */
#ifndef TESTS_UNIT_READING_H
#define TESTS_UNIT_READING_H

#include "fg/base.h"

/*
 * What the lines and messages of an input are:
 *
 *	assert_read(FG_STR("a\nb"), "a|b|0 ");
 */

/*
 * Each line with '|' behind it, the status, and the messages of errors and
 * warnings. The caller frees the text.
 */
char *read_all(fg_str input);

void assert_read(fg_str input, const char *expected);

#endif
