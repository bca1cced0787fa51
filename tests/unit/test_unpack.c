/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include <zlib.h>
#include <zstd.h>

#include "fg/alloc.h"
#include "fg/lines.h"
#include "fg/text.h"
#include "reading.h"
#include "recorder.h"

static void put_gzip(struct fg_buffer *to, fg_str text)
{
	size_t room = text.n + text.n / 100 + 1000;
	Bytef *packed = malloc(room), *input = malloc(text.n + 1);
	z_stream z = { 0 };

	if (text.n)
		memcpy(input, text.p, text.n);
	assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8,
				      Z_DEFAULT_STRATEGY),
			 Z_OK);
	z.next_in = input;
	z.avail_in = (uInt)text.n;
	z.next_out = packed;
	z.avail_out = (uInt)room;
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	fg_buffer_append(to, (fg_str){ (char *)packed, room - z.avail_out });
	deflateEnd(&z);
	free(packed);
	free(input);
}

static void put_zstd(struct fg_buffer *to, fg_str text)
{
	size_t room = ZSTD_compressBound(text.n);
	char *packed = malloc(room);
	size_t n = ZSTD_compress(packed, room, text.p, text.n, 3);

	assert_false(ZSTD_isError(n));
	fg_buffer_append(to, (fg_str){ packed, n });
	free(packed);
}

static void packed_input_is_unpacked(void **state)
{
	struct fg_buffer gz = { 0 }, zst = { 0 }, both = { 0 };

	(void)state;
	put_gzip(&gz, FG_STR("a\nb\n"));
	assert_read(fg_buffer_text(&gz), "a|b|0 ");
	put_zstd(&zst, FG_STR("a\nb\n"));
	assert_read(fg_buffer_text(&zst), "a|b|0 ");
	put_gzip(&both, fg_buffer_text(&zst));
	assert_read(fg_buffer_text(&both), "a|b|0 ");
	free(gz.p);
	free(zst.p);
	free(both.p);
}

static void what_is_behind_packed_input_is_ignored(void **state)
{
	struct fg_buffer gz = { 0 }, zst = { 0 };

	(void)state;
	put_gzip(&gz, FG_STR("a\nb\n"));
	put_gzip(&gz, FG_STR("c\n"));
	fg_buffer_append(&gz, (fg_str){ "\0\0junk\n", 7 });
	assert_read(fg_buffer_text(&gz), "a|b|c|0 warning in:0: ignored what "
					 "is behind "
					 "the gzip data\n");
	put_zstd(&zst, FG_STR("a\nb\n"));
	put_zstd(&zst, FG_STR("c\n"));
	fg_buffer_append(&zst, (fg_str){ "junk\n", 5 });
	assert_read(fg_buffer_text(&zst), "a|b|c|0 warning in:0: ignored what "
					  "is behind "
					  "the zstd data\n");
	free(gz.p);
	free(zst.p);
}

static void packed_utf16(void **state)
{
	struct fg_buffer gz = { 0 };

	(void)state;
	put_gzip(&gz, FG_STR("\xff\xfe"
			     "a\0\n\0b\0"));
	assert_read(fg_buffer_text(&gz), "a|b|0 ");
	free(gz.p);
}

static void members_follow_one_another(void **state)
{
	struct fg_buffer gz = { 0 }, zst = { 0 };

	(void)state;
	put_gzip(&gz, FG_STR("a\nb"));
	put_gzip(&gz, FG_STR(""));
	put_gzip(&gz, FG_STR("c\nd"));
	assert_read(fg_buffer_text(&gz), "a|bc|d|0 ");
	fg_buffer_append(&gz,
			 (fg_str){ "\0\0\0\0\0", 5 }); /* as tape drives pad */
	assert_read(fg_buffer_text(&gz), "a|bc|d|0 ");
	put_zstd(&zst, FG_STR("a\nb"));
	put_zstd(&zst, FG_STR(""));
	put_zstd(&zst, FG_STR("c\nd"));
	assert_read(fg_buffer_text(&zst), "a|bc|d|0 ");
	free(gz.p);
	free(zst.p);
}

static void an_empty_text_packed(void **state)
{
	struct fg_buffer gz = { 0 }, zst = { 0 };

	(void)state;
	put_gzip(&gz, FG_STR(""));
	assert_read(fg_buffer_text(&gz), "0 ");
	put_zstd(&zst, FG_STR(""));
	assert_read(fg_buffer_text(&zst), "0 ");
	free(gz.p);
	free(zst.p);
}

/* Some of the three below, then the status. */
static bool has_whole_lines(const char *text)
{
	static const char *const lines[] = { "", "first|", "first|second|",
					     "first|second|third|" };

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		size_t n = strlen(lines[i]);

		if (strncmp(text, lines[i], n) == 0 &&
		    (text[n] == '0' || text[n] == '1'))
			return true;
	}
	return false;
}

