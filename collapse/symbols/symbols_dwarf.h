/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_DWARF_H
#define COLLAPSE_SYMBOLS_DWARF_H

#include <elfutils/libdw.h>

#include "fg/base.h"

/*
 * Which functions are at an address, inlined ones among them, by a binary's
 * debug information. Private to symbols.c.
 *
 *	struct symbols_dwarf *index = symbols_dwarf_new(dwarf);
 *	n = symbols_dwarf_find(index, 0x11f5, want_lines, &found);
 *	symbols_dwarf_free(index);
 *
 * Asking libdw for the scopes of one address walks a whole compilation unit.
 * Here each unit that has an address of the profile is walked once, into a
 * table of address ranges with the innermost function of each.
 */
struct symbols_dwarf;

/* Borrows `dwarf`, and walks nothing yet. */
struct symbols_dwarf *symbols_dwarf_new(Dwarf *dwarf);
void symbols_dwarf_free(struct symbols_dwarf *index); /* NULL is allowed */

/* One function at an address. The texts are libdw's, as long as the Dwarf. */
struct symbols_scope {
	const char *name; /* as the linker knows it, where it does; or NULL */
	bool is_plain; /* it is the source's, without scope and arguments */
	const char *file; /* where it is at the address; NULL without lines */
	int line;
};

/*
 * Sets *scopes, innermost first, and returns how many there are: none where
 * nothing is known. Valid until the next call.
 */
size_t symbols_dwarf_find(struct symbols_dwarf *index, uint64_t vaddr,
			  bool want_lines, const struct symbols_scope **scopes);

#endif
