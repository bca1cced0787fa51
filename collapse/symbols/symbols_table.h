/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_TABLE_H
#define COLLAPSE_SYMBOLS_TABLE_H

#include "fg/base.h"
#include "symbols_image.h"

/*
 * The functions of a binary, from its symbol tables. Private to
 * symbols_binary.c.
 *
 *	struct table *table = table_new();
 *	table_add_symbols(table, image, SHT_SYMTAB);
 *	table_add_plt(table, image);
 *	table_lay(table);
 *	name = table_find(table, 0x11f5);
 *	table_free(table);
 *
 * The rules are perf's (tools/perf/util/symbol-elf.c, version 6.1): functions
 * count, and symbols in code without a type; of several at one address the
 * best name counts (alias.h). A symbol without size extends to the next one,
 * or to the end of its section.
 */
struct table;

struct table *table_new(void);
void table_free(struct table *table); /* NULL is allowed */

/*
 * Adds the symbols of the image's first section of that type (SHT_SYMTAB,
 * SHT_DYNSYM); false when there is none. Names are owned by the image, which
 * must stay valid.
 */
bool table_add_symbols(struct table *table, struct image *image, uint32_t type);

/*
 * Adds "malloc@plt" for each entry of the procedure linkage tables (see
 * symbols_table_plt.c); "@plt" where the entry has no name.
 */
void table_add_plt(struct table *table, struct image *image);

/* For symbols_table_plt.c: adds "NAME@plt" for [start, end). */
void table_add_stub(struct table *table, uint64_t start, uint64_t end,
		    fg_str name);

/* Makes the added symbols searchable. O(n log n). */
void table_lay(struct table *table);

/* The name of the function at an address, or an empty one. O(log n). */
fg_str table_find(struct table *table, uint64_t vaddr);

#endif
