/* SPDX-License-Identifier: MIT */
#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/regex.h"
#include "fg/text.h"

/* Further functions that break the same rule are only counted. */
enum { BREACHES_SHOWN = 10 };

fg_status check_add(struct check *check, const char *rule, struct fg_diag *diag)
{
	struct outcome outcome = { 0 };
	fg_status status = rule_parse(&outcome.rule, rule, diag);

	if (status != FG_OK)
		return status;
	FG_RESERVE(&check->outcomes, &check->room, check->count + 1);
	check->outcomes[check->count++] = outcome;
	return FG_OK;
}

fg_status check_sides(const struct diff *diff, struct fg_diag *diag)
{
	static const char *const names[SIDES] = { "before", "after" };

	for (unsigned side = 0; side < SIDES; side++) {
		if (diff->total[side] == 0)
			return fg_fail(diag, FG_EINPUT,
				       (struct fg_loc){ NULL, 0 },
				       "there are no stacks %s, so there is "
				       "nothing to check",
				       names[side]);
	}
	return FG_OK;
}

static void test(struct outcome *outcome, const struct judge *judge,
		 fg_frame function, const struct change *change)
{
	if (!rule_exceeded(&outcome->rule, judge, change))
		return;
	if (!rule_significant(&outcome->rule, judge, change)) {
		outcome->noise++;
		return;
	}
	FG_RESERVE(&outcome->breaches, &outcome->room, outcome->count + 1);
	outcome->breaches[outcome->count++] =
		(struct breach){ function, *change };
}

/* What there is one of: the group, or all. */
static void test_one(struct outcome *outcome, const struct judge *judge,
		     struct change change)
{
	outcome->change = rule_measured(&outcome->rule, change);
	test(outcome, judge, UINT32_MAX, &outcome->change);
}

static int by_size(const void *a, const void *b)
{
	const struct breach *x = a, *y = b;
	fg_swide dx = change_delta(&x->change), dy = change_delta(&y->change);
	fg_swide sx = dx < 0 ? -dx : dx, sy = dy < 0 ? -dy : dy;

	if (sx != sy)
		return sx > sy ? -1 : 1;
	return (x->function > y->function) - (x->function < y->function);
}

static void test_each(struct outcome *outcome, const struct judge *judge,
		      const struct tally *functions)
{
	enum measure measure = outcome->rule.measure;

	for (size_t i = 0; i < functions->count; i++) {
		struct change change = rule_measured(
			&outcome->rule,
			change_of_item(judge, functions, measure, i));

		test(outcome, judge, (fg_frame)i, &change);
	}
	if (outcome->count > 1)
		qsort(outcome->breaches, outcome->count,
		      sizeof *outcome->breaches, by_size);
}

/* FG_EUSAGE where no function has such a name, unless that is allowed. */
static fg_status test_group(struct outcome *outcome, const struct judge *judge,
			    bool allow_missing, struct fg_diag *diag)
{
	const struct fg_frames *names = fg_stacks_names(judge->diff->stacks);
	size_t n = fg_frames_count(names), members = 0;
	uint32_t *items = fg_malloc(n * sizeof *items);
	struct tally tally;

	for (size_t i = 0; i < n; i++) {
		bool member =
			fg_regex_matches(outcome->rule.regex,
					 fg_frames_name(names, (fg_frame)i));

		items[i] = member ? 0 : TALLY_NONE;
		members += member;
	}
	if (members == 0 && !allow_missing) {
		free(items);
		return fg_fail(diag, FG_EUSAGE,
			       (struct fg_loc){ "--fail-if", 0 },
			       "no function has a name as in '%s', so the rule "
			       "can never be broken; was it renamed? "
			       "--allow-missing takes it all the same",
			       outcome->rule.text);
	}
	if (members == 0)
		fg_warn(diag, (struct fg_loc){ "--fail-if", 0 },
			"no function has a name as in '%s'",
			outcome->rule.text);
	tally_fill(&tally, judge->diff, items, 1);
	test_one(outcome, judge,
		 change_of_group(judge, &tally, outcome->rule.measure, 0));
	tally_free(&tally);
	free(items);
	return FG_OK;
}

/*
 * With one run a side there is no spread to go by, and weights that are not
 * known to be samples do not tell what chance does: then a rule cannot be
 * significant, and must not be called kept.
 */
static fg_status check_noise(const struct check *check,
			     const struct judge *judge, struct fg_diag *diag)
{
	const size_t *counts = judge->diff->counts;
	size_t fewest = counts[BEFORE] < counts[AFTER] ? counts[BEFORE]
						       : counts[AFTER];
	struct fg_loc nowhere = { NULL, 0 };

	if (judge->significance <= 0)
		return FG_OK;
	if (fewest < 2 && !check->single_run)
		return fg_fail(diag, FG_EINPUT, nowhere,
			       "one run a side does not tell how much runs "
			       "differ by chance: give several (--before "
			       "FILE... --after FILE...), or --single-run to "
			       "take samples for independent, or "
			       "--significance=0 to do without");
	if (fewest < 3 && !judge->is_told)
		return fg_fail(diag, FG_EINPUT, nowhere,
			       "the files do not tell what a sample weighs, "
			       "and with less than three runs a side chance "
			       "is unknown: keep the header of fg-collapse, "
			       "or say --countname=samples, or record more "
			       "runs");
	return FG_OK;
}

