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
 * where code begins and how long it is, both hexadecimal, and a name with
 * blanks in it.
 *
 *	struct perfmap *map = perfmap_open(path, &problem);
 *	if (map)
 *		name = perfmap_find(map, address);
 *	perfmap_free(map);
 *
 * The file does not say when. Where a virtual machine used an address again,
 * the entry that was written last counts: it was there when the program ended.
 */
struct perfmap;

/*
 * Reads the whole file. NULL with *problem set to a short text when it is no
 * regular file, cannot be read or is larger than 1 GiB. Lines that are no
 * entries are left out.
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

/* How many entries it has, and how many lines are none. */
size_t perfmap_count(const struct perfmap *map);
size_t perfmap_bad_lines(const struct perfmap *map);

#endif
