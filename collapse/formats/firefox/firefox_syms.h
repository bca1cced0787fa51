/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_FIREFOX_SYMS_H
#define COLLAPSE_FORMATS_FIREFOX_SYMS_H

#include "fg/diag.h"
#include "firefox_libs.h"
#include "names/native.h"

/*
 * The names that samply writes into a second file, if the profile has none
 * (--unstable-presymbolicate): profile.syms.json for profile.json.
 *
 *	{"string_table": ["UNKNOWN", "work", "work.c", "main"],
 *	 "data": [
 *	  {"debug_name": "demo",
 *	   "debug_id": "ceca398e-06f5-ef52-a960-d3a4cfa35b15",
 *	   "code_id": "8e39cacef50652efa960d3a4cfa35b153526b2d6",
 *	   "symbol_table": [
 *	    {"rva": 8704, "size": 240, "symbol": 3,
 *	     "frames": [{"function": 1, "file": 2, "line": 7},
 *			{"function": 3, "file": 2, "line": 31}]}],
 *	   "known_addresses": [[8725, 0], [8731, 0]]}]}
 *
 * Addresses are relative to the binary; frames go from the innermost to the
 * outermost. A symbol has only the frames of its first address, although
 * samply shows them for all addresses.
 */
struct firefox_syms;

/*
 * Reads the file beside the profile at `path`; *syms is NULL when there is
 * none. Warns about damage, and fails when reading failed.
 */
FG_MUST_USE fg_status firefox_syms_open(const char *path, struct fg_diag *diag,
					struct firefox_syms **syms);
void firefox_syms_free(struct firefox_syms *syms); /* NULL is allowed */

/* The number of a binary in it, or UINT32_MAX. */
uint32_t firefox_syms_lib(const struct firefox_syms *syms,
			  const struct firefox_lib *lib);

/*
 * Sets *frames to the functions at an address of a binary, the innermost
 * first, and returns their number; 0 when it is not known. Valid until the
 * next call. O(log n).
 */
size_t firefox_syms_find(struct firefox_syms *syms, uint32_t lib,
			 uint64_t address, const struct native_frame **frames);

#endif
