/* SPDX-License-Identifier: MIT */
/*
 * Profiles of gperftools. A CPU profile has words of the machine that wrote
 * it, 4 or 8 bytes each, in its byte order:
 *
 *	0 3 0 1000 0			header; 1000 us a sample
 *	COUNT N ADDRESS*N		a stack, leaf first; many of these
 *	0 1 0				the end; then the lines of
 *	7f18e91fd000-7f18e9223000 r-xp 00001000 00:00 332383 /lib/ld.so
 *
 * and a heap profile is text:
 *
 *	heap profile:   4506:   595154 [ 77003:  4727625] @ heapprofile
 *	   500:   128000 [ 14000:  1016000] @ 0x55c6ccbad56a 0x55c6ccbac95f
 *	MAPPED_LIBRARIES:
 *
 * Go has the same format, with a comment for each frame, counts only
 * (goroutine, threadcreate), or cycles and counts of waiting (block, mutex):
 *
 *	--- contention:
 *	cycles/second=2596143493
 *	2246942871 426 @ 0x416bd7 0x518885
 *	#	0x416bd6	runtime.chansend1+0x16	runtime/chan.go:161
 *
 * jemalloc's heap dumps are similar (gperftools_rows.c), after
 * "heap_v2/524288". google-pprof --raw puts a table of names before either:
 *
 *	--- symbol
 *	binary=/srv/demo
 *	0x000055fb1d168c6b geo::poly<1>::area(int) const
 *	---
 *	--- profile
 */
#include <inttypes.h>
#include <stdlib.h>

#include "fg/text.h"
#include "gperftools_lines.h"
#include "gperftools_rows.h"
#include "gperftools_words.h"

static int detect(fg_str head)
{
	return fg_starts_with(head, FG_STR("--- symbol\n")) ||
			       gperftools_is_rows(head) ||
			       gperftools_is_words(head)
		       ? BID_SURE
		       : BID_NO;
}

/* Cuts the table of names off the front, with the line that ends it. */
static fg_str take_symbols(struct gperftools_run *r, fg_str text)
{
	if (!fg_starts_with(text, FG_STR("--- symbol\n")))
		return text;
	(void)fg_cut(&text, '\n');
	r->places.is_adjusted = true;
	while (text.p) {
		fg_str line = fg_trim_end(fg_cut(&text, '\n'));

		if (fg_equal(line, FG_STR("---")))
			break;
		gperftools_places_symbol(&r->places, line);
	}
	if (text.p && fg_starts_with(text, FG_STR("--- ")))
		(void)fg_cut(&text, '\n');
	return text.p ? text : FG_STR("");
}

static fg_status fold(struct gperftools_run *r, fg_str input)
{
	struct fg_loc loc = fg_lines_whole(r->c->in);
	fg_str text = take_symbols(r, input);
	fg_status status;

	if (gperftools_is_rows(text) && !fg_ends_with(text, FG_STR("\n")))
		fg_doubt(r->c->diag, loc,
			 "the last line has no end: the text may have been "
			 "cut");
	if (gperftools_is_rows(text))
		status = gperftools_fold_rows(r, text);
	else if (gperftools_is_words(text))
		status = gperftools_fold_words(r, text);
	else
		status = fg_fail(r->c->diag, FG_EINPUT, loc,
				 "no profile after the symbols");
	gperftools_tell_lines(r);
	if (r->cut)
		fg_warn(r->c->diag, loc,
			"some of the profile is damaged or "
			"missing");
	if (r->negative > 0)
		fg_warn(r->c->diag, loc,
			"%" PRIu64 " negative weights left out", r->negative);
	symbols_report(r->places.symbols, r->c->diag, loc);
	return status;
}

static fg_status parse(struct collapse *c)
{
	struct gperftools_run r = { .c = c };
	struct fg_buffer input = { 0 };
	fg_status status;

	stackbuf_init(&r.stack, c);
	namer_init(&r.namer, c->options, &r.stack);
	gperftools_places_init(&r.places, c->options, &r.stack, &r.namer);
	fg_lines_take(c->in, UINT64_MAX, &input);
	r.input = fg_buffer_text(&input);
	status = fold(&r, r.input);
	gperftools_places_free(&r.places);
	namer_free(&r.namer);
	stackbuf_free(&r.stack);
	free(input.p);
	return status == FG_OK ? fg_lines_status(c->in) : status;
}

const struct format format_gperftools = {
	.name = "gperftools",
	.summary = "profiles of gperftools and jemalloc, and Go's as text "
		   "(debug=1)",
	.own_metrics = true,
	.has = HAS_MODULES | HAS_SOURCE | HAS_INLINED | HAS_ADDRESSES |
	       HAS_ARGUMENTS | HAS_TEMPLATES | HAS_BINARIES,
	.detect = detect,
	.parse = parse,
};
