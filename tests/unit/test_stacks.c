/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "fg/alloc.h"
#include "fg/out.h"
#include "fg/stacks.h"
#include "fg/text.h"

#include "fg/folded.h"
#include "fg/order.h"
#include "profile.h"

static void equal_stacks_are_summed(void **state)
{
	struct fg_stacks *stacks = profile("a;b 1\na 2\na;b 3\nb;a 4\n");

	(void)state;
	assert_int_equal(fg_stacks_count(stacks), 3);
	assert_int_equal(fg_stacks_get(stacks, 0).depth, 2);
	assert_int_equal(fg_stacks_get(stacks, 0).weight[0], 4);
	assert_true(fg_stacks_total(stacks, 0) == 10);
	assert_false(fg_stacks_two_columns(stacks));
	assert_folded(stacks, "a 2\na;b 4\nb;a 4\n");
	fg_stacks_free(stacks);
	fg_stacks_free(NULL);
}

static void order_is_kept_when_asked(void **state)
{
	struct fg_stacks *stacks = fg_stacks_new(FG_KEEP_ORDER);

	(void)state;
	profile_add(stacks, "b", 1);
	profile_add(stacks, "a", 2);
	profile_add(stacks, "b", 3);
	assert_true(fg_stacks_in_order(stacks));
	assert_int_equal(fg_stacks_count(stacks), 3);
	assert_folded(stacks, "b 1\na 2\nb 3\n");
	fg_stacks_free(stacks);
}

static void the_empty_stack_is_a_stack(void **state)
{
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);

	(void)state;
	profile_add(stacks, "", 5);
	profile_add(stacks, "", 6);
	profile_add(stacks, "a", 1);
	assert_int_equal(fg_stacks_count(stacks), 2);
	assert_folded(stacks, " 11\na 1\n");
	fg_stacks_free(stacks);
}

static void an_empty_profile(void **state)
{
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);
	uint32_t *order = fg_stacks_sort(stacks, FG_BY_LINE);

	(void)state;
	assert_int_equal(fg_stacks_count(stacks), 0);
	assert_true(fg_stacks_total(stacks, 0) == 0);
	assert_true(fg_stacks_total(stacks, 1) == 0);
	assert_folded(stacks, "");
	free(order);
	fg_stacks_free(stacks);
}

static void a_finer_weight_rescales(void **state)
{
	struct fg_stacks *stacks = profile("a 2\nb 0.25\na 1.5\n");

	(void)state;
	assert_int_equal(fg_stacks_scale(stacks), 2);
	assert_int_equal(fg_stacks_get(stacks, 0).weight[0], 350);
	assert_true(fg_stacks_total(stacks, 0) == 375);
	assert_folded(stacks, "a 3.5\nb 0.25\n");
	assert_false(fg_stacks_saturated(stacks));
	fg_stacks_free(stacks);
}

/* A tiny sample must not make a wrong number of a huge one. */
static void large_sums_do_not_lose_to_decimals(void **state)
{
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);

	(void)state;
	profile_add(stacks, "a", UINT64_MAX - 10);
	profile_add_to(stacks, "b", (struct fg_weight){ 15, 1 }, 0);
	profile_add_to(stacks, "a", (struct fg_weight){ 14, 1 }, 0);
	assert_false(fg_stacks_saturated(stacks));
	assert_folded(stacks, "a 18446744073709551606\nb 2\n");
	fg_stacks_free(stacks);
}

static void sums_stop_at_the_limit(void **state)
{
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);

	(void)state;
	profile_add(stacks, "a", UINT64_MAX);
	profile_add(stacks, "b", UINT64_MAX);
	assert_false(fg_stacks_saturated(stacks));
	assert_true(fg_stacks_total(stacks, 0) == (fg_wide)UINT64_MAX * 2);
	profile_add(stacks, "a", 1);
	assert_true(fg_stacks_saturated(stacks));
	assert_folded(stacks, "a 18446744073709551615\nb "
			      "18446744073709551615\n");
	fg_stacks_free(stacks);
}

static void two_columns(void **state)
{
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);

	(void)state;
	profile_add(stacks, "a", 1);
	profile_add(stacks, "b", 2);
	profile_add_to(stacks, "b", (struct fg_weight){ 5, 1 }, 1);
	profile_add_to(stacks, "c", (struct fg_weight){ 7, 0 }, 1);
	assert_true(fg_stacks_two_columns(stacks));
	assert_true(fg_stacks_total(stacks, 0) == 30);
	assert_true(fg_stacks_total(stacks, 1) == 75);
	assert_folded(stacks, "a 1 0\nb 2 0.5\nc 0 7\n");
	fg_stacks_free(stacks);
}

