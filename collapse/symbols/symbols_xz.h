/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_XZ_H
#define COLLAPSE_SYMBOLS_XZ_H

#include "fg/base.h"

/*
 * Unpacks what `xz` packed, as .gnu_debugdata is. Sets *size and returns the
 * bytes, which the caller frees; NULL for other data, for more than `most`
 * bytes, and in a program built without liblzma, whose one face this is.
 */
char *symbols_unxz(fg_str packed, size_t most, size_t *size);

#endif
