/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_REGULAR_H
#define COLLAPSE_SYMBOLS_REGULAR_H

#include <stdio.h>

#include "fg/alloc.h"

/*
 * Opens files whose names come from a profile. Such a name can be anything: a
 * device, or a FIFO that nobody writes to. Only regular files are opened,
 * because even the open() of another file can have an effect or never end.
 */

/* The problem of a file that is there, and cannot be opened or read. */
extern const char regular_unreadable[];

/*
 * Opens a regular file for reading; the caller closes it. -1 with *problem set
 * to a short text for anything else.
 */
int regular_open(const char *path, const char **problem);

/* The same as a stream; NULL for anything else. */
FILE *regular_stream(const char *path, const char **problem);

/*
 * Appends the content of the file to `to`. False with *problem set when it is
 * not a regular file, cannot be read, or has more than `most` bytes.
 */
bool regular_read(const char *path, size_t most, struct fg_buffer *to,
		  const char **problem);

/*
 * The checksum of the file's content, as in .gnu_debuglink (CRC-32, as in
 * gzip); false when it cannot be read.
 */
bool regular_checksum(const char *path, uint32_t *checksum);

/* A profile's path below `root` (may be ""); the caller frees it. */
char *regular_path(const char *root, fg_str path);

#endif