/* Cut anywhere, packed data says so, and gives the lines that were whole. */
static void packed_data_that_ends_early(void **state)
{
	struct fg_buffer packed[2] = { { 0 }, { 0 } };

	(void)state;
	put_gzip(&packed[0], FG_STR("first\nsecond\nthird\n"));
	put_zstd(&packed[1], FG_STR("first\nsecond\nthird\n"));
	for (size_t k = 0; k < 2; k++) {
		for (size_t n = 4; n < packed[k].n; n++) {
			char *cut = malloc(n);
			char *text;

			memcpy(cut, packed[k].p, n);
			text = read_all((fg_str){ cut, n });
			if (!strstr(text, "in:0: ends inside") ||
			    !has_whole_lines(text))
				fail_msg("cut at %zu: %s", n, text);
			free(text);
			free(cut);
		}
		free(packed[k].p);
	}
}

static void of_several_members_the_whole_ones_stay(void **state)
{
	struct fg_buffer gz = { 0 };
	size_t first;

	(void)state;
	put_gzip(&gz, FG_STR("a 1\n"));
	first = gz.n;
	put_gzip(&gz, FG_STR("b 2\n"));
	gz.n = first + 5;
	assert_read(fg_buffer_text(&gz), "a 1|0 doubt in:0: ends inside gzip "
					 "data\n");
	free(gz.p);
}

/* What is cut off is not a line: its last number may lack digits. */
static void half_a_line_is_no_line(void **state)
{
	struct recorder r = RECORDER(r);
	struct fg_buffer zst = { 0 };
	struct fg_buffer block = { 0 };
	struct fg_lines *in;
	bool whole;

	(void)state;
	put_zstd(&zst, FG_STR("a 1\nb 12"));
	put_zstd(&zst, FG_STR("345\nc 1\n"));
	zst.n -= 7; /* "3" is left of the second frame, at most */
	assert_read(fg_buffer_text(&zst), "a 1|0 doubt in:0: ends inside "
					  "zstd data\n");
	in = fg_lines_from_memory(fg_buffer_text(&zst), "in", &r.diag);
	assert_true(fg_lines_block(in, &block, 100, NULL, &whole, NULL));
	assert_str_equal(((fg_str){ block.p, block.n }), "a 1\n");
	assert_false(fg_lines_block(in, &block, 100, NULL, &whole, NULL));
	assert_int_equal(fg_lines_close(in), FG_OK);
	assert_string_equal(recorder_text(&r), "doubt in:0: ends inside zstd "
					       "data\n");
	recorder_free(&r);
	free(block.p);
	free(zst.p);
}

/* Any byte flipped: an error or the same length of text, never a crash. */
static void packed_data_that_is_damaged(void **state)
{
	struct fg_buffer packed[2] = { { 0 }, { 0 } };
	size_t told = 0;

	(void)state;
	put_gzip(&packed[0], FG_STR("first\nsecond\nthird\nfirst\nsecond\n"));
	put_zstd(&packed[1], FG_STR("first\nsecond\nthird\nfirst\nsecond\n"));
	for (size_t k = 0; k < 2; k++) {
		for (size_t i = 0; i < packed[k].n * 8; i++) {
			char *text;

			packed[k].p[i / 8] ^= (char)(1 << i % 8);
			text = read_all(fg_buffer_text(&packed[k]));
			told += strstr(text, "error in:0:") != NULL;
			free(text);
			packed[k].p[i / 8] ^= (char)(1 << i % 8);
		}
		free(packed[k].p);
	}
	assert_true(told > 100);
}

static void large_packed_input(void **state)
{
	enum { LINES = 200000 };
	struct fg_buffer plain = { 0 }, packed[2] = { { 0 }, { 0 } };

	(void)state;
	for (int i = 0; i < LINES; i++) {
		char line[64];
		int n = snprintf(line, sizeof line, "main;f%d;g %d\n", i % 97,
				 i);

		fg_buffer_append(&plain, (fg_str){ line, (size_t)n });
	}
	put_gzip(&packed[0], fg_buffer_text(&plain));
	put_zstd(&packed[1], fg_buffer_text(&plain));
	for (size_t k = 0; k < 2; k++) {
		struct fg_lines *in = fg_lines_from_memory(
			fg_buffer_text(&packed[k]), "in", NULL);
		size_t at = 0;
		fg_str line;

		while (fg_lines_next(in, &line)) {
			assert_true(at + line.n < plain.n);
			assert_memory_equal(line.p, plain.p + at, line.n);
			at += line.n + 1;
		}
		assert_int_equal(at, plain.n);
		assert_int_equal(fg_lines_close(in), FG_OK);
		free(packed[k].p);
	}
	free(plain.p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(packed_input_is_unpacked),
		cmocka_unit_test(what_is_behind_packed_input_is_ignored),
		cmocka_unit_test(packed_utf16),
		cmocka_unit_test(members_follow_one_another),
		cmocka_unit_test(an_empty_text_packed),
		cmocka_unit_test(packed_data_that_ends_early),
		cmocka_unit_test(of_several_members_the_whole_ones_stay),
		cmocka_unit_test(half_a_line_is_no_line),
		cmocka_unit_test(packed_data_that_is_damaged),
		cmocka_unit_test(large_packed_input),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
