/* SPDX-License-Identifier: MIT */
/*
 * A recording of perf is a header and records: u32 type, u16 misc, u16 size of
 * all. Records are copied, moved and taken out as a whole, and numbers in them
 * changed; in a file, the size of the records in its header is mended.
 */
#include <stdlib.h>
#include <string.h>

#include "mutate.h"

enum {
	MAGIC = 8,
	PIPE_HEADER = 16,
	FILE_HEADER = 104,
	RECORDS_AT = 40, /* of the header: offset and size of the records */
	RECORD_HEADER = 8,
};

static uint64_t number_at(const struct edit *e, size_t at)
{
	uint64_t x = 0;

	if (at + sizeof x <= e->size)
		memcpy(&x, e->data + at, sizeof x);
	return x;
}

bool is_perfdata(const uint8_t *data, size_t size)
{
	return size >= PIPE_HEADER && memcmp(data, "PERFILE2", MAGIC) == 0;
}

static bool is_pipe(const struct edit *e)
{
	return number_at(e, MAGIC) == PIPE_HEADER;
}

/* Where the records are. */
static struct span records_of(const struct edit *e)
{
	struct span all = { PIPE_HEADER, e->size };
	uint64_t from = number_at(e, RECORDS_AT);
	uint64_t size = number_at(e, RECORDS_AT + 8);

	if (is_pipe(e))
		return all;
	if (from >= e->size)
		return (struct span){ e->size, e->size };
	all.from = (size_t)from;
	if (size > 0 && size < e->size - all.from)
		all.to = all.from + (size_t)size;
	return all;
}

/* A record, some way on from the first one. */
static struct span any_record(struct edit *e, struct span records)
{
	struct span record = { records.from, records.from };
	uint32_t steps = draw(e, 64);

	for (uint32_t i = 0; i <= steps; i++) {
		uint16_t size;

		if (record.to + RECORD_HEADER > records.to)
			break;
		memcpy(&size, e->data + record.to + 6, sizeof size);
		if (size < RECORD_HEADER || size > records.to - record.to)
			break;
		record.from = record.to;
		record.to += size;
	}
	return record;
}

static void copy_record(struct edit *e, struct span record, size_t to)
{
	size_t n = record.to - record.from;
	uint8_t *copy = malloc(n + 1);

	if (copy) {
		memcpy(copy, e->data + record.from, n);
		splice(e, (struct span){ to, to }, copy, n);
	}
	free(copy);
}

/* One of its numbers becomes one that is likely to matter. */
static void change_word(struct edit *e, struct span record)
{
	static const uint64_t words[] = {
		0,	     1,	       2,	   8,
		0xffff,	     0x10000,  0x7fffffff, 0xffffffff,
		0x100000000, 0x401000, UINT64_MAX, UINT64_MAX - 4094,
		-128ULL,     -512ULL,  -640ULL,	   1ULL << 63,
		-4096ULL,
	};
	size_t count = (record.to - record.from) / 4, size = 4u << draw(e, 2);
	size_t at = record.from + 4 * (size_t)draw(e, count);
	uint64_t word = words[draw(e, sizeof words / sizeof *words)];

	if (draw(e, 3) == 0)
		word = number_at(e, at) + draw(e, 9) - 4;
	if (at + size <= e->size)
		memcpy(e->data + at, &word, size);
}

static void change_header(struct edit *e)
{
	change_word(e, (struct span){ MAGIC,
				      is_pipe(e) ? PIPE_HEADER : FILE_HEADER });
}

void change_perfdata(struct edit *e)
{
	struct span records = records_of(e);
	struct span record = any_record(e, records);
	struct span other = any_record(e, records);
	size_t before = e->size;
	uint64_t size;

	switch (draw(e, 8)) {
	case 0:
		splice(e, record, NULL, 0);
		break;
	case 1:
	case 2:
		copy_record(e, record, other.from);
		break;
	case 3:
		change_header(e);
		return;
	default:
		change_word(e, record);
	}
	size = number_at(e, RECORDS_AT + 8) + e->size - before;
	if (!is_pipe(e) && e->size >= FILE_HEADER && e->size != before)
		memcpy(e->data + RECORDS_AT + 8, &size, sizeof size);
}