static void merging_maps_names_and_scales(void **state)
{
	struct fg_stacks *to = profile("x;a 1\nb 2\n");
	struct fg_stacks *from = profile("b 0.5\na;x 3\nx;a 1\n");

	(void)state;
	fg_stacks_merge(to, from);
	assert_folded(to, "a;x 3\nb 2.5\nx;a 2\n");
	assert_folded(from, "a;x 3\nb 0.5\nx;a 1\n");
	fg_stacks_free(to);
	fg_stacks_free(from);
}

static void merging_nothing(void **state)
{
	struct fg_stacks *to = fg_stacks_new(FG_FOLD);
	struct fg_stacks *from = fg_stacks_new(FG_FOLD);

	(void)state;
	fg_stacks_merge(to, from);
	assert_int_equal(fg_stacks_count(to), 0);
	profile_add(from, "", 4);
	fg_stacks_merge(to, from);
	assert_folded(to, " 4\n");
	fg_stacks_free(to);
	fg_stacks_free(from);
}

static void merging_pairs(void **state)
{
	struct fg_stacks *to = profile("a 1 2\n");
	struct fg_stacks *from = profile("a 3 4\nb 5 6\n");
	struct fg_stacks *plain = profile("a 10\n");

	(void)state;
	fg_stacks_merge(to, from);
	assert_folded(to, "a 4 6\nb 5 6\n");
	fg_stacks_merge(to, plain);
	assert_folded(to, "a 14 16\nb 5 6\n");
	fg_stacks_free(to);
	fg_stacks_free(from);
	fg_stacks_free(plain);
}

/* The order that sorting the lines themselves gives, as an oracle. */
static char *line_of(const struct fg_stacks *stacks, size_t i)
{
	struct fg_stack stack = fg_stacks_get(stacks, i);
	char *line = NULL;
	size_t n = 0, room = 0;

	for (size_t d = 0; d < stack.depth; d++) {
		fg_str name =
			fg_frames_name(fg_stacks_names(stacks), stack.ids[d]);

		FG_RESERVE(&line, &room, n + name.n + 1);
		if (d > 0)
			line[n++] = ';';
		if (name.n)
			memcpy(line + n, name.p, name.n);
		n += name.n;
	}
	FG_RESERVE(&line, &room, n + 1);
	line[n] = '\0';
	return line;
}

static int compare_frames(const struct fg_stacks *stacks, size_t i, size_t j)
{
	const struct fg_frames *names = fg_stacks_names(stacks);
	struct fg_stack a = fg_stacks_get(stacks, i);
	struct fg_stack b = fg_stacks_get(stacks, j);

	for (size_t d = 0; d < a.depth && d < b.depth; d++) {
		int order = fg_compare(fg_frames_name(names, a.ids[d]),
				       fg_frames_name(names, b.ids[d]));

		if (order != 0)
			return order;
	}
	return (a.depth > b.depth) - (a.depth < b.depth);
}

static void assert_sorted(const struct fg_stacks *stacks)
{
	size_t n = fg_stacks_count(stacks);
	uint32_t *order = fg_stacks_sort(stacks, FG_BY_LINE);
	uint32_t *frames = fg_stacks_sort(stacks, FG_BY_FRAMES);
	bool *seen = fg_calloc(n, sizeof *seen);

	for (size_t i = 0; i < n; i++) {
		assert_true(order[i] < n && !seen[order[i]]);
		seen[order[i]] = true;
	}
	for (size_t i = 1; i < n; i++) {
		char *a = line_of(stacks, order[i - 1]);
		char *b = line_of(stacks, order[i]);

		if (strcmp(a, b) > 0)
			fail_msg("'%s' comes before '%s'", a, b);
		assert_true(compare_frames(stacks, frames[i - 1], frames[i]) <
			    0);
		free(a);
		free(b);
	}
	free(seen);
	free(frames);
	free(order);
}

static void the_two_orders_differ_below_semicolon(void **state)
{
	struct fg_stacks *stacks = profile("a;y 1\na.b;x 2\na 3\na;x 4\n");
	uint32_t *order = fg_stacks_sort(stacks, FG_BY_FRAMES);
	const uint32_t expected[] = { 2, 3, 0, 1 };

	(void)state;
	assert_folded(stacks, "a 3\na.b;x 2\na;x 4\na;y 1\n");
	assert_memory_equal(order, expected, sizeof expected);
	free(order);
	fg_stacks_free(stacks);
}

/* Names that are beginnings of each other, around eight bytes and ';'. */
static void sorting_agrees_with_comparing(void **state)
{
	static const char *const names[] = {
		"a",	    "a.",	 "aa",
		"a<",	    "a:",	 "abcdefg",
		"abcdefgh", "abcdefghi", "abcdefg.",
		"abcdefg<", "abcdefgh.", "abcdefgh<",
		"\x01",	    "\x7f",	 "\xff",
		"\xff\xff", "b",	 "abcdefghijklmnop",
		"a b",	    "",
	};
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);
	struct fg_frames *frames = fg_stacks_frames(stacks);
	size_t n = sizeof names / sizeof *names;
	uint32_t random = 1;

	(void)state;
	for (size_t i = 0; i < 20000; i++) {
		fg_frame ids[6];
		size_t depth = 1 + random % 6;

		for (size_t d = 0; d < depth; d++) {
			random = random * 1664525 + 1013904223;
			ids[d] = fg_frames_intern(
				frames, fg_from_c(names[(random >> 8) % n]));
		}
		fg_stacks_add(stacks, ids, depth, (struct fg_weight){ 1, 0 },
			      0);
	}
	assert_sorted(stacks);
	fg_stacks_free(stacks);
}

