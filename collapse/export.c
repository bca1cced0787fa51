/* SPDX-License-Identifier: MIT */
#include "export.h"

#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/order.h"
#include "fg/text.h"
#include "names/native.h"

enum export_format export_find(const char *name)
{
	if (name && strcmp(name, "pprof") == 0)
		return EXPORT_PPROF;
	if (name && strcmp(name, "speedscope") == 0)
		return EXPORT_SPEEDSCOPE;
	return EXPORT_FOLDED;
}

/* Splits "main (a.c:12)", as --srcline writes it. */
static void split_source(struct export_frame *frame)
{
	fg_str name = frame->name;
	struct native_frame source = { 0 };
	size_t at = fg_rfind_char(name, '(');

	if (!fg_ends_with(name, FG_STR(")")) || at < 2 || at == name.n ||
	    name.p[at - 1] != ' ' ||
	    !native_read_source(fg_slice(name, at + 1, name.n - 1), &source))
		return;
	frame->name = fg_slice(name, 0, at - 1);
	frame->file = source.file;
	frame->line = source.line;
}

static void number_frames(struct export_plan *plan)
{
	const struct fg_stacks *stacks = plan->exported->stacks;
	const struct fg_frames *names = fg_stacks_names(stacks);
	size_t all = fg_frames_count(names);

	plan->number = fg_malloc(all * sizeof *plan->number);
	memset(plan->number, 0xff, all * sizeof *plan->number);
	plan->frames = fg_calloc(all, sizeof *plan->frames);
	for (size_t i = 0; i < plan->count; i++) {
		struct fg_stack s = fg_stacks_get(stacks, plan->order[i]);

		for (size_t d = 0; d < s.depth; d++) {
			struct export_frame *frame;

			if (plan->number[s.ids[d]] != UINT32_MAX)
				continue;
			plan->number[s.ids[d]] = (uint32_t)plan->frame_count;
			frame = &plan->frames[plan->frame_count++];
			frame->name = fg_frames_name(names, s.ids[d]);
			if (plan->exported->srcline)
				split_source(frame);
		}
	}
}

static void make_plan(struct export_plan *plan, const struct exported *exported)
{
	const struct fg_stacks *stacks = exported->stacks;

	*plan = (struct export_plan){ .exported = exported };
	plan->count = fg_stacks_count(stacks);
	plan->metric = fg_header_get(exported->header, "metric");
	plan->unit = fg_header_get(exported->header, "unit");
	if (plan->metric.n == 0)
		plan->metric = plan->unit.n > 0 ? plan->unit : FG_STR("weight");
	if (fg_stacks_in_order(stacks)) {
		plan->order = fg_malloc(plan->count * sizeof *plan->order);
		for (size_t i = 0; i < plan->count; i++)
			plan->order[i] = (uint32_t)i;
	} else {
		plan->order = fg_stacks_sort(stacks, FG_BY_LINE);
	}
	number_frames(plan);
}

fg_status export_write(struct fg_out *out, const struct exported *exported,
		       enum export_format format, struct fg_diag *diag)
{
	struct export_plan plan;
	fg_status status = FG_OK;

	if (fg_stacks_two_columns(exported->stacks))
		return fg_fail(diag, FG_EINPUT, (struct fg_loc){ 0 },
			       "the profile has two columns, which only folded "
			       "text can have");
	make_plan(&plan, exported);
	if (format == EXPORT_PPROF)
		status = export_pprof(out, &plan, diag);
	else
		export_speedscope(out, &plan);
	free(plan.order);
	free(plan.number);
	free(plan.frames);
	return status;
}
