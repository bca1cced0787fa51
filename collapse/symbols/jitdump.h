/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_JITDUMP_H
#define COLLAPSE_SYMBOLS_JITDUMP_H

#include <stdio.h>

#include "fg/base.h"

/*
 * The functions of code that a virtual machine made at run time, with the
 * times at which they came, as it wrote them to jit-PID.dump (the format is
 * tools/perf/Documentation/jitdump-specification.txt, version 1; either byte
 * order).
 *
 *	struct jitdump *dump = jitdump_open(path, &problem);
 *	if (dump && jitdump_find(dump, address, time, &number) &&
 *	    jitdump_place(dump, number, &place))
 *		... place.name, place.file, place.line ...
 *	jitdump_free(dump);
 *
 * An address may be that of different functions one after the other: a later
 * load lies over what was there, and code that is moved leaves its old place.
 */
struct jitdump;
struct cfi;

/* A place in a function. Valid as long as the dump. */
struct jit_place {
	fg_str name;
	uint64_t start, size; /* of the function */
	fg_str file; /* of the source, or empty */
	uint64_t line; /* 0: not known */
};

/*
 * Reads the whole file but for the code in it. NULL with *problem set to a
 * short text when it is no regular file or no jit dump. What stands behind a
 * record that cannot be is left out, and jitdump_is_cut() tells it.
 */
struct jitdump *jitdump_open(const char *path, const char **problem);

/* The same from a stream that can seek; it stays open. */
struct jitdump *jitdump_read(FILE *stream, const char **problem);

void jitdump_free(struct jitdump *dump); /* NULL is allowed */

/*
 * Finds what is at an address at some time, by the clock of the dump;
 * UINT64_MAX is its end. False where there is nothing; else *number stands for
 * the place in the function, for jitdump_place(). O(log n * log n).
 */
bool jitdump_find(const struct jitdump *dump, uint64_t address, uint64_t time,
		  uint64_t *number);

/* Sets *place; false for a number that jitdump_find() never gave. */
bool jitdump_place(const struct jitdump *dump, uint64_t number,
		   struct jit_place *place);

/*
 * The call frame information (cfi.h) of a place's function, and the place's
 * address there; NULL where the dump has none. It lives as long as the dump.
 */
struct cfi *jitdump_cfi(struct jitdump *dump, uint64_t number, uint64_t *vaddr);

uint32_t jitdump_pid(const struct jitdump *dump);

/*
 * Whether times are those of the processor's counter; else they are those of
 * CLOCK_MONOTONIC, in ns (perf record -k mono).
 */
bool jitdump_has_counter(const struct jitdump *dump);

/* The times of the first and of the last record; false for no records. */
bool jitdump_times(const struct jitdump *dump, uint64_t *first, uint64_t *last);

/* Whether the file ends, or makes no sense, before its end. */
bool jitdump_is_cut(const struct jitdump *dump);

#endif
