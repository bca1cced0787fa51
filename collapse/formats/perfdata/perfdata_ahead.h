/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_AHEAD_H
#define PERFDATA_AHEAD_H

#include "perfdata_feature.h"
#include "perfdata_header.h"

/*
 * Reads the build ids and the kernel's release before the records, although
 * they come after them in a file: unwinding needs the binaries while records
 * are read. `path` is the file's. Does nothing where it is not a recording (a
 * pipe, a packed file), or where its recorder was killed.
 */
void ahead_read(const struct header *header, const char *path, bool swapped,
		struct features *features);

#endif
