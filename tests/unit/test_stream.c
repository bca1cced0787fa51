/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fg/text.h"
#include "record/build_id.h"
#include "record/existing.h"
#include "record/machine.h"
#include "record/reader.h"
#include "record/stream.h"

static uint16_t u16(const char *p)
{
	uint16_t value;

	memcpy(&value, p, sizeof value);
	return value;
}

static uint32_t u32(const char *p)
{
	uint32_t value;

	memcpy(&value, p, sizeof value);
	return value;
}

static uint64_t u64(const char *p)
{
	uint64_t value;

	memcpy(&value, p, sizeof value);
	return value;
}

static void it_begins_as_the_pipe_form_does(void **state)
{
	struct stream stream = { 0 };

	(void)state;
	stream_begin(&stream);
	assert_int_equal(stream.buffer.n, 16);
	assert_memory_equal(stream.buffer.p, "PERFILE2", 8);
	assert_int_equal(u64(stream.buffer.p + 8), 16);
	stream_free(&stream);
}

static void attributes_have_ids_and_a_name(void **state)
{
	char name[] = "cycles";
	struct event event = { .name = name };
	const uint64_t ids[] = { 11, 12 };
	struct stream stream = { 0 };
	const char *p;

	(void)state;
	event.attr.size = sizeof event.attr;
	event.attr.config = 7;
	stream_attr(&stream, &event, ids, 2);
	p = stream.buffer.p;
	assert_int_equal(u32(p), FG_RECORD_ATTR);
	assert_int_equal(u16(p + 6), 8 + sizeof event.attr + 16);
	assert_memory_equal(p + 8, &event.attr, sizeof event.attr);
	p += 8 + sizeof event.attr;
	assert_int_equal(u64(p), 11);
	assert_int_equal(u64(p + 8), 12);
	p += 16;
	assert_int_equal(u32(p), FG_RECORD_EVENT_UPDATE);
	assert_int_equal(u64(p + 8), 2);
	assert_int_equal(u64(p + 16), 11);
	assert_string_equal(p + 24, "cycles");
	assert_int_equal((size_t)(p - stream.buffer.p) + u16(p + 6),
			 stream.buffer.n);
	stream_free(&stream);
}

/* A record holds 65 kB, and a thread on a CPU has an id. */
static void many_ids_take_several_records(void **state)
{
	enum { MANY = 10000 };
	char name[] = "cycles";
	struct event event = { .name = name };
	uint64_t *ids = fg_calloc(MANY, sizeof *ids);
	struct stream stream = { 0 };
	size_t attrs = 0, found = 0;

	(void)state;
	event.attr.size = sizeof event.attr;
	stream_attr(&stream, &event, ids, MANY);
	for (size_t at = 0; at < stream.buffer.n;) {
		const char *p = stream.buffer.p + at;
		size_t size = u16(p + 6);

		if (u32(p) == FG_RECORD_ATTR) {
			attrs++;
			found += (size - 8 - sizeof event.attr) / sizeof *ids;
		}
		at += size;
	}
	assert_true(attrs > 1);
	assert_int_equal(found, MANY);
	free(ids);
	stream_free(&stream);
}

static void records_are_a_multiple_of_eight_long(void **state)
{
	static const char *const words[] = { "fg-record", "--", "x", NULL };
	struct stream stream = { 0 };

	(void)state;
	stream_feature_text(&stream, FG_FEATURE_HOSTNAME, FG_STR("a"));
	stream_feature_list(&stream, FG_FEATURE_CMDLINE, words);
	stream_feature_cpus(&stream, 2);
	stream_round(&stream);
	for (size_t at = 0; at < stream.buffer.n;) {
		const char *p = stream.buffer.p + at;

		if (u32(p) == FG_RECORD_FEATURE &&
		    u64(p + 8) != FG_FEATURE_HOSTNAME)
			assert_int_equal(u16(p + 6) % 8, 0);
		assert_true(u16(p + 6) >= 8);
		at += u16(p + 6);
	}
	stream_free(&stream);
}

/* One that fails does not stop the other. */
static void outputs_fail_alone(void **state)
{
	int full = open("/dev/full", O_WRONLY), ends[2];
	struct stream stream = { .count = 2 };
	char bytes[16];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	stream.fds[0] = full;
	stream.fds[1] = ends[1];
	stream_begin(&stream);
	assert_true(stream_flush(&stream));
	assert_int_equal(stream.errors[0], ENOSPC);
	assert_int_equal(stream.errors[1], 0);
	assert_int_equal(read(ends[0], bytes, sizeof bytes), 16);
	stream.count = 1;
	stream_begin(&stream);
	assert_false(stream_flush(&stream));
	close(full);
	close(ends[0]);
	close(ends[1]);
	stream_free(&stream);
}

