/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "attributes.h"
#include "fg/text.h"
#include "reader.h"

enum { SHORT_CHAIN = 2 };

/* A chain's parts begin with a marker: PERF_CONTEXT_USER and the like. */
static bool is_marker(uint64_t address)
{
	return address >= PERF_CONTEXT_MAX;
}

/* How many frames the user's part of a chain has. */
static void count_chain(struct tally *tally, const struct sample_head *head,
			size_t size)
{
	const uint64_t *chain = (const uint64_t *)(const void *)(head + 1);
	uint64_t room = (size - sizeof *head) / sizeof *chain, frames = 0;
	bool in_user = false, has_user = false;

	for (uint64_t i = 0; i < head->chain_count && i < room; i++) {
		if (is_marker(chain[i])) {
			in_user = chain[i] == PERF_CONTEXT_USER;
			has_user |= in_user;
		} else if (in_user) {
			frames++;
		}
	}
	tally->user_chains += has_user;
	tally->short_chains += has_user && frames <= SHORT_CHAIN;
}

static void count_sample(struct tally *tally,
			 const struct perf_event_header *record)
{
	const struct sample_head *head = (const void *)(record + 1);
	size_t size = record->size - sizeof *record;

	tally->samples++;
	if (size >= sizeof *head)
		count_chain(tally, head, size);
}

static void count_lost(struct tally *tally,
		       const struct perf_event_header *record)
{
	/* LOST: an id, then the number; LOST_SAMPLES: the number */
	size_t at = record->type == PERF_RECORD_LOST ? 8 : 0;
	uint64_t lost;

	if (record->size < sizeof *record + at + sizeof lost)
		return;
	memcpy(&lost, (const char *)(record + 1) + at, sizeof lost);
	tally->lost += lost;
}

/* Which one a file belongs to; RUNTIMES: none. */
static enum runtime runtime_of(fg_str path)
{
	size_t slash = fg_rfind_char(path, '/');
	fg_str name = slash < path.n ? fg_slice(path, slash + 1, path.n) : path;

	if (fg_equal(name, FG_STR("node")) || fg_equal(name, FG_STR("nodejs")))
		return RUNTIME_NODE;
	if (fg_equal(name, FG_STR("libjvm.so")))
		return RUNTIME_JAVA;
	if (fg_starts_with(name, FG_STR("python3")) ||
	    fg_starts_with(name, FG_STR("libpython3")))
		return RUNTIME_PYTHON;
	return RUNTIMES;
}

static void look_for_runtime(struct tally *tally,
			     const struct perf_event_header *record)
{
	enum { PATH_AT = 64 }; /* behind pid, addresses, identity, prot */
	const char *body = (const char *)(record + 1);
	size_t size = record->size - sizeof *record;
	enum runtime runtime;
	uint32_t pid;
	fg_str path;

	if (size <= PATH_AT)
		return;
	path = (fg_str){ body + PATH_AT, size - PATH_AT };
	path = fg_cut(&path, '\0');
	runtime = runtime_of(path);
	if (runtime == RUNTIMES || tally->runtime_pids[runtime] != 0)
		return;
	memcpy(&pid, body, sizeof pid);
	tally->runtime_pids[runtime] = pid;
}

void reader_count(struct tally *tally, const struct perf_event_header *record)
{
	switch (record->type) {
	case PERF_RECORD_SAMPLE:
		count_sample(tally, record);
		break;
	case PERF_RECORD_LOST:
	case PERF_RECORD_LOST_SAMPLES:
		count_lost(tally, record);
		break;
	case PERF_RECORD_MMAP2:
		look_for_runtime(tally, record);
		break;
	case PERF_RECORD_FORK:
		tally->threads++;
		break;
	default:
		break;
	}
}
