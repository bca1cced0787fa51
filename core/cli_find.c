/* SPDX-License-Identifier: MIT */
/*
 * Which option a long name stands for. The beginning of a name will do where
 * only one option begins so, as GNU's getopt_long and Perl's Getopt::Long
 * have it: scripts written for other tools count on it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

#include "cli_private.h"

/* A walk over the names of both tables, "no-NAME" of flags among them. */
struct names {
	const struct fg_opt *opt, *standard; /* NULL: in the last table */
	bool negated;
};

/* Moves to the next name; false behind the last. */
static bool next_name(struct names *n, const struct fg_opt *opts)
{
	if (!n->opt) {
		n->opt = opts;
	} else if (n->opt->negatable && !n->negated) {
		n->negated = true;
		return true;
	} else {
		n->opt++;
	}
	n->negated = false;
	for (;; n->opt++) {
		if (cli_is_end(n->opt)) {
			if (!n->standard)
				return false;
			n->opt = n->standard;
			n->standard = NULL;
		}
		if (n->opt->name)
			return true;
	}
}

/* What is left of `name` where it is to be held against n->opt->name. */
static bool strip_no(const struct names *n, fg_str *name)
{
	if (!n->negated)
		return true;
	if (!fg_starts_with(*name, FG_STR("no-")))
		return false;
	*name = fg_slice(*name, 3, name->n);
	return true;
}

/* Whether the option's name begins so; most differ in the first letter. */
static bool starts(const struct fg_opt *opt, fg_str name)
{
	return *opt->name == *name.p && strncmp(opt->name, name.p, name.n) == 0;
}

static bool is_name(const struct names *n, fg_str name)
{
	return strip_no(n, &name) && name.n > 0 && starts(n->opt, name) &&
	       n->opt->name[name.n] == '\0';
}

/* "no" begins "no-colour", as "no-c" does. */
static bool begins_name(const struct names *n, fg_str name)
{
	if (name.n == 0)
		return false;
	if (n->negated && fg_starts_with(FG_STR("no-"), name))
		return true;
	return strip_no(n, &name) && (name.n == 0 || starts(n->opt, name));
}

/* Aliases are rows of their own that store in the same place. */
static bool is_same(const struct names *a, const struct names *b)
{
	const struct fg_opt *x = a->opt, *y = b->opt;

	return a->negated == b->negated && x->flag == y->flag &&
	       x->string == y->string && x->number == y->number &&
	       x->real == y->real && x->list == y->list &&
	       x->optional == y->optional;
}

/* Whether a name before `last` begins so and does the same. */
static bool is_repeated(const struct fg_opt *opts,
			const struct fg_opt *standard, const struct names *last,
			fg_str name)
{
	struct names n = { NULL, standard, false };

	while (next_name(&n, opts)) {
		if (n.opt == last->opt && n.negated == last->negated)
			return false;
		if (begins_name(&n, name) && is_same(&n, last))
			return true;
	}
	return false;
}

struct cli_found cli_find_long(const struct fg_opt *opts,
			       const struct fg_opt *standard, fg_str name)
{
	struct names n = { NULL, standard, false }, first = n;
	struct cli_found found = { 0 };

	while (next_name(&n, opts)) {
		if (is_name(&n, name))
			return (struct cli_found){ n.opt, n.negated, 1 };
	}
	n = (struct names){ NULL, standard, false };
	while (next_name(&n, opts)) {
		if (!begins_name(&n, name) ||
		    is_repeated(opts, standard, &n, name))
			continue;
		if (found.count++ == 0)
			first = n;
	}
	if (found.count == 1) {
		found.opt = first.opt;
		found.negated = first.negated;
	}
	return found;
}

char *cli_candidates(const struct fg_opt *opts, const struct fg_opt *standard,
		     fg_str name)
{
	size_t left = cli_find_long(opts, standard, name).count;
	struct names n = { NULL, standard, false };
	char *list = NULL;
	size_t room = 0, used = 0;

	while (left > 0 && next_name(&n, opts)) {
		const char *between = left > 1 ? ", " : " or ";

		if (!begins_name(&n, name) ||
		    is_repeated(opts, standard, &n, name))
			continue;
		FG_RESERVE(&list, &room, used + strlen(n.opt->name) + 16);
		used += (size_t)snprintf(list + used, room - used, "%s'--%s%s'",
					 used ? between : "",
					 n.negated ? "no-" : "", n.opt->name);
		left--;
	}
	return list;
}

static size_t min_size(size_t a, size_t b)
{
	return a < b ? a : b;
}

/*
 * The number of letters to insert, drop, replace or swap with a neighbour to
 * make `b` of `a`. Only the last three rows of the usual table are kept.
 */
static size_t edit_distance(fg_str a, fg_str b)
{
	size_t width = b.n + 1;
	size_t *rows = fg_calloc(3 * width, sizeof *rows);
	size_t *before = rows, *above = rows + width, *row = rows + 2 * width;
	size_t distance;

	for (size_t j = 0; j < width; j++)
		row[j] = j;
	for (size_t i = 1; i <= a.n; i++) {
		size_t *oldest = before;

		before = above;
		above = row;
		row = oldest;
		row[0] = i;
		for (size_t j = 1; j <= b.n; j++) {
			bool same = a.p[i - 1] == b.p[j - 1];

			row[j] = min_size(above[j - 1] + !same,
					  min_size(above[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] &&
			    a.p[i - 2] == b.p[j - 1])
				row[j] = min_size(row[j], before[j - 2] + 1);
		}
	}
	distance = row[b.n];
	free(rows);
	return distance;
}

/* The nearest name of this table, or `best` where none is nearer than that. */
static const char *nearest_in(const struct fg_opt *opts, fg_str name,
			      size_t *limit, const char *best)
{
	for (; !cli_is_end(opts); opts++) {
		fg_str other = fg_from_c(opts->name);
		size_t distance;

		if (!opts->name || !cli_is_shown(opts) ||
		    other.n > name.n + *limit || name.n > other.n + *limit)
			continue;
		distance = edit_distance(name, other);
		if (distance < *limit) {
			*limit = distance;
			best = opts->name;
		}
	}
	return best;
}

const char *cli_nearest(const struct fg_opt *opts,
			const struct fg_opt *standard, fg_str name)
{
	size_t limit = name.n / 3 + 1;
	const char *best = nearest_in(opts, name, &limit, NULL);

	best = nearest_in(standard, name, &limit, best);
	if (!best && fg_starts_with(name, FG_STR("no-")))
		best = cli_nearest(opts, standard, fg_slice(name, 3, name.n));
	return best;
}
