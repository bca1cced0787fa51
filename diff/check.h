/* SPDX-License-Identifier: MIT */
#ifndef DIFF_CHECK_H
#define DIFF_CHECK_H

#include "rule.h"
#include "table_cells.h"

/*
 * The rules of fg-diff --check, applied.
 *
 *	struct check check = { 0 };
 *	status = check_add(&check, "self > +2pt", loc, diag);
 *	status = check_run(&check, &judge, &functions, diag);
 *	check_write(out, &check, &judge, UNIT_PLAIN);
 *	check_free(&check);
 */
struct ignore;

struct breach {
	fg_frame function; /* UINT32_MAX: the group, or all */
	struct change change; /* as the rule measures it */
	const struct ignore *ignore; /* why it is no breach; NULL: it is one */
};

/* Functions that rules about any function leave alone for a while. */
struct ignore {
	struct fg_regex *regex; /* of whole names */
	const char *text; /* "until 2027-03-31: the reason"; borrowed */
	bool over; /* that day has passed: it no longer counts */
	struct fg_loc loc;
	size_t matches; /* functions that have such a name */
};

struct outcome {
	struct rule rule;
	struct fg_loc loc; /* where the rule stands */
	struct breach *breaches; /* the largest change first */
	size_t count, room;
	struct breach *ignored; /* would have been, but for an ignore */
	size_t ignored_count, ignored_room;
	size_t noise; /* went past the limit without being significant */
	struct change change; /* of the group or of all, as the rule has it */
};

struct check {
	struct outcome *outcomes; /* in the order of the rules */
	size_t count, room;
	struct ignore *ignores;
	size_t ignore_count, ignore_room;
	size_t broken;
	bool single_run; /* one run a side is enough */
	bool allow_missing; /* a rule may name no function */
};

/* What is checked when no rule is given. */
#define CHECK_DEFAULT "self > +1pt"

/* Adds a rule (rule.h); FG_EUSAGE after a message about a bad one. */
fg_status check_add(struct check *check, const char *rule, struct fg_loc loc,
		    struct fg_diag *diag);

/*
 * Adds an ignore; `names` is a regular expression. Both texts are borrowed.
 * FG_EUSAGE after a message about a bad pattern.
 */
fg_status check_add_ignore(struct check *check, const char *names,
			   const char *text, bool over, struct fg_loc loc,
			   struct fg_diag *diag);

/*
 * Whether there is anything to check: FG_EINPUT after a message where a side
 * is empty, for then shares and weights of it mean nothing, and a run that
 * failed must not pass.
 */
fg_status check_sides(const struct diff *diff, struct fg_diag *diag);

/*
 * `functions` has an item a frame. Fails after a message where chance is
 * unknown (FG_EINPUT), and at a rule that names no function (FG_EUSAGE).
 */
fg_status check_run(struct check *check, const struct judge *judge,
		    const struct tally *functions, struct fg_diag *diag);

/* "1,200 -> 1,500 (+300, +25 %, +2.50 pt, z +6.1)" */
void check_write_change(struct fg_out *out, const struct judge *judge,
			enum unit unit, const struct change *change);

/* One line a broken or kept rule, and a line in the end. */
void check_write(struct fg_out *out, const struct check *check,
		 const struct judge *judge, enum unit unit);
void check_free(struct check *check);

#endif
