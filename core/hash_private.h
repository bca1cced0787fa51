/* SPDX-License-Identifier: MIT */
#ifndef CORE_HASH_PRIVATE_H
#define CORE_HASH_PRIVATE_H

#include <string.h>

#include "fg/hash.h"

/*
 * Inline hashes for loops over many short texts, where a call of fg_hash would
 * cost as much as its work.
 *
 * Multiplying 64 by 64 bits and folding the halves together is the mixing step
 * that wyhash made popular. Its weakness is a factor of zero, which makes the
 * other factor count for nothing. wyhash's constants are known, so somebody
 * can make a name with a zero factor. Here, each word of a name is first
 * combined with a word of the secret key, so nobody can know which name makes
 * a zero.
 */
/*
 * Makes the key from values that differ between runs, without the kernel's
 * randomness.
 */
void hash_make_key(void);

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

/* Loads up to 8 bytes. */
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

/*
 * Hashes sixteen bytes at a time. The tail is read as two overlapping words,
 * so no byte is read alone. Uses the first two words of the key.
 */
static inline uint64_t hash_bytes(fg_str s, const uint64_t *key)
{
	uint64_t h = fg_hash_mix(s.n ^ key[0], key[1]);
	const char *p = s.p;
	size_t n = s.n;

	while (n > 16) {
		h = fg_hash_mix(load8(p) ^ h, load8(p + 8) ^ key[0]);
		p += 16;
		n -= 16;
	}
	if (n > 8)
		return fg_hash_mix(load8(p) ^ h, load8(p + n - 8) ^ key[1]);
	return fg_hash_mix(hash_load_tail(p, n) ^ h, key[1] ^ n);
}

/*
 * Most names have 16 to 48 bytes: then three overlapping blocks cover all of
 * it, and the processor need not predict the number of rounds of a loop.
 */
static inline bool is_three_blocks(size_t n)
{
	return FG_LIKELY(n >= 16 && n <= 48);
}

/*
 * Another hash, for names. The sum of products is NH, of UMAC (Black et al.,
 * CRYPTO 1999, theorem 4.2): any two names of one length have the same sum for
 * only one of 2^64 keys. The product is folded only once, at the end.
 */
static inline uint64_t hash_name(fg_str s)
{
	__extension__ typedef unsigned __int128 wide;
	const uint64_t *key = fg_hash_key;
	const char *middle, *last;
	wide sum;

	if (!is_three_blocks(s.n))
		return hash_bytes(s, key);
	middle = s.p + s.n / 2 - 8;
	last = s.p + s.n - 16;
	sum = (wide)(load8(s.p) + key[2]) * (load8(s.p + 8) + key[3]);
	sum += (wide)(load8(middle) + key[4]) * (load8(middle + 8) + key[5]);
	sum += (wide)(load8(last) + key[6]) * (load8(last + 8) + key[7]);
	return fg_hash_mix((uint64_t)sum ^ key[0],
			   (uint64_t)(sum >> 64) ^ key[1] ^ s.n);
}

/* The differing bits of 16 bytes. */
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
