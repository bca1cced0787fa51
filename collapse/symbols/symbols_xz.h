/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_XZ_H
#define COLLAPSE_SYMBOLS_XZ_H

#include "fg/base.h"

/*
 * Unpacks xz data, as in .gnu_debugdata. Sets *size and returns the bytes,
 * which the caller frees; NULL for other data, for more than `most` bytes, and
 * in a program built without liblzma, which only this module uses.
 */
char *symbols_unxz(fg_str packed, size_t most, size_t *size);

#endif
