/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_FIREFOX_LOCATION_H
#define COLLAPSE_FORMATS_FIREFOX_LOCATION_H

#include "names/native.h"

/*
 * The text that describes a whole frame in a profile as Firefox writes it:
 *
 *	0x7f5117a362ec
 *	startup (resource://gre/modules/XPIProvider.sys.mjs:2715:10)
 *	sortByKey/< (file:///srv/page.html:3:47)[10]
 *	resource://gre/modules/Schemas.sys.mjs:1720:74
 *	malloc (in libmozglue.so) (memory.c:31)
 *	nsInputStreamPump::OnInputStreamReady
 */

/* Whether all of it is "0x" and hexadecimal digits. */
bool firefox_location_address(fg_str text, uint64_t *address);

/*
 * Reads any other text into name, file, line and module. A text without a name
 * is the top level of a script, "(root scope) FILE". Slices are parts of
 * `text` or `room`.
 */
void firefox_location_read(fg_str text, struct native_frame *frame,
			   struct fg_buffer *room);

#endif
