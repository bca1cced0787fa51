/* SPDX-License-Identifier: MIT */
#ifndef TESTS_UNIT_UNIT_H
#define TESTS_UNIT_UNIT_H

/*
 * What every unit test includes: cmocka, which wants these headers first,
 * and comparisons of slices.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "fg/base.h"

#define assert_str_equal(actual, expected)                                 \
	do {                                                               \
		fg_str actual_ = (actual);                                 \
		const char *expected_ = (expected);                        \
                                                                           \
		assert_int_equal(actual_.n, strlen(expected_));            \
		assert_memory_equal(actual_.n ? actual_.p : "", expected_, \
				    actual_.n);                            \
	} while (0)

#endif
