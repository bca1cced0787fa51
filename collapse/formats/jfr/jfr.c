/* SPDX-License-Identifier: MIT */
/*
 * Recordings of JDK Flight Recorder, by the JDK and by async-profiler: chunks
 * of binary events. `jfr print` (OpenJDK 17) shows one of them like this:
 *
 *	jdk.ExecutionSample {
 *	  startTime = 09:36:57.258
 *	  sampledThread = "pool-1-thread-1" (javaThreadId = 15)
 *	  state = "STATE_RUNNABLE"
 *	  stackTrace = [
 *	    java.util.Random.next(int) line: 205
 *	    java.util.Random.nextInt(int) line: 323
 *	    Orders.generate(int, long) line: 18
 *	    ...
 *	  ]
 *	}
 *
 * The recording itself describes the fields of its events (jfr/jfr_types.h).
 * Stacks, threads and names are numbers of entries in pools (jfr/jfr_pools.h).
 * Any event with a stack can be folded: a metric is an event, which counts, or
 * an event and its weight field, "ThreadPark.duration".
 */
#include "format.h"

#include "fg/text.h"
#include "jfr_fold.h"

static int detect(fg_str head)
{
	return jfr_is_header(head) ? BID_SURE : BID_NO;
}

/* Reads the metadata written last, which are the most complete. */
static bool read_types(struct jfr_types *types, const struct jfr_chunk *chunk)
{
	struct jfr_cursor at = jfr_chunk_events(chunk);
	struct jfr_event event;
	fg_str metadata = { NULL, 0 };

	while (jfr_event_next(&at, &event)) {
		if (event.type == JFR_METADATA)
			metadata = event.bytes;
	}
	return metadata.n > 0 && jfr_types_read(types, metadata);
}

static fg_status fold_chunk(struct jfr_fold *fold,
			    const struct jfr_chunk *chunk)
{
	struct collapse *c = fold->c;
	struct fg_loc loc = fg_lines_whole(c->in);
	struct jfr_types types = { 0 };
	struct jfr_pools pools = { 0 };
	fg_status status = FG_OK;

	if (read_types(&types, chunk)) {
		jfr_pools_read(&pools, &types, chunk);
		if (pools.damaged > 0)
			fg_warn(c->diag, loc,
				"damaged pools: some names and stacks are "
				"missing");
		status = jfr_fold_chunk(fold, chunk, &types, &pools);
	} else {
		fg_warn(c->diag, loc,
			"a chunk whose metadata are missing or damaged is "
			"left out");
	}
	jfr_pools_free(&pools);
	jfr_types_free(&types);
	return status;
}

static fg_status parse(struct collapse *c)
{
	struct jfr_chunk chunk = { 0 };
	fg_status status = FG_OK;
	struct jfr_fold fold;

	jfr_fold_init(&fold, c);
	while (status == FG_OK && jfr_chunk_read(&chunk, c->in, c->diag))
		status = fold_chunk(&fold, &chunk);
	jfr_chunk_free(&chunk);
	if (status == FG_OK)
		status = fg_lines_status(c->in);
	if (status == FG_OK)
		status = jfr_fold_finish(&fold);
	jfr_fold_free(&fold);
	return status;
}

const struct format format_jfr = {
	.name = "jfr",
	.summary = "recordings of JDK Flight Recorder and async-profiler",
	.own_metrics = true,
	.has = HAS_THREADS | HAS_TIDS | HAS_TIMES | HAS_TIMELINE | HAS_MODULES |
	       HAS_INLINED | HAS_ARGUMENTS | HAS_KERNEL | HAS_JIT,
	.detect = detect,
	.parse = parse,
};
