/* SPDX-License-Identifier: MIT */
#ifndef FG_ELF_NOTE_H
#define FG_ELF_NOTE_H

#include "fg/base.h"

/*
 * The build id in the notes of an ELF file or of the kernel: what a note
 * "GNU" of type NT_GNU_BUILD_ID says (elf(5), "Notes"). A part of `notes`, or
 * empty where there is none. Stops at a note whose sizes lie.
 */
fg_str fg_elf_build_id(fg_str notes);

#endif
