/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_ELF_H
#define COLLAPSE_SYMBOLS_ELF_H

#include <elfutils/libdwfl.h>

#include "fg/base.h"

/*
 * One binary that is open: its segments and its table of functions. Private
 * to symbols.c.
 */
struct symbols_elf {
	Dwfl *dwfl;
	Dwfl_Module *module;
	GElf_Addr bias; /* what elfutils adds to the file's own addresses */
	char *path, *debug_dir; /* of the binary; "/usr/lib/debug" */
	bool has_alternate; /* the file that dwz moved things to is open */
	struct symbols_function {
		uint64_t start, size; /* size 0: up to the next */
		const char *name; /* as the linker knows it */
		unsigned char binding;
	} * functions; /* by start, one for each */
	size_t count, room;
};

/*
 * Opens a binary below `root` (may be ""). NULL with *problem set to a short
 * text: not there, no regular file, not ELF, another build ID than wanted.
 */
struct symbols_elf *symbols_elf_open(const char *root, const char *path,
				     fg_str build_id, const char **problem);
void symbols_elf_close(struct symbols_elf *elf);

/* The address that is `offset` bytes into the file; false for none. */
bool symbols_elf_vaddr(const struct symbols_elf *elf, uint64_t offset,
		       uint64_t *vaddr);

/* The address of the first loadable segment; false for none. */
bool symbols_elf_start(const struct symbols_elf *elf, uint64_t *vaddr);

/* See symbols_has_segment(). */
bool symbols_elf_has_segment(const struct symbols_elf *elf, uint64_t vaddr,
			     uint64_t size);

/* The name of the function at an address, or NULL. O(log n). */
const char *symbols_elf_find(struct symbols_elf *elf, uint64_t vaddr);

/* The debug information; NULL without one that may be used. */
Dwarf *symbols_elf_dwarf(struct symbols_elf *elf);

#endif
