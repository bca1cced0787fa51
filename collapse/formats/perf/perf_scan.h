/* SPDX-License-Identifier: MIT */
#ifndef PERF_SCAN_H
#define PERF_SCAN_H

#include "perf_parser.h"

/*
 * Reads whole lines; a sample may go on in the next block. Returns nothing,
 * because every line is counted as something.
 */
void perf_scan_block(struct perf_parser *parser, fg_str text, uint64_t block);

#endif
