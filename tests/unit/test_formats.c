/* SPDX-License-Identifier: MIT */
/*
 * What every format must satisfy, whatever it reads; so a new one is tested
 * by being in formats.def, and by its folder in fixtures/.
 */
#include "unit.h"

#include <ftw.h>
#include <stdio.h>

#include "collapse/format.h"
#include "fg/lines.h"
#include "fg/text.h"

static void every_format_is_complete(void **state)
{
	(void)state;
	for (const struct format *const *f = formats; *f; f++) {
		const struct format *format = *f;
		fg_str summary = fg_from_c(format->summary);

		assert_non_null(format->name);
		assert_non_null(format->detect);
		assert_true(summary.n > 0 &&
			    !fg_ends_with(summary, FG_STR(".")));
		/* it is read, or there is a word on what to do instead */
		assert_true((format->parse != NULL) !=
			    (format->advice != NULL));
		assert_true(!format->advise || format->advice);
		assert_ptr_equal(format_by_name(format->name), format);
	}
	assert_null(format_by_name("no-such-format"));
}

static void nobody_claims_nothing(void **state)
{
	(void)state;
	for (const struct format *const *f = formats; *f; f++) {
		assert_int_equal((*f)->detect((fg_str){ "", 0 }), BID_NO);
		assert_int_equal((*f)->detect(FG_STR("\n")), BID_NO);
		assert_int_equal((*f)->detect(FG_STR(" \r\n\t\n")), BID_NO);
	}
	assert_null(format_detect((fg_str){ "", 0 }));
}

static void nobody_is_sure_of_noise(void **state)
{
	char noise[4096];
	uint32_t random = 1;

	(void)state;
	for (size_t round = 0; round < 500; round++) {
		for (size_t i = 0; i < sizeof noise; i++) {
			random = random * 1664525 + 1013904223;
			noise[i] = (char)(random >> 24);
		}
		for (const struct format *const *f = formats; *f; f++) {
			fg_str head = { noise, round * 8 };

			if ((*f)->detect(head) > BID_WEAK)
				fail_msg("%s claims noise", (*f)->name);
		}
	}
}

/* The name of the folder below fixtures/profiles or fixtures/collapse. */
static fg_str folder_of(const char *path)
{
	fg_str text = fg_from_c(path);
	size_t at = fg_find(text, FG_STR("/fixtures/"));
	fg_str rest = fg_slice(text, at + strlen("/fixtures/"), text.n);

	fg_cut(&rest, '/');
	return fg_cut(&rest, '/');
}

/*
 * Whether a file lies with another format's: heaptrack_print's with
 * heaptrack's, Go's profiles as text with those for pprof, samply's names
 * with its profiles.
 */
static bool is_guest(const char *path, const struct format *best)
{
	return (best &&
		fg_starts_with(fg_from_c(best->name), folder_of(path))) ||
	       (fg_equal(folder_of(path), FG_STR("pprof")) &&
		fg_contains(fg_from_c(path), FG_STR(".txt"))) ||
	       fg_ends_with(fg_from_c(path), FG_STR(".syms.json"));
}

static size_t checked, wrong;

/* One format bids highest, and none ties with it. */
static void check_bids(const char *path, fg_str head)
{
	const struct format *best = format_detect(head);
	fg_str folder = folder_of(path);

	for (const struct format *const *f = formats; best && *f; f++) {
		if (*f != best && (*f)->detect(head) >= best->detect(head))
			fail_msg("%s: %s and %s bid the same", path, (*f)->name,
				 best->name);
	}
	for (const struct format *const *f = formats; *f; f++) {
		if (fg_equal(fg_from_c((*f)->name), folder) && best != *f &&
		    !is_guest(path, best))
			wrong += (size_t)printf("%s: claimed by %s\n", path,
						best ? best->name : "nobody");
	}
	checked += best != NULL;
}

static int check_file(const char *path, const struct stat *st, int kind,
		      struct FTW *where)
{
	const char *name = path + where->base;
	struct fg_diag diag = { 0 };
	struct fg_lines *in;

	if (kind != FTW_F || strcmp(name, "README.md") == 0 ||
	    strcmp(name, "TOTALS.tsv") == 0 || st->st_size == 0)
		return 0;
	in = fg_lines_open(path, &diag);
	assert_non_null(in);
	check_bids(path, fg_lines_peek(in, FG_PEEK_MAX));
	fg_lines_close(in);
	return 0;
}

static void recordings_are_claimed_by_their_format_alone(void **state)
{
	const char *top = getenv("FG_SOURCE");
	char path[4096];

	(void)state;
	assert_non_null(top);
	snprintf(path, sizeof path, "%s/fixtures/profiles", top);
	assert_int_equal(nftw(path, check_file, 16, FTW_PHYS), 0);
	assert_int_equal(wrong, 0);
	assert_true(checked > 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_format_is_complete),
		cmocka_unit_test(nobody_claims_nothing),
		cmocka_unit_test(nobody_is_sure_of_noise),
		cmocka_unit_test(recordings_are_claimed_by_their_format_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
