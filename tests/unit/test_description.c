/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "fg/out.h"
#include "profile.h"
#include "render/description.h"

static void assert_described(const char *folded, const char *expected)
{
	struct fg_stacks *stacks = profile(folded);
	struct fg_tree *tree = fg_tree_build(stacks);
	fg_wide total = fg_stacks_total(stacks, 0);
	struct titles titles = { .count_name = "samples",
				 .factor = { 1, 0 },
				 .columns = 1,
				 .total = total };
	struct fg_out *out = fg_out_memory();

	description_put(out, stacks, tree, &titles);
	fg_out_char(out, '\0');
	assert_string_equal(out->buffer, expected);
	fg_out_free(out);
	fg_tree_free(tree);
	fg_stacks_free(stacks);
}

static void the_heaviest_come_first(void **state)
{
	(void)state;
	assert_described("a 1\na;b 5\na;c 3\na;c;b 1\n", "all (10 samples, "
							 "100%). Hottest: b "
							 "60.00%, "
							 "c 30.00%, a 10.00%.");
	assert_described("a 2\nb 2\nc 2\nd 4\n", "all (10 samples, 100%). "
						 "Hottest: d 40.00%, "
						 "a 20.00%, b 20.00%.");
}

/* Names come in the order in which threads read them. */
static void ties_do_not_depend_on_the_order_of_arrival(void **state)
{
	const char *expected = "all (4 samples, 100%). Hottest: a 25.00%, "
			       "b 25.00%, c 25.00%.";

	(void)state;
	assert_described("a 1\nb 1\nc 1\nd 1\n", expected);
	assert_described("d 1\nc 1\nb 1\na 1\n", expected);
	assert_described("c 1\nd 1\na 1\nb 1\n", expected);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_heaviest_come_first),
		cmocka_unit_test(ties_do_not_depend_on_the_order_of_arrival),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
