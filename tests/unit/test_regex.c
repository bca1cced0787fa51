/* SPDX-License-Identifier: MIT */
#include "check.h"

#include "fg/regex.h"
#include "fg/text.h"

#include "recorder.h"

static void assert_matches(const char *pattern, fg_str text, bool expected)
{
	struct recorder r = RECORDER(r);
	struct fg_regex *regex = fg_regex_new(pattern, &r.diag);

	assert_non_null(regex);
	if (fg_regex_matches(regex, text) != expected)
		fail_msg("/%s/ and %zu bytes '%.20s'", pattern, text.n, text.p);
	assert_string_equal(recorder_text(&r), "");
	fg_regex_free(regex);
	recorder_free(&r);
}

static void patterns_are_perls(void **state)
{
	(void)state;
	assert_matches("^ma", FG_STR("main"), true);
	assert_matches("^in", FG_STR("main"), false);
	assert_matches("in$", FG_STR("main"), true);
	assert_matches("(?i)MAIN", FG_STR("main"), true);
	assert_matches("(?<=::)f", FG_STR("a::f"), true);
	assert_matches("a{2,}b?+c", FG_STR("xaac"), true);
	assert_matches("", FG_STR(""), true);
	assert_matches("^$", (fg_str){ NULL, 0 }, true);
	assert_matches("x", (fg_str){ NULL, 0 }, false);
}

static void text_is_bytes_and_utf8(void **state)
{
	(void)state;
	assert_matches("^.$", FG_STR("\xc3\xbc"), true);
	assert_matches("(?i)\xc3\x9c", FG_STR("\xc3\xbc"), true);
	assert_matches("b$", FG_STR("a\0b"), true);
	assert_matches("^a\\x00b$", FG_STR("a\0b"), true);
	/* bytes that are no UTF-8 never match, and never fail */
	assert_matches("main", FG_STR("\xff\xfe main"), true);
	assert_matches("main", FG_STR("main\xc3"), true);
	assert_matches("^.", FG_STR("\xff"), false);
}

static void the_mistake_is_pointed_at(void **state)
{
	struct recorder r = RECORDER(r);

	(void)state;
	assert_null(fg_regex_new("ab(cd", &r.diag));
	assert_non_null(strstr(recorder_text(&r), "'ab(cd'"));
	assert_int_equal(r.diag.errors, 1);
	recorder_free(&r);
	assert_null(fg_regex_new("\xff", &r.diag));
	assert_int_equal(r.diag.errors, 1);
	recorder_free(&r);
}

/* Symbols of C++ templates run to many thousands of characters. */
static void long_texts_match(void **state)
{
	enum { SIZE = 500000 };
	char *text = malloc(SIZE);
	fg_str s = { text, SIZE };

	(void)state;
	for (size_t i = 0; i < SIZE; i++)
		text[i] = "ab"[i % 2];
	assert_matches("^(?:a|b)*$", s, true);
	assert_matches("^(a|b)*$", s, true);
	assert_matches("^(?:ab)+$", s, true);
	text[SIZE - 1] = 'c';
	assert_matches("c$", s, true);
	assert_matches("a+c|d", s, true);
	free(text);
}

static void runaway_patterns_end_with_one_warning(void **state)
{
	static const char text[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab";
	struct recorder r = RECORDER(r);
	struct fg_regex *regex = fg_regex_new("^(a+)+$", &r.diag);

	(void)state;
	for (int i = 0; i < 3; i++)
		assert_false(fg_regex_matches(regex, fg_from_c(text)));
	assert_int_equal(r.diag.warnings, 1);
	assert_int_equal(r.diag.errors, 0);
	assert_true(fg_regex_matches(regex, FG_STR("aaa")));
	fg_regex_free(regex);
	recorder_free(&r);
	fg_regex_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(patterns_are_perls),
		cmocka_unit_test(text_is_bytes_and_utf8),
		cmocka_unit_test(the_mistake_is_pointed_at),
		cmocka_unit_test(long_texts_match),
		cmocka_unit_test(runaway_patterns_end_with_one_warning),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
