/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "collapse/input/idmap.h"

static void any_number_is_found_again(void **state)
{
	static const uint64_t odd[] = { 0,	    1,	      1023,
					1024,	    1u << 31, UINT64_MAX - 1,
					UINT64_MAX, 77,	      UINT32_MAX };
	struct idmap map = { 0 };
	uint32_t count = sizeof odd / sizeof *odd;

	(void)state;
	assert_int_equal(idmap_find(&map, 0), IDMAP_NONE);
	for (uint32_t i = 0; i < count; i++)
		assert_true(idmap_add(&map, odd[i], i));
	for (uint32_t i = 0; i < count; i++)
		assert_int_equal(idmap_find(&map, odd[i]), i);
	assert_int_equal(idmap_find(&map, 78), IDMAP_NONE);
	idmap_free(&map);
	assert_int_equal(idmap_find(&map, 77), IDMAP_NONE);
}

static void the_first_of_a_number_counts(void **state)
{
	struct idmap map = { 0 };

	(void)state;
	assert_true(idmap_add(&map, 5, 1));
	assert_false(idmap_add(&map, 5, 2));
	assert_true(idmap_add(&map, UINT64_MAX, 3));
	assert_false(idmap_add(&map, UINT64_MAX, 4));
	assert_int_equal(idmap_find(&map, 5), 1);
	assert_int_equal(idmap_find(&map, UINT64_MAX), 3);
	assert_int_equal(map.count, 2);
	idmap_free(&map);
}

/* Numbers go to the hash until the array would be mostly in use. */
static void numbers_move_in_while_the_array_grows(void **state)
{
	struct idmap map = { 0 };

	(void)state;
	for (uint32_t i = 0; i < 20000; i++)
		assert_true(idmap_add(&map, (uint64_t)i * 9, i));
	for (uint32_t i = 0; i < 20000; i++) {
		assert_int_equal(idmap_find(&map, (uint64_t)i * 9), i);
		assert_int_equal(idmap_find(&map, (uint64_t)i * 9 + 1),
				 IDMAP_NONE);
		assert_false(idmap_add(&map, (uint64_t)i * 9, 0));
	}
	idmap_free(&map);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_number_is_found_again),
		cmocka_unit_test(the_first_of_a_number_counts),
		cmocka_unit_test(numbers_move_in_while_the_array_grows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
