/* SPDX-License-Identifier: MIT */
#include "check.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "fg/alloc.h"
#include "fg/lines.h"
#include "fg/text.h"

#include "recorder.h"

/* Bytes that own their memory. */
struct bytes {
	char *p;
	size_t n, room;
};

static void put(struct bytes *to, const char *p, size_t n)
{
	FG_RESERVE(&to->p, &to->room, to->n + n + 1);
	if (n)
		memcpy(to->p + to->n, p, n);
	to->n += n;
}

static void put_gzip(struct bytes *to, fg_str text)
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
	put(to, (char *)packed, room - z.avail_out);
	deflateEnd(&z);
	free(packed);
	free(input);
}

static void put_zstd(struct bytes *to, fg_str text)
{
	size_t room = ZSTD_compressBound(text.n);
	char *packed = malloc(room);
	size_t n = ZSTD_compress(packed, room, text.p, text.n, 3);

	assert_false(ZSTD_isError(n));
	put(to, packed, n);
	free(packed);
}

static fg_str slice(const struct bytes *bytes)
{
	return (fg_str){ bytes->p ? bytes->p : "", bytes->n };
}

/* All lines with "|" behind each, then the status and the messages. */
static char *read_all(fg_str input)
{
	struct recorder r = RECORDER(r);
	struct fg_lines *in = fg_lines_from_memory(input, "in", &r.diag);
	struct bytes text = { 0 };
	uint64_t number = 0;
	char end[32];
	fg_str line;

	while (fg_lines_next(in, &line)) {
		put(&text, line.p, line.n);
		put(&text, "|", 1);
		assert_int_equal(fg_lines_loc(in).line, ++number);
	}
	assert_false(fg_lines_next(in, &line));
	snprintf(end, sizeof end, "%d ", (int)fg_lines_status(in));
	put(&text, end, strlen(end));
	put(&text, recorder_text(&r), strlen(recorder_text(&r)) + 1);
	fg_lines_close(in);
	recorder_free(&r);
	return text.p;
}

static void assert_read(fg_str input, const char *expected)
{
	char *text = read_all(input);

	assert_string_equal(text, expected);
	free(text);
}

static void ends_of_lines(void **state)
{
	(void)state;
	assert_read(FG_STR(""), "0 ");
	assert_read(FG_STR("\n"), "|0 ");
	assert_read(FG_STR("a"), "a|0 ");
	assert_read(FG_STR("a\n"), "a|0 ");
	assert_read(FG_STR("a\nb"), "a|b|0 ");
	assert_read(FG_STR("a\r\nb\r\n"), "a|b|0 ");
	assert_read(FG_STR("a\r"), "a|0 ");
	assert_read(FG_STR("a\r\r\nb\rc\n"), "a\r|b\rc|0 ");
	assert_read(FG_STR("\n\n\na"), "|||a|0 ");
}

static void byte_order_marks(void **state)
{
	(void)state;
	assert_read(FG_STR("\xef\xbb\xbf"
			   "a\nb"),
		    "a|b|0 ");
	assert_read(FG_STR("\xef\xbb\xbf"), "0 ");
	assert_read(FG_STR("a\xef\xbb\xbf"), "a\xef\xbb\xbf|0 ");
	assert_read(FG_STR("\xef\xbb"), "\xef\xbb|0 ");
}

static void utf16_becomes_utf8(void **state)
{
	(void)state;
	assert_read(FG_STR("\xff\xfe"
			   "a\0\n\0\xfc\0"),
		    "a|\xc3\xbc|0 ");
	assert_read(FG_STR("\xfe\xff"
			   "\0a\0\n\0\xfc"),
		    "a|\xc3\xbc|0 ");
	assert_read(FG_STR("\xff\xfe"), "0 ");
	/* U+20AC, U+1F600 */
	assert_read(FG_STR("\xff\xfe\xac\x20\x3d\xd8\x00\xde"), "\xe2\x82\xac"
								"\xf0\x9f\x98"
								"\x80|0 ");
}

/* Nothing disappears without a trace: halves become U+FFFD. */
static void lone_surrogates_are_replaced(void **state)
{
	(void)state;
	assert_read(FG_STR("\xfe\xff\xd8\x3d\0a"), "\xef\xbf\xbd"
						   "a|0 ");
	assert_read(FG_STR("\xfe\xff\xde\x00\0a"), "\xef\xbf\xbd"
						   "a|0 ");
	assert_read(FG_STR("\xfe\xff\xd8\x3d\xd8\x3d\xde\x00"), "\xef\xbf\xbd"
								"\xf0\x9f\x98"
								"\x80|0 ");
	assert_read(FG_STR("\xfe\xff\0a\xd8\x3d"), "a\xef\xbf\xbd|0 ");
	assert_read(FG_STR("\xfe\xff\0a\0"), "a\xef\xbf\xbd|0 ");
}

