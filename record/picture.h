/* SPDX-License-Identifier: MIT */
#ifndef RECORD_PICTURE_H
#define RECORD_PICTURE_H

#include <stdio.h>

#include "fg/header.h"
#include "process.h"

/*
 * The folded stacks of one event, and what is made of them. fg-collapse
 * writes them to a file without a name; they are copied to a file, or
 * fg-render draws them.
 *
 *	struct picture_style style = { .title = "ours" };
 *	struct picture picture = { .style = &style, .text = -1 };
 *	status = picture_start(&picture, diag);
 *	... write the records to picture.in, close it ...
 *	status = picture_finish(&picture, diag);
 *	picture_free(&picture);
 */

/* Which time is shown. */
enum shown {
	SHOWN_ON, /* on the CPU, or of any event */
	SHOWN_OFF, /* off the CPU */
	SHOWN_BOTH, /* both; waits have a frame and a colour of their own */
};

/* What all pictures of a recording have in common. */
struct picture_style {
	const char *title; /* NULL: fg-render's own */
	enum shown shown;
	bool quiet; /* the other programs, too */
	struct fg_header header; /* goes into that of the folded file */
	char *collapse, *render; /* paths of the programs; NULL: not needed */
};

struct picture {
	const struct picture_style *style; /* borrowed */
	const char *event; /* NULL: fg-collapse chooses */
	char *folded, *svg; /* paths; NULL: not wanted */
	struct process collapsing;
	int in; /* what the records are written to; the caller closes it */
	int text; /* folded stacks; -1: none */
};

fg_status picture_start(struct picture *picture, struct fg_diag *diag);

/* Where drawing fails, the folded text is saved beside the picture's name. */
fg_status picture_finish(struct picture *picture, struct fg_diag *diag);

/* The folded text, from its beginning, once it is complete; NULL: none. */
FILE *picture_text(const struct picture *picture);

/* The file that users look at; "<stdout>" for that. */
const char *picture_result(const struct picture *picture);

void picture_free(struct picture *picture);

#endif
