/* SPDX-License-Identifier: MIT */
#ifndef XCTRACE_VALUES_H
#define XCTRACE_VALUES_H

#include "input/xml.h"
#include "names/native.h"
#include "xctrace_rows.h"

enum {
	XCTRACE_DEPTH_MAX = 256, /* nesting of values */
	XCTRACE_FRAMES_MAX = 10000, /* of the backtraces that are open */
};

/*
 * The values of one row while they are read, in full or by id; the used ones
 * are stored in the row.
 *
 *	struct xctrace_values v = { .xml = xml, .stack = &stack };
 *	xctrace_values_init(&v, c->options);
 *	xctrace_values_row(&v);
 *	xctrace_values_begin(&v);
 *	xctrace_values_text(&v);
 *	xctrace_values_end(&v);
 *	xctrace_rows_add(&rows, &v.row);
 *	xctrace_values_free(&v);
 */
/* An open element: its result, and where it began. */
struct xctrace_element {
	enum xctrace_kind kind;
	fg_str id; /* in `ids` */
	size_t frames; /* in temp when it began */
	fg_frame leaf; /* its name from fmt */
	bool has_leaf, has_addresses;
	uint64_t label; /* + 1; 0: its text is one */
};

struct xctrace_values {
	struct xml *xml; /* at the current element; not owned */
	struct stackbuf *stack; /* not owned */
	struct xctrace_row row; /* that is open */
	struct namer namer;
	struct xctrace_objects objects;
	struct fg_arena ids;
	struct xctrace_element open[XCTRACE_DEPTH_MAX];
	size_t depth; /* deeper elements are ignored */
	fg_frame *temp; /* frames of the backtraces that are open */
	size_t temp_count, temp_room;
	struct fg_buffer text; /* of the element that is open */
	struct fg_buffer name; /* of the frame that is open */
	uint64_t binary, file; /* labels + 1 of that frame */
	uint64_t line;

	/* Counts of errors. */
	uint64_t unresolved, deep;
};

void xctrace_values_init(struct xctrace_values *v,
			 const struct collapse_options *options);
void xctrace_values_free(struct xctrace_values *v);

/* Begins a row; forgets what was open. */
void xctrace_values_row(struct xctrace_values *v);

/* A value begins, goes on with text, or ends. */
void xctrace_values_begin(struct xctrace_values *v);
void xctrace_values_text(struct xctrace_values *v);
void xctrace_values_end(struct xctrace_values *v);

#endif
