/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_KERNEL_H
#define COLLAPSE_SYMBOLS_KERNEL_H

#include "kallsyms.h"
#include "symbols.h"

/*
 * Finds the list of symbols of the recorded kernel, and relocates it to that
 * kernel's address. NULL with *problem set to a short text when there is none.
 * Private to symbols.c.
 */
struct kallsyms *symbols_open_kernel(const struct collapse_options *options,
				     const struct symbols_kernel *kernel,
				     const char **problem);

#endif
