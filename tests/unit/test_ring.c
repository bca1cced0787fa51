/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/ring.h"

enum { SIZE = 4096 };

/* A ring of one page, where a test writes as the kernel would. */
struct played {
	struct perf_event_mmap_page *page;
	char *data;
	struct ring ring;
};

static void begin(struct played *p, uint64_t at)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *memory = NULL;

	assert_int_equal(posix_memalign((void **)&memory, page, page + SIZE),
			 0);
	memset(memory, 0, page + SIZE);
	p->page = (void *)memory;
	p->data = memory + page;
	p->page->data_head = p->page->data_tail = at;
	ring_attach(&p->ring, memory, SIZE);
}

static void end(struct played *p)
{
	free(p->ring.copy);
	free(p->page);
}

static void put(struct played *p, const void *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		p->data[p->page->data_head++ % SIZE] = ((const char *)bytes)[i];
}

/* A record whose body is `n` times the same byte. */
static void put_record(struct played *p, uint32_t type, size_t n, char byte)
{
	struct perf_event_header header = {
		.type = type,
		.size = (uint16_t)(sizeof header + n),
	};

	put(p, &header, sizeof header);
	for (size_t i = 0; i < n; i++)
		put(p, &byte, 1);
}

static void expect(struct played *p, uint32_t type, size_t n, char byte)
{
	const struct perf_event_header *record = ring_next(&p->ring);
	const char *body = (const char *)(record + 1);

	assert_non_null(record);
	assert_int_equal(record->type, type);
	assert_int_equal(record->size, sizeof *record + n);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(body[i], byte);
}

static void records_come_in_order(void **state)
{
	struct played p;

	(void)state;
	begin(&p, 0);
	put_record(&p, 9, 16, 'a');
	put_record(&p, 3, 8, 'b');
	assert_int_equal(ring_waiting(&p.ring), 24 + 16);
	ring_begin(&p.ring);
	expect(&p, 9, 16, 'a');
	expect(&p, 3, 8, 'b');
	assert_null(ring_next(&p.ring));
	ring_end(&p.ring);
	assert_int_equal(p.page->data_tail, p.page->data_head);
	end(&p);
}

static void what_comes_meanwhile_is_of_the_next_pass(void **state)
{
	struct played p;

	(void)state;
	begin(&p, 0);
	put_record(&p, 9, 8, 'a');
	ring_begin(&p.ring);
	put_record(&p, 9, 8, 'b');
	expect(&p, 9, 8, 'a');
	assert_null(ring_next(&p.ring));
	ring_end(&p.ring);
	ring_begin(&p.ring);
	expect(&p, 9, 8, 'b');
	ring_end(&p.ring);
	end(&p);
}

/* Both a body and a header that lie at the end and the beginning. */
static void records_wrap_around(void **state)
{
	(void)state;
	for (uint64_t at = SIZE - 32; at <= SIZE; at += 4) {
		struct played p;

		begin(&p, at);
		put_record(&p, 9, 24, 'x');
		put_record(&p, 2, 24, 'y');
		ring_begin(&p.ring);
		expect(&p, 9, 24, 'x');
		expect(&p, 2, 24, 'y');
		assert_null(ring_next(&p.ring));
		ring_end(&p.ring);
		assert_false(p.ring.is_damaged);
		end(&p);
	}
}

static void positions_grow_past_the_size(void **state)
{
	struct played p;

	(void)state;
	begin(&p, 0);
	for (unsigned i = 0; i < 1000; i++) {
		put_record(&p, 9, 40, (char)i);
		ring_begin(&p.ring);
		expect(&p, 9, 40, (char)i);
		assert_null(ring_next(&p.ring));
		ring_end(&p.ring);
	}
	assert_int_equal(p.page->data_tail, 48000);
	end(&p);
}

static void a_size_that_lies_ends_the_pass(void **state)
{
	static const uint16_t sizes[] = { 0, 7, 4000 };

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct perf_event_header header = { .type = 9,
						    .size = sizes[i] };
		struct played p;

		begin(&p, 0);
		put_record(&p, 9, 8, 'a');
		put(&p, &header, sizeof header);
		ring_begin(&p.ring);
		expect(&p, 9, 8, 'a');
		assert_null(ring_next(&p.ring));
		assert_true(p.ring.is_damaged);
		ring_end(&p.ring);
		assert_int_equal(p.page->data_tail, p.page->data_head);
		end(&p);
	}
}

static void a_head_that_lies_is_skipped(void **state)
{
	struct played p;

	(void)state;
	begin(&p, 0);
	p.page->data_head = SIZE + 8;
	ring_begin(&p.ring);
	assert_null(ring_next(&p.ring));
	assert_true(p.ring.is_damaged);
	end(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_come_in_order),
		cmocka_unit_test(what_comes_meanwhile_is_of_the_next_pass),
		cmocka_unit_test(records_wrap_around),
		cmocka_unit_test(positions_grow_past_the_size),
		cmocka_unit_test(a_size_that_lies_ends_the_pass),
		cmocka_unit_test(a_head_that_lies_is_skipped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
