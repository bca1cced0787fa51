/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_DWARF_H
#define COLLAPSE_SYMBOLS_DWARF_H

#include "symbols_binary.h"
#include "symbols_image.h"

/*
 * Which functions are at an address, inlined ones among them, by a binary's
 * debug information. Private to symbols_binary.c.
 *
 *	struct symbols_dwarf *index = symbols_dwarf_new(&parts);
 *	n = symbols_dwarf_find(index, 0x11f5, want_lines, &scopes);
 *	symbols_dwarf_free(index);
 *
 * Only what is asked for is read: .debug_aranges tells which unit an address
 * belongs to, or the first entries of all units do; and each unit that has an
 * address is walked once, into a table of its functions' ranges.
 */
struct symbols_dwarf;

/* The files of it; all are borrowed. */
struct symbols_dwarf_parts {
	struct image *image; /* with .debug_info */
	struct image *alternate; /* what dwz moved out of it; or NULL */
	const char *root; /* below which split units lie; may be "" */
	const char *package; /* the path of the file with all of them; or NULL */
};

/*
 * NULL when the image has no debug information, or none that can be used: its
 * sections would be too large when unpacked, or what dwz moved is missing.
 */
struct symbols_dwarf *
symbols_dwarf_new(const struct symbols_dwarf_parts *parts);
void symbols_dwarf_free(struct symbols_dwarf *index); /* NULL is allowed */

/* See binary_scopes(). */
size_t symbols_dwarf_find(struct symbols_dwarf *index, uint64_t vaddr,
			  bool want_lines, const struct binary_scope **scopes);

#endif
