/* SPDX-License-Identifier: MIT */
/*
 * speedscope's JSON, with one sampled profile (file-format-spec.ts of
 * speedscope 1.25). "line" counts from 1.
 *
 *	{"$schema": "https://www.speedscope.app/file-format-schema.json",
 *	 "shared": {"frames": [{"name": "main", "file": "a.c", "line": 12}]},
 *	 "profiles": [{"type": "sampled", "name": "cpu", "unit": "nanoseconds",
 *	   "startValue": 0, "endValue": 30, "samples": [[0]], "weights": [30]}]}
 */
#include "export.h"
#include "fg/escape.h"
#include "fg/text.h"

/* The units that speedscope knows. */
static const char *unit_of(fg_str unit)
{
	static const char *const units[][2] = {
		{ "s", "seconds" },	  { "ms", "milliseconds" },
		{ "us", "microseconds" }, { "ns", "nanoseconds" },
		{ "bytes", "bytes" },
	};

	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		if (fg_equal(unit, fg_from_c(units[i][0])))
			return units[i][1];
	}
	return "none";
}

static void put_frames(struct fg_out *out, const struct export_plan *plan)
{
	for (size_t i = 0; i < plan->frame_count; i++) {
		const struct export_frame *frame = &plan->frames[i];

		fg_out_puts(out, i ? FG_STR(",\n{\"name\":")
				   : FG_STR("\n{\"name\":"));
		fg_escape_json(out, frame->name);
		if (frame->file.n > 0) {
			fg_out_puts(out, FG_STR(",\"file\":"));
			fg_escape_json(out, frame->file);
		}
		if (frame->line > 0)
			fg_out_printf(out, ",\"line\":%llu",
				      (unsigned long long)frame->line);
		fg_out_char(out, '}');
	}
}

static void put_samples(struct fg_out *out, const struct export_plan *plan)
{
	for (size_t i = 0; i < plan->count; i++) {
		struct fg_stack s =
			fg_stacks_get(plan->exported->stacks, plan->order[i]);

		fg_out_puts(out, i ? FG_STR(",\n[") : FG_STR("\n["));
		for (size_t d = 0; d < s.depth; d++)
			fg_out_printf(out, d ? ",%u" : "%u",
				      (unsigned)plan->number[s.ids[d]]);
		fg_out_char(out, ']');
	}
}

static void put_weights(struct fg_out *out, const struct export_plan *plan)
{
	unsigned scale = fg_stacks_scale(plan->exported->stacks);

	for (size_t i = 0; i < plan->count; i++) {
		struct fg_stack s =
			fg_stacks_get(plan->exported->stacks, plan->order[i]);

		if (i > 0)
			fg_out_char(out, ',');
		fg_out_number(out, s.weight[0], scale);
	}
}

void export_speedscope(struct fg_out *out, const struct export_plan *plan)
{
	const struct fg_stacks *stacks = plan->exported->stacks;

	fg_out_puts(out, FG_STR("{\"$schema\":\"https://www.speedscope.app/"
				"file-format-schema.json\",\n"
				"\"exporter\":\"fg-collapse\",\n"
				"\"shared\":{\"frames\":["));
	put_frames(out, plan);
	fg_out_puts(out, FG_STR("]},\n\"profiles\":[{\"type\":\"sampled\","
				"\"name\":"));
	fg_escape_json(out, plan->metric);
	fg_out_printf(out, ",\"unit\":\"%s\",\"startValue\":0,\"endValue\":",
		      unit_of(plan->unit));
	fg_out_number(out, fg_stacks_total(stacks, 0), fg_stacks_scale(stacks));
	fg_out_puts(out, FG_STR(",\n\"samples\":["));
	put_samples(out, plan);
	fg_out_puts(out, FG_STR("],\n\"weights\":["));
	put_weights(out, plan);
	fg_out_puts(out, FG_STR("]}]}\n"));
}
