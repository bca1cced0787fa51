/* SPDX-License-Identifier: MIT */
#ifndef RENDER_NAMEATTR_H
#define RENDER_NAMEATTR_H

#include "fg/lines.h"

/*
 * The file of --nameattr: attributes for the frames of a function.
 *
 *	main<TAB>class=hot<TAB>title=where it starts
 *	read<TAB>href="https://example.org/?q=read"<TAB>target=_blank
 *
 * Keys: id, class, title, href, target; g_extra and a_extra hold further
 * attributes, name="value" separated by blanks. One pair of double quotes
 * around a value is taken off. An empty name stands for the root. Of several
 * lines for a name the last one counts. What would run or fetch something
 * as soon as the picture is looked at is left out with a warning: scripts, as
 * onclick= or an address that begins with javascript:, and styles with url().
 */
struct nameattr_pair {
	fg_str name; /* ends with a NUL behind it */
	fg_str value;
};

struct nameattr_entry {
	fg_str name; /* of the function, with its annotation */
	fg_str title, href; /* p NULL: not given */
	struct nameattr_pair *pairs; /* for the element, each name once */
	size_t count;
	uint64_t line; /* of the file */
};

struct nameattr;

/* Adds what the file says to a new table; NULL after an error message. */
struct nameattr *nameattr_read(const char *path, struct fg_diag *diag);
void nameattr_free(struct nameattr *table); /* NULL is allowed */

/* The entry of a name, or NULL; `table` may be NULL. */
const struct nameattr_entry *nameattr_find(const struct nameattr *table,
					   fg_str name);

#endif
