/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_REGULAR_H
#define COLLAPSE_SYMBOLS_REGULAR_H

#include <stdio.h>

#include "fg/alloc.h"

/*
 * Opening files whose names come from a profile. Such a name can be anything:
 * a device, or a FIFO that nobody writes to. Only regular files are opened,
 * because already the open() of another file can do something or never end.
 */

/*
 * Opens a regular file for reading; the caller closes it. -1 with *problem set
 * to a short text for anything else.
 */
int regular_open(const char *path, const char **problem);

/* The same as a stream; NULL for anything else. */
FILE *regular_stream(const char *path, const char **problem);

/*
 * Appends what the file holds to `to`. False with *problem set when it is no
 * regular file, cannot be read, or holds more than `most` bytes.
 */
bool regular_read(const char *path, size_t most, struct fg_buffer *to,
		  const char **problem);

#endif
