/* SPDX-License-Identifier: MIT */
#ifndef DIFF_RULE_H
#define DIFF_RULE_H

#include "change.h"

/*
 * What fg-diff --check holds a profile to:
 *
 *	self > +2pt		any function's own share
 *	total(parse.*) > +5%	functions of these names, taken together
 *	all > +10%		the whole profile
 *	self(cache_hit) < -20	also what shrinks; a plain weight
 *
 * A rule says what must not happen. The sign is a must: it is about changes.
 */
enum rule_unit { RULE_WEIGHT, RULE_PERCENT, RULE_POINTS };

struct rule {
	const char *text; /* borrowed */
	bool all; /* of the whole profile */
	enum measure measure;
	struct fg_regex *regex; /* the group's names; NULL: each function */
	bool shrinking; /* '<' */
	bool inclusive; /* ">=", "<=" */
	double limit; /* 0 or more, without the sign */
	enum rule_unit unit;
};

/* FG_EUSAGE after a message; then there is nothing to free. */
fg_status rule_parse(struct rule *rule, const char *text, struct fg_diag *diag);
void rule_free(struct rule *rule);

/*
 * The change with the basis that the rule goes by: shares for points, and
 * what normalising makes of weights for others. The functions below take such
 * a change.
 */
struct change rule_measured(const struct rule *rule, struct change change);

/*
 * Whether the change goes past the limit, be it significant or not. For a
 * percentage of any function, it must also be a thousandth of all weight.
 */
bool rule_exceeded(const struct rule *rule, const struct judge *judge,
		   const struct change *change);

/*
 * Whether it is significant: by itself for a rule that names functions or is
 * about all, among all functions for a rule about any function.
 */
bool rule_significant(const struct rule *rule, const struct judge *judge,
		      const struct change *change);

#endif
