/* SPDX-License-Identifier: MIT */
#include "rule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/regex.h"
#include "fg/text.h"

static bool skip(fg_str *text, fg_str word)
{
	if (!fg_starts_with(*text, word))
		return false;
	*text = fg_trim(fg_slice(*text, word.n, text->n));
	return true;
}

/* "(parse.*)"; the pattern has to match a whole name. */
static bool parse_group(struct rule *rule, fg_str *text, struct fg_diag *diag)
{
	size_t end = fg_rfind_char(*text, ')');
	char *pattern;

	if (rule->all || end == text->n)
		return false;
	pattern = fg_str_dup(fg_slice(*text, 1, end));
	*text = fg_trim(fg_slice(*text, end + 1, text->n));
	rule->regex = fg_regex_new_whole(pattern, diag);
	free(pattern);
	return rule->regex != NULL;
}

static bool parse_what(struct rule *rule, fg_str *text, struct fg_diag *diag)
{
	if (skip(text, FG_STR("self")))
		rule->measure = SELF;
	else if (skip(text, FG_STR("total")))
		rule->measure = TOTAL;
	else if (skip(text, FG_STR("all")))
		rule->all = true;
	else
		return false;
	return !fg_starts_with(*text, FG_STR("(")) ||
	       parse_group(rule, text, diag);
}

static bool parse_limit(struct rule *rule, fg_str *text)
{
	struct fg_weight limit;
	bool over = false;

	rule->shrinking = skip(text, FG_STR("<"));
	if (!rule->shrinking && !skip(text, FG_STR(">")))
		return false;
	rule->inclusive = skip(text, FG_STR("="));
	if (!skip(text, rule->shrinking ? FG_STR("-") : FG_STR("+")))
		return false;
	if (fg_ends_with(*text, FG_STR("%")))
		rule->unit = RULE_PERCENT;
	else if (fg_ends_with(*text, FG_STR("pt")))
		rule->unit = RULE_POINTS;
	text->n -= rule->unit == RULE_WEIGHT	? 0
		   : rule->unit == RULE_PERCENT ? 1
						: 2;
	*text = fg_trim(*text);
	if (!fg_weight_parse(*text, &limit, &over) || over)
		return false;
	rule->limit = (double)limit.units / (double)fg_pow10(limit.scale);
	return true;
}

fg_status rule_parse(struct rule *rule, const char *text, struct fg_diag *diag)
{
	fg_str rest = fg_trim(fg_from_c(text));
	uint64_t errors = diag->errors;

	*rule = (struct rule){ .text = text };
	if (parse_what(rule, &rest, diag) && parse_limit(rule, &rest))
		return FG_OK;
	rule_free(rule);
	if (diag->errors > errors) /* about the pattern */
		return FG_EUSAGE;
	return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ "--fail-if", 0 },
		       "expected a rule such as 'self > +2pt' or "
		       "'total(parse.*) > +5%%', got '%s'",
		       text);
}

void rule_free(struct rule *rule)
{
	fg_regex_free(rule->regex);
	rule->regex = NULL;
}

struct change rule_measured(const struct rule *rule, struct change change)
{
	if (rule->unit == RULE_POINTS)
		change.basis = BASIS_SHARE;
	return change;
}

static double amount_of(const struct rule *rule, const struct judge *judge,
			const struct change *change)
{
	unsigned scale = fg_stacks_scale(judge->diff->stacks);

	switch (rule->unit) {
	case RULE_PERCENT:
		return change_relative(change);
	case RULE_POINTS:
		return change_points(change);
	case RULE_WEIGHT:
		break;
	}
	return (double)change_delta(change) / (double)fg_pow10(scale);
}

bool rule_exceeded(const struct rule *rule, const struct judge *judge,
		   const struct change *change)
{
	/* of a function that hardly exists, any change is many percent */
	const struct amount little = { { 1, 1 }, true };
	bool any = !rule->all && !rule->regex;
	double amount = amount_of(rule, judge, change);

	if (any && rule->unit == RULE_PERCENT &&
	    !diff_reaches(judge->diff, little, change->units[BEFORE],
			  change->units[AFTER]))
		return false;
	if (rule->shrinking)
		amount = -amount;
	if (rule->inclusive && amount == rule->limit)
		return true;
	return amount > rule->limit;
}

bool rule_significant(const struct rule *rule, const struct judge *judge,
		      const struct change *change)
{
	double z = change_z(change);

	if (!rule->all && !rule->regex)
		return change_stands_out(judge, change, rule->shrinking);
	if (isnan(z) || judge->significance <= 0)
		return true;
	return (rule->shrinking ? -z : z) >= judge->significance;
}
