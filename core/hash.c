/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* getentropy */
#include "hash_private.h"

#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/auxv.h>
#endif

/* The first digits of the fraction of pi; fg_hash_draw_key() replaces them. */
uint64_t fg_hash_key[FG_HASH_KEY_WORDS] = {
	0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0,
	0x082efa98ec4e6c89, 0x452821e638d01377, 0xbe5466cf34e90c6c,
	0xc0ac29b7c97c50dd, 0x3f84d5b5b5470917,
};

uint64_t fg_hash(fg_str s)
{
	return hash_bytes(s, fg_hash_key);
}

uint64_t fg_hash_fixed(fg_str s)
{
	static const uint64_t key[] = { 0x9e3779b97f4a7c15,
					0xd6e8feb86659fd93 };

	return hash_bytes(s, key);
}

/* Eight random bytes that the kernel gave to this process, or 0. */
static uint64_t word_of_kernel(size_t which)
{
	uint64_t word = 0;
#ifdef __linux__
	/* getauxval returns a number */
	const char *random = (const char *)getauxval(AT_RANDOM);

	if (random)
		word = load8(random + which * sizeof word);
#endif
	(void)which;
	return word;
}

void hash_make_key(void)
{
	struct {
		uint64_t kernel[2], stack, program, process;
		struct timespec real, steady;
	} parts = { .kernel = { word_of_kernel(0), word_of_kernel(1) },
		    .stack = (uint64_t)(uintptr_t)&parts,
		    .program = (uint64_t)(uintptr_t)fg_hash_key,
		    .process = (uint64_t)getpid() };
	uint64_t state;

	(void)clock_gettime(CLOCK_REALTIME, &parts.real);
	(void)clock_gettime(CLOCK_MONOTONIC, &parts.steady);
	state = fg_hash((fg_str){ (const char *)&parts, sizeof parts });
	for (size_t i = 0; i < FG_HASH_KEY_WORDS; i++) {
		state = fg_hash_mix(state + fg_hash_key[i],
				    ~state ^ parts.kernel[i % 2]);
		fg_hash_key[i] ^= state;
	}
}

void fg_hash_draw_key(void)
{
	uint64_t key[FG_HASH_KEY_WORDS];

	if (getentropy(key, sizeof key) == 0)
		memcpy(fg_hash_key, key, sizeof key);
	else
		hash_make_key();
}