static void maps_of_code_become_records(void **state)
{
	struct fg_buffer body = { 0 };
	uint16_t misc = 0;

	(void)state;
	assert_true(existing_map(FG_STR("55c5c114b000-55c5c1160000 r-xp "
					"00001000 08:01 131      /no file"),
				 7, &body, &misc));
	assert_int_equal(u32(body.p), 7);
	assert_int_equal(u64(body.p + 8), 0x55c5c114b000);
	assert_int_equal(u64(body.p + 16), 0x15000);
	assert_int_equal(u64(body.p + 24), 0x1000);
	assert_int_equal(u32(body.p + 32), 8); /* the device */
	assert_int_equal(u32(body.p + 36), 1);
	assert_int_equal(u64(body.p + 40), 131);
	assert_int_equal(u32(body.p + 56), 5); /* read and execute */
	assert_int_equal(u32(body.p + 60), 2); /* private */
	assert_string_equal(body.p + 64, "/no file");
	assert_int_equal(body.n % 8, 0);
	assert_int_equal(misc, PERF_RECORD_MISC_USER);
	free(body.p);
}

static void other_maps_do_not(void **state)
{
	static const char *const lines[] = {
		"",
		"55c5c114b000-55c5c1160000 rw-p 00001000 08:01 131 /x",
		"55c5c1160000-55c5c114b000 r-xp 00001000 08:01 131 /x",
		"55c5c114b000 r-xp 00001000 08:01 131 /x",
		"zz-55c5c1160000 r-xp 00001000 08:01 131 /x",
		"55c5c114b000-55c5c1160000 r-xp",
	};

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct fg_buffer body = { 0 };
		uint16_t misc;

		assert_false(
			existing_map(fg_from_c(lines[i]), 7, &body, &misc));
		free(body.p);
	}
}

static void notes_have_build_ids(void **state)
{
	static const char notes[] = "\4\0\0\0\4\0\0\0\1\0\0\0GNU\0abcd"
				    "\4\0\0\0\3\0\0\0\3\0\0\0GNU\0xyz";
	unsigned char id[20] = { 0 };

	(void)state;
	assert_int_equal(build_id_in_notes((fg_str){ notes, sizeof notes }, id),
			 3);
	assert_memory_equal(id, "xyz", 3);
	for (size_t n = 0; n + 1 < sizeof notes; n++) {
		char *part = malloc(n + 1);

		memcpy(part, notes, n);
		assert_int_equal(build_id_in_notes((fg_str){ part, n }, id), 0);
		free(part);
	}
}

static void sizes_of_notes_may_lie(void **state)
{
	static const char note[] = "\377\377\377\377\377\377\377\377\3\0\0\0GN"
				   "U";
	unsigned char id[20];

	(void)state;
	assert_int_equal(build_id_in_notes((fg_str){ note, sizeof note }, id),
			 0);
	assert_int_equal(build_id_of_file(FG_STR("/dev/null"), id), 0);
	assert_int_equal(build_id_of_file(FG_STR("/no/such"), id), 0);
}

static void lists_of_cpus_are_read(void **state)
{
	struct machine_cpus cpus = { 0 };

	(void)state;
	machine_cpus_parse(&cpus, FG_STR("0-2,5,7-7"));
	assert_int_equal(cpus.count, 5);
	assert_int_equal(cpus.numbers[3], 5);
	assert_int_equal(cpus.numbers[4], 7);
	machine_cpus_free(&cpus);
	machine_cpus_parse(&cpus, FG_STR("0-99999999999"));
	assert_int_equal(cpus.count, 0);
	machine_cpus_free(&cpus);
}

/* A sample with a chain of `n` user frames. */
static void count_sample(struct tally *tally, size_t n)
{
	struct {
		struct perf_event_header header;
		uint64_t head[7], chain[16];
	} sample = { .header = { .type = PERF_RECORD_SAMPLE } };

	sample.header.size = (uint16_t)(sizeof sample.header + 64 + n * 8);
	sample.head[6] = n + 1;
	sample.chain[0] = PERF_CONTEXT_USER;
	reader_count(tally, &sample.header);
}

static void short_chains_are_counted(void **state)
{
	struct tally tally = { 0 };

	(void)state;
	for (size_t n = 0; n < 6; n++)
		count_sample(&tally, n);
	assert_int_equal(tally.samples, 6);
	assert_int_equal(tally.user_chains, 6);
	assert_int_equal(tally.short_chains, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_begins_as_the_pipe_form_does),
		cmocka_unit_test(attributes_have_ids_and_a_name),
		cmocka_unit_test(many_ids_take_several_records),
		cmocka_unit_test(records_are_a_multiple_of_eight_long),
		cmocka_unit_test(outputs_fail_alone),
		cmocka_unit_test(maps_of_code_become_records),
		cmocka_unit_test(other_maps_do_not),
		cmocka_unit_test(notes_have_build_ids),
		cmocka_unit_test(sizes_of_notes_may_lie),
		cmocka_unit_test(lists_of_cpus_are_read),
		cmocka_unit_test(short_chains_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
