/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_PERFMAP_H
#define COLLAPSE_SYMBOLS_PERFMAP_H

#include "fg/base.h"

/*
 * The functions of code that a virtual machine made at run time, as it wrote
 * them to /tmp/perf-PID.map (tools/perf/Documentation/jit-interface.txt):
 *
 *	7f2c1c001000 5a LazyCompile:~work /srv/app.js:12
 *
 * with the start of the code and its size, both hexadecimal, and a name that
 * may have blanks.
 *
 *	struct perfmap *map = perfmap_open(path, &problem);
 *	if (map)
 *		name = perfmap_find(map, address);
 *	perfmap_free(map);
 *
 * The file has no times. Where a virtual machine used an address again, the
 * entry written last is used: it was valid when the program ended.
 */
struct perfmap;

/*
 * Reads the whole file. NULL with *problem set to a short text when it is not
 * a regular file, cannot be read or is larger than 1 GiB. Lines that are not
 * entries are ignored.
 */
struct perfmap *perfmap_open(const char *path, const char **problem);

/* The same of a text, which must stay. */
struct perfmap *perfmap_parse(fg_str text);

void perfmap_free(struct perfmap *map); /* NULL is allowed */

/*
 * The name of the function at an address, or an empty one. Valid as long as
 * the map. O(log n * log n). An entry of size 0 is found at its start only.
 */
fg_str perfmap_find(const struct perfmap *map, uint64_t address);

/* The number of entries, and of lines that are not entries. */
size_t perfmap_count(const struct perfmap *map);
size_t perfmap_bad_lines(const struct perfmap *map);

#endif
