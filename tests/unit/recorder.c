/* SPDX-License-Identifier: MIT */
#include "recorder.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "fg/alloc.h"

void recorder_emit(void *ctx, enum fg_level level, struct fg_loc loc,
		   const char *message)
{
	static const char *const levels[] = { "note", "warning", "doubt",
					      "error" };
	struct recorder *r = ctx;
	const char *file = loc.file ? loc.file : "-";
	int n = snprintf(NULL, 0, "%s %s:%" PRIu64 ": %s\n", levels[level],
			 file, loc.line, message);

	FG_RESERVE(&r->text, &r->room, r->n + (size_t)n + 1);
	r->n += (size_t)snprintf(r->text + r->n, r->room - r->n,
				 "%s %s:%" PRIu64 ": %s\n", levels[level], file,
				 loc.line, message);
}

const char *recorder_text(const struct recorder *r)
{
	return r->text ? r->text : "";
}

void recorder_free(struct recorder *r)
{
	free(r->text);
	*r = (struct recorder){ .diag = { .emit = recorder_emit, .ctx = r } };
}
