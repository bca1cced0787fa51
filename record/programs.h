/* SPDX-License-Identifier: MIT */
#ifndef RECORD_PROGRAMS_H
#define RECORD_PROGRAMS_H

#include "fg/diag.h"

/*
 * Where the other programs of fg are: beside this one, else in PATH.
 *
 * Returns the path of `name`, which the caller frees. NULL, with a message
 * that ends in `advice`, where there is none.
 */
char *programs_find(const char *name, const char *advice, struct fg_diag *diag);

/* The path of a program in PATH, which the caller frees; NULL: none. */
char *programs_in_path(const char *name);

#endif
