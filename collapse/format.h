/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMAT_H
#define COLLAPSE_FORMAT_H

#include "capability.h"
#include "fg/diag.h"
#include "fg/header.h"
#include "fg/lines.h"
#include "fg/stacks.h"
#include "metrics.h"
#include "options.h"

/* The context of a parser. It owns none of it but `state`. */
struct collapse {
	struct fg_lines *in;
	struct fg_stacks *out;
	struct fg_diag *diag;
	const struct collapse_options *options;
	struct metrics *metrics; /* of this file; see metrics.h */
	struct allowance *allowance; /* of this run; NULL: no bounds */
	struct fg_header *header; /* other facts that this file states */
	struct timeline *timeline; /* NULL: no --timeline */
	bool is_mixed; /* set where unlike units were added up: no result */

	/*
	 * NULL at the format's first file. The format may store a pointer
	 * here, gets it again at its next files, and frees it in finish().
	 */
	void *state;
};

/* How sure a format is that it can read the input. */
enum {
	BID_NO,
	BID_WEAK = 10, /* nothing contradicts it */
	BID_LIKELY = 50, /* a shape that few other formats have */
	BID_SURE = 100, /* a magic number or an unmistakable title */
};

/* One of the weights that a format offers. */
struct format_metric {
	const char *name; /* for --metric */
	const char *unit; /* "bytes", "samples", "us" */
};

/*
 * One profiler's output format. To add one, write collapse/formats/NAME.c,
 * which defines `const struct format format_NAME`, and add FORMAT(NAME) to
 * formats.def; nothing else changes. A format that needs several files has all
 * of them in the folder formats/NAME/.
 */
struct format {
	const char *name; /* for --format; same as the file's NAME */
	const char *summary; /* for --list-formats; lower case, no stop */

	/*
	 * The metrics, the default first; the last has no name. NULL: there is
	 * only one metric, or (with own_metrics) parse() finds the metrics in
	 * the input and calls format_choose_metric().
	 */
	const struct format_metric *metrics;
	bool own_metrics;

	/*
	 * The unit of the weights where there is no metric to choose; NULL:
	 * the input does not say.
	 */
	const char *unit;

	/* Capabilities; an option that needs another one is refused. */
	uint64_t has; /* bits of capability.h */

	/*
	 * Bids on the first bytes of the input (up to FG_PEEK_MAX, unpacked);
	 * must not look past them. `head` may end in the middle of a line.
	 */
	int (*detect)(fg_str head);

	/*
	 * Reads c->in to its end and adds every sample to c->out. Warns about
	 * and skips what it cannot read; fails only when going on is useless.
	 */
	fg_status (*parse)(struct collapse *c);

	/*
	 * NULL, or: called once after the last file, if parse() stored a
	 * state, with c->in NULL. Frees c->state; adds the metric to
	 * c->metrics where parse() could not know it; may report problems that
	 * only the whole run shows, and why nothing was found.
	 */
	fg_status (*finish)(struct collapse *c);

	/*
	 * Whether parse() knows the metric of each file, although there is a
	 * finish().
	 */
	bool tells_at_once;

	/*
	 * NULL, or: this input is recognised but cannot be read here; the
	 * message says what to do instead ("run perf script on it"). parse is
	 * NULL.
	 */
	const char *advice;

	/*
	 * NULL, or: returns the advice for `head`, in a format with several
	 * kinds of input; returns NULL when `head` is none of them.
	 */
	const char *(*advise)(fg_str head);
};

/* All formats in the order of formats.def, ending with NULL. */
extern const struct format *const formats[];

/* The format of that name; NULL when there is none. */
const struct format *format_by_name(const char *name);

/*
 * Call it when c->metrics is complete; `fallback` is the index of the default.
 * Chooses the metric that --metric asks for, by name or number. Fails with a
 * list of the names when there is no such metric.
 */
fg_status format_choose_metric(struct collapse *c, size_t fallback);

/* The format that bids highest, or NULL when none bids above BID_NO. */
const struct format *format_detect(fg_str head);

#endif
