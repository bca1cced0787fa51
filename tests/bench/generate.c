/* SPDX-License-Identifier: MIT */
/*
 * Writes synthetic input for measuring: the same bytes for the same words.
 *
 *	generate perf MEGABYTES    `perf script` text, nearly every stack new
 *	generate repeat MEGABYTES  the same, of 50,000 stacks over and over
 *	generate deep STACKS       folded, 9 to 41 frames a stack
 *	generate shallow STACKS    folded, 3 to 14 short names a stack
 *	generate tree FRAMES       folded, until the call tree has so many nodes
 *	generate wide FRAMES       folded, one root with so many children
 *	generate tower FRAMES      folded, one stack so deep
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FUNCTIONS = 20000, CALLEES = 4, DEPTH_MAX = 64, NAME_ROOM = 96 };

struct random {
	uint64_t state;
};

/* splitmix64: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
 * Generators", 2014. */
static uint64_t next(struct random *r)
{
	uint64_t z = r->state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

static unsigned below(struct random *r, unsigned n)
{
	return (unsigned)(next(r) % n);
}

/* 0 half of the time, 1 a quarter, and so on. */
static unsigned skewed(struct random *r, unsigned n)
{
	unsigned v = 0;

	for (uint64_t bits = next(r); v + 1 < n && bits & 1; bits >>= 1)
		v++;
	return v;
}

static const char *const words[] = {
	"open",	 "scan",  "token", "emit",  "shard", "graph", "frame", "route",
	"queue", "fetch", "merge", "index", "cache", "batch", "lease", "probe",
	"codec", "delta", "paint", "round", "flush", "claim", "split", "digest",
};

struct function {
	char name[NAME_ROOM];
	const char *module;
	uint64_t address;
	unsigned callees[CALLEES];
};

static const char *word(struct random *r)
{
	return words[below(r, sizeof words / sizeof *words)];
}

static void name_function(struct random *r, struct function *f, unsigned i)
{
	static const char *const modules[] = {
		"/usr/bin/server",
		"/usr/lib/libstore.so.4.2",
		"/usr/lib/x86_64-linux-gnu/libc.so.6",
		"[kernel.kallsyms]",
		"/usr/lib/libcodec.so.1",
	};
	static const char *const tails[] = {
		"",
		"",
		"(int, char const*)",
		"<std::vector<unsigned> >::apply(std::string const&)",
	};
	unsigned m = below(r, 5);

	f->module = modules[m];
	f->address = (uint64_t)i * 4096 + (m == 3 ? 0xffffffff81000000 : 0);
	if (m == 3)
		snprintf(f->name, sizeof f->name, "%s_%s_%u", word(r), word(r),
			 i);
	else
		snprintf(f->name, sizeof f->name, "%s::%s_%s%u%s", word(r),
			 word(r), word(r), i, tails[below(r, 4)]);
	for (unsigned k = 0; k < CALLEES; k++)
		f->callees[k] = below(r, FUNCTIONS);
}

static struct function *make_functions(struct random *r)
{
	struct function *all = calloc(FUNCTIONS, sizeof *all);

	if (!all)
		exit(1);
	for (unsigned i = 0; i < FUNCTIONS; i++)
		name_function(r, &all[i], i);
	return all;
}

/* A walk down the call graph; returns its length. */
static unsigned walk(struct random *r, const struct function *all,
		     unsigned least, unsigned most, unsigned *path)
{
	unsigned n = least + below(r, most - least + 1), at = below(r, 6);

	for (unsigned i = 0; i < n; i++) {
		path[i] = at;
		at = all[at].callees[skewed(r, CALLEES)];
	}
	return n;
}

static size_t sample(struct random *r, const struct function *all,
		     uint64_t stamp)
{
	static const char *const comms[] = { "server", "worker 7", "sqlite3",
					     "kworker/0:1", "node" };
	unsigned path[DEPTH_MAX], n = walk(r, all, 4, 46, path);
	unsigned pid = 4000 + below(r, 5);
	int size = printf("%s %u/%u [%03u] %" PRIu64 ".%06" PRIu64 ": %u "
			  "cycles:P: "
			  "\n",
			  comms[pid - 4000], pid, pid + below(r, 16),
			  below(r, 16), stamp / 1000000, stamp % 1000000,
			  10101010 + below(r, 2));

	while (n-- > 0) {
		const struct function *f = &all[path[n]];
		unsigned offset = 16 * below(r, 8);

		size += printf("\t%16" PRIx64 " %s+0x%x (%s)\n",
			       f->address + offset, f->name, offset, f->module);
	}
	putchar('\n');
	return (size_t)size + 1;
}

static void perf(uint64_t megabytes, uint64_t stacks)
{
	struct random r = { 7 };
	struct function *all = make_functions(&r);
	uint64_t size = 0, limit = megabytes * 1000000;

	for (uint64_t i = 0; size < limit; i++) {
		struct random at = { 1000 + (stacks ? i % stacks : i) };

		size += sample(&at, all, 1000000000 + i * 37);
	}
	free(all);
}

static void folded(uint64_t stacks, unsigned least, unsigned most)
{
	struct random r = { 11 };
	struct function *all = make_functions(&r);

	for (uint64_t i = 0; i < stacks; i++) {
		unsigned path[DEPTH_MAX], n = walk(&r, all, least, most, path);

		for (unsigned k = 0; k < n; k++)
			printf("%s%s", k ? ";" : "", all[path[k]].name);
		printf(" %u\n", 1 + skewed(&r, 60));
	}
	free(all);
}

static void shallow(uint64_t stacks)
{
	struct random r = { 13 };

	for (uint64_t i = 0; i < stacks; i++) {
		unsigned n = 3 + below(&r, 12);

		for (unsigned k = 0; k < n; k++)
			printf("%sf%u", k ? ";" : "",
			       below(&r, 1u << skewed(&r, 18)));
		printf(" %u\n", 1 + below(&r, 50));
	}
}

/* Stacks share their beginnings, so each one adds a handful of nodes. */
static void tree(uint64_t frames)
{
	struct random r = { 17 };
	struct function *all = make_functions(&r);
	unsigned path[DEPTH_MAX], n = 0;

	for (uint64_t nodes = 0; nodes < frames;) {
		unsigned keep = n ? below(&r, n) : 0;
		unsigned at = keep ? path[keep - 1] : 0;

		for (n = keep; n < keep + 6 && n < DEPTH_MAX; n++, nodes++)
			path[n] = at = all[at].callees[skewed(&r, CALLEES)];
		for (unsigned k = 0; k < n; k++)
			printf("%s%s", k ? ";" : "", all[path[k]].name);
		printf(" %u\n", 1 + below(&r, 9));
	}
	free(all);
}

static void wide(uint64_t frames)
{
	for (uint64_t i = 0; i < frames; i++)
		printf("main;f%" PRIu64 " %" PRIu64 "\n", i, 1 + i % 7);
}

static void tower(uint64_t frames)
{
	for (uint64_t i = 0; i < frames; i++)
		printf("%sf%" PRIu64, i ? ";" : "", i % 1000);
	puts(" 1");
}

static bool generate(const char *what, uint64_t n)
{
	if (strcmp(what, "perf") == 0)
		perf(n, 0);
	else if (strcmp(what, "repeat") == 0)
		perf(n, 50000);
	else if (strcmp(what, "deep") == 0)
		folded(n, 9, 41);
	else if (strcmp(what, "shallow") == 0)
		shallow(n);
	else if (strcmp(what, "tree") == 0)
		tree(n);
	else if (strcmp(what, "wide") == 0)
		wide(n);
	else if (strcmp(what, "tower") == 0)
		tower(n);
	else
		return false;
	return true;
}

int main(int argc, char **argv)
{
	if (argc != 3 || !generate(argv[1], strtoull(argv[2], NULL, 10))) {
		fputs("usage: generate perf|repeat|deep|shallow|tree|wide|tower"
		      " NUMBER\n",
		      stderr);
		return 2;
	}
	return fflush(stdout) == 0 ? 0 : 1;
}
