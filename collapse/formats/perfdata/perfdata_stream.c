/* SPDX-License-Identifier: MIT */
#include "perfdata_stream.h"

#include <stdlib.h>

#include "fg/text.h"
#include "perfdata_bytes.h"

enum { READ_SIZE = 1 << 20, PLAIN_SIZE = 1 << 18 };

static size_t have(const struct stream *stream)
{
	return stream->raw.n - stream->raw_at;
}

/*
 * Makes `n` bytes available at raw_at, reading if necessary; false when there
 * are fewer.
 */
static bool need(struct stream *stream, size_t n)
{
	struct fg_buffer *raw = &stream->raw;
	size_t rest = have(stream);

	if (n > stream->left)
		return false;
	if (rest >= n)
		return true;
	if (rest > 0)
		memmove(raw->p, raw->p + stream->raw_at, rest);
	stream->raw_at = 0;
	raw->n = rest;
	FG_RESERVE(&raw->p, &raw->room, n > READ_SIZE ? n : READ_SIZE);
	while (raw->n < n) {
		size_t got = fg_lines_read(stream->in, raw->p + raw->n,
					   raw->room - raw->n);

		if (got == 0)
			return false;
		raw->n += got;
	}
	return true;
}

static void consume(struct stream *stream, size_t n)
{
	stream->raw_at += n;
	stream->offset += n;
	if (stream->left != UINT64_MAX)
		stream->left -= n;
}

fg_str stream_take(struct stream *stream, size_t n)
{
	fg_str taken;

	if (n > stream->left)
		n = (size_t)stream->left;
	if (!need(stream, n))
		n = have(stream);
	taken = (fg_str){ stream->raw.p + stream->raw_at, n };
	consume(stream, n);
	return taken;
}

static bool damaged(struct stream *stream, const char *why, uint64_t at)
{
	stream->damage = why;
	stream->damage_at = at;
	return false;
}

/*
 * Reads the header of the record at the start of `text`. Returns its size, or
 * 0 when it is incomplete.
 */
static size_t read_header(struct stream *stream, fg_str text,
			  struct record *record)
{
	struct bytes b = { .rest = text, .swapped = stream->swapped };
	size_t size;

	record->type = bytes_u32(&b);
	record->misc = bytes_u16(&b);
	size = bytes_u16(&b);
	if (b.is_short)
		return 0;
	if (size < RECORD_HEADER) {
		damaged(stream, "a record is shorter than its header",
			record->at);
		return 0;
	}
	return size;
}

/* Keeps up to 1 GB after a record; no known record has more. */
static bool read_behind(struct stream *stream, struct record *record)
{
	enum { MOST = 1 << 30 };
	struct bytes b = { .rest = record->body, .swapped = stream->swapped };
	uint64_t left = (bytes_u32(&b) + UINT64_C(7)) & ~UINT64_C(7);

	if (left > MOST)
		return damaged(stream, "its tracing data is too large",
			       record->at);
	stream->behind.n = 0;
	while (left > 0) {
		fg_str part = stream_take(
			stream, left < READ_SIZE ? (size_t)left : READ_SIZE);

		if (part.n == 0)
			break;
		fg_buffer_append(&stream->behind, part);
		left -= part.n;
	}
	stream->is_cut |= left > 0;
	record->body = fg_buffer_text(&stream->behind);
	return true;
}

/* Skips hardware traces, which are not used. */
static void skip_behind(struct stream *stream, const struct record *record)
{
	struct bytes b = { .rest = record->body, .swapped = stream->swapped };
	uint64_t left = bytes_u64(&b);

	while (left > 0) {
		size_t n = stream_take(stream, left < READ_SIZE ? (size_t)left
								: READ_SIZE)
				   .n;

		if (n == 0)
			break;
		left -= n;
	}
	stream->is_cut |= left > 0;
}

static bool next_raw(struct stream *stream, struct record *record)
{
	size_t size;

	record->at = stream->offset;
	if (!need(stream, RECORD_HEADER)) {
		stream->is_cut |= stream->left == UINT64_MAX ? have(stream) > 0
							     : stream->left > 0;
		return false;
	}
	size = read_header(stream,
			   (fg_str){ stream->raw.p + stream->raw_at,
				     RECORD_HEADER },
			   record);
	if (size == 0)
		return false;
	if (!need(stream, size)) {
		stream->is_cut = true;
		return false;
	}
	record->body = (fg_str){ stream->raw.p + stream->raw_at + RECORD_HEADER,
				 size - RECORD_HEADER };
	consume(stream, size);
	if (record->type == FG_RECORD_AUXTRACE)
		skip_behind(stream, record);
	return record->type != FG_RECORD_TRACING_DATA ||
	       read_behind(stream, record);
}

/* Takes a whole record from the unpacked bytes. */
static bool next_plain(struct stream *stream, struct record *record)
{
	fg_str rest = { stream->plain.p + stream->plain_at,
			stream->plain.n - stream->plain_at };
	size_t size;

	record->at = stream->offset;
	if (rest.n < RECORD_HEADER)
		return false;
	size = read_header(stream, rest, record);
	if (size == 0 || size > rest.n)
		return false;
	record->body = fg_slice(rest, RECORD_HEADER, size);
	stream->plain_at += size;
	return true;
}

/* Unpacks more of the current record. */
static void unpack(struct stream *stream)
{
	struct fg_buffer *plain = &stream->plain;
	size_t rest = plain->n - stream->plain_at;

	if (rest > 0)
		memmove(plain->p, plain->p + stream->plain_at, rest);
	plain->n = rest;
	stream->plain_at = 0;
	FG_RESERVE(&plain->p, &plain->room, plain->n + PLAIN_SIZE);
	if (!stream->unzstd)
		stream->unzstd = fg_unzstd_new();
	stream->has_more = false;
	if (fg_unzstd_more(stream->unzstd, &stream->packed, plain))
		stream->has_more = plain->n == plain->room;
	else
		damaged(stream, "its compressed data is damaged",
			stream->offset);
}

static void begin_packed(struct stream *stream, const struct record *record)
{
	struct bytes b = { .rest = record->body, .swapped = stream->swapped };

	stream->packed = record->body;
	if (record->type == FG_RECORD_COMPRESSED2) {
		uint64_t size = bytes_u64(&b);

		stream->packed = b.rest;
		if (size < b.rest.n)
			stream->packed.n = (size_t)size;
	}
}

bool stream_next(struct stream *stream, struct record *record)
{
	while (!stream->damage) {
		if (next_plain(stream, record))
			return true;
		if (stream->damage)
			break;
		if (stream->packed.n > 0 || stream->has_more) {
			unpack(stream);
			continue;
		}
		if (!next_raw(stream, record)) {
			stream->is_cut |= stream->plain.n > stream->plain_at;
			break;
		}
		if (record->type != FG_RECORD_COMPRESSED &&
		    record->type != FG_RECORD_COMPRESSED2)
			return true;
		begin_packed(stream, record);
	}
	return false;
}

void stream_free(struct stream *stream)
{
	free(stream->raw.p);
	free(stream->plain.p);
	free(stream->behind.p);
	fg_unzstd_free(stream->unzstd);
}
