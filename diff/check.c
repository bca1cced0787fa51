/* SPDX-License-Identifier: MIT */
#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/regex.h"
#include "fg/text.h"
#include "plan.h"

/* Further functions that break the same rule are only counted. */
enum { BREACHES_SHOWN = 10 };

fg_status check_add(struct check *check, const char *rule, struct fg_loc loc,
		    struct fg_diag *diag)
{
	struct outcome outcome = { .loc = loc };
	fg_status status = rule_parse(&outcome.rule, rule, diag);

	if (status != FG_OK)
		return status;
	FG_RESERVE(&check->outcomes, &check->room, check->count + 1);
	check->outcomes[check->count++] = outcome;
	return FG_OK;
}

fg_status check_add_ignore(struct check *check, const char *names,
			   const char *text, bool over, struct fg_loc loc,
			   struct fg_diag *diag)
{
	struct ignore ignore = { .text = text, .over = over, .loc = loc };

	ignore.regex = fg_regex_new_whole(names, diag);
	if (!ignore.regex)
		return FG_EUSAGE;
	FG_RESERVE(&check->ignores, &check->ignore_room,
		   check->ignore_count + 1);
	check->ignores[check->ignore_count++] = ignore;
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

/* The ignore of each function; NULL for most. Warns of those that match none. */
static const struct ignore **find_ignored(struct check *check,
					  const struct fg_frames *names,
					  struct fg_diag *diag)
{
	size_t n = fg_frames_count(names);
	const struct ignore **ignored = fg_calloc(n, sizeof *ignored);

