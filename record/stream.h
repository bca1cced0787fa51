/* SPDX-License-Identifier: MIT */
#ifndef RECORD_STREAM_H
#define RECORD_STREAM_H

#include "event_list.h"
#include "fg/alloc.h"
#include "fg/perfdata.h"

/*
 * Writes the pipe form of perf.data: a header of 16 bytes, then records
 * (perf.data-file-format.txt of Linux' tools/perf, "Pipe-mode data"). The
 * kernel's own records are among them unchanged.
 *
 *	struct stream stream = { .fds = { pipe, file }, .count = 2 };
 *	stream_begin(&stream);
 *	stream_attr(&stream, &event, ids, id_count);
 *	stream_record(&stream, record);
 *	stream_round(&stream);
 *	if (!stream_flush(&stream))
 *		... stream.errors
 *	stream_free(&stream);
 *
 * Bytes are kept until there are 256 kB of them, or stream_flush() is called.
 * An output that fails is written to no more; the others go on.
 */
enum { STREAM_OUTPUTS = 9 };

struct stream {
	int fds[STREAM_OUTPUTS]; /* borrowed */
	int errors[STREAM_OUTPUTS]; /* out: errno of what failed, else 0 */
	size_t count;
	struct fg_buffer buffer;
	uint64_t bytes; /* written so far */
};

/* What every record of a recorder ends with, as its attributes promise. */
struct stream_trailer {
	uint32_t pid, tid;
	uint64_t time;
	uint32_t cpu, reserved;
	uint64_t identifier;
};

void stream_begin(struct stream *stream);

/*
 * The attributes and name of an event, with the ids that its samples have.
 * More than fit into one record go into further ones with the same event.
 */
void stream_attr(struct stream *stream, const struct event *event,
		 const uint64_t *ids, size_t id_count);

/* A record of the kernel, or one of ours, as it is. */
void stream_record(struct stream *stream,
		   const struct perf_event_header *record);

/*
 * A record from its head and body. Bodies over 65 kB are dropped, which no
 * caller makes.
 */
void stream_put(struct stream *stream, uint32_t type, uint16_t misc,
		fg_str body);

/* A feature that is one text, or (CMDLINE) a list of them. */
void stream_feature_text(struct stream *stream, enum fg_feature which,
			 fg_str text);
void stream_feature_list(struct stream *stream, enum fg_feature which,
			 const char *const *words);
void stream_feature_cpus(struct stream *stream, uint32_t online);

/* The kernel's records of all CPUs up to here were written: sort them now. */
void stream_round(struct stream *stream);

/* Writes what is kept. False when no output takes any more. */
bool stream_flush(struct stream *stream);

void stream_free(struct stream *stream);

#endif
