/* SPDX-License-Identifier: MIT */
#include "hints.h"

#include <math.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

enum {
	CANDIDATES = 200, /* the heaviest, of each kind */
	TOLD = 5,
};

/* What is less than this share of its side is not worth a hint. */
static const double least = 0.005;

static const struct fg_loc nowhere = { NULL, 0 };

/* ---- other programs ---- */

/* What stands at the root, by weight of each side. */
static void add_roots(const struct diff *diff, fg_wide *roots[SIDES])
{
	for (size_t i = 0; i < fg_stacks_count(diff->stacks); i++) {
		struct fg_stack stack = fg_stacks_get(diff->stacks, i);

		for (unsigned side = 0; stack.depth > 0 && side < SIDES; side++)
			roots[side][stack.ids[0]] += stack.weight[side];
	}
}

static size_t heaviest(const fg_wide *weights, size_t n)
{
	size_t best = 0;

	for (size_t i = 1; i < n; i++) {
		if (weights[i] > weights[best])
			best = i;
	}
	return best;
}

static bool have_common(const fg_wide *a, const fg_wide *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (a[i] > 0 && b[i] > 0)
			return true;
	}
	return false;
}

void hints_tell_strangers(const struct diff *diff, struct fg_diag *diag)
{
	const struct fg_frames *names = fg_stacks_names(diff->stacks);
	size_t n = fg_frames_count(names);
	fg_wide *roots[SIDES];
	fg_str root[SIDES];

	if (diff->total[BEFORE] == 0 || diff->total[AFTER] == 0 ||
	    diff->parts[2].count > 0)
		return;
	for (unsigned side = 0; side < SIDES; side++)
		roots[side] = fg_calloc(n + 1, sizeof(fg_wide));
	add_roots(diff, roots);
	if (n > 0 && !have_common(roots[BEFORE], roots[AFTER], n)) {
		for (unsigned side = 0; side < SIDES; side++)
			root[side] = fg_frames_name(
				names, (fg_frame)heaviest(roots[side], n));
		fg_doubt(diag, nowhere,
			 "no stack is on both sides: they begin with '%.*s' "
			 "before and '%.*s' after; are these the same "
			 "program? --rename makes names meet",
			 FG_FMT(root[BEFORE]), FG_FMT(root[AFTER]));
	} else {
		fg_doubt(diag, nowhere,
			 "no stack is on both sides: are these the same "
			 "program? --strip-suffixes, --strip-hex and "
			 "--rename make names meet");
	}
	for (unsigned side = 0; side < SIDES; side++)
		free(roots[side]);
}

/* ---- functions that are gone, new, or without work of their own ---- */

/* A function with the weight that left it, or came. */
struct mover {
	fg_frame id;
	double weight; /* after scaling */
	fg_frame caller; /* of most of it; UINT32_MAX: none */
};

struct movers {
	struct mover *items;
	size_t count, room;
};

struct search {
	const struct diff *diff;
	const struct tally *functions;
	struct movers gone, new, emptied;
};

static double scaled(const struct search *search, enum measure measure,
		     unsigned side, fg_frame id)
{
	return (double)factor_apply(
		search->diff->factor[side],
		search->functions->units[measure][side][id]);
}

static double least_of(const struct search *search)
{
	return least * fmax((double)diff_scaled_total(search->diff, BEFORE),
			    (double)diff_scaled_total(search->diff, AFTER));
}

static void add(struct movers *movers, fg_frame id, double weight)
{
	FG_RESERVE(&movers->items, &movers->room, movers->count + 1);
	movers->items[movers->count++] =
		(struct mover){ id, weight, UINT32_MAX };
}

static int by_weight(const void *a, const void *b)
{
	const struct mover *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return (x->id > y->id) - (x->id < y->id);
}

static void cut(struct movers *movers)
{
	if (movers->count > 1)
		qsort(movers->items, movers->count, sizeof *movers->items,
		      by_weight);
	if (movers->count > CANDIDATES)
		movers->count = CANDIDATES;
}

static void find_movers(struct search *search)
{
	const struct tally *f = search->functions;
	double enough = least_of(search);

	for (size_t i = 0; i < f->count; i++) {
		fg_frame id = (fg_frame)i;
		double before = scaled(search, TOTAL, BEFORE, id);
		double after = scaled(search, TOTAL, AFTER, id);
		double lost = scaled(search, SELF, BEFORE, id) -
			      scaled(search, SELF, AFTER, id);

		if (after <= 0 && before > enough)
			add(&search->gone, id, before);
		if (before <= 0 && after > enough)
			add(&search->new, id, after);
		/* most of its own work is no longer its own */
		if (lost > enough &&
		    lost > scaled(search, SELF, BEFORE, id) / 2)
			add(&search->emptied, id, lost);
	}
	cut(&search->gone);
	cut(&search->new);
	cut(&search->emptied);
}

/* Where a function stands among the movers; UINT32_MAX: it does not. */
static uint32_t *places_of(const struct movers *movers, size_t frames)
{
	uint32_t *places = fg_malloc((frames + 1) * sizeof *places);

	for (size_t i = 0; i < frames; i++)
		places[i] = UINT32_MAX;
	for (size_t i = 0; i < movers->count; i++)
		places[movers->items[i].id] = (uint32_t)i;
	return places;
}

/*
 * The caller of most of a mover's weight, by Boyer and Moore's vote: the
 * weight for one caller and against it by all others. A caller with more than
 * half wins; without one, any may.
 */
