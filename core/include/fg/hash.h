/* SPDX-License-Identifier: MIT */
#ifndef FG_HASH_H
#define FG_HASH_H

#include "fg/base.h"

/*
 * Hashes for tables whose keys come from the input.
 *
 * They have a secret key, which each run of a program draws anew. Whoever does
 * not know it cannot choose many names or numbers with the same slot of a
 * table. Nothing that is written may depend on these hashes, nor on the order
 * of a table's slots.
 *
 * There is one key for the whole process. It is drawn before the first table
 * is made and does not change after that, so threads may read it freely. Unit
 * tests and fuzzers do not draw one: they have a fixed key, so that their
 * failures can be repeated.
 */
enum { FG_HASH_KEY_WORDS = 8 };
extern uint64_t fg_hash_key[FG_HASH_KEY_WORDS];

/*
 * Draws the key from the kernel's randomness. The fallback uses values that
 * differ from run to run: the clocks, the number of the process, the addresses
 * of program and stack, and the random bytes that the system gives to libc
 * (AT_RANDOM). Needs no file; call it before the sandbox.
 */
void fg_hash_draw_key(void);

/* The hash of any bytes. */
uint64_t fg_hash(fg_str s);

/* The two halves of the 128-bit product, folded together. */
static inline uint64_t fg_hash_mix(uint64_t a, uint64_t b)
{
	__extension__ unsigned __int128 m = (unsigned __int128)a * b;

	return (uint64_t)m ^ (uint64_t)(m >> 64);
}

/* The hash of a number: an id, an address, two indices side by side. */
static inline uint64_t fg_hash_number(uint64_t number)
{
	return fg_hash_mix(number ^ fg_hash_key[0], fg_hash_key[1]);
}

/*
 * A hash that is the same in every run and every version, for visible things
 * such as colours. Not for tables: anybody can make names with the same hash.
 */
uint64_t fg_hash_fixed(fg_str s);

#endif
