/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_KALLSYMS_H
#define COLLAPSE_SYMBOLS_KALLSYMS_H

#include "fg/alloc.h"

/*
 * The functions of a Linux kernel and its modules, as /proc/kallsyms lists
 * them (proc(5); kernel/kallsyms.c):
 *
 *	ffffffff81000000 T _stext
 *	ffffffffc0201000 t ext4_file_read_iter	[ext4]
 *
 *	struct kallsyms *symbols = kallsyms_open(path, &problem);
 *	if (symbols)
 *		kallsyms_relocate(symbols, FG_STR("_text"), 0xffffffffa1000000);
 *	if (symbols && kallsyms_find(symbols, address, &found))
 *		... found.name, found.module ...
 *	kallsyms_free(symbols);
 *
 * The list has no sizes: a symbol goes on to the next one, but not from the
 * kernel into a module, nor more than 1 MiB behind the last of either.
 */
struct kallsyms;

struct kernel_symbol {
	fg_str name;
	fg_str module; /* "[ext4]"; empty: the kernel itself */
	uint64_t start;
};

/*
 * Reads the whole list (0.1 s for that of a running kernel). NULL with
 * *problem set to a short text: no regular file, not readable, over 1 GiB, no
 * list of symbols, or all addresses are 0, which is what the kernel shows to
 * those who may not see them (kernel.kptr_restrict).
 */
struct kallsyms *kallsyms_open(const char *path, const char **problem);

/* The same of a text, which must stay. */
struct kallsyms *kallsyms_parse(fg_str text, const char **problem);

/* The same of a text that it takes over, and leaves empty. */
struct kallsyms *kallsyms_take(struct fg_buffer *text, const char **problem);

void kallsyms_free(struct kallsyms *symbols); /* NULL is allowed */

/*
 * Says where the recorded kernel had `symbol`: "_text" or "_stext", as the
 * recording tells. The kernel is loaded elsewhere at each boot; if it was,
 * nothing is known of modules, which moved each by itself. False, and nothing
 * changes, when the list has no such symbol.
 */
bool kallsyms_relocate(struct kallsyms *symbols, fg_str symbol,
		       uint64_t recorded);

/* Finds the symbol at an address; false for none. O(log n). */
bool kallsyms_find(const struct kallsyms *symbols, uint64_t address,
		   struct kernel_symbol *found);

/*
 * Whether the kernel that runs is the one that was recorded: it has that build
 * ID, if one was recorded, else that release ("6.1.0-13-amd64"). False when
 * neither was.
 */
bool kallsyms_is_running(fg_str build_id, fg_str release);

#endif
