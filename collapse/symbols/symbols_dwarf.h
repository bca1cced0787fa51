/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_DWARF_H
#define COLLAPSE_SYMBOLS_DWARF_H

#include "symbols_binary.h"
#include "symbols_image.h"

/*
 * Finds the functions at an address, with inlined ones, in a binary's debug
 * information. Private to symbols_binary.c.
 *
 *	struct symbols_dwarf *index = symbols_dwarf_new(&parts);
 *	n = symbols_dwarf_find(index, 0x11f5, want_lines, &scopes);
 *	symbols_dwarf_free(index);
 *
 * Only the needed parts are read: .debug_aranges, or the first entries of all
 * units, give the unit of an address. Each unit with an address is walked
 * once, into a table of its functions' ranges.
 */
struct symbols_dwarf;

/* The files of the debug information; all are borrowed. */
struct symbols_dwarf_parts {
	struct image *image; /* with .debug_info */
	struct image *alternate; /* the file that dwz made of it; or NULL */
	const char *root; /* folder above split units; may be "" */
	const char *package; /* the file with all split units; or NULL */
};

/*
 * NULL when the image has no debug information, or none that can be used: its
 * sections would be too large when uncompressed, or the file that dwz made is
 * missing.
 */
struct symbols_dwarf *
symbols_dwarf_new(const struct symbols_dwarf_parts *parts);
void symbols_dwarf_free(struct symbols_dwarf *index); /* NULL is allowed */

/* See binary_scopes(). */
size_t symbols_dwarf_find(struct symbols_dwarf *index, uint64_t vaddr,
			  bool want_lines, const struct binary_scope **scopes);

#endif
