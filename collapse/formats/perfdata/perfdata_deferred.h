/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_DEFERRED_H
#define PERFDATA_DEFERRED_H

#include "perfdata_chain.h"
#include "perfdata_fields.h"

/*
 * Samples that wait for the user part of their call chain. From Linux 6.19 on,
 * the kernel may write it only when the thread is about to leave the kernel:
 * the sample's chain ends with -640 and a number, its cookie, and a record
 * CALLCHAIN_DEFERRED with that cookie follows, for all such samples.
 *
 *	u64 cookie, u64 count, u64 addresses[count]
 */
struct waiting_sample {
	struct fields fields; /* chain is `chain`; the rest is left out */
	struct fg_buffer chain; /* without the last two numbers */
	uint64_t cookie, period;
	uint32_t next; /* next in its list; 0: the last */
	uint16_t misc;
	bool waits;
};

/*
 * One record may be for any number of samples, each of a few bytes. So many
 * addresses are joined in all; then a sample has only the first of them.
 */
enum { DEFERRED_ADDRESSES = 8 << 20, DEFERRED_FIRST = 256 };

struct deferred {
	struct waiting_sample *items; /* number 0 is not used */
	size_t count, room;
	uint32_t *lists; /* by thread and cookie */
	size_t list_count; /* a power of two, not less than `count` */
	uint32_t unused; /* the first of a list */
	size_t next; /* for deferred_take_any() */
	struct fg_buffer joined; /* the chain of the last that was taken */
	bool is_lifted; /* --no-limits */
	uint64_t addresses; /* that were joined so far */
	uint64_t cut; /* samples that got a part of their user's chain */
};

/* Whether the sample must wait, and for which cookie. */
bool deferred_cookie(const struct fields *fields, bool swapped,
		     uint64_t *cookie);

/* Keeps a copy of the sample. */
void deferred_add(struct deferred *deferred, const struct fields *fields,
		  uint64_t cookie, uint16_t misc, uint64_t period);

/*
 * Removes and returns a sample of that thread and cookie, with `user` appended
 * to its chain; NULL when there is no more. Valid until the next call.
 */
const struct waiting_sample *deferred_take(struct deferred *deferred,
					   uint32_t tid, uint64_t cookie,
					   struct bytes user);

/*
 * The same for any sample that is left, at the end: its chain has no user
 * part. No sample may be added after that.
 */
const struct waiting_sample *deferred_take_any(struct deferred *deferred);

void deferred_free(struct deferred *deferred);

#endif
