/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_BPFTRACE_JSON_H
#define COLLAPSE_BPFTRACE_JSON_H

#include "fg/diag.h"

/*
 * Output of bpftrace -f json, one map per line:
 *
 *	{"type": "attached_probes", "data": {"probes": 1}}
 *	{"type": "map", "data": {"@": {"bash,\n    read+7\n    main+2\n,12": 3}}}
 *	{"type": "stats", "data": {"@b": {"\n    main+2\n":
 *	 {"count": 2, "average": 4, "total": 8}}}}
 *
 * The keys are as without -f json, except the blanks after commas.
 */

/* Whether `head` begins such a text. */
bool bpftrace_json_is(fg_str head);

/*
 * Calls `take` with the lines that bpftrace would have printed for the map in
 * `line`, if it has one: "@[bash,", " read+7" ... ", 12]: 3". Fails only where
 * the JSON is nested too deep.
 */
FG_MUST_USE fg_status bpftrace_json_lines(fg_str line, struct fg_loc loc,
					  struct fg_diag *diag,
					  void (*take)(void *ctx, fg_str line),
					  void *ctx);

#endif
