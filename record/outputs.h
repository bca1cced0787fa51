/* SPDX-License-Identifier: MIT */
#ifndef RECORD_OUTPUTS_H
#define RECORD_OUTPUTS_H

#include <stdio.h>

#include "fg/header.h"
#include "process.h"

/*
 * What a recording becomes: the records themselves (.data), folded stacks,
 * a picture. fg-collapse reads the records while they come; fg-render draws
 * at the end.
 *
 *	struct outputs outputs = { .svg = "flame.svg" };
 *	status = outputs_check(&outputs, diag);
 *	status = outputs_start(&outputs, diag);
 *	... the reader writes to outputs.fds[0 .. count) ...
 *	status = outputs_finish(&outputs, diag);
 *	outputs_free(&outputs);
 */
struct outputs {
	/* Paths as the user wrote them; NULL: not wanted. "-": standard output. */
	const char *data, *folded, *svg;
	const char *title; /* of the picture; NULL: fg-render's own */
	bool quiet; /* the other programs, too */
	struct fg_header header; /* goes into that of the folded file */
	bool off_cpu; /* fold and draw the time that threads did not run */

	/* What the reader writes to, after outputs_start(). */
	int fds[2];
	size_t count;

	char *collapse, *render; /* paths of the programs */
	struct process collapsing;
	int text; /* folded stacks, in a file without a name; -1: none */
};

/* Finds the programs: what cannot work fails before anything runs. */
fg_status outputs_check(struct outputs *outputs, struct fg_diag *diag);

/* Opens what is written to, and starts fg-collapse. */
fg_status outputs_start(struct outputs *outputs, struct fg_diag *diag);

/*
 * The records are complete: waits for fg-collapse, and has its text drawn or
 * copied. Where drawing fails, the folded text is saved beside the picture's
 * name.
 */
fg_status outputs_finish(struct outputs *outputs, struct fg_diag *diag);

/* The folded text, from its beginning, once it is complete; NULL: none. */
FILE *outputs_text(const struct outputs *outputs);

/* Takes the recording's file away, in which nothing is. */
void outputs_remove(const struct outputs *outputs);

/* Ends fg-collapse, where it still runs, before it complains of no input. */
void outputs_free(struct outputs *outputs);

#endif
