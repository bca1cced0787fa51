/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_BUILDID_H
#define COLLAPSE_SYMBOLS_BUILDID_H

#include "fg/base.h"

/*
 * Where files lie by their build IDs: in /usr/lib/debug, and in the folders
 * where perf keeps copies of what it recorded (perf-buildid-cache(1)).
 */

enum { BUILD_ID_MAX = 64 }; /* bytes; those in use have 8 to 32 */

/*
 * "DIR/.build-id/ab/cdef" and `suffix`; the caller frees it. NULL when the
 * build ID has less than 2 bytes or more than BUILD_ID_MAX.
 */
char *buildid_path(const char *dir, fg_str build_id, const char *suffix);

/*
 * The folders of perf, in order: $PERF_BUILDID_DIR, ~/.debug, and `root`, if
 * it is not empty: what `perf archive` packed may have been unpacked there.
 * The caller frees it; NULL behind the last.
 */
char *buildid_cache(const char *root, size_t number);

#endif
