/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_FILES_H
#define COLLAPSE_SYMBOLS_FILES_H

#include "symbols_binary.h"
#include "symbols_image.h"

/*
 * Finds binaries, and their separate debug information. Private to
 * symbols_binary.c. A file is used only if it is the recorded one: by its
 * build ID or, where none was recorded, by the time of its change.
 *
 * Binaries: the path itself, below --sysroot if that is given; else the path
 * below /proc/PID/root; else perf's folders of copies by build ID (buildid.h).
 * The vDSO, which is no file: perf's copy, the kernel's in
 * /usr/lib/modules/RELEASE/vdso, the one of this process.
 *
 * Debug information: /usr/lib/debug/.build-id, perf's folders; what
 * .gnu_debuglink names, beside the binary, in .debug beside it, and below
 * /usr/lib/debug (gdb's manual, "Debugging Information in Separate Files").
 */

/* NULL with *problem set when it is nowhere; else *problem is NULL. */
struct image *files_find_binary(const struct binary_wanted *wanted,
				const char **problem);

/* The separate debug information of a binary; NULL for none. */
struct image *files_find_debug(const char *root, struct image *binary);

/*
 * The file to which dwz moved parts of a file of debug information; NULL for
 * none.
 */
struct image *files_find_alternate(const char *root, struct image *debug);

#endif
