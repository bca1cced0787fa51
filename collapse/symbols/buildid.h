/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_BUILDID_H
#define COLLAPSE_SYMBOLS_BUILDID_H

#include "fg/base.h"

/*
 * The places of files by build ID: in /usr/lib/debug, and in the folders where
 * perf keeps copies of recorded files (perf-buildid-cache(1)).
 */

enum { BUILD_ID_MAX = 64 }; /* bytes; real ones have 8 to 32 */

/*
 * "DIR/.build-id/ab/cdef" and `suffix`; the caller frees it. NULL when the
 * build ID has less than 2 bytes or more than BUILD_ID_MAX.
 */
char *buildid_path(const char *dir, fg_str build_id, const char *suffix);

/*
 * The folders of perf, in order: $PERF_BUILDID_DIR, ~/.debug, and `root`, if
 * it is not empty, because the archive of `perf archive` may have been
 * unpacked there. The caller frees the result; NULL after the last.
 */
char *buildid_cache(const char *root, size_t number);

#endif
