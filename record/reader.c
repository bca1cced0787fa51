/* SPDX-License-Identifier: MIT */
#include "reader.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "existing.h"
#include "fg/sandbox.h"
#include "fg/text.h"
#include "refusal.h"
#include "ring.h"

enum {
	PAGES_LEAST = 8,
	PATIENCE = 200, /* ms, after which rings are read in any case */
};

/* The rings of all CPUs, and what is waited for: they, and the control. */
struct rings {
	struct ring *items;
	struct pollfd *waits; /* one a ring, then the control */
	size_t count;
};

/* Smaller ones where the kernel allows no larger. */
static bool map_one(struct reader *r, struct ring *ring, int fd)
{
	while (!ring_map(ring, fd, r->pages)) {
		if (errno != EPERM || r->pages_given || r->pages <= PAGES_LEAST)
			return false;
		r->pages /= 2;
	}
	return true;
}

static fg_status map_all(struct reader *r, struct rings *rings)
{
	size_t room = r->counters->cpus.count;

	rings->items = fg_calloc(room, sizeof *rings->items);
	rings->waits = fg_calloc(room + 1, sizeof *rings->waits);
	for (size_t i = 0; i < room; i++) {
		int fd = r->counters->ring_fds[i];

		if (fd < 0)
			continue;
		if (!map_one(r, &rings->items[rings->count], fd))
			return refusal_ring(errno, r->pages, r->diag);
		rings->waits[rings->count++] =
			(struct pollfd){ .fd = fd, .events = POLLIN };
	}
	rings->waits[rings->count] =
		(struct pollfd){ .fd = r->control, .events = POLLIN };
	if (!counters_share_rings(r->counters))
		return refusal_ring(errno, r->pages, r->diag);
	r->tally->rings = rings->count;
	r->tally->ring_pages = r->pages;
	return FG_OK;
}

static void rings_free(struct rings *rings)
{
	for (size_t i = 0; i < rings->count; i++)
		ring_unmap(&rings->items[i]);
	free(rings->items);
	free(rings->waits);
}

static void put_attrs(struct reader *r)
{
	const struct counters *counters = r->counters;
	uint64_t *ids = fg_malloc(counters->count * sizeof *ids);

	for (unsigned e = 0; e < r->events->count; e++) {
		size_t n = 0;

		for (size_t i = 0; i < counters->count; i++) {
			if (counters->items[i].event == e)
				ids[n++] = counters->items[i].id;
		}
		stream_attr(&r->stream, &r->events->items[e], ids, n);
	}
	free(ids);
}

static void put_features(struct reader *r)
{
	struct utsname names;

	if (uname(&names) != 0)
		return;
	stream_feature_text(&r->stream, FG_FEATURE_HOSTNAME,
			    fg_from_c(names.nodename));
	stream_feature_text(&r->stream, FG_FEATURE_OSRELEASE,
			    fg_from_c(names.release));
	stream_feature_text(&r->stream, FG_FEATURE_VERSION,
			    fg_from_c(r->version));
	stream_feature_text(&r->stream, FG_FEATURE_ARCH,
			    fg_from_c(names.machine));
	stream_feature_cpus(&r->stream, (uint32_t)r->counters->cpus.count);
	stream_feature_list(&r->stream, FG_FEATURE_CMDLINE, r->command_line);
}

/* What stands before the kernel's records. */
static void put_front(struct reader *r)
{
	const struct targets *targets = r->targets;

	stream_begin(&r->stream);
	put_attrs(r);
	put_features(r);
	r->tally->kernel_hidden = !existing_kernel(&r->stream);
	if (targets->all || targets->cgroup >= 0)
		existing_processes(&r->stream);
	for (size_t i = 0; i < targets->pid_count; i++)
		existing_process(&r->stream, (uint32_t)targets->pids[i]);
	for (size_t i = 0; i < targets->tid_count; i++)
		existing_process(
			&r->stream,
			existing_process_of((uint32_t)targets->tids[i]));
	(void)stream_flush(&r->stream);
}

static uint64_t read_ring(struct reader *r, struct ring *ring)
{
	const struct perf_event_header *record;
	uint64_t count = 0;

	ring_begin(ring);
	for (; (record = ring_next(ring)); count++) {
		reader_count(r->tally, record);
		stream_record(&r->stream, record);
	}
	ring_end(ring);
	r->tally->damaged |= ring->is_damaged;
	return count;
}

/* One pass over all rings. False when nobody takes the stream any more. */
static bool read_rings(struct reader *r, struct rings *rings)
{
	uint64_t count = 0;
	bool goes_on;

	for (size_t i = 0; i < rings->count; i++)
		count += read_ring(r, &rings->items[i]);
	if (count > 0)
		stream_round(&r->stream);
	goes_on = stream_flush(&r->stream);
	r->tally->bytes = r->stream.bytes;
	memcpy(r->tally->errors, r->stream.errors, sizeof r->tally->errors);
	return goes_on;
}

/* The events of a CPU whose threads have all ended: nothing more comes. */
static void forget_ended(struct rings *rings)
{
	for (size_t i = 0; i < rings->count; i++) {
		if (rings->waits[i].revents & (POLLHUP | POLLERR | POLLNVAL))
			rings->waits[i].fd = -1;
	}
}

static bool read_until_told(struct reader *r, struct rings *rings)
{
	const struct pollfd *control = &rings->waits[rings->count];
	bool goes_on = true;

	while (goes_on && control->revents == 0) {
		(void)poll(rings->waits, (nfds_t)(rings->count + 1), PATIENCE);
		forget_ended(rings);
		goes_on = read_rings(r, rings);
	}
	/* the counters stand still now: the last of their records */
	return goes_on && read_rings(r, rings);
}

int reader_run(void *argument)
{
	static const char *const no_outputs[] = { NULL };
	struct reader *r = argument;
	struct rings rings = { 0 };
	bool done = false;

	close(r->closes);
	if (map_all(r, &rings) == FG_OK && write(r->ready, "", 1) == 1) {
		close(r->ready);
		if (!r->no_sandbox)
			(void)fg_sandbox_enter(no_outputs);
		put_front(r);
		done = read_until_told(r, &rings);
	}
	rings_free(&rings);
	stream_free(&r->stream);
	return done ? 0 : 1;
}
