/* SPDX-License-Identifier: MIT */
#include "stream.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "fg/text.h"
#include "record_bytes.h"

enum {
	KEEP = 1 << 18,
	RECORD_MAX = UINT16_MAX,
	IDS_MAX = 4096, /* in a record */
	TEXT_STEP = 64, /* texts are padded to a multiple of it, as perf's */
};

static void append_zeros(struct fg_buffer *to, size_t n)
{
	static const char zeros[TEXT_STEP];

	append(to, zeros, n);
}

/* Writes it all to one output; a reader that went away is an error like any. */
static int write_all(int fd, fg_str bytes)
{
	while (bytes.n > 0) {
		ssize_t n = write(fd, bytes.p, bytes.n);

		if (n < 0 && errno == EAGAIN) {
			struct pollfd wait = { .fd = fd, .events = POLLOUT };

			(void)poll(&wait, 1, -1);
		} else if (n < 0 && errno != EINTR) {
			return errno;
		}
		if (n > 0)
			bytes = fg_slice(bytes, (size_t)n, bytes.n);
	}
	return 0;
}

bool stream_flush(struct stream *stream)
{
	fg_str bytes = fg_buffer_text(&stream->buffer);
	bool any = false;

	for (size_t i = 0; i < stream->count; i++) {
		if (stream->errors[i] == 0 && bytes.n > 0)
			stream->errors[i] = write_all(stream->fds[i], bytes);
		any |= stream->errors[i] == 0;
	}
	stream->bytes += bytes.n;
	stream->buffer.n = 0;
	return any;
}

void stream_free(struct stream *stream)
{
	free(stream->buffer.p);
	stream->buffer = (struct fg_buffer){ 0 };
}

static void keep(struct stream *stream, const void *bytes, size_t n)
{
	append(&stream->buffer, bytes, n);
	if (stream->buffer.n >= KEEP)
		(void)stream_flush(stream);
}

void stream_begin(struct stream *stream)
{
	append(&stream->buffer, "PERFILE2", 8);
	append_u64(&stream->buffer, 16); /* the size of this header */
}

void stream_record(struct stream *stream,
		   const struct perf_event_header *record)
{
	keep(stream, record, record->size);
}

void stream_put(struct stream *stream, uint32_t type, uint16_t misc,
		fg_str body)
{
	struct perf_event_header header = {
		.type = type,
		.misc = misc,
		.size = (uint16_t)(sizeof header + body.n),
	};

	if (body.n > RECORD_MAX - sizeof header)
		return;
	append(&stream->buffer, &header, sizeof header);
	keep(stream, body.p, body.n);
}

/* What it is an update of is named by one of its ids. */
static void put_name(struct stream *stream, const char *name, uint64_t id)
{
	enum { UPDATE_NAME = 2 };
	struct fg_buffer body = { 0 };
	fg_str text = fg_from_c(name);

	append_u64(&body, UPDATE_NAME);
	append_u64(&body, id);
	fg_buffer_append(&body, text);
	append_zeros(&body, 8 - text.n % 8);
	stream_put(stream, FG_RECORD_EVENT_UPDATE, 0, fg_buffer_text(&body));
	free(body.p);
}

void stream_attr(struct stream *stream, const struct event *event,
		 const uint64_t *ids, size_t id_count)
{
	size_t at = 0;

	do {
		size_t n = id_count - at < IDS_MAX ? id_count - at : IDS_MAX;
		struct fg_buffer body = { 0 };

		append(&body, &event->attr, event->attr.size);
		append(&body, ids + at, n * sizeof *ids);
		stream_put(stream, FG_RECORD_ATTR, 0, fg_buffer_text(&body));
		free(body.p);
		if (n > 0)
			put_name(stream, event->name, ids[at]);
		at += n;
	} while (at < id_count);
}

/* A text in a feature: the room it has, its bytes, zeros. */
static void append_text(struct fg_buffer *to, fg_str text)
{
	size_t padding = TEXT_STEP - text.n % TEXT_STEP;

	append_u32(to, (uint32_t)(text.n + padding));
	fg_buffer_append(to, text);
	append_zeros(to, padding);
}

void stream_feature_text(struct stream *stream, enum fg_feature which,
			 fg_str text)
{
	struct fg_buffer body = { 0 };

	append_u64(&body, which);
	append_text(&body, text);
	stream_put(stream, FG_RECORD_FEATURE, 0, fg_buffer_text(&body));
	free(body.p);
}

void stream_feature_list(struct stream *stream, enum fg_feature which,
			 const char *const *words)
{
	struct fg_buffer body = { 0 };
	uint32_t count = 0;

	while (words[count])
		count++;
	append_u64(&body, which);
	append_u32(&body, count);
	for (uint32_t i = 0; i < count; i++)
		append_text(&body, fg_from_c(words[i]));
	append_zeros(&body, (8 - body.n % 8) % 8);
	stream_put(stream, FG_RECORD_FEATURE, 0, fg_buffer_text(&body));
	free(body.p);
}

void stream_feature_cpus(struct stream *stream, uint32_t online)
{
	struct fg_buffer body = { 0 };

	append_u64(&body, FG_FEATURE_NRCPUS);
	append_u32(&body, online); /* configured: those that we know of */
	append_u32(&body, online);
	stream_put(stream, FG_RECORD_FEATURE, 0, fg_buffer_text(&body));
	free(body.p);
}

void stream_round(struct stream *stream)
{
	stream_put(stream, FG_RECORD_FINISHED_ROUND, 0, (fg_str){ "", 0 });
}
