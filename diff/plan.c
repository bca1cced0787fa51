/* SPDX-License-Identifier: MIT */
#include "plan.h"

#include <math.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "table.h"

/* Beyond these, a figure says no more than "far too few runs". */
static const double percent_most = 999;

void plan_write_runs(struct fg_out *out, const struct judge *judge)
{
	const size_t *counts = judge->diff->counts;

	if (counts[BEFORE] == counts[AFTER])
		fg_out_printf(out, "%zu run%s a side", counts[BEFORE],
			      counts[BEFORE] == 1 ? "" : "s");
	else
		fg_out_printf(out, "%zu and %zu runs", counts[BEFORE],
			      counts[AFTER]);
}

static const struct model *model_of(const struct judge *judge,
				    const struct change *change)
{
	return &judge->models[change->measure][change->basis];
}

double plan_detectable(const struct judge *judge, const struct change *change)
{
	const struct model *model = model_of(judge, change);
	const struct effect *e = change_effect(change);

	if (judge->significance <= 0 || change->unclear)
		return INFINITY;
	/* the share of everything is 1, whatever happens */
	if (e->mean[BEFORE] >= model->whole * model_unit(model) * (1 - 1e-9))
		return INFINITY;
	return model_detectable(model, e, judge_level(judge));
}

/* A function and what it weighs: qsort has no way to pass the profile. */
struct item {
	fg_wide weight;
	fg_str name;
	size_t number;
};

static int by_weight(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return fg_compare(x->name, y->name);
}

static void write_row(struct fg_out *out, const struct judge *judge,
		      const struct change *change, double size, fg_str name)
{
	double found = 100 * plan_detectable(judge, change);
	size_t runs = 0;

	if (isfinite(found))
		runs = model_runs_needed(model_of(judge, change),
					 change_effect(change),
					 judge_level(judge), size);
	if (runs > 0)
		fg_out_printf(out, "%6zu", runs);
	else
		fg_out_printf(out, "%6s", isfinite(found) ? ">1000" : "-");
	if (!isfinite(found))
		fg_out_printf(out, "  %9s  ", "-");
	else if (found > percent_most)
		fg_out_printf(out, "  %9s  ", ">999 %");
	else
		fg_out_printf(out, "  %+7.1f %%  ", found);
	fg_out_shown(out, name);
	fg_out_char(out, '\n');
}

static void write_list(struct fg_out *out, const struct judge *judge,
		       const struct tally *functions, enum measure measure,
		       const struct plan_options *options)
{
	const struct fg_frames *names = fg_stacks_names(judge->diff->stacks);
	struct item *items = fg_malloc(functions->count * sizeof *items);
	size_t n = 0;

	for (size_t i = 0; i < functions->count; i++) {
		fg_wide weight = functions->units[measure][BEFORE][i];

		if (weight > 0)
			items[n++] = (struct item){
				weight, fg_frames_name(names, (fg_frame)i), i
			};
	}
	qsort(items, n, sizeof *items, by_weight);
	fg_out_printf(out,
		      "\n%s, by weight before\n  runs      found  function\n",
		      measure == SELF ? "Self" : "Total");
	for (size_t i = 0; i < n && i < options->top; i++) {
		struct change change = change_of_group(
			judge, functions, measure, items[i].number);

		write_row(out, judge, &change, options->size, items[i].name);
	}
	if (n > options->top)
		fg_out_printf(out, "%zu more weigh less\n", n - options->top);
	free(items);
}

void plan_write(struct fg_out *out, const struct judge *judge,
		const struct tally *functions,
		const struct plan_options *options)
{
	struct change all = change_of_all(judge);

	fg_out_printf(out,
		      "runs: as many a side find a growth of %g %% in 9 of 10 "
		      "cases\nfound: what the ",
		      100 * options->size);
	plan_write_runs(out, judge);
	fg_out_puts(out, FG_STR(" that are here find so\n\n"
				"  runs      found\n"));
	write_row(out, judge, &all, options->size, FG_STR("all"));
	for (unsigned m = 0; m < MEASURES; m++) {
		if (!options->leave[m])
			write_list(out, judge, functions, (enum measure)m,
				   options);
	}
}
