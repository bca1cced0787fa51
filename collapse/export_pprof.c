/* SPDX-License-Identifier: MIT */
/*
 * pprof's profile.proto (github.com/google/pprof, proto/profile.proto):
 *
 *	Profile { sample_type 1, sample 2, location 4, function 5,
 *		  string_table 6 }
 *	ValueType { type 1, unit 2 }	Sample { location_id 1, value 2 }
 *	Location { id 1, line 4 }	Line { function_id 1, line 2 }
 *	Function { id 1, name 2, system_name 3, filename 4 }
 *
 * There is a location and a function for each frame.
 */
#include <stdlib.h>

#include "export.h"
#include "fg/alloc.h"
#include "fg/text.h"
#include "input/protobuf.h"

/* How values become whole numbers: times 10^digits, or divided by 10^-digits. */
struct pprof_unit {
	const char *name;
	int digits;
};

struct writer {
	struct fg_out *out;
	const struct export_plan *plan;
	struct fg_frames *strings;
	struct fg_buffer message, part; /* under construction */
};

/*
 * Times with decimals are written in a smaller unit. Samples are "count", as
 * pprof has them.
 */
static struct pprof_unit unit_of(fg_str unit, unsigned scale)
{
	static const struct {
		const char *ours, *theirs;
	} units[] = {
		{ "s", "seconds" },	  { "ms", "milliseconds" },
		{ "us", "microseconds" }, { "ns", "nanoseconds" },
		{ "samples", "count" },	  { "", "count" },
	};
	enum { NANOSECONDS = 3 };
	size_t i = 0, count = sizeof units / sizeof *units;
	int digits = -(int)scale;

	while (i < count && !fg_equal(unit, fg_from_c(units[i].ours)))
		i++;
	if (i == count)
		return (struct pprof_unit){ NULL, digits };
	for (; digits < 0 && i < NANOSECONDS; i++)
		digits += 3;
	return (struct pprof_unit){ units[i].theirs, digits };
}

static uint64_t string(struct writer *w, fg_str text)
{
	return fg_frames_intern(w->strings, text);
}

static void put_message(struct writer *w, uint32_t field)
{
	struct fg_buffer key = { 0 };

	pb_put_varint(&key, (uint64_t)field << 3 | PB_BYTES);
	pb_put_varint(&key, w->message.n);
	fg_out_puts(w->out, fg_buffer_text(&key));
	fg_out_puts(w->out, fg_buffer_text(&w->message));
	free(key.p);
	w->message.n = 0;
}

static void put_type(struct writer *w, const struct pprof_unit *unit)
{
	const struct export_plan *plan = w->plan;
	fg_str name = unit->name ? fg_from_c(unit->name) : plan->unit;

	pb_put_number(&w->message, 1, string(w, plan->metric));
	pb_put_number(&w->message, 2, string(w, name));
	put_message(w, 1);
}

static void put_sample(struct writer *w, const struct fg_stack *s,
		       uint64_t value)
{
	w->part.n = 0;
	for (size_t d = s->depth; d-- > 0;)
		pb_put_varint(&w->part, w->plan->number[s->ids[d]] + 1);
	pb_put_bytes(&w->message, 1, fg_buffer_text(&w->part));
	w->part.n = 0;
	pb_put_varint(&w->part, value);
	pb_put_bytes(&w->message, 2, fg_buffer_text(&w->part));
	put_message(w, 2);
}

/*
 * Makes a value whole. Rounds the running sum where it has decimals, so that
 * rounding errors do not add up. False: it does not fit.
 */
static bool whole(const struct pprof_unit *unit, fg_wide *sum, fg_wide *shown,
		  uint64_t weight, uint64_t *value)
{
	fg_wide now;

	if (unit->digits >= 0) {
		now = (fg_wide)weight * fg_pow10((unsigned)unit->digits);
	} else {
		fg_wide one = fg_pow10((unsigned)-unit->digits);
		fg_wide rounded;

		*sum += weight;
		rounded = (*sum + one / 2) / one;
		now = rounded - *shown;
		*shown = rounded;
	}
	*value = (uint64_t)now;
	return now <= INT64_MAX;
}

/* Checks all weights before anything is written. */
static fg_status check_weights(const struct export_plan *plan,
			       const struct pprof_unit *unit,
			       struct fg_diag *diag)
{
	fg_wide sum = 0, shown = 0;
	uint64_t value;

	for (size_t i = 0; i < plan->count; i++) {
		struct fg_stack s =
			fg_stacks_get(plan->exported->stacks, plan->order[i]);

		if (!whole(unit, &sum, &shown, s.weight[0], &value))
			return fg_fail(diag, FG_EINPUT, (struct fg_loc){ 0 },
				       "a weight is larger than pprof can "
				       "have");
	}
	if (unit->digits < 0)
		fg_warn(diag, (struct fg_loc){ 0 },
			"pprof has no decimals; weights were rounded");
	return FG_OK;
}

static void put_samples(struct writer *w, const struct pprof_unit *unit)
{
	const struct export_plan *plan = w->plan;
	fg_wide sum = 0, shown = 0;

	for (size_t i = 0; i < plan->count; i++) {
		struct fg_stack s =
			fg_stacks_get(plan->exported->stacks, plan->order[i]);
		uint64_t value;

		(void)whole(unit, &sum, &shown, s.weight[0], &value);
		put_sample(w, &s, value);
	}
}

static void put_frame(struct writer *w, size_t i)
{
	const struct export_frame *frame = &w->plan->frames[i];
	uint64_t name = string(w, frame->name);

	w->part.n = 0;
	pb_put_number(&w->part, 1, i + 1);
	if (frame->line > 0)
		pb_put_number(&w->part, 2, frame->line);
	pb_put_number(&w->message, 1, i + 1);
	pb_put_bytes(&w->message, 4, fg_buffer_text(&w->part));
	put_message(w, 4);
	pb_put_number(&w->message, 1, i + 1);
	pb_put_number(&w->message, 2, name);
	pb_put_number(&w->message, 3, name);
	if (frame->file.n > 0)
		pb_put_number(&w->message, 4, string(w, frame->file));
	put_message(w, 5);
}

static void put_strings(struct writer *w)
{
	for (size_t i = 0; i < fg_frames_count(w->strings); i++) {
		fg_buffer_append(&w->message,
				 fg_frames_name(w->strings, (fg_frame)i));
		put_message(w, 6);
	}
}

fg_status export_pprof(struct fg_out *out, const struct export_plan *plan,
		       struct fg_diag *diag)
{
	struct pprof_unit unit =
		unit_of(plan->unit, fg_stacks_scale(plan->exported->stacks));
	struct writer w = { .out = out, .plan = plan };
	fg_status status = check_weights(plan, &unit, diag);

	if (status != FG_OK)
		return status;
	w.strings = fg_frames_new();
	(void)string(&w, FG_STR(""));
	put_type(&w, &unit);
	put_samples(&w, &unit);
	for (size_t i = 0; i < plan->frame_count; i++)
		put_frame(&w, i);
	put_strings(&w);
	fg_frames_free(w.strings);
	free(w.message.p);
	free(w.part.p);
	return FG_OK;
}
