/* SPDX-License-Identifier: MIT */
#ifndef FG_DIAG_H
#define FG_DIAG_H

#include <stdarg.h>

#include "fg/base.h"

/*
 * Where messages go. The library never prints and never exits on bad input:
 * the function that first sees a problem reports it here, with its place in
 * the input, and returns a status; callers pass that status up unchanged.
 * The programs print, the tests record, the fuzzers discard.
 *
 *	if (!fg_weight_parse(text, &w, NULL))
 *		fg_warn(diag, loc, "expected a count, got '%.*s'", FG_FMT(text));
 */
enum fg_level {
	FG_NOTE, /* worth knowing; nothing is wrong */
	FG_WARNING, /* something was skipped; the result is still useful */
	FG_DOUBT, /* a warning: the result as a whole may mislead */
	FG_ERROR, /* the run failed */
};

/* A place in the input. file NULL: no file; line 0: the file as a whole. */
struct fg_loc {
	const char *file;
	uint64_t line;
};

struct fg_diag {
	void (*emit)(void *ctx, enum fg_level level, struct fg_loc loc,
		     const char *message);
	void *ctx;
	uint64_t warnings, errors; /* given so far, capped ones included */
	uint64_t shown; /* warnings handed to emit */
};

enum { FG_WARNINGS_SHOWN = 20 };

/*
 * As vsprintf, into memory that the caller frees; control characters and bad
 * UTF-8 become '?', because messages end up on terminals.
 */
char *fg_format_message(const char *fmt, va_list args) FG_PRINTF(1, 0);

void fg_note(struct fg_diag *diag, struct fg_loc loc, const char *fmt, ...)
	FG_PRINTF(3, 4);

/* After FG_WARNINGS_SHOWN of them, further warnings are only counted. */
void fg_warn(struct fg_diag *diag, struct fg_loc loc, const char *fmt, ...)
	FG_PRINTF(3, 4);

/*
 * A warning that -q does not silence: the input was cut, or most of it was
 * left out. Without it, users would trust a result that is not the whole.
 */
void fg_doubt(struct fg_diag *diag, struct fg_loc loc, const char *fmt, ...)
	FG_PRINTF(3, 4);

/* Reports an error and returns `status`, for `return fg_fail(...);`. */
fg_status fg_fail(struct fg_diag *diag, fg_status status, struct fg_loc loc,
		  const char *fmt, ...) FG_PRINTF(4, 5);

/* Says how many warnings were not shown, if any; call once, at the end. */
void fg_diag_finish(struct fg_diag *diag);

#endif
