/* SPDX-License-Identifier: MIT */
#ifndef PERF_HEADER_H
#define PERF_HEADER_H

#include "fg/base.h"

/*
 * The line that opens a sample. The user chooses its fields with perf script
 * -F, and a command's name can look like any of them. So fields are taken from
 * the right, where each has a shape of its own:
 *
 *	Wrk Thr 12 x 18893/18894 [003] 910.514692:    2004008 cpu-clock:ppp:
 *	'---comm---' '--ids----' 'cpu' '--time--'     period  '--event---'
 */
struct perf_header {
	fg_str comm;
	fg_str pid, tid; /* a single number (either) is in tid */
	fg_str cpu, time; /* digits without [ ] and colon */
	fg_str event; /* as printed */
	fg_str payload; /* what follows the event: tracepoint, address */
	fg_str address, frame; /* the frame in the payload; empty: none */
	uint64_t period; /* 0: none */
	bool huge_period; /* it was over 64 bits */
	bool misc; /* letters like "KUH" were before a frame */
	bool odd_padding; /* a single number stands where perf puts none */
	uint64_t cookie; /* if deferred */
	bool deferred; /* the lines after it are the rest of earlier chains */
};

/* The longest name that the kernel has for a command. */
enum { PERF_COMM_MAX = 15 };

/*
 * Reads a header around its time, which perf_find_time() returned, or around a
 * later time where the first is part of the command's name:
 *
 *	x 3.000001: 7  3526  6820.287093:    3333333 cpu-clock:
 *
 * False for a PERF_RECORD_ line, which does not open a sample.
 */
bool perf_header_timed(fg_str line, fg_str time, struct perf_header *h);

/*
 * Whether a line that looks like a comment is a header, of a command "#" or "#
 * h".
 */
bool perf_header_hash(fg_str line, struct perf_header *h);

/* The kinds of headers without a time. */
enum perf_weak {
	PERF_NO_HEADER,
	PERF_WEAK_EVENT, /* pid[/tid] [cpu] [period] EVENT: */
	PERF_WEAK_SINGLE, /* the same, with a frame on the line */
	PERF_WEAK_PLAIN, /* pid[/tid] [cpu] [period] */
};
enum perf_weak perf_header_weak(fg_str line, struct perf_header *h);

/*
 * Whether it has no time, but a frame in perf's column. Before that are [comm]
 * [pid[/tid]] [cpu] [period], or [comm] [misc] [event], or nothing:
 *
 *	           a.out 18864      55c5c114b2b9 f+0x1 (/bin/a)
 *	           a.out U          55c5c114b2b9 f+0x1 (/bin/a)
 *	cycles:      55c5c114b2b9 f+0x1 (/bin/a)
 *
 * Lines of a call chain can look so, too: call it only where there cannot be
 * one.
 */
bool perf_header_lone(fg_str line, struct perf_header *h);

/*
 * Reads a line that is a header only because frames follow it: "EVENT:", or a
 * command's name with its cpu, or both. A tracepoint's text can follow it.
 */
void perf_header_odd(fg_str line, struct perf_header *h);

#endif
