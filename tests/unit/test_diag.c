/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "fg/diag.h"

#include "recorder.h"

static const struct fg_loc here = { "a.txt", 3 };

static void messages_arrive_with_level_and_place(void **state)
{
	struct recorder r = RECORDER(r);

	(void)state;
	fg_note(&r.diag, here, "n %d", 1);
	fg_warn(&r.diag, here, "w %s", "x");
	assert_int_equal(fg_fail(&r.diag, FG_EINPUT, (struct fg_loc){ 0 },
				 "e %c", 'y'),
			 FG_EINPUT);
	assert_string_equal(recorder_text(&r), "note a.txt:3: n 1\n"
					       "warning a.txt:3: w x\n"
					       "error -:0: e y\n");
	assert_int_equal(r.diag.warnings, 1);
	assert_int_equal(r.diag.errors, 1);
	recorder_free(&r);
}

static void warnings_are_capped_and_counted(void **state)
{
	struct recorder r = RECORDER(r);
	size_t lines = 0;

	(void)state;
	for (int i = 0; i < 1000; i++)
		fg_warn(&r.diag, here, "w");
	fg_fail(&r.diag, FG_EIO, here, "an error is never capped");
	fg_diag_finish(&r.diag);
	fg_diag_finish(&r.diag); /* says it once */
	for (const char *p = recorder_text(&r); *p; p++)
		lines += *p == '\n';
	assert_int_equal(r.diag.warnings, 1000);
	assert_int_equal(lines, FG_WARNINGS_SHOWN + 2);
	assert_non_null(strstr(recorder_text(&r), "980 more warnings"));
	recorder_free(&r);
}

static void one_more_warning_is_singular(void **state)
{
	struct recorder r = RECORDER(r);

	(void)state;
	for (int i = 0; i < FG_WARNINGS_SHOWN + 1; i++)
		fg_warn(&r.diag, here, "w");
	fg_diag_finish(&r.diag);
	assert_non_null(strstr(recorder_text(&r), "1 more warning\n"));
	recorder_free(&r);
}

static void nothing_hidden_nothing_said(void **state)
{
	struct recorder r = RECORDER(r);

	(void)state;
	for (int i = 0; i < FG_WARNINGS_SHOWN; i++)
		fg_warn(&r.diag, here, "w");
	fg_diag_finish(&r.diag);
	assert_null(strstr(recorder_text(&r), "more"));
	recorder_free(&r);
}

static void terminals_are_safe(void **state)
{
	static const struct {
		const char *given, *shown;
	} cases[] = {
		{ "\x1b[31mred\x07", "?[31mred?" },
		{ "a\nb\tc\r", "a?b?c?" },
		{ "gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f" },
		{ "bad \xff\xc3( \xed\xa0\x80", "bad ?\?( ??\?" },
		{ "c1 \xc2\x9b", "c1 ??" },
		{ "\x7f", "?" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct recorder r = RECORDER(r);
		char expected[64];

		snprintf(expected, sizeof expected, "note a.txt:3: %s\n",
			 cases[i].shown);
		fg_note(&r.diag, here, "%s", cases[i].given);
		assert_string_equal(recorder_text(&r), expected);
		recorder_free(&r);
	}
}

static void long_messages_are_whole(void **state)
{
	struct recorder r = RECORDER(r);

	(void)state;
	fg_note(&r.diag, here, "%0100000d", 7);
	assert_int_equal(strlen(recorder_text(&r)), 100000 + strlen("note "
								    "a.txt:3: "
								    "\n"));
	recorder_free(&r);
}

static void nobody_listening_still_counts(void **state)
{
	struct fg_diag diag = { 0 };

	(void)state;
	fg_warn(&diag, here, "w");
	fg_note(&diag, here, "n");
	assert_int_equal(fg_fail(&diag, FG_ELIMIT, here, "e"), FG_ELIMIT);
	fg_diag_finish(&diag);
	assert_int_equal(diag.warnings, 1);
	assert_int_equal(diag.errors, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(messages_arrive_with_level_and_place),
		cmocka_unit_test(warnings_are_capped_and_counted),
		cmocka_unit_test(one_more_warning_is_singular),
		cmocka_unit_test(nothing_hidden_nothing_said),
		cmocka_unit_test(terminals_are_safe),
		cmocka_unit_test(long_messages_are_whole),
		cmocka_unit_test(nobody_listening_still_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
