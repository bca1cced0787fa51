/* SPDX-License-Identifier: MIT */
#ifndef SVG_OWN_H
#define SVG_OWN_H

#include "fold/stackbuf.h"
#include "input/xml.h"

/*
 * The call tree that fg-render puts into its pictures (fg-render's embed.h
 * describes it). It has all drawn frames, and all that were too narrow.
 *
 *	struct svg_own own = { 0 };
 *	svg_own_begin(&own, xml);               at <metadata class="fg-data">
 *	fg_buffer_append(&own.text, text);      for each <... class="fg-chunk">
 *	if (!svg_own_fold(&own, &stack)) ...    it is damaged
 *	svg_own_free(&own);
 */
struct svg_own {
	bool is_there, is_text, all_levels;
	uint64_t nodes, names, colours, columns, scale, gaps;
	struct fg_buffer text; /* of all chunks */
	struct fg_buffer payload;
	size_t at; /* in the payload */
	bool damaged;
};

void svg_own_begin(struct svg_own *own, struct xml *xml);

/* Adds the stacks; false when the data is damaged, and nothing was added. */
bool svg_own_fold(struct svg_own *own, struct stackbuf *stack);
void svg_own_free(struct svg_own *own);

#endif
