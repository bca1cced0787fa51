/* SPDX-License-Identifier: MIT */
#ifndef CORE_HASH_H
#define CORE_HASH_H

#include <string.h>

#include "fg/base.h"

/*
 * Hashes to be put into loops over many short texts, where calling fg_hash
 * would cost as much as it does.
 *
 * Eight bytes at a time through a 64x64 multiplication whose halves are
 * folded together (the mixing step that wyhash made popular); the tail is
 * read as two overlapping words, so no byte is touched one by one.
 */
static inline uint64_t hash_mix(uint64_t a, uint64_t b)
{
	__extension__ unsigned __int128 m = (unsigned __int128)a * b;

	return (uint64_t)m ^ (uint64_t)(m >> 64);
}

static inline uint64_t load8(const char *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof v);
	return v;
}

static inline uint32_t load4(const char *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof v);
	return v;
}

/* Up to 8 bytes. */
static inline uint64_t hash_load_tail(const char *p, size_t n)
{
	if (n >= 4)
		return (uint64_t)load4(p + n - 4) << 32 | load4(p);
	if (n == 0)
		return 0;
	return (uint64_t)(unsigned char)p[0] << 16 |
	       (uint64_t)(unsigned char)p[n / 2] << 8 |
	       (uint64_t)(unsigned char)p[n - 1];
}

static inline uint64_t hash_bytes(fg_str s)
{
	const uint64_t k0 = 0x9e3779b97f4a7c15, k1 = 0xd6e8feb86659fd93;
	uint64_t h = hash_mix(s.n ^ k0, k1);
	const char *p = s.p;
	size_t n = s.n;

	while (n > 16) {
		h = hash_mix(load8(p) ^ h, load8(p + 8) ^ k0);
		p += 16;
		n -= 16;
	}
	if (n > 8)
		return hash_mix(load8(p) ^ h, load8(p + n - 8) ^ k1);
	return hash_mix(hash_load_tail(p, n) ^ h, k1 ^ n);
}

/*
 * Most names have 16 to 48 bytes: then three blocks, which overlap, are all of
 * it, and the processor need not guess how often a loop goes round.
 */
static inline bool is_three_blocks(size_t n)
{
	return FG_LIKELY(n >= 16 && n <= 48);
}

/* Another hash, for names. */
static inline uint64_t hash_name(fg_str s)
{
	const uint64_t k0 = 0x9e3779b97f4a7c15, k1 = 0xd6e8feb86659fd93;
	const char *middle, *last;

	if (!is_three_blocks(s.n))
		return hash_bytes(s);
	middle = s.p + s.n / 2 - 8;
	last = s.p + s.n - 16;
	return hash_mix(hash_mix(load8(s.p) ^ k0, load8(s.p + 8) ^ k1) ^ s.n,
			hash_mix(load8(middle) ^ k1, load8(middle + 8) ^ k0) ^
				hash_mix(load8(last) ^ ~k0,
					 load8(last + 8) ^ ~k1));
}

/* What differs in 16 bytes, as bits. */
static inline uint64_t differ16(const char *a, const char *b)
{
	return (load8(a) ^ load8(b)) | (load8(a + 8) ^ load8(b + 8));
}

/* Whether memcmp(a, b, n) is 0; quickest for names. */
static inline bool same_bytes(const char *a, const char *b, size_t n)
{
	size_t middle = n / 2 - 8, last = n - 16;

	if (!is_three_blocks(n))
		return n == 0 || memcmp(a, b, n) == 0;
	return (differ16(a, b) | differ16(a + middle, b + middle) |
		differ16(a + last, b + last)) == 0;
}

#endif
