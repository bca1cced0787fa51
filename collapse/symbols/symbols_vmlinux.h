/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_VMLINUX_H
#define COLLAPSE_SYMBOLS_VMLINUX_H

#include "kallsyms.h"
#include "symbols.h"

/*
 * The kernel's symbols from its files, for recordings whose /proc/kallsyms
 * nobody kept. Private to symbols_*.c.
 */

/*
 * A vmlinux with the recorded build ID (or, where none was recorded, of that
 * release): in perf's cache of build IDs, in /usr/lib/debug, and where
 * distributions put it, all below `root`. NULL when there is none.
 */
struct kallsyms *vmlinux_open(const char *root,
			      const struct symbols_kernel *kernel);

/* Where the code begins in the list of a module: a list has no address 0. */
enum { KERNEL_OBJECT_START = 0x1000 };

/*
 * A module of the kernel (".ko", ".ko.xz") at `path` below `root`, or in perf's
 * cache. Its code begins at KERNEL_OBJECT_START. NULL with *problem
 * set to a short text when there is none.
 */
struct kallsyms *kernel_object_open(const char *root, fg_str path,
				    fg_str build_id, const char **problem);

#endif
