/* SPDX-License-Identifier: MIT */
#ifndef GPERFTOOLS_WORDS_H
#define GPERFTOOLS_WORDS_H

#include "gperftools_run.h"

/*
 * CPU profiles: words of the machine that wrote them, 4 or 8 bytes each, in
 * its byte order.
 *
 *	0 3 0 1000 0			header; 1000 us a sample
 *	COUNT N ADDRESS*N		a stack, leaf first; many of these
 *	0 1 0				the end; then the lines of
 *	7f18e91fd000-7f18e9223000 r-xp 00001000 00:00 332383 /lib/ld.so
 */

/* Whether `text` begins as such a profile does. */
bool gperftools_is_words(fg_str text);

/* Folds it. Fails when the user asked for a metric that it has not. */
FG_MUST_USE fg_status gperftools_fold_words(struct gperftools_run *run,
					    fg_str text);

#endif
