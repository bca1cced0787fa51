/* SPDX-License-Identifier: MIT */
/*
 * The general events of <linux/perf_event.h>, with the names of perf list:
 *
 *	cpu-cycles OR cycles                  [Hardware event]
 *	context-switches OR cs                [Software event]
 *	L1-dcache-load-misses                 [Hardware cache event]
 */
#include "event_general.h"
#include "fg/text.h"

struct general {
	const char *name, *alias;
	uint32_t type;
	uint64_t config;
};

#define HARDWARE(name, alias, config)                                   \
	{                                                               \
		name, alias, PERF_TYPE_HARDWARE, PERF_COUNT_HW_##config \
	}
#define SOFTWARE(name, alias, config)                                   \
	{                                                               \
		name, alias, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_##config \
	}

static const struct general generals[] = {
	HARDWARE("cycles", "cpu-cycles", CPU_CYCLES),
	HARDWARE("instructions", NULL, INSTRUCTIONS),
	HARDWARE("cache-references", NULL, CACHE_REFERENCES),
	HARDWARE("cache-misses", NULL, CACHE_MISSES),
	HARDWARE("branches", "branch-instructions", BRANCH_INSTRUCTIONS),
	HARDWARE("branch-misses", NULL, BRANCH_MISSES),
	HARDWARE("bus-cycles", NULL, BUS_CYCLES),
	HARDWARE("stalled-cycles-frontend", "idle-cycles-frontend",
		 STALLED_CYCLES_FRONTEND),
	HARDWARE("stalled-cycles-backend", "idle-cycles-backend",
		 STALLED_CYCLES_BACKEND),
	HARDWARE("ref-cycles", NULL, REF_CPU_CYCLES),
	SOFTWARE("cpu-clock", NULL, CPU_CLOCK),
	SOFTWARE("task-clock", NULL, TASK_CLOCK),
	SOFTWARE("page-faults", "faults", PAGE_FAULTS),
	SOFTWARE("context-switches", "cs", CONTEXT_SWITCHES),
	SOFTWARE("cpu-migrations", "migrations", CPU_MIGRATIONS),
	SOFTWARE("minor-faults", NULL, PAGE_FAULTS_MIN),
	SOFTWARE("major-faults", NULL, PAGE_FAULTS_MAJ),
	SOFTWARE("alignment-faults", NULL, ALIGNMENT_FAULTS),
	SOFTWARE("emulation-faults", NULL, EMULATION_FAULTS),
	SOFTWARE("dummy", NULL, DUMMY),
};

static const char *const caches[] = {
	"L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node",
};

/* Each operation's accesses and misses, as the kernel numbers them. */
static const char *const operations[][2] = {
	{ "loads", "load-misses" },
	{ "stores", "store-misses" },
	{ "prefetches", "prefetch-misses" },
};

static bool is(fg_str name, const char *known)
{
	return known && fg_equal(name, fg_from_c(known));
}

static bool is_operation(fg_str rest, struct perf_event_attr *attr,
			 uint64_t cache)
{
	for (uint64_t op = 0; op < 3; op++) {
		for (uint64_t result = 0; result < 2; result++) {
			if (!is(rest, operations[op][result]))
				continue;
			attr->type = PERF_TYPE_HW_CACHE;
			attr->config = cache | op << 8 | result << 16;
			return true;
		}
	}
	return false;
}

/* "L1-dcache-load-misses": a cache, an operation, a result. */
static bool is_cache(fg_str name, struct perf_event_attr *attr)
{
	for (size_t i = 0; i < sizeof caches / sizeof *caches; i++) {
		fg_str cache = fg_from_c(caches[i]);

		if (fg_starts_with(name, cache) && name.n > cache.n &&
		    name.p[cache.n] == '-' &&
		    is_operation(fg_slice(name, cache.n + 1, name.n), attr, i))
			return true;
	}
	return false;
}

bool event_general(fg_str name, struct perf_event_attr *attr)
{
	for (size_t i = 0; i < sizeof generals / sizeof *generals; i++) {
		const struct general *g = &generals[i];

		if (is(name, g->name) || is(name, g->alias)) {
			attr->type = g->type;
			attr->config = g->config;
			return true;
		}
	}
	return is_cache(name, attr);
}

bool event_raw(fg_str name, struct perf_event_attr *attr)
{
	uint64_t config;

	if (name.n < 2 || name.n > 17 || name.p[0] != 'r' ||
	    !fg_parse_hex(fg_slice(name, 1, name.n), &config))
		return false;
	attr->type = PERF_TYPE_RAW;
	attr->config = config;
	return true;
}
