/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_LINES_H
#define COLLAPSE_SYMBOLS_LINES_H

#include "dwarf_unit.h"
#include "symbols_image.h"

/*
 * Finds source positions of addresses in the line tables, which libdw reads.
 * Private to symbols_dwarf.c.
 */
struct lines;

/* Borrows both; `alternate` may be NULL. */
struct lines *lines_new(struct image *image, struct image *alternate);
void lines_free(struct lines *lines); /* NULL is allowed */

/*
 * The source position of an address; an empty file, and line 0, if it is not
 * known. The file is valid as long as `lines`.
 */
void lines_find(struct lines *lines, const struct dwarf_unit *unit,
		uint64_t vaddr, fg_str *file, int *line);

/* The name of a unit's file by its number; empty for none. */
fg_str lines_file(struct lines *lines, const struct dwarf_unit *unit,
		  uint64_t number);

#endif
