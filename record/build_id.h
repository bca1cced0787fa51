/* SPDX-License-Identifier: MIT */
#ifndef RECORD_BUILD_ID_H
#define RECORD_BUILD_ID_H

#include "fg/base.h"

/*
 * The build id of an ELF file, which says which binary it is: a note that the
 * linker wrote (NT_GNU_BUILD_ID, in a segment PT_NOTE). 64-bit and 32-bit
 * files of this machine's byte order are read.
 *
 * Puts it to `id`, which has room for 20 bytes, and returns its size; 0 for a
 * file that has none, is no ELF file, or cannot be read.
 */
size_t build_id_of_file(fg_str path, unsigned char *id);

/* The same in the bytes of notes, as a segment has them. */
size_t build_id_in_notes(fg_str notes, unsigned char *id);

#endif
