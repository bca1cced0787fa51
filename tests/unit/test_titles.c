/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "render/titles.h"

static struct titles titles_of(fg_wide total, unsigned scale)
{
	return (struct titles){
		.count_name = "samples",
		.factor = { 1, 0 },
		.scale = scale,
		.columns = 1,
		.total = total,
		.total_scale = scale,
	};
}

static void assert_title(const struct titles *t, fg_wide before, fg_wide after,
			 const char *expected)
{
	struct fg_out *out = fg_out_memory();
	fg_wide weight[2] = { before, after };

	titles_frame(out, t, FG_STR("f"), weight);
	fg_out_char(out, '\0');
	assert_string_equal(out->buffer, expected);
	fg_out_free(out);
}

static void assert_root(const struct titles *t, fg_wide before, fg_wide after,
			const char *expected)
{
	struct fg_out *out = fg_out_memory();
	fg_wide weight[2] = { before, after };

	titles_root(out, t, weight);
	fg_out_char(out, '\0');
	assert_string_equal(out->buffer, expected);
	fg_out_free(out);
}

static void counts_have_commas_and_percentages_two_decimals(void **state)
{
	struct titles t = titles_of(3000000, 0);

	(void)state;
	assert_title(&t, 1000000, 0, "f (1,000,000 samples, 33.33%)");
	assert_title(&t, 3000000, 0, "f (3,000,000 samples, 100.00%)");
	assert_title(&t, 1, 0, "f (1 samples, 0.00%)");
	assert_title(&t, 0, 0, "f (0 samples, 0.00%)");
	assert_root(&t, 3000000, 0, "all (3,000,000 samples, 100%)");
}

static void fractions_are_kept(void **state)
{
	struct titles t = titles_of(11100, 2);

	(void)state;
	assert_title(&t, 1050, 0, "f (10.5 samples, 9.46%)");
	assert_title(&t, 100, 0, "f (1 samples, 0.90%)");
	assert_root(&t, 11100, 0, "all (111 samples, 100%)");
}

static void a_factor_scales_counts_not_percentages(void **state)
{
	struct titles t = titles_of(45, 0);

	(void)state;
	t.factor = (struct fg_weight){ 1, 1 };
	assert_title(&t, 10, 0, "f (1 samples, 22.22%)");
	assert_title(&t, 35, 0, "f (4 samples, 77.78%)");
	assert_title(&t, 25, 0, "f (2 samples, 55.56%)");
	assert_root(&t, 45, 0, "all (4 samples, 100%)");
	t.factor = (struct fg_weight){ 25, 1 };
	assert_title(&t, 10, 0, "f (25 samples, 22.22%)");
	t.factor = (struct fg_weight){ 1, 9 };
	assert_title(&t, 45, 0, "f (0 samples, 100.00%)");
}

static void huge_counts_are_exact(void **state)
{
	fg_wide most = (fg_wide)UINT64_MAX * 4000000000u;
	struct titles t = titles_of(most, 0);

	(void)state;
	assert_title(&t, most - 1, 0,
		     "f (73,786,976,294,838,206,459,999,999,999 samples, "
		     "100.00%)");
	assert_title(&t, most / 3, 0,
		     "f (24,595,658,764,946,068,820,000,000,000 samples, "
		     "33.33%)");
	t = titles_of((fg_wide)1 << 127, 0);
	assert_title(&t, (fg_wide)1 << 126, 0,
		     "f (85,070,591,730,234,615,865,843,651,857,942,052,864 "
		     "samples, 50.00%)");
}

/* What "%.2f" of the quotient gives, also for halves. */
static void percentages_round_as_flamegraph_pl_does(void **state)
{
	struct titles t;
	uint64_t random = 3;

	(void)state;
	for (unsigned i = 0; i < 20000; i++) {
		uint64_t total, part;
		char expected[128];

		random = random * 6364136223846793005 + 1442695040888963407;
		total = i % 2 ? 800 : 1 + (random >> 40);
		part = (random >> 20) % total;
		t = titles_of(total, 0);
		t.factor = (struct fg_weight){ 1, 9 };
		snprintf(expected, sizeof expected, "f (0 samples, %.2f%%)",
			 100 * (double)part / (double)total);
		assert_title(&t, part, 0, expected);
	}
}

static void differences_are_signed(void **state)
{
	struct titles t = titles_of(30, 0);

	(void)state;
	t.columns = 2;
	assert_title(&t, 10, 20, "f (20 samples, 66.67%; +33.33%)");
	assert_title(&t, 30, 10, "f (10 samples, 33.33%; -66.67%)");
	assert_title(&t, 9, 9, "f (9 samples, 30.00%; 0.00%)");
	assert_root(&t, 45, 30, "all (30 samples, 100%; -50.00%)");
	t.negate = true;
	assert_title(&t, 10, 20, "f (20 samples, 66.67%; -33.33%)");
	assert_title(&t, 9, 9, "f (9 samples, 30.00%; 0.00%)");
	t.factor = (struct fg_weight){ 5, 1 };
	assert_title(&t, 10, 20, "f (10 samples, 66.67%; -33.33%)");
	t = titles_of(1000000, 0);
	t.columns = 2;
	assert_title(&t, 2, 1, "f (1 samples, 0.00%; -0.00%)");
}

static void percentages_are_of_a_finer_total(void **state)
{
	struct titles t = titles_of(10, 0);

	(void)state;
	t.total = 125;
	t.total_scale = 1;
	assert_title(&t, 10, 0, "f (10 samples, 80.00%)");
}

static void assert_name(const char *name, const char *expected)
{
	assert_str_equal(titles_name((fg_str){ name, strlen(name) }), expected);
}

static void one_annotation_is_not_part_of_the_name(void **state)
{
	(void)state;
	assert_name("f_[k]", "f");
	assert_name("f_[i]", "f");
	assert_name("f_[j]", "f");
	assert_name("f_[w]", "f");
	assert_name("f_[x]", "f_[x]");
	assert_name("f_[j]_[k]", "f_[j]");
	assert_name("_[k]", "");
	assert_name("[k]", "[k]");
	assert_name("f_[k] ", "f_[k] ");
	assert_name("", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			counts_have_commas_and_percentages_two_decimals),
		cmocka_unit_test(fractions_are_kept),
		cmocka_unit_test(a_factor_scales_counts_not_percentages),
		cmocka_unit_test(huge_counts_are_exact),
		cmocka_unit_test(percentages_round_as_flamegraph_pl_does),
		cmocka_unit_test(differences_are_signed),
		cmocka_unit_test(percentages_are_of_a_finer_total),
		cmocka_unit_test(one_annotation_is_not_part_of_the_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
