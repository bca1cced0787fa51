/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_AHEAD_H
#define PERFDATA_AHEAD_H

#include "perfdata_feature.h"
#include "perfdata_header.h"

/*
 * Reads a feature before the records are read, although it comes after them in
 * a file. Unwinding needs build ids while records are read, and --off-cpu
 * needs the formats of tracepoints. `path` is the file's. Does nothing where
 * it is not a recording (a pipe, a packed file), or where its recorder was
 * killed.
 */
void ahead_read(const struct header *header, const char *path, bool swapped,
		enum fg_feature which, struct features *features);

#endif
