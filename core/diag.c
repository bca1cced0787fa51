/* SPDX-License-Identifier: MIT */
#include "fg/diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/text.h"

/* Makes the message safe: a terminal must not obey the text of an input. */
static void disarm(char *message)
{
	fg_str rest = fg_from_c(message);

	while (rest.n > 0) {
		size_t n = fg_shown_length(rest);

		if (n == 0)
			message[(size_t)(rest.p - message)] = '?';
		rest = fg_slice(rest, n ? n : 1, rest.n);
	}
}

char *fg_format_message(const char *fmt, va_list args)
{
	va_list again;
	char *message;
	int n;

	va_copy(again, args);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	message = fg_malloc((size_t)(n < 0 ? 0 : n) + 1);
	message[0] = '\0';
	if (n > 0)
		vsnprintf(message, (size_t)n + 1, fmt, args);
	disarm(message);
	return message;
}

static void emit(struct fg_diag *diag, enum fg_level level, struct fg_loc loc,
		 const char *fmt, va_list args)
{
	char *message;

	if (!diag->emit)
		return;
	message = fg_format_message(fmt, args);
	diag->emit(diag->ctx, level, loc, message);
	free(message);
}

void fg_note(struct fg_diag *diag, struct fg_loc loc, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	emit(diag, FG_NOTE, loc, fmt, args);
	va_end(args);
}

void fg_warn(struct fg_diag *diag, struct fg_loc loc, const char *fmt, ...)
{
	va_list args;

	diag->warnings++;
	if (diag->shown >= FG_WARNINGS_SHOWN)
		return;
	diag->shown++;
	va_start(args, fmt);
	emit(diag, FG_WARNING, loc, fmt, args);
	va_end(args);
}

void fg_doubt(struct fg_diag *diag, struct fg_loc loc, const char *fmt, ...)
{
	va_list args;

	diag->warnings++;
	diag->shown++;
	va_start(args, fmt);
	emit(diag, FG_DOUBT, loc, fmt, args);
	va_end(args);
}

fg_status fg_fail(struct fg_diag *diag, fg_status status, struct fg_loc loc,
		  const char *fmt, ...)
{
	va_list args;

	diag->errors++;
	va_start(args, fmt);
	emit(diag, FG_ERROR, loc, fmt, args);
	va_end(args);
	return status;
}

void fg_diag_finish(struct fg_diag *diag)
{
	uint64_t hidden = diag->warnings - diag->shown;

	if (hidden > 0)
		fg_note(diag, (struct fg_loc){ NULL, 0 },
			"and %llu more warning%s", (unsigned long long)hidden,
			hidden == 1 ? "" : "s");
	diag->shown = diag->warnings;
}
