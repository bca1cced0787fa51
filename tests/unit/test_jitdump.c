/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include <stdlib.h>

#include "collapse/symbols/cfi.h"
#include "collapse/symbols/jitdump.h"
#include "fg/alloc.h"
#include "fg/text.h"

/* Writes dumps; as another machine would with `big` set. */
struct writer {
	struct fg_buffer out;
	bool big;
};

static void put(struct writer *w, uint64_t value, size_t size)
{
	char bytes[8];

	for (size_t i = 0; i < size; i++) {
		size_t to = w->big ? size - 1 - i : i;

		bytes[to] = (char)(value >> (8 * i));
	}
	fg_buffer_append(&w->out, (fg_str){ bytes, size });
}

static void put_all(struct writer *w, const uint64_t *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		put(w, values[i], 8);
}

static void put_text(struct writer *w, const char *text)
{
	fg_buffer_append(&w->out, (fg_str){ text, strlen(text) + 1 });
}

static void put_header(struct writer *w)
{
	const uint32_t fields[] = { 0x4a695444, 1, 40, 62, 0, 4711 };

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		put(w, fields[i], 4);
	put(w, 5, 8);
	put(w, 0, 8);
}

static void put_record(struct writer *w, uint32_t id, size_t size,
		       uint64_t time)
{
	put(w, id, 4);
	put(w, 16 + size, 4);
	put(w, time, 8);
}

static void put_load(struct writer *w, uint64_t time, uint64_t address,
		     uint64_t size, uint64_t index, const char *name)
{
	put_record(w, 0, 40 + strlen(name) + 1 + size, time);
	put(w, 4711, 4);
	put(w, 4712, 4);
	put_all(w, (uint64_t[]){ address, address, size, index }, 4);
	put_text(w, name);
	for (size_t i = 0; i < size; i++)
		put(w, 0xcc, 1);
}

static void put_move(struct writer *w, uint64_t time, uint64_t from,
		     uint64_t to, uint64_t size, uint64_t index)
{
	put_record(w, 1, 48, time);
	put(w, 4711, 4);
	put(w, 4712, 4);
	put_all(w, (uint64_t[]){ to, from, to, size, index }, 5);
}

static void put_lines(struct writer *w, uint64_t time, uint64_t address)
{
	put_record(w, 2, 16 + 16 + 5 + 16 + 2, time);
	put_all(w, (uint64_t[]){ address, 2 }, 2);
	put(w, address, 8);
	put(w, 7, 4);
	put(w, 0, 4);
	put_text(w, "a.js");
	put(w, address + 8, 8);
	put(w, 9, 4);
	put(w, 0, 4);
	put_text(w, "\xff");
}

static struct jitdump *read_dump(struct writer *w)
{
	const char *problem = "";
	FILE *stream = fmemopen(w->out.p, w->out.n, "rb");
	struct jitdump *dump;

	assert_non_null(stream);
	dump = jitdump_read(stream, &problem);
	fclose(stream);
	return dump;
}

static void assert_finds(const struct jitdump *dump, uint64_t address,
			 uint64_t time, const char *name)
{
	struct jit_place place;
	uint64_t number;

	if (!name) {
		assert_false(jitdump_find(dump, address, time, &number));
		return;
	}
	assert_true(jitdump_find(dump, address, time, &number));
	assert_true(jitdump_place(dump, number, &place));
	assert_str_equal(place.name, name);
}

static void check_functions(bool big)
{
	struct writer w = { .big = big };
	struct jitdump *dump;
	struct jit_place place;
	uint64_t first, last, number;

	put_header(&w);
	put_load(&w, 100, 0x1000, 32, 0, "old one");
	put_lines(&w, 200, 0x1010);
	put_load(&w, 200, 0x1010, 16, 1, "new");
	put_move(&w, 300, 0x1000, 0x2000, 32, 0);
	put_move(&w, 300, 0x7000, 0x8000, 32, 9);
	put_record(&w, 4, 8, 350);
	put(&w, 0, 8);
	put_record(&w, 3, 0, 400);
	dump = read_dump(&w);
	assert_non_null(dump);
	assert_finds(dump, 0x1010, 99, NULL);
	assert_finds(dump, 0x1010, 100, "old one");
	assert_finds(dump, 0x1010, 200, "new");
	assert_finds(dump, 0x100f, 299, "old one");
	assert_finds(dump, 0x100f, 300, NULL);
	assert_finds(dump, 0x2000, UINT64_MAX, "old one");
	assert_finds(dump, 0x2020, UINT64_MAX, NULL);
	assert_true(jitdump_find(dump, 0x101f, 250, &number));
	assert_true(jitdump_place(dump, number, &place));
	assert_str_equal(place.file, "a.js");
	assert_int_equal(place.line, 9);
	assert_int_equal(place.start, 0x1010);
	assert_int_equal(place.size, 16);
	assert_true(jitdump_find(dump, 0x1011, 250, &number));
	assert_true(jitdump_place(dump, number, &place));
	assert_int_equal(place.line, 7);
	assert_false(jitdump_place(dump, UINT64_MAX, &place));
	assert_int_equal(jitdump_pid(dump), 4711);
	assert_false(jitdump_is_cut(dump));
	assert_false(jitdump_has_counter(dump));
	assert_true(jitdump_times(dump, &first, &last));
	assert_int_equal(first, 100);
	assert_int_equal(last, 400);
	jitdump_free(dump);
	free(w.out.p);
}

