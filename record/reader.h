/* SPDX-License-Identifier: MIT */
#ifndef RECORD_READER_H
#define RECORD_READER_H

#include "counters.h"
#include "stream.h"

/*
 * The reader: a process of its own that takes the records out of the rings
 * and writes the stream. It maps the rings, says that it is ready, gives up
 * all rights that it does not need (fg/sandbox.h), and works until the other
 * end of `control` is closed.
 */

/* Interpreters and compilers at run time, whose code perf cannot name. */
enum runtime { RUNTIME_NODE, RUNTIME_JAVA, RUNTIME_PYTHON, RUNTIMES };

/*
 * What it has counted so far, in memory that both processes see. Written by
 * the reader alone.
 */
struct tally {
	uint64_t samples, lost, bytes;
	uint64_t threads; /* that came up: the first of all, and forks */
	uint64_t user_chains, short_chains; /* of two frames or fewer */
	uint64_t rings; /* that are mapped */
	uint64_t ring_pages;
	uint32_t runtime_pids[RUNTIMES]; /* the first of each; 0: none */
	int errors[STREAM_OUTPUTS]; /* errno of an output that failed */
	bool kernel_hidden; /* where its functions are is not to be seen */
	bool damaged; /* a record of a ring lied about its size */
};

struct reader {
	const struct counters *counters;
	const struct events *events;
	const struct targets *targets;
	struct stream stream;
	struct tally *tally;
	size_t pages; /* of a ring, a power of two */
	bool pages_given; /* by the user: fewer will not do */
	bool no_sandbox;
	const char *const *command_line; /* ends with NULL */
	const char *version; /* of fg */
	int ready, control; /* ends of pipes */
	int closes; /* the other end of `control`, which is not its own */
	struct fg_diag *diag;
};

/*
 * The work of the process; `argument` is the struct reader. Returns its exit
 * status: 0, or 1 after a message.
 */
int reader_run(void *argument);

/* Counts what a record tells; for the reader, and tests. */
void reader_count(struct tally *tally, const struct perf_event_header *record);

#endif