static void names_with_nul_sort_by_bytes(void **state)
{
	static const fg_str names[] = {
		{ "a\0b", 3 },	{ "a", 1 },	{ "a\0", 2 },
		{ "a\x01", 2 }, { "a\0\0", 3 },
	};
	static const uint32_t expected[] = { 1, 2, 4, 0, 3 };
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);
	uint32_t *order;

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		fg_frame id =
			fg_frames_intern(fg_stacks_frames(stacks), names[i]);

		fg_stacks_add(stacks, &id, 1, (struct fg_weight){ 1, 0 }, 0);
	}
	order = fg_stacks_sort(stacks, FG_BY_LINE);
	assert_memory_equal(order, expected, sizeof expected);
	free(order);
	fg_stacks_free(stacks);
}

static void many_stacks_survive_growth(void **state)
{
	enum { STACKS = 100000 };
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);
	struct fg_frames *frames = fg_stacks_frames(stacks);
	fg_frame ids[3];

	(void)state;
	ids[0] = fg_frames_intern(frames, FG_STR("main"));
	for (int round = 0; round < 2; round++) {
		for (uint32_t i = 0; i < STACKS; i++) {
			char name[16];
			int n = snprintf(name, sizeof name, "f%u", i % 317);

			ids[1] = fg_frames_intern(frames,
						  (fg_str){ name, (size_t)n });
			n = snprintf(name, sizeof name, "g%u", i / 317);
			ids[2] = fg_frames_intern(frames,
						  (fg_str){ name, (size_t)n });
			fg_stacks_add(stacks, ids, 3,
				      (struct fg_weight){ i, 0 }, 0);
		}
	}
	assert_int_equal(fg_stacks_count(stacks), STACKS);
	for (uint32_t i = 0; i < STACKS; i++)
		assert_int_equal(fg_stacks_get(stacks, i).weight[0], 2 * i);
	fg_stacks_free(stacks);
}

static char *text_by(const struct fg_stacks *stacks, unsigned threads)
{
	struct fg_out *out = fg_out_memory();
	char *text;

	fg_out_folded(out, stacks, threads);
	text = fg_str_dup((fg_str){ out->buffer, out->used });
	fg_out_free(out);
	return text;
}

/* Some of which are longer than what a thread keeps for itself. */
static void threads_do_not_show_in_the_output(void **state)
{
	enum { STACKS = 20000, DEEP = 200000 };
	fg_frame *ids = fg_calloc(DEEP, sizeof *ids);

	(void)state;
	for (int mode = FG_FOLD; mode <= FG_KEEP_ORDER; mode++) {
		struct fg_stacks *stacks =
			fg_stacks_new((enum fg_stacks_mode)mode);
		char *one;

		profile_add(stacks, "some;name", 7);
		for (uint32_t i = 0; i < STACKS; i++) {
			ids[i % 50] ^= 1;
			fg_stacks_add(stacks, ids, i % 5000 ? i % 50 : DEEP,
				      (struct fg_weight){ i, 0 }, 0);
		}
		one = text_by(stacks, 0);
		for (unsigned threads = 2; threads < 8; threads++) {
			char *many = text_by(stacks, threads);

			assert_true(strcmp(one, many) == 0);
			free(many);
		}
		free(one);
		fg_stacks_free(stacks);
	}
	free(ids);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_stacks_are_summed),
		cmocka_unit_test(order_is_kept_when_asked),
		cmocka_unit_test(the_empty_stack_is_a_stack),
		cmocka_unit_test(an_empty_profile),
		cmocka_unit_test(a_finer_weight_rescales),
		cmocka_unit_test(large_sums_do_not_lose_to_decimals),
		cmocka_unit_test(sums_stop_at_the_limit),
		cmocka_unit_test(two_columns),
		cmocka_unit_test(merging_maps_names_and_scales),
		cmocka_unit_test(merging_nothing),
		cmocka_unit_test(merging_pairs),
		cmocka_unit_test(the_two_orders_differ_below_semicolon),
		cmocka_unit_test(sorting_agrees_with_comparing),
		cmocka_unit_test(names_with_nul_sort_by_bytes),
		cmocka_unit_test(many_stacks_survive_growth),
		cmocka_unit_test(threads_do_not_show_in_the_output),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
