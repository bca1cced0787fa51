/* SPDX-License-Identifier: MIT */
#ifndef RECORD_OUTPUTS_H
#define RECORD_OUTPUTS_H

#include "picture.h"

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
enum {
	PICTURES_MAX = 8, /* each event has one, and a fg-collapse of its own */
	OUTPUTS_MAX = 1 + PICTURES_MAX,
};

struct outputs {
	/* Paths as the user wrote them; NULL: not wanted. "-": standard output. */
	const char *data, *folded, *svg;
	struct picture_style style;

	/*
	 * Several events, by name, each of which has a picture: the first one
	 * under the paths above, others under "flame.page-faults.svg". 0: one
	 * picture, of the event that fg-collapse finds the most telling.
	 */
	const char *events[PICTURES_MAX];
	size_t event_count;

	/* What the reader writes to, after outputs_start(). */
	int fds[OUTPUTS_MAX];
	size_t count;

	struct picture pictures[PICTURES_MAX];
	size_t picture_count;
};

/* Finds the programs: what cannot work fails before anything runs. */
fg_status outputs_check(struct outputs *outputs, struct fg_diag *diag);

/* Opens what is written to, and starts fg-collapse. */
fg_status outputs_start(struct outputs *outputs, struct fg_diag *diag);

/*
 * The records are complete: waits for fg-collapse, and has its text drawn or
 * copied. Fails where one of the pictures does.
 */
fg_status outputs_finish(struct outputs *outputs, struct fg_diag *diag);

/* Takes the recording's file away, in which nothing is. */
void outputs_remove(const struct outputs *outputs);

/* Ends fg-collapse, where it still runs, before it complains of no input. */
void outputs_free(struct outputs *outputs);

#endif