static void packed_input_is_unpacked(void **state)
{
	struct bytes gz = { 0 }, zst = { 0 }, both = { 0 };

	(void)state;
	put_gzip(&gz, FG_STR("a\nb\n"));
	assert_read(slice(&gz), "a|b|0 ");
	put_zstd(&zst, FG_STR("a\nb\n"));
	assert_read(slice(&zst), "a|b|0 ");
	put_gzip(&both, slice(&zst));
	assert_read(slice(&both), "a|b|0 ");
	free(gz.p);
	free(zst.p);
	free(both.p);
}

static void what_is_behind_packed_input_is_ignored(void **state)
{
	struct bytes gz = { 0 }, zst = { 0 };

	(void)state;
	put_gzip(&gz, FG_STR("a\nb\n"));
	put_gzip(&gz, FG_STR("c\n"));
	put(&gz, "\0\0junk\n", 7);
	assert_read(slice(&gz), "a|b|c|0 warning in:0: ignored what is behind "
				"the gzip data\n");
	put_zstd(&zst, FG_STR("a\nb\n"));
	put_zstd(&zst, FG_STR("c\n"));
	put(&zst, "junk\n", 5);
	assert_read(slice(&zst), "a|b|c|0 warning in:0: ignored what is behind "
				 "the zstd data\n");
	free(gz.p);
	free(zst.p);
}

static void packed_utf16(void **state)
{
	struct bytes gz = { 0 };

	(void)state;
	put_gzip(&gz, FG_STR("\xff\xfe"
			     "a\0\n\0b\0"));
	assert_read(slice(&gz), "a|b|0 ");
	free(gz.p);
}

static void members_follow_one_another(void **state)
{
	struct bytes gz = { 0 }, zst = { 0 };

	(void)state;
	put_gzip(&gz, FG_STR("a\nb"));
	put_gzip(&gz, FG_STR(""));
	put_gzip(&gz, FG_STR("c\nd"));
	assert_read(slice(&gz), "a|bc|d|0 ");
	put(&gz, "\0\0\0\0\0", 5); /* as tape drives pad */
	assert_read(slice(&gz), "a|bc|d|0 ");
	put_zstd(&zst, FG_STR("a\nb"));
	put_zstd(&zst, FG_STR(""));
	put_zstd(&zst, FG_STR("c\nd"));
	assert_read(slice(&zst), "a|bc|d|0 ");
	free(gz.p);
	free(zst.p);
}

static void an_empty_text_packed(void **state)
{
	struct bytes gz = { 0 }, zst = { 0 };

	(void)state;
	put_gzip(&gz, FG_STR(""));
	assert_read(slice(&gz), "0 ");
	put_zstd(&zst, FG_STR(""));
	assert_read(slice(&zst), "0 ");
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
	struct bytes packed[2] = { { 0 }, { 0 } };

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
	struct bytes gz = { 0 };
	size_t first;

	(void)state;
	put_gzip(&gz, FG_STR("a 1\n"));
	first = gz.n;
	put_gzip(&gz, FG_STR("b 2\n"));
	gz.n = first + 5;
	assert_read(slice(&gz), "a 1|0 warning in:0: ends inside gzip data\n");
	free(gz.p);
}

/* What is cut off is not a line: its last number may lack digits. */
static void half_a_line_is_no_line(void **state)
{
	struct recorder r = RECORDER(r);
	struct bytes zst = { 0 };
	struct fg_buffer block = { 0 };
	struct fg_lines *in;
	bool whole;

	(void)state;
	put_zstd(&zst, FG_STR("a 1\nb 12"));
	put_zstd(&zst, FG_STR("345\nc 1\n"));
	zst.n -= 7; /* "3" is left of the second frame, at most */
	assert_read(slice(&zst), "a 1|0 warning in:0: ends inside zstd data\n");
	in = fg_lines_from_memory(slice(&zst), "in", &r.diag);
	assert_true(fg_lines_block(in, &block, 100, NULL, &whole, NULL));
	assert_str_equal(((fg_str){ block.p, block.n }), "a 1\n");
	assert_false(fg_lines_block(in, &block, 100, NULL, &whole, NULL));
	assert_int_equal(fg_lines_close(in), FG_OK);
	assert_string_equal(recorder_text(&r), "warning in:0: ends inside zstd "
					       "data\n");
	recorder_free(&r);
	free(block.p);
	free(zst.p);
}

