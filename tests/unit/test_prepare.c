/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "render/prepare.h"

#include "profile.h"

static void assert_base(const char *input, const char *const *bases,
			const char *expected)
{
	struct fg_stacks *from = profile(input);
	struct fg_stacks *to = prepare_base(from, bases);

	assert_folded(to, expected);
	fg_stacks_free(to);
	fg_stacks_free(from);
}

static void stacks_begin_at_the_base_nearest_to_the_leaf(void **state)
{
	const char *const bases[] = { "b", "x", NULL };

	(void)state;
	assert_base("a;b;c 1\nb;c 2\na;b;b;c 4\na;c 8\nx 16\nc;b 32\n"
		    "b;x;d 64.5\n",
		    bases, "b 32\nb;c 7\nx 16\nx;d 64.5\n");
	assert_base("a;b;c 1 2\nd 3 4\n", bases, "b;c 1 2\n");
	assert_base("a 1\n", bases, "");
}

static void assert_chain(const char *input, const char *expected)
{
	struct fg_stacks *from = profile(input);
	struct fg_stacks *to = prepare_chain(from);

	assert_folded(to, expected);
	fg_stacks_free(to);
	fg_stacks_free(from);
}

static void wakers_are_marked(void **state)
{
	(void)state;
	assert_chain("app;read;--;w1;w2;--;irq 300\n", "app;read;--;w1_[w];w2_["
						       "w];--;irq_[w] 300\n");
	assert_chain("plain;x 20\n", "plain;x;-- 20\n");
	assert_chain("--;x 1\n", "--;x;-- 1\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stacks_begin_at_the_base_nearest_to_the_leaf),
		cmocka_unit_test(wakers_are_marked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
