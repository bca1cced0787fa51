/* SPDX-License-Identifier: MIT */
#ifndef FG_MINIFY_NAMES_H
#define FG_MINIFY_NAMES_H

#include "fg/alloc.h"
#include "roles.h"

/*
 * Short names for what a script of functions and constants defines itself:
 * these, what is local in them, and properties.
 *
 * A property is renamed when it is a key of an object in the script, or
 * assigned to, unless it is listed as the browser's or stands in the script
 * as a text, too: what is looked up by a text keeps its name. Variables that
 * are not listed as global are the script's own; ESLint sees to it, with the
 * same list (no-undef).
 *
 *	global document
 *	alias  Math
 *	keep   textContent style
 *
 * Of globals, an alias may have a short name, too: it must always be there.
 */

/*
 * What to write for each token: its own text where it keeps it. And for tests
 * what became of properties, and of functions and constants.
 */
struct names {
	fg_str *property; /* where its role is property or both */
	fg_str *variable; /* where it is variable or both */
	struct fg_buffer aliases; /* let A=Math; or nothing */
	struct fg_buffer map; /* "property NAME SHORT", "variable NAME SHORT" */
	struct fg_arena texts;
};

/* Of `lists` only lines with "global", "alias" or "keep" are read. */
void choose_names(struct names *names, const struct tokens *tokens,
		  const enum role *roles, fg_str lists);

void names_free(struct names *names);

#endif
