/* SPDX-License-Identifier: MIT */
#ifndef XCTRACE_VALUES_H
#define XCTRACE_VALUES_H

#include "input/xml.h"
#include "names/native.h"
#include "xctrace_rows.h"

enum {
	XCTRACE_DEPTH_MAX = 256, /* of values inside each other */
	XCTRACE_FRAMES_MAX = 10000, /* of the backtraces that are open */
};

/*
 * The values of one row as they are read, whether they stand there in full or
 * by their id; what matters of them goes into the row.
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
/* An element that is open: what it will be, and where it began. */
struct xctrace_element {
	enum xctrace_kind kind;
	fg_str id; /* in `ids` */
	size_t frames; /* in temp when it began */
	fg_frame leaf; /* what fmt says of it */
	bool has_leaf, has_addresses;
	uint64_t label; /* + 1; 0: its text is one */
};

struct xctrace_values {
	struct xml *xml; /* at the element that is meant; not owned */
	struct stackbuf *stack; /* not owned */
	struct xctrace_row row; /* that is open */
	struct namer namer;
	struct xctrace_objects objects;
	struct fg_arena ids;
	struct xctrace_element open[XCTRACE_DEPTH_MAX];
	size_t depth; /* may be more than that, which then is not looked at */
	fg_frame *temp; /* frames of the backtraces that are open */
	size_t temp_count, temp_room;
	struct fg_buffer text; /* of the element that is open */
	struct fg_buffer name; /* of the frame that is open */
	uint64_t binary, file; /* labels + 1 of that frame */
	uint64_t line;

	/* What was wrong. */
	uint64_t unresolved, deep;
};

void xctrace_values_init(struct xctrace_values *v,
			 const struct collapse_options *options);
void xctrace_values_free(struct xctrace_values *v);

/* A row begins; what was open is forgotten. */
void xctrace_values_row(struct xctrace_values *v);

/* A value begins, goes on with text, or ends. */
void xctrace_values_begin(struct xctrace_values *v);
void xctrace_values_text(struct xctrace_values *v);
void xctrace_values_end(struct xctrace_values *v);

#endif
