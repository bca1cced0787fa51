/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_SPLIT_H
#define COLLAPSE_SYMBOLS_SPLIT_H

#include "dwarf_unit.h"
#include "symbols_image.h"

/*
 * Units of debug information that were split into other files (gcc and clang
 * -gsplit-dwarf): each into its own file (.dwo), or all of a program into a
 * package (.dwp). Private to symbols_dwarf.c.
 */
struct splits;

/* Both paths are borrowed; see symbols_dwarf.h. */
struct splits *splits_new(const char *root, const char *package);
void splits_free(struct splits *splits); /* NULL is allowed */

/*
 * Finds the split part of the unit `skeleton`, and reads its first entry;
 * false when it is not there. Valid as long as `splits`.
 */
bool splits_find(struct splits *splits, const struct dwarf_unit *skeleton,
		 struct dwarf_unit *unit, struct dwarf_entry *entry);

/* Fills in the sections of a file; also used for files without split units. */
void splits_read_sections(struct image *image, bool is_split,
			  struct dwarf *dwarf);

#endif
