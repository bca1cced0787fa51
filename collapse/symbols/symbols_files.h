/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_FILES_H
#define COLLAPSE_SYMBOLS_FILES_H

#include <elfutils/libdwfl.h>

/*
 * The files that names are taken from: binaries, and where their debug
 * information lies apart from them. Private to symbols_elf.c.
 */

/*
 * Opens a regular file that is an executable or a shared library of ELF; the
 * caller closes it. -1 with *problem set to a short text for anything else.
 */
int symbols_open(const char *path, const char **problem);

/* "a" "b" "c" as one string, which the caller frees. */
char *symbols_join(const char *a, const char *b, const char *c);

/*
 * Has elfutils look for debug information below the binary's own folder and
 * /usr/lib/debug alone; a module's data is its struct symbols_elf. The rules
 * are gdb's (its manual, "Debugging Information in Separate Files").
 */
extern const Dwfl_Callbacks symbols_callbacks;

#endif
