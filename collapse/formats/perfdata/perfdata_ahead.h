/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_AHEAD_H
#define PERFDATA_AHEAD_H

#include "perfdata_feature.h"
#include "perfdata_header.h"

/*
 * Reads the build ids and the kernel's release ahead of the records, which
 * stand behind them in a file: who unwinds stacks looks into binaries while
 * records are read. `path` is the file's; nothing happens where that is no
 * recording (a pipe, a packed file), or where its recorder was killed.
 */
void ahead_read(const struct header *header, const char *path, bool swapped,
		struct features *features);

#endif
