/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "collapse/input/column.h"
#include "fg/text.h"
#include "recorder.h"

static void numbers_stay_small_until_one_is_not(void **state)
{
	struct column column = { 0 };

	(void)state;
	for (int64_t i = 0; i < 1000; i++)
		column_add(&column, INT32_MIN + i);
	assert_non_null(column.narrow);
	assert_null(column.wide);
	column_add(&column, (int64_t)INT32_MAX + 1);
	column_add(&column, INT64_MIN);
	assert_null(column.narrow);
	assert_int_equal(column.count, 1002);
	for (size_t i = 0; i < 1000; i++)
		assert_true(column_get(&column, i, 0) ==
			    INT32_MIN + (int64_t)i);
	assert_true(column_get(&column, 1000, 0) == (int64_t)INT32_MAX + 1);
	assert_true(column_get(&column, 1001, 0) == INT64_MIN);
	column_free(&column);
	assert_int_equal(column.count, 0);
}

static void the_first_may_be_large(void **state)
{
	struct column column = { 0 };

	(void)state;
	column_add(&column, INT64_MAX);
	assert_true(column_get(&column, 0, 0) == INT64_MAX);
	assert_true(column_get(&column, 1, -7) == -7);
	column_free(&column);
}

static void arrays_of_json(void **state)
{
	static const char text[] = "[[3, null, -4, \"x\", 1.5], 9, [1.0005]]";
	struct recorder r = RECORDER(r);
	struct fg_lines *in =
		fg_lines_from_memory(fg_from_c(text), "f", &r.diag);
	struct json *json = json_open(in, &r.diag);
	struct column column = { 0 };

	(void)state;
	assert_true(json_array(json) && json_item(json));
	assert_true(column_read(&column, json, -1));
	assert_int_equal(column.count, 5);
	assert_true(column_get(&column, 0, 0) == 3);
	assert_true(column_get(&column, 1, 0) == -1);
	assert_true(column_get(&column, 2, 0) == -4);
	assert_true(column_get(&column, 3, 0) == -1);
	assert_true(column_get(&column, 4, 0) == 1);
	assert_true(json_item(json));
	assert_false(column_read(&column, json, -1));
	assert_true(json_item(json));
	assert_true(column_read_fixed(&column, json, 3, 0));
	assert_true(column_get(&column, 5, 0) == 1001);
	column_free(&column);
	assert_int_equal(json_close(json), FG_OK);
	assert_int_equal(fg_lines_close(in), FG_OK);
	recorder_free(&r);
}

static void what_is_too_large_makes_all_coarser(void **state)
{
	static const char text[] = "[1.2346, -2.5, null, 1000000000000000000, "
				   "7.5]";
	struct recorder r = RECORDER(r);
	struct fg_lines *in =
		fg_lines_from_memory(fg_from_c(text), "f", &r.diag);
	struct json *json = json_open(in, &r.diag);
	struct column column = { 0 };
	unsigned decimals = 3;

	(void)state;
	assert_true(column_read_fit(&column, json, &decimals, 0));
	assert_int_equal(decimals, 0);
	assert_int_equal(column.count, 5);
	assert_true(column_get(&column, 0, -1) == 1);
	assert_true(column_get(&column, 1, -1) == -3);
	assert_true(column_get(&column, 2, -1) == 0);
	assert_true(column_get(&column, 3, -1) == 1000000000000000000);
	assert_true(column_get(&column, 4, -1) == 8);
	column_free(&column);
	assert_int_equal(json_close(json), FG_OK);
	assert_int_equal(fg_lines_close(in), FG_OK);
	recorder_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_stay_small_until_one_is_not),
		cmocka_unit_test(the_first_may_be_large),
		cmocka_unit_test(arrays_of_json),
		cmocka_unit_test(what_is_too_large_makes_all_coarser),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
