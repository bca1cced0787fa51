/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_VALGRIND_H
#define COLLAPSE_VALGRIND_H

#include "native.h"

/*
 * Reads a frame as valgrind's tools (massif, dhat, xtree), the dhat crate and
 * heaptrack_print write it:
 *
 *	0x1094EC: thread_main(void*) (mini.c:30)
 *	0x48FB7B9: ??? (in /usr/lib/libstdc++.so.6.0.30)
 *	0x401ab0: alloc::alloc::alloc (alloc/src/alloc.rs:95:14)
 *	0x7F21: ???
 *
 * Text of any other shape is the whole name. The slices are parts of `text`.
 */
struct native_frame valgrind_frame(fg_str text);

#endif
