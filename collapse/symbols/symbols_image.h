/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_IMAGE_H
#define COLLAPSE_SYMBOLS_IMAGE_H

#include <gelf.h>
#include <time.h>

#include "fg/base.h"

/*
 * One open ELF file, or one in memory. Its parts are read when they are
 * needed, and checked against its size. Private to symbols_*.c.
 */
struct image {
	Elf *elf;
	char *path; /* "" in memory */
	char *bytes; /* of one in memory; or NULL */
	uint64_t size; /* of the file in bytes */
	time_t changed; /* when; 0 in memory */
	uint64_t unpacked; /* size of all sections unpacked so far */
	struct image_section {
		const char *name; /* "" for none */
		Elf_Scn *scn;
		GElf_Shdr header;
	} * sections; /* number 1 of ELF is the first */
	size_t section_count;
};

/*
 * elfutils fails alike where something is not in a file and where there is no
 * memory for it; names would be lost in silence. What sets errno tells which:
 *
 *	elf_call_begin();
 *	data = elf_rawdata(section, NULL);
 *	elf_call_end(data != NULL);
 *
 * The end of a call that failed for want of memory ends the process, as all
 * allocations do.
 */
void elf_call_begin(void);
void elf_call_end(bool succeeded);

/*
 * Opens an executable or a shared library, or with `any_type` any ELF file.
 * NULL with *problem set to a short text for any other file.
 */
struct image *image_open(const char *path, bool any_type, const char **problem);

/* The same for a file's bytes, which it frees; NULL when they are not ELF. */
struct image *image_take(char *bytes, size_t size, bool any_type);

void image_close(struct image *image); /* NULL is allowed */

/* The first section of that name; NULL for none. */
const struct image_section *image_find(const struct image *image,
				       const char *name);
const struct image_section *image_find_type(const struct image *image,
					    uint32_t type);

/*
 * The content of a section, unpacked if necessary; empty when it is outside of
 * the file. All unpacked sections together are at most 32 times the file and 1
 * MiB. Valid as long as the image.
 */
fg_str image_data(struct image *image, const struct image_section *section);

/* The same for ".debug_info", which may be named ".zdebug_info". */
fg_str image_debug(struct image *image, const char *name);

/*
 * Unpacks all sections of debug information, because libdw would do it without
 * a bound; false when one of them cannot be unpacked.
 */
bool image_unpack_debug(struct image *image);

/* The bytes of the build ID; empty for none. */
fg_str image_build_id(struct image *image);

bool image_is_big_endian(const struct image *image);

#endif
