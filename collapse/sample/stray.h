/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_STRAY_H
#define COLLAPSE_STRAY_H

#include "fg/alloc.h"
#include "fg/diag.h"
#include "fg/lines.h"

/*
 * Lines of a text that its format does not know. Mostly they are messages of
 * the program between its stacks, and it is right to leave them out. But they
 * can be a second profile that was appended, or the HTML of an error page:
 * then samples are lost, and that must be told.
 *
 * Lines that follow one another are one run. At its end the run is judged:
 * HTML by its tags, folded stacks by their lines, other profiles by the
 * detection of the formats. Cost: the formats look once at each run, at most
 * at its first 64 KiB.
 *
 * Zeros are a valid beginning; stray_tell() frees.
 */
struct stray_lines {
	struct fg_loc first;
	uint64_t count; /* 0: none; `first` is not set */
};

struct stray {
	struct fg_buffer run; /* the beginning of the run being read */
	struct stray_lines now; /* that run */
	struct stray_lines all, html, foreign, damaged;
	const char *format; /* of `foreign` */
};

/* Adds a line that the format does not know. */
void stray_add(struct stray *s, fg_str line, struct fg_loc loc);

/* A line that the format knows ends the run; a blank line does not. */
void stray_known(struct stray *s, fg_str line);

/* A line of the format that is damaged. */
void stray_damaged(struct stray *s, struct fg_loc loc);

/*
 * Call it once, at the end. Says which lines were not read and look like a
 * profile or HTML, with their first place; with `alone` also all others.
 */
void stray_tell(struct stray *s, struct fg_diag *diag, bool alone);

/* Call it after the last line: warns if that line has no end. */
void stray_tell_end(const struct fg_lines *in, struct fg_diag *diag);

#endif