	for (size_t k = 0; k < check->ignore_count; k++) {
		struct ignore *ignore = &check->ignores[k];

		for (size_t i = 0; i < n && !ignore->over; i++) {
			if (!fg_regex_matches(ignore->regex,
					      fg_frames_name(names,
							     (fg_frame)i)))
				continue;
			ignore->matches++;
			ignored[i] = ignore;
		}
		if (!ignore->over && ignore->matches == 0)
			fg_warn(diag, ignore->loc,
				"this ignores no function: none has such a "
				"name");
	}
	return ignored;
}

static void put_aside(struct outcome *outcome, const struct breach *breach)
{
	FG_RESERVE(&outcome->ignored, &outcome->ignored_room,
		   outcome->ignored_count + 1);
	outcome->ignored[outcome->ignored_count++] = *breach;
}

static void test(struct outcome *outcome, const struct judge *judge,
		 fg_frame function, const struct change *change,
		 const struct ignore *ignore)
{
	struct breach breach = { function, *change, ignore };

	if (!rule_exceeded(&outcome->rule, judge, change))
		return;
	if (!rule_significant(&outcome->rule, judge, change)) {
		outcome->noise++;
		return;
	}
	if (ignore) {
		put_aside(outcome, &breach);
		return;
	}
	FG_RESERVE(&outcome->breaches, &outcome->room, outcome->count + 1);
	outcome->breaches[outcome->count++] = breach;
}

/* What there is one of: the group, or all. */
static void test_one(struct outcome *outcome, const struct judge *judge,
		     struct change change)
{
	outcome->change = rule_measured(&outcome->rule, change);
	test(outcome, judge, UINT32_MAX, &outcome->change, NULL);
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
		      const struct tally *functions,
		      const struct ignore **ignored)
{
	enum measure measure = outcome->rule.measure;

	for (size_t i = 0; i < functions->count; i++) {
		struct change change = rule_measured(
			&outcome->rule,
			change_of_item(judge, functions, measure, i));

		test(outcome, judge, (fg_frame)i, &change, ignored[i]);
	}
	if (outcome->count > 1)
		qsort(outcome->breaches, outcome->count,
		      sizeof *outcome->breaches, by_size);
}

/*
 * FG_EUSAGE where no function has such a name, unless that is allowed, and
 * FG_EINPUT where the pattern gave up on one: it may have been the worst.
 */
static fg_status check_members(const struct outcome *outcome, size_t members,
			       bool allow_missing, struct fg_diag *diag)
{
	if (fg_regex_gave_up(outcome->rule.regex))
		return fg_fail(diag, FG_EINPUT, outcome->loc,
			       "which functions '%s' is about is not known: "
			       "its pattern takes too long",
			       outcome->rule.text);
	if (members > 0)
		return FG_OK;
	if (!allow_missing)
		return fg_fail(diag, FG_EUSAGE, outcome->loc,
			       "no function has a name as in '%s', so the rule "
			       "can never be broken; was it renamed? "
			       "--allow-missing takes it all the same",
			       outcome->rule.text);
	fg_warn(diag, outcome->loc, "no function has a name as in '%s'",
		outcome->rule.text);
	return FG_OK;
}

static fg_status test_group(struct outcome *outcome, const struct judge *judge,
			    bool allow_missing, struct fg_diag *diag)
{
	const struct fg_frames *names = fg_stacks_names(judge->diff->stacks);
	size_t n = fg_frames_count(names), members = 0;
	uint32_t *items = fg_malloc(n * sizeof *items);
	struct tally tally;
	fg_status status;

	for (size_t i = 0; i < n; i++) {
		bool member =
			fg_regex_matches(outcome->rule.regex,
					 fg_frames_name(names, (fg_frame)i));

		items[i] = member ? 0 : TALLY_NONE;
		members += member;
	}
	status = check_members(outcome, members, allow_missing, diag);
	if (status != FG_OK) {
		free(items);
		return status;
	}
	tally_fill(&tally, judge->diff, items, 1);
	test_one(outcome, judge,
		 change_of_group(judge, &tally, outcome->rule.measure, 0));
	tally_free(&tally);
	free(items);
	return FG_OK;
}

fg_status check_run(struct check *check, const struct judge *judge,
		    const struct tally *functions, struct fg_diag *diag)
{
	fg_status status = judge_check_noise(judge, check->single_run, diag);
	const struct ignore **ignored =
		find_ignored(check, fg_stacks_names(judge->diff->stacks), diag);

	for (size_t i = 0; i < check->count && status == FG_OK; i++) {
		struct outcome *outcome = &check->outcomes[i];

		if (outcome->rule.all)
			test_one(outcome, judge, change_of_all(judge));
		else if (outcome->rule.regex)
			status = test_group(outcome, judge,
					    check->allow_missing, diag);
		else
			test_each(outcome, judge, functions, ignored);
		check->broken += outcome->count > 0;
	}
	free(ignored);
	return status;
}

void check_write_change(struct fg_out *out, const struct judge *judge,
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

static void write_breach(struct fg_out *out, const struct judge *judge,
			 enum unit unit, const struct breach *breach)
{
	const struct fg_frames *names = fg_stacks_names(judge->diff->stacks);

	fg_out_puts(out, FG_STR(": "));
	if (breach->function != UINT32_MAX) {
		fg_out_shown(out, fg_frames_name(names, breach->function));
		fg_out_char(out, ' ');
	}
	check_write_change(out, judge, unit, &breach->change);
}

static void write_ignored(struct fg_out *out, const struct outcome *outcome,
			  const struct judge *judge, enum unit unit)
{
	for (size_t i = 0; i < outcome->ignored_count; i++) {
		write_rule(out, "ignored", outcome);
		write_breach(out, judge, unit, &outcome->ignored[i]);
		fg_out_puts(out, FG_STR(", "));
		fg_out_shown(out, fg_from_c(outcome->ignored[i].ignore->text));
		fg_out_char(out, '\n');
	}
}

static void write_broken(struct fg_out *out, const struct outcome *outcome,
			 const struct judge *judge, enum unit unit)
{
	for (size_t i = 0; i < outcome->count && i < BREACHES_SHOWN; i++) {
		write_rule(out, "broken", outcome);
		write_breach(out, judge, unit, &outcome->breaches[i]);
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
	double size = plan_detectable(judge, &outcome->change);

	if (isfinite(size))
		fg_out_printf(out, "; %+.1f %% would be seen in 9 of 10 cases",
			      100 * size);
}

static void write_kept(struct fg_out *out, const struct outcome *outcome,
		       const struct judge *judge, enum unit unit)
{
	write_rule(out, "kept", outcome);
	if (outcome->rule.regex || outcome->rule.all) {
		fg_out_puts(out, FG_STR(": "));
		check_write_change(out, judge, unit, &outcome->change);
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
		write_ignored(out, outcome, judge, unit);
	}
	fg_out_printf(out, "%zu of %zu rules broken\n", check->broken,
		      check->count);
}

void check_free(struct check *check)
{
	for (size_t i = 0; i < check->count; i++) {
		rule_free(&check->outcomes[i].rule);
		free(check->outcomes[i].breaches);
		free(check->outcomes[i].ignored);
	}
	for (size_t i = 0; i < check->ignore_count; i++)
		fg_regex_free(check->ignores[i].regex);
	free(check->ignores);
	free(check->outcomes);
	*check = (struct check){ 0 };
}
