/* SPDX-License-Identifier: MIT */
#ifndef FG_HASH_H
#define FG_HASH_H

#include "fg/base.h"

/*
 * Hashes for tables whose keys come from the input.
 *
 * They have a secret key, which each run of a program draws anew: who does not
 * know it cannot choose many names or numbers that fall into one place of a
 * table. Nothing that is written may depend on these hashes, nor on the order
 * of a table's slots.
 *
 * The key is one for the whole process. It is drawn before the first table is
 * made and does not change after that, so threads may read it freely. Unit
 * tests and fuzzers do not draw one: they have a fixed key, so that what they
 * find happens again.
 */
enum { FG_HASH_KEY_WORDS = 8 };
extern uint64_t fg_hash_key[FG_HASH_KEY_WORDS];

/*
 * Draws the key from the kernel's randomness. Where that cannot be had, the
 * key is made of what differs from run to run: the clocks, the number of the
 * process, where the system has put program and stack, and what it has put
 * there for libc (AT_RANDOM). Needs no file; call it before the sandbox.
 */
void fg_hash_draw_key(void);

/* Of any bytes. */
uint64_t fg_hash(fg_str s);

/* The two halves of the 128-bit product, folded together. */
static inline uint64_t fg_hash_mix(uint64_t a, uint64_t b)
{
	__extension__ unsigned __int128 m = (unsigned __int128)a * b;

	return (uint64_t)m ^ (uint64_t)(m >> 64);
}

/* Of a number: an id, an address, two indices side by side. */
static inline uint64_t fg_hash_number(uint64_t number)
{
	return fg_hash_mix(number ^ fg_hash_key[0], fg_hash_key[1]);
}

/*
 * The same in every run and every version, for what is seen, like colours.
 * Anybody can make names that share one, so it is for no table.
 */
uint64_t fg_hash_fixed(fg_str s);

#endif
