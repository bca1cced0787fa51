/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_VDSO_H
#define COLLAPSE_SYMBOLS_VDSO_H

#include "symbols_image.h"

/*
 * The vDSO, the library that the kernel gives to every process, as this
 * process has it. Private to symbols_files.c.
 */

/* A copy of it; NULL where there is none. */
struct image *files_running_vdso(void);

/* Whether the running kernel has that release; NULL: false. */
bool files_is_running_release(const char *release);

#endif