static void find_callers(const struct search *search, struct movers *movers,
			 unsigned side)
{
	const struct diff *diff = search->diff;
	uint32_t *places = places_of(movers, search->functions->count);
	double *votes = fg_calloc(movers->count + 1, sizeof *votes);

	for (size_t i = 0; i < fg_stacks_count(diff->stacks); i++) {
		struct fg_stack stack = fg_stacks_get(diff->stacks, i);
		double weight = (double)stack.weight[side];

		for (size_t d = 1; d < stack.depth && weight > 0; d++) {
			uint32_t at = places[stack.ids[d]];
			fg_frame caller = stack.ids[d - 1];

			if (at == UINT32_MAX || caller == stack.ids[d])
				continue;
			votes[at] += movers->items[at].caller == caller
					     ? weight
					     : -weight;
			if (votes[at] < 0)
				movers->items[at].caller = caller;
			votes[at] = fabs(votes[at]);
		}
	}
	free(places);
	free(votes);
}

/* ---- renames ---- */

/* "parse" of "old::parse(int)", "pkg.Type.parse", "lib/parse". */
static fg_str last_name(fg_str name)
{
	size_t end = fg_find_char(name, '('), from;

	name = fg_slice(name, 0, end > 0 ? end : name.n);
	for (from = name.n; from > 0; from--) {
		char c = name.p[from - 1];

		if ((c == ':' || c == '.' || c == '/') && from < name.n)
			break;
	}
	return fg_slice(name, from, name.n);
}

/* Half to twice as much, under the same last name; or +- 15 % from one caller. */
static bool is_rename(const struct fg_frames *names, const struct mover *gone,
		      const struct mover *new)
{
	double ratio = new->weight / gone->weight;
	fg_str a = last_name(fg_frames_name(names, gone->id));
	fg_str b = last_name(fg_frames_name(names, new->id));

	if (a.n > 0 && fg_equal(a, b))
		return ratio > 0.5 && ratio < 2;
	return gone->caller == new->caller &&
	       gone->caller != UINT32_MAX &&ratio > 0.85 && ratio < 1.15;
}

/* "500" in the units of the files. */
static void put_weight(char to[FG_NUMBER_ROOM], const struct diff *diff,
		       double weight)
{
	fg_write_number_commas(to, (fg_wide)weight,
			       fg_stacks_scale(diff->stacks));
}

static void tell_rename(const struct diff *diff, const struct mover *gone,
			const struct mover *new, struct fg_diag *diag)
{
	const struct fg_frames *names = fg_stacks_names(diff->stacks);
	fg_str a = fg_frames_name(names, gone->id);
	fg_str b = fg_frames_name(names, new->id);
	char before[FG_NUMBER_ROOM], after[FG_NUMBER_ROOM];

	put_weight(before, diff, gone->weight);
	put_weight(after, diff, new->weight);
	fg_doubt(diag, nowhere,
		 "gone '%.*s' %s, new '%.*s' %s: if it was renamed, say so "
		 "by --rename",
		 FG_FMT(a), before, FG_FMT(b), after);
}

static void tell_renames(struct search *search, struct fg_diag *diag)
{
	const struct fg_frames *names = fg_stacks_names(search->diff->stacks);
	size_t told = 0;

	for (size_t g = 0; g < search->gone.count && told < TOLD; g++) {
		const struct mover *gone = &search->gone.items[g];

		for (size_t n = 0; n < search->new.count; n++) {
			struct mover *new = &search->new.items[n];

			if (new->weight <= 0 || !is_rename(names, gone, new))
				continue;
			tell_rename(search->diff, gone, new, diag);
			new->weight = 0; /* taken */
			told++;
			break;
		}
	}
}

/* ---- inlining ---- */

/*
 * Whether the caller did itself as much more as the function did less, while
 * its total stayed; a fifth is left to chance.
 */
static bool took_over(const struct search *search, const struct mover *m)
{
	double grew, total;

	if (m->caller == UINT32_MAX)
		return false;
	grew = scaled(search, SELF, AFTER, m->caller) -
	       scaled(search, SELF, BEFORE, m->caller);
	total = scaled(search, TOTAL, AFTER, m->caller) -
		scaled(search, TOTAL, BEFORE, m->caller);
	return grew > 0.8 * m->weight && grew < 1.25 * m->weight &&
	       fabs(total) < 0.2 * m->weight;
}

static void tell_inlining(struct search *search, struct fg_diag *diag)
{
	const struct fg_frames *names = fg_stacks_names(search->diff->stacks);
	size_t told = 0;

	for (size_t i = 0; i < search->emptied.count && told < TOLD; i++) {
		const struct mover *m = &search->emptied.items[i];
		char lost[FG_NUMBER_ROOM];
		fg_str caller;

		if (!took_over(search, m))
			continue;
		caller = fg_frames_name(names, m->caller);
		put_weight(lost, search->diff, m->weight);
		fg_doubt(diag, nowhere,
			 "self moved from '%.*s' to its caller '%.*s' (%s), "
			 "whose total is unchanged: it seems to be inlined "
			 "now, and is no slower",
			 FG_FMT(fg_frames_name(names, m->id)), FG_FMT(caller),
			 lost);
		told++;
	}
}

void hints_tell_moves(const struct diff *diff, const struct tally *functions,
		      struct fg_diag *diag)
{
	struct search search = { .diff = diff, .functions = functions };

	if (diff->total[BEFORE] == 0 || diff->total[AFTER] == 0 ||
	    diff->kept_count < fg_stacks_count(diff->stacks))
		return;
	find_movers(&search);
	find_callers(&search, &search.gone, BEFORE);
	find_callers(&search, &search.new, AFTER);
	find_callers(&search, &search.emptied, BEFORE);
	tell_renames(&search, diag);
	tell_inlining(&search, diag);
	free(search.gone.items);
	free(search.new.items);
	free(search.emptied.items);
}
