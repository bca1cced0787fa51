/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "fg/text.h"

static fg_str str(const char *s)
{
	return fg_from_c(s);
}

static void slices_of_c_strings(void **state)
{
	(void)state;
	assert_str_equal(fg_from_c("abc"), "abc");
	assert_int_equal(fg_from_c(NULL).n, 0);
	assert_str_equal(fg_slice(str("abcdef"), 2, 4), "cd");
	assert_int_equal(fg_slice(str("abc"), 3, 3).n, 0);
}

static void trim_takes_blanks_and_line_ends_only(void **state)
{
	(void)state;
	assert_str_equal(fg_trim(str(" \t a b\r\n ")), "a b");
	assert_str_equal(fg_trim(str(" \t\r\n")), "");
	assert_str_equal(fg_trim(str("")), "");
	assert_str_equal(fg_trim(str("\v\fa\v")), "\v\fa\v");
	assert_str_equal(fg_trim(str("\xc2\xa0x")), "\xc2\xa0x");
	assert_str_equal(fg_trim_end(str(" a \r\r\n")), " a");
	assert_int_equal(fg_trim((fg_str){ NULL, 0 }).n, 0);
}

static void comparing(void **state)
{
	(void)state;
	assert_true(fg_equal(str(""), (fg_str){ NULL, 0 }));
	assert_true(fg_equal(str("ab"), str("ab")));
	assert_false(fg_equal(str("ab"), str("abc")));
	assert_true(fg_starts_with(str("abc"), str("")));
	assert_true(fg_starts_with(str("abc"), str("abc")));
	assert_false(fg_starts_with(str("ab"), str("abc")));
	assert_true(fg_ends_with(str("abc"), str("bc")));
	assert_false(fg_ends_with(str("c"), str("bc")));
	assert_true(fg_compare(str("a"), str("b")) < 0);
	assert_true(fg_compare(str("a"), str("aa")) < 0);
	assert_true(fg_compare(str("aa"), str("a")) > 0);
	assert_int_equal(fg_compare(str("a"), str("a")), 0);
	assert_int_equal(fg_compare((fg_str){ NULL, 0 }, str("")), 0);
	/* bytes are unsigned */
	assert_true(fg_compare(str("\x7f"), str("\x80")) < 0);
}

static void finding(void **state)
{
	(void)state;
	assert_int_equal(fg_find_char(str("abcabc"), 'c'), 2);
	assert_int_equal(fg_rfind_char(str("abcabc"), 'c'), 5);
	assert_int_equal(fg_find_char(str("abc"), 'x'), 3);
	assert_int_equal(fg_rfind_char(str("abc"), 'x'), 3);
	assert_int_equal(fg_find_char((fg_str){ NULL, 0 }, 'x'), 0);
	assert_int_equal(fg_find(str("aaab"), str("aab")), 1);
	assert_int_equal(fg_find(str("aab"), str("aab")), 0);
	assert_int_equal(fg_find(str("aab"), str("b")), 2);
	assert_int_equal(fg_find(str("aab"), str("aabb")), 3);
	assert_int_equal(fg_find(str("aab"), str("ba")), 3);
	assert_int_equal(fg_find(str(""), str("a")), 0);
	assert_false(fg_contains(str(""), str("a")));
	assert_true(fg_contains(str(""), str("")));
	assert_int_equal(fg_find((fg_str){ "a\0b", 3 }, str("b")), 2);
}

static void cutting_leaves_the_rest(void **state)
{
	fg_str rest = str("a;;b");

	(void)state;
	assert_str_equal(fg_cut(&rest, ';'), "a");
	assert_str_equal(fg_cut(&rest, ';'), "");
	assert_non_null(rest.p);
	assert_str_equal(fg_cut(&rest, ';'), "b");
	assert_null(rest.p);
	assert_int_equal(rest.n, 0);
	rest = str("a;");
	assert_str_equal(fg_cut(&rest, ';'), "a");
	assert_non_null(rest.p); /* something, if nothing, stands behind it */
	assert_int_equal(rest.n, 0);
}

static void whole_numbers(void **state)
{
	static const char *const bad[] = {
		"",
		" 1",
		"1 ",
		"+1",
		"-1",
		"1.0",
		"0x1",
		"1e3",
		"a",
		"18446744073709551616",
		"99999999999999999999",
	};
	uint64_t v;

	(void)state;
	assert_true(fg_parse_u64(str("0"), &v));
	assert_int_equal(v, 0);
	assert_true(fg_parse_u64(str("18446744073709551615"), &v));
	assert_true(v == UINT64_MAX);
	assert_true(fg_parse_u64(str("00000000000000000000007"), &v));
	assert_int_equal(v, 7);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_false(fg_parse_u64(str(bad[i]), &v));
}

static void hexadecimal_numbers(void **state)
{
	static const char *const bad[] = { "", "0x1", "g", "-1",
					   "10000000000000000" };
	uint64_t v;

	(void)state;
	assert_true(fg_parse_hex(str("ffffFFFFffffFFFF"), &v));
	assert_true(v == UINT64_MAX);
	assert_true(fg_parse_hex(str("0"), &v));
	assert_int_equal(v, 0);
	assert_true(fg_parse_hex(str("000000000000000000001f"), &v));
	assert_int_equal(v, 0x1f);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_false(fg_parse_hex(str(bad[i]), &v));
}

