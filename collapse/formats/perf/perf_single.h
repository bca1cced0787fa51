/* SPDX-License-Identifier: MIT */
#ifndef PERF_SINGLE_H
#define PERF_SINGLE_H

#include "fg/base.h"

/*
 * Frames on the line of their header, as without call chains. perf prints them
 * as " %16lx symbol (module)"; other fields can be before and after them:
 *
 *	    7f00aabbccdd 5080021 |OP LOAD|LVL L1 hit     55c5c114b2b9 f (/bin/a)
 *	 /system.slice/x.service     55c5c114b2b9 f+0x1 (/bin/a) ABI:2 AX:0x1
 *	     55c5c114b2b1 f+0x1 (/bin/a)\t\tinsn: 48 89 e7
 *	     7f0000401000 f+0x10 (/lib/x) =>     7f0000402000 g+0x0 (/lib/y)
 */

/*
 * Finds the last frame in that column, except a branch's target; `text` keeps
 * its leading blanks. It has a module, an offset, or no known symbol.
 */
bool perf_split_column(fg_str text, fg_str *address, fg_str *frame);

/*
 * Finds the last number in that column, with a name behind it that is neither
 * a module nor has an offset: text of -F ip,sym. Fields behind a name are left
 * out if they begin with two blanks, a TAB, " insn:", " ABI:" or " 0x".
 */
bool perf_split_name(fg_str text, fg_str *address, fg_str *frame);

/*
 * The same as perf_split_column(); or a frame with a module at the start of
 * `text`, in any column; or a name behind a number at the start of `text`, in
 * the column.
 */
bool perf_split_single(fg_str text, fg_str *address, fg_str *frame);

/* Whether it begins with a number in that column. */
bool perf_is_wide(fg_str text);

#endif
