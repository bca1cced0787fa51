/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/lines.h"
#include "fg/text.h"
#include "reading.h"
#include "recorder.h"

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
	struct fg_buffer text = { 0 };
	uint32_t random = 3;

	(void)state;
	for (size_t i = 0; i < 3000; i++) {
		random = random * 1664525 + 1013904223;
		for (uint32_t n = random >> 27; n > 0; n--)
			fg_buffer_append(&text, (fg_str){ &"abcdefghijklmnopqrs"
							   "tuvwxyz"[n % 26],
							  1 });
		fg_buffer_append(&text, (fg_str){ "\n", 1 });
	}
	fg_buffer_append(&text, (fg_str){ "end", 3 });
	for (size_t size = 1; size < 5000; size += 1 + size / 3) {
		for (size_t peek = 0; peek < 70000; peek = peek * 4 + 100) {
			check_blocks(fg_buffer_text(&text), size, peek, NULL);
			check_blocks(fg_buffer_text(&text), size, peek,
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
	struct fg_buffer text = { 0 };
	struct fg_buffer block = { 0 };
	struct fg_lines *in;
	uint64_t first;
	bool whole = true;

	(void)state;
	for (size_t i = 0; i < LINES; i++)
		fg_buffer_append(&text, (fg_str){ "0123456789\n", 11 });
	in = fg_lines_from_memory(fg_buffer_text(&text), "in", NULL);
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
