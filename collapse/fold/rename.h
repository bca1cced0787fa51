/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_RENAME_H
#define COLLAPSE_RENAME_H

#include "fg/alloc.h"
#include "options.h"

/*
 * Applies --strip-offsets, --shorten-packages and --no-packages to the name of
 * a frame, in any format:
 *
 *	do_sys_open+0x1f/0x60             do_sys_open
 *	java.util.zip.Inflater.inflate    j.u.z.Inflater.inflate
 *	java/util/zip/Inflater::inflate   Inflater::inflate
 *	github.com/pkg/errors.New         errors.New
 *
 * Names of another shape stay: paths, C++, names without a package. A mark
 * like "_[j]" at the end is kept.
 */

/* Whether any of these options is on. */
bool rename_needed(const struct collapse_options *options);

/* The new name, which is a part of the old one or lies in `room`. */
fg_str rename_frame(const struct collapse_options *options, fg_str name,
		    struct fg_buffer *room);

#endif
