/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_SPLIT_H
#define COLLAPSE_SYMBOLS_SPLIT_H

#include "dwarf_unit.h"
#include "symbols_image.h"

/*
 * Units of debug information that were split off into other files (gcc and
 * clang -gsplit-dwarf): each into one of its own (.dwo), or all of a program
 * together into a package (.dwp). Private to symbols_dwarf.c.
 */
struct splits;

/* Both paths are borrowed; see symbols_dwarf.h. */
struct splits *splits_new(const char *root, const char *package);
void splits_free(struct splits *splits); /* NULL is allowed */

/*
 * Finds what was split off the unit `skeleton`, and reads its first entry;
 * false when it is not there. Valid as long as `splits`.
 */
bool splits_find(struct splits *splits, const struct dwarf_unit *skeleton,
		 struct dwarf_unit *unit, struct dwarf_entry *entry);

/* Fills in the sections of a file; also used for what was not split. */
void splits_read_sections(struct image *image, bool is_split,
			  struct dwarf *dwarf);

#endif
