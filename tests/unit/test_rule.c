/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include <math.h>

#include "diff/distribution.h"
#include "diff/rule.h"
#include "fg/regex.h"
#include "fg/text.h"
#include "recorder.h"

static struct rule parse(const char *text)
{
	struct recorder r = RECORDER(r);
	struct rule rule;

	assert_int_equal(rule_parse(&rule, text, &r.diag), FG_OK);
	assert_string_equal(recorder_text(&r), "");
	recorder_free(&r);
	return rule;
}

static void every_form_is_read(void **state)
{
	struct rule rule = parse("self > +2pt");

	(void)state;
	assert_false(rule.all);
	assert_int_equal(rule.measure, SELF);
	assert_null(rule.regex);
	assert_int_equal(rule.unit, RULE_POINTS);
	assert_true(rule.limit == 2 && !rule.shrinking && !rule.inclusive);

	rule = parse(" total ( parse.* )>=+5.5 % ");
	assert_int_equal(rule.measure, TOTAL);
	assert_non_null(rule.regex);
	assert_int_equal(rule.unit, RULE_PERCENT);
	assert_true(rule.limit == 5.5 && rule.inclusive);
	rule_free(&rule);

	rule = parse("all<-10");
	assert_true(rule.all && rule.shrinking);
	assert_int_equal(rule.unit, RULE_WEIGHT);
	assert_true(rule.limit == 10);
}

static void groups_match_whole_names(void **state)
{
	struct rule rule = parse("total(parse|operator\\(\\)) > +1%");

	(void)state;
	assert_true(fg_regex_matches(rule.regex, FG_STR("parse")));
	assert_true(fg_regex_matches(rule.regex, FG_STR("operator()")));
	assert_false(fg_regex_matches(rule.regex, FG_STR("parser")));
	assert_false(fg_regex_matches(rule.regex, FG_STR("reparse")));
	rule_free(&rule);
}

static void what_is_no_rule_is_refused(void **state)
{
	static const char *const bad[] = {
		"",
		"self",
		"self > 2pt",
		"self > +",
		"self = +2pt",
		"self > -2pt",
		"self < +2pt",
		"selfish > +2pt",
		"none > +2pt",
		"all(x) > +2pt",
		"self(x > +2pt",
		"self(x)) > +2pt",
		"self > +2 px",
		"self > ++2",
		"self(x) y > +2",
	};
	struct recorder r = RECORDER(r);
	struct rule rule;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		assert_int_equal(rule_parse(&rule, bad[i], &r.diag), FG_EUSAGE);
		assert_int_equal(r.diag.errors, i + 1);
	}
	recorder_free(&r);
}

static const struct diff no_normalizing = { .normalize = FG_NORMALIZE_NONE };

static bool exceeded_of(const char *text, fg_wide before, fg_wide after,
			fg_wide all)
{
	struct diff diff = no_normalizing;
	struct judge judge = { .diff = &diff };
	struct change change = { .units = { before, after },
				 .share = { (double)before, (double)after } };
	struct rule rule = parse(text);
	bool result;

	diff.stacks = fg_stacks_new(FG_FOLD);
	diff.factor[BEFORE] = diff.factor[AFTER] = FACTOR_ONE;
	diff.total[BEFORE] = diff.total[AFTER] = all;
	result = rule_exceeded(&rule, &judge, &change);
	rule_free(&rule);
	fg_stacks_free(diff.stacks);
	return result;
}

static bool exceeded(const char *text, fg_wide before, fg_wide after)
{
	return exceeded_of(text, before, after, 1);
}

static void limits_are_exact(void **state)
{
	(void)state;
	assert_false(exceeded("self > +5%", 100, 105));
	assert_true(exceeded("self >= +5%", 100, 105));
	assert_true(exceeded("self > +5%", 100, 106));
	assert_true(exceeded("self > +5%", 0, 1));
	assert_false(exceeded("self > +5%", 0, 0));
	assert_false(exceeded("self > +5%", 100, 50));
	assert_true(exceeded("self < -5%", 100, 50));
	assert_true(exceeded("self < -99%", 1, 0));
	assert_true(exceeded("self > +2pt", 1, 4));
	assert_false(exceeded("self > +3pt", 1, 4));
	assert_true(exceeded("self > +9", 10, 20));
	assert_false(exceeded("self > +10", 10, 20));
}

/* A percentage of any function counts from a thousandth of all weight on. */
static void little_changes_are_left(void **state)
{
	(void)state;
	assert_true(exceeded_of("self > +5%", 0, 10, 10000));
	assert_false(exceeded_of("self > +5%", 0, 9, 10000));
	assert_true(exceeded_of("self(a) > +5%", 0, 9, 10000));
	assert_true(exceeded_of("self > +5", 0, 9, 10000));
}

static bool is_significant(const char *text, double z_amount, double z_share)
{
	const struct judge judge = { .significance = 2.33,
				     .grew[SELF] = { 0.001, 0.001 },
				     .shrank[SELF] = { 0.001, 0.001 } };
	struct change change = { .measure = SELF };
	struct rule rule = parse(text);
	bool result;

	change.effects[BASIS_AMOUNT].z = z_amount;
	change.effects[BASIS_AMOUNT].above = t_above(z_amount, INFINITY);
	change.effects[BASIS_AMOUNT].below = t_above(-z_amount, INFINITY);
	change.effects[BASIS_SHARE].z = z_share;
	change.effects[BASIS_SHARE].above = t_above(z_share, INFINITY);
	change.effects[BASIS_SHARE].below = t_above(-z_share, INFINITY);
	change = rule_measured(&rule, change);
	result = rule_significant(&rule, &judge, &change);
	rule_free(&rule);
	return result;
}

static void significance_goes_by_the_unit(void **state)
{
	(void)state;
	assert_true(is_significant("self(a) > +5%", 5, 1));
	assert_false(is_significant("self(a) > +5pt", 5, 1));
	assert_true(is_significant("self(a) > +5pt", 1, 5));
	/* in the direction of the rule only */
	assert_false(is_significant("self(a) > +5%", -5, -5));
	assert_true(is_significant("self(a) < -5%", -5, -5));
}

/* z = 2.5 is p = 0.0062: enough for one function, not among many. */
static void many_functions_need_more_than_one(void **state)
{
	(void)state;
	assert_true(is_significant("self(a) > +5%", 2.5, 0));
	assert_true(is_significant("all > +5%", 2.5, 0));
	assert_false(is_significant("self > +5%", 2.5, 0));
	assert_true(is_significant("self > +5%", 3.5, 0));
	assert_true(is_significant("self < -5%", -3.5, 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_form_is_read),
		cmocka_unit_test(groups_match_whole_names),
		cmocka_unit_test(what_is_no_rule_is_refused),
		cmocka_unit_test(limits_are_exact),
		cmocka_unit_test(little_changes_are_left),
		cmocka_unit_test(significance_goes_by_the_unit),
		cmocka_unit_test(many_functions_need_more_than_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
