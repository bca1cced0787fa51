/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_IMAGE_H
#define COLLAPSE_SYMBOLS_IMAGE_H

#include <gelf.h>
#include <time.h>

#include "fg/base.h"

/*
 * One file of ELF that is open, or one in memory: its parts, read when they
 * are asked for, and checked against its size. Private to symbols_*.c.
 */
struct image {
	Elf *elf;
	char *path; /* "" in memory */
	char *bytes; /* of one in memory; or NULL */
	uint64_t size; /* of the file in bytes */
	time_t changed; /* when; 0 in memory */
	uint64_t unpacked; /* bytes that packed sections came to */
	struct image_section {
		const char *name; /* "" for none */
		Elf_Scn *scn;
		GElf_Shdr header;
	} * sections; /* number 1 of ELF is the first */
	size_t section_count;
};

/*
 * Opens an executable or a shared library, or with `any_type` any file of ELF.
 * NULL with *problem set to a short text for anything else, and for what is no
 * regular file.
 */
struct image *image_open(const char *path, bool any_type, const char **problem);

/* The same of a file's bytes, which it frees; NULL when they are no ELF. */
struct image *image_take(char *bytes, size_t size, bool any_type);

void image_close(struct image *image); /* NULL is allowed */

/* The first section of that name; NULL for none. */
const struct image_section *image_find(const struct image *image,
				       const char *name);
const struct image_section *image_find_type(const struct image *image,
					    uint32_t type);

/*
 * What is in a section, unpacked if need be; empty when it is outside of the
 * file. All that is unpacked together is at most 32 times the file and 1 MiB.
 * Valid as long as the image.
 */
fg_str image_data(struct image *image, const struct image_section *section);

/* The same of ".debug_info", also if it is ".zdebug_info" there. */
fg_str image_debug(struct image *image, const char *name);

/*
 * Unpacks all sections of debug information, for libdw, which would do so
 * without a bound; false when one of them cannot be.
 */
bool image_unpack_debug(struct image *image);

/* The bytes of the build ID; empty for none. */
fg_str image_build_id(struct image *image);

bool image_is_big_endian(const struct image *image);

#endif
