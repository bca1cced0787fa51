/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_CFI_OF_IMAGE_H
#define COLLAPSE_SYMBOLS_CFI_OF_IMAGE_H

#include "cfi.h"
#include "symbols_image.h"

/*
 * The call frame information of a binary, whose debug information may be a
 * separate file (or NULL). Both must stay as long as the result; NULL when
 * there is none. Private to symbols_binary.c.
 */
struct cfi *images_cfi(struct image *image, struct image *debug);

#endif
