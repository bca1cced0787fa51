/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_RUN_REPORT_H
#define COLLAPSE_RUN_REPORT_H

#include "fg/out.h"

#include "run.h"

/*
 * Output of fg-collapse other than stacks. Both functions read a finished run.
 */

/*
 * For --list-metrics: one line for each file and one for each of its metrics;
 * a star marks the default:
 *
 *	alloc.json: dhat
 *	* total-bytes          8367666 bytes
 *	  total-blocks         572 blocks
 */
void report_metrics(struct fg_out *out, const struct run *run);

/*
 * The first line, which says what the weights are; see fg/header.h.
 *
 *	# fg: metric=total-bytes unit=bytes total=8367666
 */
void report_header(struct fg_out *out, const struct run *run);

#endif
