/* SPDX-License-Identifier: MIT */
#include "perfdata_header.h"

#include <inttypes.h>
#include <stdlib.h>

#include "fg/text.h"

enum {
	PIPE_HEADER = 16,
	FILE_HEADER = 104,
	SECTION = 16, /* an offset and a size */
	FRONT_MAX = 1 << 30, /* nobody records more attributes */
};

static fg_status fail(struct stream *stream, struct fg_diag *diag,
		      const char *what, uint64_t at)
{
	return fg_fail(diag, FG_EINPUT, fg_lines_whole(stream->in),
		       "%s (at offset %" PRIu64 ")", what, at);
}

static struct section read_section(struct bytes *b)
{
	struct section section;

	section.offset = bytes_u64(b);
	section.size = bytes_u64(b);
	return section;
}

/* A part of the file. `text` begins at offset `base`. */
static bool part_of(fg_str text, uint64_t base, struct section section,
		    fg_str *part)
{
	if (section.offset < base || section.offset - base > text.n ||
	    section.size > text.n - (section.offset - base))
		return false;
	*part = fg_slice(text, (size_t)(section.offset - base),
			 (size_t)(section.offset - base + section.size));
	return true;
}

/* Reads the attributes and their ids from `text`, which begins at `base`. */
static bool read_attrs(const struct header *header, fg_str text, uint64_t base,
		       bool swapped, struct events *events)
{
	fg_str attrs, ids;

	if (header->attr_size <= SECTION ||
	    !part_of(text, base, header->attrs, &attrs))
		return false;
	while (attrs.n >= header->attr_size) {
		size_t size = (size_t)header->attr_size;
		struct bytes attr = { fg_slice(attrs, 0, size - SECTION),
				      swapped, false };
		struct bytes tail = { fg_slice(attrs, size - SECTION, size),
				      swapped, false };

		if (!events_add(events, attr))
			return false;
		if (part_of(text, base, read_section(&tail), &ids))
			events_add_ids(events,
				       (event_number)(events->count - 1),
				       (struct bytes){ ids, swapped, false });
		attrs = fg_slice(attrs, size, attrs.n);
	}
	return events->count > 0;
}

/*
 * perf inject puts the attributes after the records: the whole file must be
 * read first.
 */
static bool read_late_attrs(struct header *header, struct stream *stream,
			    struct events *events, struct fg_diag *diag)
{
	struct section records = header->records;
	uint64_t base = stream->offset;
	fg_str all, part;

	for (;;) {
		fg_str some = stream_take(stream, 1 << 20);

		if (some.n == 0)
			break;
		fg_buffer_append(&header->rest, some);
	}
	all = fg_buffer_text(&header->rest);
	if (!read_attrs(header, all, base, stream->swapped, events) ||
	    !part_of(all, base, records, &part))
		return false;
	header->memory = fg_lines_from_memory(
		(fg_str){ part.p, all.n - (size_t)(part.p - all.p) },
		fg_lines_loc(stream->in).file, diag);
	stream->in = header->memory;
	stream->offset = records.offset;
	return true;
}

/*
 * Reads the sections before the records; after that, the stream is at the
 * records.
 */
static fg_status read_front(struct header *header, struct stream *stream,
			    struct events *events, struct fg_diag *diag)
{
	uint64_t base = stream->offset, front;
	bool late = header->attrs.offset >= header->records.offset;
	bool read;

	if (header->records.offset < base ||
	    header->records.offset - base > FRONT_MAX)
		return fail(stream, diag, "its header is damaged", base);
	front = header->records.offset - base;
	if (late)
		read = read_late_attrs(header, stream, events, diag);
	else
		read = read_attrs(header, stream_take(stream, (size_t)front),
				  base, stream->swapped, events);
	if (read)
		return FG_OK;
	return fail(stream, diag, "its event attributes are damaged",
		    header->attrs.offset);
}

static fg_status read_file_header(struct header *header, struct stream *stream,
				  struct events *events, struct fg_diag *diag,
				  uint64_t size)
{
	fg_str text = stream_take(stream, FILE_HEADER - PIPE_HEADER);
	struct bytes b = { .rest = text, .swapped = stream->swapped };
	fg_status status;

	header->attr_size = bytes_u64(&b);
	header->attrs = read_section(&b);
	header->records = read_section(&b);
	bytes_skip(&b, SECTION);
	for (size_t i = 0; i < 4; i++)
		header->features[i] = bytes_u64(&b);
	if (b.is_short)
		return fail(stream, diag, "it ends inside its header",
			    text.n + PIPE_HEADER);
	if (size < FILE_HEADER)
		return fail(stream, diag, "not a header of perf.data", 8);
	status = read_front(header, stream, events, diag);
	if (header->records.size > 0)
		stream->left = header->records.size;
	return status;
}

fg_status header_read(struct header *header, struct stream *stream,
		      struct events *events, struct fg_diag *diag)
{
	fg_str text = stream_take(stream, PIPE_HEADER);
	struct bytes b;
	uint64_t size;

	if (fg_starts_with(text, FG_STR("PERFFILE")))
		return fail(stream, diag,
			    "a recording of perf before version 2.6.33, whose "
			    "format is not known here",
			    0);
	stream->swapped = fg_starts_with(text, FG_STR("PERFILE2")) ==
			  (*(const unsigned char *)&(uint16_t){ 1 } == 0);
	b = (struct bytes){ .rest = text, .swapped = stream->swapped };
	bytes_skip(&b, 8);
	size = bytes_u64(&b);
	if (b.is_short)
		return fail(stream, diag, "it ends inside its header", text.n);
	header->is_pipe = size == PIPE_HEADER;
	if (header->is_pipe)
		return FG_OK;
	return read_file_header(header, stream, events, diag, size);
}

bool header_has(const struct header *header, unsigned which)
{
	return header->features[which / 64] >> which % 64 & 1;
}

void header_read_features(struct header *header, struct stream *stream,
			  struct events *events, struct features *features)
{
	uint64_t base = header->records.offset + header->records.size;
	struct fg_buffer rest = { 0 };
	struct bytes index;

	if (header->is_pipe || header->records.size == 0 ||
	    stream->offset != base)
		return;
	stream->left = UINT64_MAX;
	for (;;) {
		fg_str some = stream_take(stream, 1 << 20);

		if (some.n == 0)
			break;
		fg_buffer_append(&rest, some);
	}
	index = (struct bytes){ fg_buffer_text(&rest), stream->swapped, false };
	for (unsigned i = 0; i < FEATURES && !index.is_short; i++) {
		fg_str part;

		if (header_has(header, i) &&
		    part_of(fg_buffer_text(&rest), base, read_section(&index),
			    &part))
			features_read(features, events, i,
				      (struct bytes){ part, stream->swapped,
						      false });
	}
	free(rest.p);
}

void header_free(struct header *header)
{
	if (header->memory)
		(void)fg_lines_close(header->memory);
	free(header->rest.p);
}