/* Any byte flipped: an error or the same length of text, never a crash. */
static void packed_data_that_is_damaged(void **state)
{
	struct bytes packed[2] = { { 0 }, { 0 } };
	size_t told = 0;

	(void)state;
	put_gzip(&packed[0], FG_STR("first\nsecond\nthird\nfirst\nsecond\n"));
	put_zstd(&packed[1], FG_STR("first\nsecond\nthird\nfirst\nsecond\n"));
	for (size_t k = 0; k < 2; k++) {
		for (size_t i = 0; i < packed[k].n * 8; i++) {
			char *text;

			packed[k].p[i / 8] ^= (char)(1 << i % 8);
			text = read_all(slice(&packed[k]));
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
	struct bytes plain = { 0 }, packed[2] = { { 0 }, { 0 } };

	(void)state;
	for (int i = 0; i < LINES; i++) {
		char line[64];
		int n = snprintf(line, sizeof line, "main;f%d;g %d\n", i % 97,
				 i);

		put(&plain, line, (size_t)n);
	}
	put_gzip(&packed[0], slice(&plain));
	put_zstd(&packed[1], slice(&plain));
	for (size_t k = 0; k < 2; k++) {
		struct fg_lines *in =
			fg_lines_from_memory(slice(&packed[k]), "in", NULL);
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

static void peeking_consumes_nothing(void **state)
{
	struct fg_lines *in =
		fg_lines_from_memory(FG_STR("one\ntwo\n"), "in", NULL);
	char rest[16];
	fg_str line;

	(void)state;
	assert_str_equal(fg_lines_peek(in, 5), "one\nt");
	assert_str_equal(fg_lines_peek(in, 3), "one");
	assert_str_equal(fg_lines_peek(in, SIZE_MAX), "one\ntwo\n");
	assert_true(fg_lines_next(in, &line));
	assert_str_equal(line, "one");
	assert_int_equal(fg_lines_read(in, rest, 2), 2);
	assert_int_equal(fg_lines_read(in, rest + 2, 14), 2);
	assert_memory_equal(rest, "two\n", 4);
	assert_int_equal(fg_lines_read(in, rest, 16), 0);
	assert_int_equal(fg_lines_close(in), FG_OK);
}

static void peeking_is_limited(void **state)
{
	enum { SIZE = 3 * FG_PEEK_MAX };
	char *text = malloc(SIZE);
	struct fg_lines *in;
	fg_str line;

	(void)state;
	memset(text, 'x', SIZE);
	in = fg_lines_from_memory((fg_str){ text, SIZE }, "in", NULL);
	assert_int_equal(fg_lines_peek(in, SIZE).n, FG_PEEK_MAX);
	assert_true(fg_lines_next(in, &line));
	assert_int_equal(line.n, SIZE);
	assert_false(fg_lines_next(in, &line));
	assert_int_equal(fg_lines_close(in), FG_OK);
	free(text);
}

static void pipes_that_drip(void **state)
{
	static const char text[] = "first line\nsecond\n\nlast";
	int fds[2], keep = dup(STDIN_FILENO);
	struct fg_lines *in;
	size_t lines = 0;
	fg_str line;

	(void)state;
	assert_int_equal(pipe(fds), 0);
	if (fork() == 0) {
		close(fds[0]);
		for (size_t i = 0; i < sizeof text - 1; i++) {
			if (write(fds[1], text + i, 1) != 1)
				_exit(1);
			nanosleep(&(struct timespec){ 0, 500000 }, NULL);
		}
		_exit(0);
	}
	close(fds[1]);
	dup2(fds[0], STDIN_FILENO);
	close(fds[0]);
	in = fg_lines_open("-", NULL);
	assert_str_equal(fg_lines_peek(in, 5), "first");
	while (fg_lines_next(in, &line))
		lines++;
	assert_int_equal(lines, 4);
	assert_str_equal(line, "last");
	assert_string_equal(fg_lines_loc(in).file, "<stdin>");
	assert_int_equal(fg_lines_close(in), FG_OK);
	dup2(keep, STDIN_FILENO);
	close(keep);
}

static void what_cannot_be_opened(void **state)
{
	struct recorder r = RECORDER(r);

	(void)state;
	assert_null(fg_lines_open("/no/such/file", &r.diag));
	assert_string_equal(recorder_text(&r), "error /no/such/file:0: cannot "
					       "open: "
					       "No such file or directory\n");
	recorder_free(&r);
	assert_null(fg_lines_open("/", &r.diag));
	assert_string_equal(recorder_text(&r), "error /:0: is a directory\n");
	recorder_free(&r);
	assert_null(fg_lines_open("", &r.diag));
	assert_int_equal(r.diag.errors, 1);
	recorder_free(&r);
	assert_int_equal(fg_lines_close(NULL), FG_EIO);
}

/* Reads blocks and checks that together they are the text. */
static void check_blocks(fg_str text, size_t size, size_t peek, fg_cut_fn cut)
{
	struct fg_lines *in = fg_lines_from_memory(text, "in", NULL);
	struct fg_buffer block = { 0 };
	uint64_t first, expected = 1;
	size_t at = 0;
	bool whole;

	fg_lines_peek(in, peek);
	while (fg_lines_block(in, &block, size, cut, &whole, &first)) {
		assert_true(at + block.n <= text.n);
		if (memcmp(block.p, text.p + at, block.n) != 0)
			fail_msg("wrong bytes in the block at %zu of size %zu",
				 at, size);
		at += block.n;
		assert_int_equal(first, expected);
		for (size_t i = 0; i < block.n; i++)
			expected += block.p[i] == '\n';
		if (at < text.n)
			assert_int_equal(block.p[block.n - 1], '\n');
	}
	assert_int_equal(at, text.n);
	assert_int_equal(fg_lines_close(in), FG_OK);
	free(block.p);
}

/* Behind the last empty line. */
static size_t after_blank_line(fg_str text)
{
	for (size_t i = text.n; i >= 2; i--) {
		if (text.p[i - 1] == '\n' && text.p[i - 2] == '\n')
			return i;
	}
	return 0;
}

static void blocks_make_up_the_text(void **state)
{
	struct bytes text = { 0 };
	uint32_t random = 3;

	(void)state;
	for (size_t i = 0; i < 3000; i++) {
		random = random * 1664525 + 1013904223;
		for (uint32_t n = random >> 27; n > 0; n--)
			put(&text, &"abcdefghijklmnopqrstuvwxyz"[n % 26], 1);
		put(&text, "\n", 1);
	}
	put(&text, "end", 3);
	for (size_t size = 1; size < 5000; size += 1 + size / 3) {
		for (size_t peek = 0; peek < 70000; peek = peek * 4 + 100) {
			check_blocks(slice(&text), size, peek, NULL);
			check_blocks(slice(&text), size, peek,
				     after_blank_line);
		}
	}
	free(text.p);
}

static size_t never(fg_str text)
{
	(void)text;
	return 0;
}

static void a_block_without_a_cut_is_told_and_bounded(void **state)
{
	enum { SIZE = 1000, LINES = 100000 };
	struct bytes text = { 0 };
	struct fg_buffer block = { 0 };
	struct fg_lines *in;
	uint64_t first;
	bool whole = true;

	(void)state;
	for (size_t i = 0; i < LINES; i++)
		put(&text, "0123456789\n", 11);
	in = fg_lines_from_memory(slice(&text), "in", NULL);
	assert_true(fg_lines_block(in, &block, SIZE, never, &whole, &first));
	assert_false(whole);
	assert_true(block.n >= SIZE && block.n <= 32 * SIZE);
	assert_int_equal(block.p[block.n - 1], '\n');
	assert_int_equal(fg_lines_close(in), FG_OK);
	free(block.p);
	free(text.p);
	check_blocks(FG_STR("a\nb\nc"), 1, 0, never);
}

static void blocks_of_nothing(void **state)
{
	(void)state;
	check_blocks(FG_STR(""), 100, 10, NULL);
	check_blocks(FG_STR("\n"), 1, 0, NULL);
	check_blocks(FG_STR("no end"), 2, 0, NULL);
	check_blocks(FG_STR("a\n"), 2, 2, NULL);
}

static void one_line_of_many_megabytes(void **state)
{
	enum { SIZE = 24 << 20 };
	char *text = malloc(SIZE);
	struct fg_lines *in;
	fg_str line;

	(void)state;
	memset(text, 'x', SIZE);
	text[SIZE - 2] = '\n';
	in = fg_lines_from_memory((fg_str){ text, SIZE }, "in", NULL);
	assert_true(fg_lines_next(in, &line));
	assert_int_equal(line.n, SIZE - 2);
	assert_true(fg_lines_next(in, &line));
	assert_int_equal(line.n, 1);
	assert_int_equal(fg_lines_close(in), FG_OK);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ends_of_lines),
		cmocka_unit_test(byte_order_marks),
		cmocka_unit_test(utf16_becomes_utf8),
		cmocka_unit_test(lone_surrogates_are_replaced),
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
		cmocka_unit_test(peeking_consumes_nothing),
		cmocka_unit_test(peeking_is_limited),
		cmocka_unit_test(pipes_that_drip),
		cmocka_unit_test(what_cannot_be_opened),
		cmocka_unit_test(blocks_make_up_the_text),
		cmocka_unit_test(a_block_without_a_cut_is_told_and_bounded),
		cmocka_unit_test(blocks_of_nothing),
		cmocka_unit_test(one_line_of_many_megabytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
