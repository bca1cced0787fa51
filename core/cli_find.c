/* SPDX-License-Identifier: MIT */
/*
 * Finds the option for a letter or a long name. A prefix of a name is enough
 * where only one option begins so, as in GNU's getopt_long and Perl's Getopt::Long:
 * scripts written for other tools count on it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

#include "cli_private.h"

bool cli_next_word(const char **words, fg_str *word)
{
	const char *p = *words;

	while (*p == ' ')
		p++;
	*word = (fg_str){ p, strcspn(p, " ") };
	*words = p + word->n;
	return word->n > 0;
}

const struct fg_opt *cli_find_letter(const struct fg_opt *opts, char letter)
{
	for (; !cli_is_end(opts); opts++) {
		if (opts->letter && opts->letter == letter)
			return opts;
	}
	return NULL;
}

/* A walk over the names of both tables, "no-NAME" of flags among them. */
struct names {
	const struct fg_opt *opt, *standard; /* NULL: in the last table */
	bool negated;
	bool shown_only; /* leave out aliases */
};

/* Moves to the next name; false after the last. */
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
		if (n->opt->name && (!n->shown_only || cli_is_shown(n->opt)))
			return true;
	}
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Whether `text`, which has no capitals, begins with `start`. */
static bool begins(const char *text, fg_str start)
{
	for (size_t i = 0; i < start.n; i++) {
		if (text[i] != lower(start.p[i]))
			return false;
	}
	return true;
}

/* Cuts the "no-" off *name if n->negated; false when there is none. */
static bool strip_no(const struct names *n, fg_str *name)
{
	if (!n->negated)
		return true;
	if (name->n < 3 || !begins("no-", fg_slice(*name, 0, 3)))
		return false;
	*name = fg_slice(*name, 3, name->n);
	return true;
}

static bool starts(const struct fg_opt *opt, fg_str name)
{
	return begins(opt->name, name);
}

static bool is_whole(const struct fg_opt *opt, fg_str name)
{
	return name.n > 0 && starts(opt, name) && opt->name[name.n] == '\0';
}

/* "--noNAME" is the other way to write "--no-NAME" for Getopt::Long. */
static bool is_name(const struct names *n, fg_str name)
{
	if (n->negated && name.n > 2 && begins("no", fg_slice(name, 0, 2)) &&
	    is_whole(n->opt, fg_slice(name, 2, name.n)))
		return true;
	return strip_no(n, &name) && is_whole(n->opt, name);
}

/* "no" is a prefix of "no-colour", as "no-c" is. */
static bool begins_name(const struct names *n, fg_str name)
{
	if (name.n == 0)
		return false;
	if (n->negated && name.n <= 3 && begins("no-", name))
		return true;
	return strip_no(n, &name) && (name.n == 0 || starts(n->opt, name));
}

/* Aliases are rows of their own that store in the same variable. */
static bool is_same(const struct names *a, const struct names *b)
{
	const struct fg_opt *x = a->opt, *y = b->opt;

	return a->negated == b->negated && x->flag == y->flag &&
	       x->string == y->string && x->choice == y->choice &&
	       x->number == y->number && x->real == y->real &&
	       x->list == y->list && x->optional == y->optional;
}

/* Whether a name before `last` has this prefix and does the same. */
static bool is_repeated(const struct fg_opt *opts, struct names n,
			const struct names *last, fg_str name)
{
	while (next_name(&n, opts)) {
		if (n.opt == last->opt && n.negated == last->negated)
			return false;
		if (begins_name(&n, name) && is_same(&n, last))
			return true;
	}
	return false;
}

/*
 * The next name with this prefix that does something else than those before
 * it.
 */
static bool next_candidate(struct names *n, const struct fg_opt *opts,
			   struct names start, fg_str name)
{
	while (next_name(n, opts)) {
		if (begins_name(n, name) && !is_repeated(opts, start, n, name))
			return true;
	}
	return false;
}

/* Counts the options with this prefix; *start is where to find them from. */
static size_t count_candidates(const struct fg_opt *opts,
			       const struct fg_opt *standard, fg_str name,
			       struct names *start)
{
	size_t count = 0;

	*start = (struct names){ .standard = standard, .shown_only = true };
	for (unsigned pass = 0; pass < 2 && count == 0; pass++) {
		struct names n;

		start->shown_only = pass == 0;
		n = *start;
		while (next_candidate(&n, opts, *start, name))
			count++;
	}
	return count;
}

struct cli_found cli_find_whole(const struct fg_opt *opts,
				const struct fg_opt *standard, fg_str name)
{
	struct names n = { .standard = standard };

	while (next_name(&n, opts)) {
		if (is_name(&n, name))
			return (struct cli_found){ n.opt, n.negated, 1 };
	}
	return (struct cli_found){ 0 };
}

struct cli_found cli_find_long(const struct fg_opt *opts,
			       const struct fg_opt *standard, fg_str name)
{
	struct cli_found found = cli_find_whole(opts, standard, name);
	struct names start, n;

	if (found.opt)
		return found;
	found.count = count_candidates(opts, standard, name, &start);
	n = start;
	if (found.count == 1 && next_candidate(&n, opts, start, name)) {
		found.opt = n.opt;
		found.negated = n.negated;
	}
	return found;
}

char *cli_candidates(const struct fg_opt *opts, const struct fg_opt *standard,
		     fg_str name)
{
	struct names start, n;
	size_t left = count_candidates(opts, standard, name, &start);
	char *list = NULL;
	size_t room = 0, used = 0;

	for (n = start; left > 0 && next_candidate(&n, opts, start, name);
	     left--) {
		const char *between = left > 1 ? ", " : " or ";

		FG_RESERVE(&list, &room, used + strlen(n.opt->name) + 16);
		used += (size_t)snprintf(list + used, room - used, "%s'--%s%s'",
					 used ? between : "",
					 n.negated ? "no-" : "", n.opt->name);
	}
	return list;
}

static size_t min_size(size_t a, size_t b)
{
	return a < b ? a : b;
}

/*
 * The number of letters to insert, drop, replace or swap with a neighbour to
 * turn `a` into `b`. Only the last three rows of the usual table are kept.
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

/* The nearest name of this table, or `best` where none is nearer. */
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
