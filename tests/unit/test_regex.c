/* SPDX-License-Identifier: MIT */
#include "unit.h"

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

static void runaway_patterns_end_and_are_told(void **state)
{
	static const char text[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab";
	struct recorder r = RECORDER(r);
	struct fg_regex *regex = fg_regex_new("^(a+)+$", &r.diag);

	(void)state;
	for (int i = 0; i < 3; i++)
		assert_false(fg_regex_matches(regex, fg_from_c(text)));
	assert_int_equal(r.diag.warnings, 1);
	assert_int_equal(r.diag.errors, 0);
	assert_non_null(strstr(recorder_text(&r), "doubt -:0: '^(a+)+$' "));
	assert_true(fg_regex_matches(regex, FG_STR("aaa")));
	/* then no more are tried, which is told, too */
	for (int i = 0; i < 200; i++)
		assert_false(fg_regex_matches(regex, fg_from_c(text)));
	assert_int_equal(r.diag.warnings, 2);
	assert_false(fg_regex_matches(regex, FG_STR("aaa")));
	fg_regex_free(regex);
	recorder_free(&r);
	fg_regex_free(NULL);
}

/* The message has the pattern as it was typed. */
static void patterns_of_whole_texts(void **state)
{
	static const char text[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab";
	struct recorder r = RECORDER(r);
	struct fg_regex *regex = fg_regex_new_whole("b|bc", &r.diag);

	(void)state;
	assert_true(fg_regex_matches(regex, FG_STR("b")));
	assert_true(fg_regex_matches(regex, FG_STR("bc")));
	assert_false(fg_regex_matches(regex, FG_STR("abc")));
	assert_false(fg_regex_matches(regex, FG_STR("b\n")));
	fg_regex_free(regex);
	regex = fg_regex_new_whole("(a+)+", &r.diag);
	assert_false(fg_regex_matches(regex, fg_from_c(text)));
	assert_non_null(strstr(recorder_text(&r), "doubt -:0: '(a+)+' takes"));
	fg_regex_free(regex);
	recorder_free(&r);
	/* brackets that only a wrapper would close */
	assert_null(fg_regex_new_whole("a)(b", &r.diag));
	assert_non_null(strstr(recorder_text(&r), "'a)(b' at character 2"));
	recorder_free(&r);
}

static void assert_replaced(const char *pattern, const char *with,
			    const char *text, const char *expected)
{
	struct recorder r = RECORDER(r);
	struct fg_regex *regex = fg_regex_new(pattern, &r.diag);

	assert_non_null(regex);
	assert_true(fg_regex_set_replacement(regex, fg_from_c(with)));
	assert_str_equal(fg_regex_replace(regex, fg_from_c(text)), expected);
	/* the same again: nothing is left over from the first time */
	assert_str_equal(fg_regex_replace(regex, fg_from_c(text)), expected);
	fg_regex_free(regex);
	assert_string_equal(recorder_text(&r), "");
	recorder_free(&r);
}

static void every_match_is_replaced(void **state)
{
	(void)state;
	assert_replaced("b+", "x", "abbcb", "axcx");
	assert_replaced("z", "x", "abc", "abc");
	assert_replaced("b", "", "abcb", "ac");
	assert_replaced("^", ">", "abc", ">abc");
	assert_replaced("$", "<", "abc", "abc<");
	assert_replaced("x*", "-", "abxc", "-a-b--c-");
	assert_replaced("a", "x", "", "");
	assert_replaced("", "x", "", "x");
	assert_replaced("", "-", "\xc3\xa9z", "-\xc3\xa9-z-");
}

static void groups_stand_in_replacements(void **state)
{
	(void)state;
	assert_replaced("(\\w+)-(\\w+)", "$2/$1", "ab-cd", "cd/ab");
	assert_replaced("(a)|(b)", "<${1}${2}>", "abc", "<a><b>c");
	assert_replaced("(?<name>\\d+)", "[${name}]", "x12y", "x[12]y");
	assert_replaced("b", "$0$0", "abc", "abbc");
	assert_replaced("b", "$$1", "abc", "a$1c");
	assert_replaced("b\\Kc", "x", "bcbc", "bxbx");
}

static void bytes_that_are_no_utf8_are_kept(void **state)
{
	(void)state;
	assert_replaced("b", "x",
			"\xff"
			"b\x80"
			"b",
			"\xffx\x80x");
	assert_replaced("x*", "-", "\x80\x80", "-\x80\x80-");
	assert_replaced("b*", "-", "b\x80", "-\x80-");
}

static void a_group_that_is_not_there_is_an_error(void **state)
{
	static const char *const bad[] = { "$2", "${2}", "${x}", "$",
					   "$x", "${1",	 "${}" };
	struct recorder r = RECORDER(r);
	struct fg_regex *regex = fg_regex_new("(a)", &r.diag);

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		assert_false(
			fg_regex_set_replacement(regex, fg_from_c(bad[i])));
		assert_int_equal(r.diag.errors, i + 1);
	}
	fg_regex_free(regex);
	recorder_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(patterns_are_perls),
		cmocka_unit_test(text_is_bytes_and_utf8),
		cmocka_unit_test(the_mistake_is_pointed_at),
		cmocka_unit_test(long_texts_match),
		cmocka_unit_test(runaway_patterns_end_and_are_told),
		cmocka_unit_test(patterns_of_whole_texts),
		cmocka_unit_test(every_match_is_replaced),
		cmocka_unit_test(groups_stand_in_replacements),
		cmocka_unit_test(bytes_that_are_no_utf8_are_kept),
		cmocka_unit_test(a_group_that_is_not_there_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
