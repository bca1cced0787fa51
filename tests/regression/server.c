/* SPDX-License-Identifier: MIT */
/*
 * The program of the regression test: it answers made-up requests, and its
 * functions share the time in known parts. "server REQUESTS SLOWER" makes
 * checksum() do SLOWER percent more work; everything else stays the same.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline, noclone))

/* Work that cannot be left out or done ahead: each step needs the last. */
static inline uint64_t spin(uint64_t state, unsigned steps)
{
	while (steps-- > 0)
		state = state * 6364136223846793005 + 1442695040888963407;
	return state;
}

static NOINLINE uint64_t read_token(uint64_t state)
{
	return spin(state, 200) ^ 1;
}

static NOINLINE uint64_t read_number(uint64_t state)
{
	return spin(state, 150) ^ 2;
}

static NOINLINE uint64_t parse_request(uint64_t state)
{
	for (int i = 0; i < 3; i++)
		state = read_token(state);
	return read_number(spin(state, 50)) ^ 3;
}

static NOINLINE uint64_t checksum(uint64_t state, unsigned slower)
{
	return spin(state, 150 + 150 * slower / 100) ^ 4;
}

static NOINLINE uint64_t find_record(uint64_t state, unsigned depth)
{
	if (depth > 0)
		return find_record(spin(state, 40), depth - 1) ^ 5;
	return spin(state, 100) ^ 6;
}

static NOINLINE uint64_t answer(uint64_t state, unsigned slower)
{
	state = find_record(state, 4);
	return checksum(spin(state, 60), slower) ^ 7;
}

static NOINLINE uint64_t serve(uint64_t state, unsigned slower)
{
	return answer(parse_request(state), slower) ^ 8;
}

int main(int argc, char **argv)
{
	unsigned long requests = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
	unsigned slower = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
	uint64_t state = 1;

	for (unsigned long i = 0; i < requests; i++)
		state = serve(state, slower);
	printf("%" PRIu64 "\n", state);
	return 0;
}