static void utf8_sequences(void **state)
{
	static const struct {
		const char *text;
		size_t length;
	} cases[] = {
		{ "a", 1 },
		{ "\x7f", 1 },
		{ "\xc2\x80", 2 },
		{ "\xdf\xbf", 2 },
		{ "\xe0\xa0\x80", 3 },
		{ "\xed\x9f\xbf", 3 },
		{ "\xee\x80\x80", 3 },
		{ "\xef\xbf\xbf", 3 },
		{ "\xf0\x90\x80\x80", 4 },
		{ "\xf4\x8f\xbf\xbf", 4 },
		{ "\x80", 0 },
		{ "\xbf", 0 },
		{ "\xc0\x80", 0 },
		{ "\xc1\xbf", 0 },
		{ "\xe0\x9f\xbf", 0 },
		{ "\xed\xa0\x80", 0 },
		{ "\xf0\x8f\xbf\xbf", 0 },
		{ "\xf4\x90\x80\x80", 0 },
		{ "\xf5\x80\x80\x80", 0 },
		{ "\xff", 0 },
		{ "\xc3", 0 },
		{ "\xe2\x82", 0 },
		{ "\xf0\x9f\x98", 0 },
		{ "\xc3(", 0 },
		{ "\xe2\x82(", 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_int_equal(fg_utf8_length(str(cases[i].text)),
				 cases[i].length);
	assert_int_equal(fg_utf8_length((fg_str){ NULL, 0 }), 0);
	assert_int_equal(fg_utf8_length((fg_str){ "\0", 1 }), 1);
}

static void terminals_are_shown_characters_only(void **state)
{
	static const struct {
		const char *text;
		size_t n;
	} cases[] = {
		{ "a", 1 },
		{ " ", 1 },
		{ "\xc3\xa9", 2 },
		{ "\xc2\xa0", 2 },
		{ "\033[31m", 0 },
		{ "\t", 0 },
		{ "\x7f", 0 },
		{ "\xc2\x9b", 0 },
		{ "\x9b", 0 },
		{ "\xff", 0 },
		{ "", 0 },
		{ "\xe2\x80\xa2", 3 },
		{ "\xe2\x80\xae", 0 },
		{ "\xe2\x81\xa9", 0 },
		{ "\xe2\x81\xaa", 0 },
		{ "\xc2\xa0", 2 },
		{ "\xc2\xad", 0 },
		{ "\xd8\x9b", 2 },
		{ "\xd8\x9c", 0 },
		{ "\xe1\xa0\x8e", 0 },
		{ "\xe2\x80\x8b", 0 },
		{ "\xe2\x80\x8d", 3 },
		{ "\xe2\x80\x8e", 0 },
		{ "\xe2\x80\x8f", 0 },
		{ "\xe2\x80\x90", 3 },
		{ "\xef\xbb\xbf", 0 },
		{ "\xef\xbf\xb9", 0 },
		{ "\xef\xbf\xbd", 3 },
		{ "\xf3\xa0\x81\x81", 0 },
		{ "\xf0\x9f\x98\x80", 4 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_int_equal(fg_shown_length(str(cases[i].text)),
				 cases[i].n);
}

static void characters_become_utf8(void **state)
{
	static const struct {
		uint32_t code;
		const char *bytes;
	} cases[] = {
		{ 'a', "a" },
		{ 0x7f, "\x7f" },
		{ 0x80, "\xc2\x80" },
		{ 0x7ff, "\xdf\xbf" },
		{ 0x800, "\xe0\xa0\x80" },
		{ 0xd7ff, "\xed\x9f\xbf" },
		{ 0xd800, "\xef\xbf\xbd" },
		{ 0xdfff, "\xef\xbf\xbd" },
		{ 0xe000, "\xee\x80\x80" },
		{ 0xffff, "\xef\xbf\xbf" },
		{ 0x10000, "\xf0\x90\x80\x80" },
		{ 0x10ffff, "\xf4\x8f\xbf\xbf" },
		{ 0x110000, "\xef\xbf\xbd" },
		{ UINT32_MAX, "\xef\xbf\xbd" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char to[4];
		fg_str got = { to, fg_utf8_put(to, cases[i].code) };

		assert_true(fg_equal(got, str(cases[i].bytes)));
		assert_int_equal(fg_utf8_length(got), got.n);
	}
}

/* Pairs are one character, halves alone are replaced, in their order. */
static void units_of_utf16_become_utf8(void **state)
{
	static const struct {
		uint32_t unit, high; /* what waits after it */
		const char *bytes;
	} steps[] = {
		{ 'a', 0, "a" },
		{ 0xd83d, 0xd83d, "" },
		{ 0xde00, 0, "\xf0\x9f\x98\x80" },
		{ 0xdc00, 0, "\xef\xbf\xbd" },
		{ 0xd800, 0xd800, "" },
		{ 0xdbff, 0xdbff, "\xef\xbf\xbd" },
		{ 0xffff, 0, "\xef\xbf\xbd\xef\xbf\xbf" },
	};
	uint32_t high = 0;

	(void)state;
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		char to[6];
		fg_str got = { to, fg_utf16_put(to, &high, steps[i].unit) };

		assert_true(fg_equal(got, str(steps[i].bytes)));
		assert_int_equal(high, steps[i].high);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(slices_of_c_strings),
		cmocka_unit_test(trim_takes_blanks_and_line_ends_only),
		cmocka_unit_test(comparing),
		cmocka_unit_test(finding),
		cmocka_unit_test(cutting_leaves_the_rest),
		cmocka_unit_test(whole_numbers),
		cmocka_unit_test(hexadecimal_numbers),
		cmocka_unit_test(utf8_sequences),
		cmocka_unit_test(characters_become_utf8),
		cmocka_unit_test(units_of_utf16_become_utf8),
		cmocka_unit_test(terminals_are_shown_characters_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
