/* SPDX-License-Identifier: MIT */
#ifndef RENDER_COLOURMAP_H
#define RENDER_COLOURMAP_H

#include "fg/lines.h"
#include "fg/out.h"
#include "palette.h"

/*
 * The file of --cp, which keeps the colours of names from one picture to the
 * next: "NAME->rgb(R,G,B)" a line, sorted by name. Read before drawing,
 * completed while drawing, written back afterwards.
 */
struct colourmap;

/* Reads `path`; a missing file is an empty map. NULL after an error. */
struct colourmap *colourmap_read(const char *path, struct fg_diag *diag);
void colourmap_free(struct colourmap *map); /* NULL is allowed */

/* The kept colour of `name`; what `how` says, from now on, when there is none. */
struct rgb colourmap_get(struct colourmap *map, fg_str name,
			 const struct colouring *how);

/* Writes it, sorted by name. */
void colourmap_write(const struct colourmap *map, struct fg_out *out);

#endif
