/* SPDX-License-Identifier: MIT */
#ifndef GPERFTOOLS_LINES_H
#define GPERFTOOLS_LINES_H

#include "gperftools_run.h"

/*
 * Lines that are no part of the profile, such as another profile that was
 * appended. `line` is a slice of the run's input; the places of lines are
 * counted from one call to the next, so call them in the order of the input.
 */

/* A row, or what stands in place of one. */
void gperftools_known_row(struct gperftools_run *run, fg_str line);
void gperftools_strange_row(struct gperftools_run *run, fg_str line);

/* Reads the memory map, which ends each profile. */
void gperftools_read_maps(struct gperftools_run *run, fg_str lines);

/* Says what was found of them. Call it once. */
void gperftools_tell_lines(struct gperftools_run *run);

#endif
