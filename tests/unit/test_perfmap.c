/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include <stdlib.h>

#include "collapse/symbols/layers.h"
#include "collapse/symbols/perfmap.h"
#include "fg/text.h"

static void names_may_have_blanks(void **state)
{
	struct perfmap *map = perfmap_parse(FG_STR("1000 20 LazyCompile:~work "
						   "/srv/app.js:1\n"
						   "0x1020 0x10 say \"it\"\r\n"
						   "1030 0 stub\n"
						   "\n"
						   "no entry\n"
						   "2000 10\n"
						   "fffffffffffffff0 ffff "
						   "end"));

	(void)state;
	assert_str_equal(perfmap_find(map, 0x1000), "LazyCompile:~work "
						    "/srv/app.js:1");
	assert_str_equal(perfmap_find(map, 0x101f), "LazyCompile:~work "
						    "/srv/app.js:1");
	assert_str_equal(perfmap_find(map, 0x1020), "say \"it\"");
	assert_str_equal(perfmap_find(map, 0x1030), "stub");
	assert_str_equal(perfmap_find(map, 0x1031), "");
	assert_str_equal(perfmap_find(map, 0xfff), "");
	assert_str_equal(perfmap_find(map, 0xfffffffffffffff8), "end");
	assert_int_equal(perfmap_count(map), 4);
	assert_int_equal(perfmap_bad_lines(map), 2);
	perfmap_free(map);
}

static void the_last_entry_at_an_address_counts(void **state)
{
	struct perfmap *map = perfmap_parse(FG_STR("1000 100 old\n"
						   "1040 20 new\n"
						   "1050 4 newest\n"));

	(void)state;
	assert_str_equal(perfmap_find(map, 0x103f), "old");
	assert_str_equal(perfmap_find(map, 0x1040), "new");
	assert_str_equal(perfmap_find(map, 0x1050), "newest");
	assert_str_equal(perfmap_find(map, 0x1054), "new");
	assert_str_equal(perfmap_find(map, 0x1060), "old");
	perfmap_free(map);
}

static void only_regular_files_are_maps(void **state)
{
	const char *problem = NULL;

	(void)state;
	assert_null(perfmap_open("/dev/zero", &problem));
	assert_string_equal(problem, "no regular file");
	assert_null(perfmap_open("/no/such/file", &problem));
	assert_string_equal(problem, "not found");
}

enum { RANGES = 200, SPACE = 64, TIMES = 16 };

/* A model that looks at every range. */
static void layers_are_what_was_laid_last(void **state)
{
	struct {
		uint64_t start, end, time;
	} ranges[RANGES];
	struct layers *layers = layers_new();

	(void)state;
	srand(7);
	for (uint32_t i = 0; i < RANGES; i++) {
		ranges[i].start = (uint64_t)rand() % SPACE;
		ranges[i].end = ranges[i].start + (uint64_t)rand() % 9;
		ranges[i].time = (uint64_t)rand() % TIMES;
		layers_add(layers, ranges[i].start, ranges[i].end,
			   ranges[i].time, i);
	}
	layers_seal(layers);
	for (uint64_t time = 0; time <= TIMES; time++) {
		for (uint64_t at = 0; at < SPACE + 9; at++) {
			uint32_t found, best = RANGES;

			for (uint32_t i = 0; i < RANGES; i++) {
				if (at >= ranges[i].start &&
				    at < ranges[i].end &&
				    ranges[i].time <= time &&
				    (best == RANGES ||
				     ranges[i].time >= ranges[best].time))
					best = i;
			}
			assert_int_equal(layers_find(layers, at, time, &found),
					 best < RANGES);
			if (best < RANGES)
				assert_int_equal(found, best);
		}
	}
	layers_free(layers);
}

/* If each range had a place at each end of others: 10,000 million places. */
static void ranges_around_each_other_cost_little(void **state)
{
	enum { COUNT = 100000 };
	struct layers *layers = layers_new();
	uint32_t found;

	(void)state;
	for (uint32_t i = 0; i < COUNT; i++)
		layers_add(layers, i, 2 * (uint64_t)COUNT - i, 0, i);
	layers_seal(layers);
	for (uint32_t i = 0; i < COUNT; i++) {
		assert_true(layers_find(layers, i, 0, &found));
		assert_int_equal(found, i);
	}
	layers_free(layers);
}

static void no_layers_are_found_in_none(void **state)
{
	struct layers *layers = layers_new();
	uint32_t found;

	(void)state;
	layers_seal(layers);
	assert_false(layers_find(layers, 0, UINT64_MAX, &found));
	layers_free(layers);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_may_have_blanks),
		cmocka_unit_test(the_last_entry_at_an_address_counts),
		cmocka_unit_test(only_regular_files_are_maps),
		cmocka_unit_test(layers_are_what_was_laid_last),
		cmocka_unit_test(ranges_around_each_other_cost_little),
		cmocka_unit_test(no_layers_are_found_in_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
