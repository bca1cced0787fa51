/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "render/chars.h"

static void code_points_of_any_length(void **state)
{
	fg_str rest = FG_STR("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");

	(void)state;
	assert_int_equal(chars_next(&rest), 'a');
	assert_int_equal(chars_next(&rest), 0xE9);
	assert_int_equal(chars_next(&rest), 0x20AC);
	assert_int_equal(chars_next(&rest), 0x1F600);
	assert_int_equal(rest.n, 0);
}

static void a_bad_byte_is_one_character(void **state)
{
	/* stray, truncated, overlong, a surrogate: nine bytes in all */
	fg_str rest = FG_STR("\xFF\xE2\x82"
			     "\xC0\x80"
			     "\xED\xA0\x80"
			     "\xC3");

	(void)state;
	for (unsigned i = 0; i < 9; i++)
		assert_int_equal(chars_next(&rest), CHAR_BAD);
	assert_int_equal(rest.n, 0);
}

static void columns_of_wide_and_combining_characters(void **state)
{
	(void)state;
	assert_int_equal(chars_columns(FG_STR("")), 0);
	assert_int_equal(chars_columns(FG_STR("abc")), 3);
	assert_int_equal(chars_columns(FG_STR("\xC3\xA9")), 1);
	assert_int_equal(chars_columns(FG_STR("e\xCC\x81")), 1);
	assert_int_equal(chars_columns(FG_STR("\xE6\xBC\xA2")), 2);
	assert_int_equal(chars_columns(FG_STR("\xF0\x9F\x98\x80")), 2);
}

static void nothing_is_cut_inside_a_character(void **state)
{
	fg_str text = FG_STR("a\xE6\xBC\xA2\xE5\xAD\x97z");

	(void)state;
	assert_str_equal(chars_fit(text, 0), "");
	assert_str_equal(chars_fit(text, 1), "a");
	assert_str_equal(chars_fit(text, 2), "a");
	assert_str_equal(chars_fit(text, 3), "a\xE6\xBC\xA2");
	assert_str_equal(chars_fit(text, 6), "a\xE6\xBC\xA2\xE5\xAD\x97z");
	assert_str_equal(chars_fit(text, 99), "a\xE6\xBC\xA2\xE5\xAD\x97z");
	/* an accent stays with its letter */
	assert_str_equal(chars_fit(FG_STR("e\xCC\x81x"), 1), "e\xCC\x81");
	assert_str_equal(chars_fit_end(text, 0), "");
	assert_str_equal(chars_fit_end(text, 1), "z");
	assert_str_equal(chars_fit_end(text, 2), "z");
	assert_str_equal(chars_fit_end(text, 3), "\xE5\xAD\x97z");
	assert_str_equal(chars_fit_end(text, 99), "a\xE6\xBC\xA2\xE5\xAD\x97z");
	assert_str_equal(chars_fit_end(FG_STR("e\xCC\x81x"), 1), "x");
	assert_str_equal(chars_fit_end(FG_STR("xe\xCC\x81"), 1), "e\xCC\x81");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(code_points_of_any_length),
		cmocka_unit_test(a_bad_byte_is_one_character),
		cmocka_unit_test(columns_of_wide_and_combining_characters),
		cmocka_unit_test(nothing_is_cut_inside_a_character),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
