/* SPDX-License-Identifier: MIT */
#ifndef TESTS_UNIT_RECORDER_H
#define TESTS_UNIT_RECORDER_H

#include "fg/diag.h"

/*
 * An fg_diag that keeps what it is told, one line a message:
 *
 *	struct recorder r = RECORDER(r);
 *	fg_warn(&r.diag, ...);
 *	assert_string_equal(recorder_text(&r), "warning file:3: message\n");
 *	recorder_free(&r);
 */
struct recorder {
	struct fg_diag diag;
	char *text;
	size_t n, room;
};

void recorder_emit(void *ctx, enum fg_level level, struct fg_loc loc,
		   const char *message);

#define RECORDER(r)                                           \
	{                                                     \
		.diag = {.emit = recorder_emit, .ctx = &(r) } \
	}

/* All messages so far; "" when there were none. */
const char *recorder_text(const struct recorder *r);

/* Frees, and makes it as new. */
void recorder_free(struct recorder *r);

#endif
