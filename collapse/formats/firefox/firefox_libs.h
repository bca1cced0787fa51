/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_FIREFOX_LIBS_H
#define COLLAPSE_FORMATS_FIREFOX_LIBS_H

#include "input/json.h"

/*
 * The binaries in memory, as a profile lists them:
 *
 *	{"name": "libc.so.6", "path": "/usr/lib/x86_64-linux-gnu/libc.so.6",
 *	 "debugName": "libc.so.6", "breakpadId": "EC61AC938E5A39B16F9...50",
 *	 "codeId": "93ac61ec5a8eb1396f9fbd350e3169a558528a40"}
 *
 * and, where frames are addresses in memory, {"start", "end", "offset"}.
 */
struct firefox_lib {
	fg_str name, path, debug_name; /* empty: not known */
	fg_str id; /* 32 hex digits of the debug ID, in capitals; or empty */
	fg_str build_id; /* its bytes, or empty */
	uint64_t start, end, offset;
	uint32_t module; /* its number for symbol look-up */
	uint32_t sidecar; /* likewise */
};

struct firefox_libs {
	struct firefox_lib *items;
	size_t count, room;
	uint32_t *by_start; /* NULL until the first search */
	struct fg_arena texts;
	bool seen;
};

/* Reads the array that comes next. Zero-initialise `libs`. */
void firefox_libs_read(struct firefox_libs *libs, struct json *json);
void firefox_libs_free(struct firefox_libs *libs);

/* The binary in memory at `address`, or NULL. O(log n). */
struct firefox_lib *firefox_libs_at(struct firefox_libs *libs,
				    uint64_t address);

/*
 * The 32 digits of a debug ID in capitals, whether they come with dashes or
 * with more behind them; empty for anything else. Lies in `room`.
 */
enum { FIREFOX_ID_SIZE = 32 };
fg_str firefox_debug_id(fg_str text, char room[FIREFOX_ID_SIZE]);

#endif