fg_status check_run(struct check *check, const struct judge *judge,
		    const struct tally *functions, struct fg_diag *diag)
{
	fg_status status = check_noise(check, judge, diag);

	for (size_t i = 0; i < check->count && status == FG_OK; i++) {
		struct outcome *outcome = &check->outcomes[i];

		if (outcome->rule.all)
			test_one(outcome, judge, change_of_all(judge));
		else if (outcome->rule.regex)
			status = test_group(outcome, judge,
					    check->allow_missing, diag);
		else
			test_each(outcome, judge, functions);
		check->broken += outcome->count > 0;
	}
	return status;
}

/* "1,200 -> 1,500 (+300, +25 %, +2.50 pt, z +6.1)" */
static void write_change(struct fg_out *out, const struct judge *judge,
			 enum unit unit, const struct change *change)
{
	struct cells cells;

	cells_fill(&cells, judge, change, unit);
	fg_out_printf(out, "%s -> %s (%s, %s, %s pt", cells.text[CELL_BEFORE],
		      cells.text[CELL_AFTER], cells.text[CELL_DELTA],
		      cells.text[CELL_RELATIVE], cells.text[CELL_POINTS]);
	if (!isnan(change_z(change)))
		fg_out_printf(out, ", z %s", cells.text[CELL_Z]);
	fg_out_char(out, ')');
}

/* "broken: self > +1%" */
static void write_rule(struct fg_out *out, const char *what,
		       const struct outcome *outcome)
{
	fg_out_printf(out, "%s: ", what);
	fg_out_shown(out, fg_from_c(outcome->rule.text));
}

static void write_broken(struct fg_out *out, const struct outcome *outcome,
			 const struct judge *judge, enum unit unit)
{
	const struct fg_frames *names = fg_stacks_names(judge->diff->stacks);

	for (size_t i = 0; i < outcome->count && i < BREACHES_SHOWN; i++) {
		const struct breach *breach = &outcome->breaches[i];

		write_rule(out, "broken", outcome);
		fg_out_puts(out, FG_STR(": "));
		if (breach->function != UINT32_MAX) {
			fg_out_shown(out,
				     fg_frames_name(names, breach->function));
			fg_out_char(out, ' ');
		}
		write_change(out, judge, unit, &breach->change);
		fg_out_char(out, '\n');
	}
	if (outcome->count > BREACHES_SHOWN) {
		write_rule(out, "broken", outcome);
		fg_out_printf(out, ": and %zu functions more\n",
			      outcome->count - BREACHES_SHOWN);
	}
}

/* "; +9.8 % would be seen in 9 of 10 cases" */
static void write_detectable(struct fg_out *out, const struct outcome *outcome,
			     const struct judge *judge)
{
	const struct change *change = &outcome->change;
	const struct model *model =
		&judge->models[change->measure][change->basis];
	double size = model_detectable(model, change_effect(change),
				       judge_level(judge));

	if (judge->significance > 0 && !change->unclear && isfinite(size))
		fg_out_printf(out, "; %+.1f %% would be seen in 9 of 10 cases",
			      100 * size);
}

static void write_kept(struct fg_out *out, const struct outcome *outcome,
		       const struct judge *judge, enum unit unit)
{
	write_rule(out, "kept", outcome);
	if (outcome->rule.regex || outcome->rule.all) {
		fg_out_puts(out, FG_STR(": "));
		write_change(out, judge, unit, &outcome->change);
		if (outcome->noise)
			fg_out_puts(out, FG_STR(", not significant"));
		write_detectable(out, outcome, judge);
	} else if (outcome->noise) {
		fg_out_printf(out, ": %zu past it, not significantly",
			      outcome->noise);
	}
	fg_out_char(out, '\n');
}

void check_write(struct fg_out *out, const struct check *check,
		 const struct judge *judge, enum unit unit)
{
	for (size_t i = 0; i < check->count; i++) {
		const struct outcome *outcome = &check->outcomes[i];

		if (outcome->count > 0)
			write_broken(out, outcome, judge, unit);
		else
			write_kept(out, outcome, judge, unit);
	}
	fg_out_printf(out, "%zu of %zu rules broken\n", check->broken,
		      check->count);
}

void check_free(struct check *check)
{
	for (size_t i = 0; i < check->count; i++) {
		rule_free(&check->outcomes[i].rule);
		free(check->outcomes[i].breaches);
	}
	free(check->outcomes);
	*check = (struct check){ 0 };
}
