/* SPDX-License-Identifier: MIT */
/*
 * What is no folded text is refused with one message, whatever it is: every
 * profile below fixtures/, every report, and what only lies beside them.
 */
#include "unit.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

#include "fg/folded.h"
#include "fg/foreign.h"
#include "fg/text.h"
#include "recorder.h"

static fg_status check_text(fg_str text, const char *name, struct recorder *r)
{
	struct fg_lines *in = fg_lines_from_memory(text, name, &r->diag);
	fg_status status = fg_foreign_check(in, &r->diag);

	(void)fg_lines_close(in);
	return status;
}

static void folded_text_passes(void **state)
{
	static const char *const texts[] = {
		"",
		"\n\n",
		"# only\n# comments\n",
		"a;b 1\nc 2\n",
		"a;b 1",
		"main 12\nidle 3\n",
		"main 12\n",
		"a;b 1\nc;d\ne;f x\n",
		"a;b 1\nbroken\n",
		"# fg: metric=samples unit=samples\n1 2 3\n4 5 6\n",
		"MZ\x90;a 1\n",
		"operator=;operator, 12\noperator== 3\n",
		"a;[\"x\",{}] 12\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct recorder r = RECORDER(r);

		if (check_text(fg_from_c(texts[i]), "in", &r) != FG_OK)
			fail_msg("'%s': %s", texts[i], recorder_text(&r));
		recorder_free(&r);
	}
}

static void what_it_seems_to_be_is_said(void **state)
{
	static const struct {
		const char *text, *name, *part;
	} cases[] = {
		{ "a 1 [000] 2.0: cycles:\n\tffffffff main+0x1 (/x)\n", "p.txt",
		  "text of perf script, not folded stacks; fold it first: "
		  "fg-collapse p.txt" },
		{ "{\"a\":1}", "a b.json",
		  "JSON, not folded stacks; if a profiler wrote it, fold it "
		  "first: fg-collapse FILE" },
		{ "<?xml version=\"1.0\"?><svg/>", "-x", "fg-collapse FILE" },
		{ "PERFILE2\1", "perf.data",
		  "fold it first: fg-collapse perf.data" },
		{ "\177ELF\2", "demo", "perf record -g demo" },
		{ "cpu 1 2 3 4\ncpu0 1 2 3 4\n", "stat", "other text" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct recorder r = RECORDER(r);

		assert_int_equal(check_text(fg_from_c(cases[i].text),
					    cases[i].name, &r),
				 FG_EINPUT);
		if (!strstr(recorder_text(&r), cases[i].part))
			fail_msg("%s: %s", cases[i].name, recorder_text(&r));
		recorder_free(&r);
	}
}

static void most_lines_must_have_a_weight(void **state)
{
	struct fg_folded_reader reader = { .lines = 30, .bad = 20 };
	struct recorder r = RECORDER(r);

	(void)state;
	assert_int_equal(fg_foreign_check_lines(&reader, "in", &r.diag), FG_OK);
	reader.bad = 21;
	assert_int_equal(fg_foreign_check_lines(&reader, "in", &r.diag),
			 FG_EINPUT);
	assert_non_null(strstr(recorder_text(&r), "21 of 30 lines"));
	recorder_free(&r);
}

static size_t checked, wrong;

/* Expected outputs are folded; so are some inputs, and what archives hold. */
static bool may_pass(const char *path)
{
	static const char *const parts[] = {
		"/austin_text/",     "/folded/",     "/options/",
		"/one-frame/",	     ".stacks",	     ".collapsed",
		"/in.tar",	     "/jfr-summary", "/cmd",
		"/stdout",	     "/stderr",	     "/exit",
		"/heaptrack_print/", "/recorded/",   NULL,
	};
	size_t i = 0;

	while (parts[i] && !strstr(path, parts[i]))
		i++;
	return parts[i] != NULL;
}

static int check_file(const char *path, const struct stat *st, int kind,
		      struct FTW *where)
{
	struct recorder r = RECORDER(r);
	struct fg_lines *in;
	fg_str head;

	(void)where;
	if (kind != FTW_F || st->st_size == 0 || may_pass(path))
		return 0;
	in = fg_lines_open(path, &r.diag);
	assert_non_null(in);
	head = fg_lines_peek(in, FG_PEEK_MAX);
	if (fg_foreign_check(in, &r.diag) == FG_OK &&
	    !fg_folded_skips(fg_trim(head)))
		wrong += (size_t)printf("%s: passes for folded text\n", path);
	checked++;
	(void)fg_lines_close(in);
	recorder_free(&r);
	return 0;
}

static void profiles_and_reports_are_refused(void **state)
{
	static const char *const folders[] = { "collapse", "profiles", NULL };
	const char *top = getenv("FG_SOURCE");
	char path[4096];

	(void)state;
	assert_non_null(top);
	for (const char *const *folder = folders; *folder; folder++) {
		snprintf(path, sizeof path, "%s/fixtures/%s", top, *folder);
		assert_int_equal(nftw(path, check_file, 16, FTW_PHYS), 0);
	}
	assert_int_equal(wrong, 0);
	assert_true(checked > 300);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(folded_text_passes),
		cmocka_unit_test(what_it_seems_to_be_is_said),
		cmocka_unit_test(most_lines_must_have_a_weight),
		cmocka_unit_test(profiles_and_reports_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
