/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "diff/names.h"
#include "fg/text.h"
#include "profile.h"
#include "recorder.h"

/* Rewrites one name and compares; `expected` NULL: the frame is dropped. */
static void assert_becomes(struct names *names, const char *name,
			   const char *expected)
{
	struct fg_stacks *from = fg_stacks_new(FG_FOLD);
	struct fg_stacks *to = fg_stacks_new(FG_FOLD);
	fg_frame *map;

	fg_frames_intern(fg_stacks_frames(from), fg_from_c(name));
	map = names_map(names, from, to);
	if (!expected)
		assert_int_equal(map[0], NAMES_DROPPED);
	else
		assert_str_equal(fg_frames_name(fg_stacks_names(to), map[0]),
				 expected);
	free(map);
	fg_stacks_free(from);
	fg_stacks_free(to);
}

static void addresses(void **state)
{
	struct recorder r = RECORDER(r);
	struct names *names = names_new();

	(void)state;
	assert_true(names_is_empty(names));
	assert_int_equal(names_add_hex(names, &r.diag), FG_OK);
	assert_false(names_is_empty(names));
	assert_becomes(names, "0x7f12ab", "0x...");
	assert_becomes(names, "f+0x1C (0xff)", "f+0x... (0x...)");
	assert_becomes(names, "0x", "0x");
	assert_becomes(names, "0xyz", "0xyz");
	assert_becomes(names, "main", "main");
	assert_becomes(names, "", "");
	names_free(names);
	names_free(NULL);
	recorder_free(&r);
}

static void suffixes_of_compilers(void **state)
{
	static const char *const pairs[][2] = {
		{ "parse", "parse" },
		{ "parse.part.0", "parse" },
		{ "parse.constprop.0.isra.3", "parse" },
		{ "parse.cold", "parse" },
		{ "parse.cold.7", "parse" },
		{ "parse.llvm.12873645", "parse" },
		{ "tcp_ack.isra.0_[k]", "tcp_ack_[k]" },
		{ "core::fmt::write::h0123456789abcdef", "core::fmt::write" },
		{ "a::b::h0123456789abcdef.llvm.42", "a::b" },
		{ "a::hello", "a::hello" },
		{ "a::h0123456789abcdef::b", "a::h0123456789abcdef::b" },
		{ "main::{lambda(int)#2}::operator()", "main::{lambda(int)}::"
						       "operator()" },
		{ "app::run::{closure#0}", "app::run::{closure}" },
		{ "main::$_3::operator()", "main::$_::operator()" },
		{ "f()::'lambda12'(int)", "f()::'lambda'(int)" },
		{ "lambda$main$0", "lambda$main" },
		{ "Main$$Lambda$14/0x0000000800c03000.run", "Main$$Lambda."
							    "run" },
		{ "main.run.func1.2", "main.run.func" },
		{ "main.c:42", "main.c" },
		{ "parse (lib/parse.js:10:5)", "parse (lib/parse.js)" },
		{ "std::vector<int>::push_back", "std::vector<int>::push_"
						 "back" },
		{ "a.b.c", "a.b.c" },
		{ ".cold", ".cold" },
		{ "::1", "::1" },
	};
	struct recorder r = RECORDER(r);
	struct names *names = names_new();

	(void)state;
	assert_int_equal(names_add_suffixes(names, &r.diag), FG_OK);
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		assert_becomes(names, pairs[i][0], pairs[i][1]);
	names_free(names);
	assert_string_equal(recorder_text(&r), "");
	recorder_free(&r);
}

static struct names *with_rule(const char *rule)
{
	struct recorder r = RECORDER(r);
	struct names *names = names_new();

	assert_int_equal(names_add_rule(names, rule, &r.diag), FG_OK);
	assert_string_equal(recorder_text(&r), "");
	recorder_free(&r);
	return names;
}

static void rules_of_the_user(void **state)
{
	static const char *const cases[][3] = {
		{ "^old_=new_", "old_read", "new_read" },
		{ "(\\w+)@.*=$1", "read@GLIBC_2.2.5", "read" },
		{ "a(?=b)=x", "ab", "xb" },
		{ "(?<=a)b=x", "ab", "ax" },
		{ "operator\\==equals", "operator==", "equals=" },
		{ "x=a=b", "x", "a=b" },
		{ "^drop$=", "drop", NULL },
		{ "z=", "zoo", "oo" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct names *names = with_rule(cases[i][0]);

		assert_becomes(names, cases[i][1], cases[i][2]);
		names_free(names);
	}
}

static void bad_rules_are_refused(void **state)
{
	static const char *const bad[] = { "",	   "x",	    "=y",   "a(b=c",
					   "a=$1", "a=b;c", "a\\=b" };
	struct recorder r = RECORDER(r);
	struct names *names = names_new();

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		assert_int_equal(names_add_rule(names, bad[i], &r.diag),
				 FG_EUSAGE);
		assert_int_equal(r.diag.errors, i + 1);
	}
	assert_true(names_is_empty(names));
	names_free(names);
	recorder_free(&r);
}

static void rules_apply_in_order(void **state)
{
	struct recorder r = RECORDER(r);
	struct names *names = names_new();

	(void)state;
	names_add_rule(names, "a=b", &r.diag);
	names_add_rule(names, "b=c", &r.diag);
	assert_becomes(names, "a", "c");
	names_free(names);
	recorder_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses),
		cmocka_unit_test(suffixes_of_compilers),
		cmocka_unit_test(rules_of_the_user),
		cmocka_unit_test(bad_rules_are_refused),
		cmocka_unit_test(rules_apply_in_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