static void an_address_is_several_functions_in_turn(void **state)
{
	(void)state;
	check_functions(false);
}

static void the_other_byte_order_is_read(void **state)
{
	(void)state;
	check_functions(true);
}

static void what_is_whole_of_a_cut_dump_counts(void **state)
{
	struct writer w = { .big = false };
	struct jitdump *dump;

	(void)state;
	put_header(&w);
	put_load(&w, 100, 0x1000, 32, 0, "first");
	put_load(&w, 200, 0x2000, 32, 1, "second");
	w.out.n -= 80;
	dump = read_dump(&w);
	assert_non_null(dump);
	assert_true(jitdump_is_cut(dump));
	assert_finds(dump, 0x1000, 200, "first");
	assert_finds(dump, 0x2000, 200, NULL);
	jitdump_free(dump);
	free(w.out.p);
}

static void a_record_of_no_size_ends_the_dump(void **state)
{
	struct writer w = { .big = false };
	struct jitdump *dump;

	(void)state;
	put_header(&w);
	put(&w, 0, 4);
	put(&w, 0, 4);
	put(&w, 0, 8);
	put_load(&w, 100, 0x1000, 32, 0, "behind");
	dump = read_dump(&w);
	assert_non_null(dump);
	assert_true(jitdump_is_cut(dump));
	assert_finds(dump, 0x1000, 200, NULL);
	jitdump_free(dump);
	free(w.out.p);
}

static void other_files_are_no_dumps(void **state)
{
	struct writer w = { .big = false };
	const char *problem = "";

	(void)state;
	put_text(&w, "this is not a dump of any kind whatsoever, is it?");
	assert_null(read_dump(&w));
	free(w.out.p);
	assert_null(jitdump_open("/dev/zero", &problem));
	assert_string_equal(problem, "no regular file");
}

/* What Python 3.13 writes for a trampoline: code of 11 bytes, no processor. */
static const unsigned char sections[] = {
	0x14,
	0,
	0,
	0,
	0,
	0,
	0,
	0,
	0x01,
	'z',
	'R',
	0,
	0x01,
	0x78,
	0x10,
	0x01,
	0x1b,
	0x0c,
	0x07,
	0x08,
	0x90,
	0x01,
	0,
	0,
	0x14,
	0,
	0,
	0,
	0x1c,
	0,
	0,
	0,
	0xd0,
	0xff,
	0xff,
	0xff,
	0x0b,
	0,
	0,
	0,
	0,
	0x44,
	0x0e,
	0x10,
	0x46,
	0x0e,
	0x08,
	0,
	/* .eh_frame_hdr */
	0x01,
	0x1b,
	0x03,
	0x3b,
	0xcc,
	0xff,
	0xff,
	0xff,
	0x01,
	0,
	0,
	0,
	0xc0,
	0xff,
	0xff,
	0xff,
	0xe8,
	0xff,
	0xff,
	0xff,
};

static void put_frames(struct writer *w, uint64_t size, uint64_t header)
{
	put_record(w, 4, 24 + sizeof sections, 10);
	put(w, size, 8);
	put(w, header, 8);
	put(w, 80, 8);
	fg_buffer_append(&w->out,
			 (fg_str){ (const char *)sections, sizeof sections });
}

static int64_t cfa_offset_at(struct jitdump *dump, uint64_t address)
{
	const struct cfi_row *row;
	uint64_t number, vaddr;
	struct cfi *cfi;

	assert_true(jitdump_find(dump, address, UINT64_MAX, &number));
	cfi = jitdump_cfi(dump, number, &vaddr);
	if (!cfi)
		return -1;
	row = cfi_find(cfi, vaddr);
	return row ? row->cfa.offset : -1;
}

static void frames_are_those_of_the_next_load(void **state)
{
	struct writer w = { 0 };
	struct jitdump *dump;

	(void)state;
	put_header(&w);
	put_frames(&w, sizeof sections, 20);
	put_load(&w, 11, 0x1000, 11, 1, "first");
	put_load(&w, 12, 0x2000, 11, 2, "without");
	put_frames(&w, sizeof sections, 20);
	put_load(&w, 13, 0x3000, 11, 3, "same");
	/* sizes that lie */
	put_frames(&w, sizeof sections + 1, 20);
	put_load(&w, 14, 0x4000, 11, 4, "longer");
	put_frames(&w, sizeof sections, UINT64_MAX);
	put_load(&w, 15, 0x5000, 11, 5, "header");
	dump = read_dump(&w);
	assert_int_equal(cfa_offset_at(dump, 0x1000), 8);
	assert_int_equal(cfa_offset_at(dump, 0x1005), 16);
	assert_int_equal(cfa_offset_at(dump, 0x100a), 8);
	assert_int_equal(cfa_offset_at(dump, 0x2005), -1);
	assert_int_equal(cfa_offset_at(dump, 0x3005), 16);
	assert_int_equal(cfa_offset_at(dump, 0x4005), -1);
	assert_int_equal(cfa_offset_at(dump, 0x5005), -1);
	jitdump_free(dump);
	free(w.out.p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_address_is_several_functions_in_turn),
		cmocka_unit_test(the_other_byte_order_is_read),
		cmocka_unit_test(what_is_whole_of_a_cut_dump_counts),
		cmocka_unit_test(a_record_of_no_size_ends_the_dump),
		cmocka_unit_test(other_files_are_no_dumps),
		cmocka_unit_test(frames_are_those_of_the_next_load),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
