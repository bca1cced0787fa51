/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_JITDUMP_H
#define COLLAPSE_SYMBOLS_JITDUMP_H

#include <stdio.h>

#include "fg/base.h"

/*
 * The functions of code that a virtual machine made at run time, with their
 * times, as it wrote them to jit-PID.dump (the format is
 * tools/perf/Documentation/jitdump-specification.txt, version 1; either byte
 * order).
 *
 *	struct jitdump *dump = jitdump_open(path, &problem);
 *	if (dump && jitdump_find(dump, address, time, &number) &&
 *	    jitdump_place(dump, number, &place))
 *		... place.name, place.file, place.line ...
 *	jitdump_free(dump);
 *
 * An address may belong to different functions one after the other: a later
 * load replaces the code that was there, and moved code leaves its old place.
 */
struct jitdump;
struct cfi;

/* A place in a function. Valid as long as the dump. */
struct jit_place {
	fg_str name;
	uint64_t start, size; /* of the function */
	fg_str file; /* source file, or empty */
	uint64_t line; /* 0: not known */
};

/*
 * Reads the whole file except the code in it. NULL with *problem set to a
 * short text when it is not a regular file or not a jit dump. The rest after
 * an impossible record is ignored; jitdump_is_cut() returns that.
 */
struct jitdump *jitdump_open(const char *path, const char **problem);

/* The same from a stream that can seek; it stays open. */
struct jitdump *jitdump_read(FILE *stream, const char **problem);

void jitdump_free(struct jitdump *dump); /* NULL is allowed */

/*
 * Finds the code at an address at some time, by the clock of the dump;
 * UINT64_MAX is its end. False where there is none; else *number identifies
 * the place in the function, for jitdump_place(). O(log n * log n).
 */
bool jitdump_find(const struct jitdump *dump, uint64_t address, uint64_t time,
		  uint64_t *number);

/* Sets *place; false for a number that is not from jitdump_find(). */
bool jitdump_place(const struct jitdump *dump, uint64_t number,
		   struct jit_place *place);

/*
 * The call frame information (cfi.h) of a place's function, and the place's
 * address there; NULL where the dump has none. It lives as long as the dump.
 */
struct cfi *jitdump_cfi(struct jitdump *dump, uint64_t number, uint64_t *vaddr);

uint32_t jitdump_pid(const struct jitdump *dump);

/*
 * Whether times are from the processor's counter; else they are from
 * CLOCK_MONOTONIC, in ns (perf record -k mono).
 */
bool jitdump_has_counter(const struct jitdump *dump);

/* The times of the first and of the last record; false for no records. */
bool jitdump_times(const struct jitdump *dump, uint64_t *first, uint64_t *last);

/* Whether the file is cut, or damaged before its end. */
bool jitdump_is_cut(const struct jitdump *dump);

#endif
