/* SPDX-License-Identifier: MIT */
#include "bpftrace_maps.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

enum { ALL, NAMES_MAX = 8 };

/* Whether --metric means the metric that was added last. */
static bool is_asked_for(const struct bpftrace_maps *maps)
{
	const struct metrics *all = maps->c->metrics;
	const struct metrics last = { .items = all->items + all->count - 1,
				      .count = 1 };
	fg_str name = fg_from_c(maps->c->options->metric);
	uint64_t number;

	return metrics_find(&last, name) == 0 ||
	       (fg_parse_u64(name, &number) && number == all->count - 1);
}

static void add(struct bpftrace_maps *maps, fg_str name)
{
	size_t at = metrics_add(maps->c->metrics, name, FG_STR(""));

	if (maps->c->options->metric && is_asked_for(maps))
		maps->chosen = at;
}

void bpftrace_maps_init(struct bpftrace_maps *maps, struct collapse *c)
{
	*maps = (struct bpftrace_maps){
		.c = c,
		.names = fg_frames_new(),
		.chosen = c->options->metric ? SIZE_MAX : ALL,
	};
	add(maps, FG_STR("all"));
}

bool bpftrace_maps_count(struct bpftrace_maps *maps, fg_str name,
			 uint64_t value)
{
	struct metrics *metrics = maps->c->metrics;
	size_t at = ALL + 1 + fg_frames_intern(maps->names, name);

	if (at == metrics->count)
		add(maps, name);
	metrics_count(metrics, ALL, value);
	metrics_count(metrics, at, value);
	return maps->chosen == ALL || maps->chosen == at;
}

static void warn_of_sum(const struct bpftrace_maps *maps)
{
	size_t count = fg_frames_count(maps->names);
	struct fg_buffer text = { 0 };

	for (size_t i = 0; i < count && i < NAMES_MAX; i++) {
		fg_buffer_append(&text, i > 0 ? FG_STR(", ") : FG_STR(""));
		fg_buffer_append(&text,
				 fg_frames_name(maps->names, (fg_frame)i));
	}
	fg_warn(maps->c->diag, fg_lines_whole(maps->c->in),
		"different maps are added up: %.*s%s; --metric chooses one",
		(int)text.n, text.p, count > NAMES_MAX ? ", ..." : "");
	free(text.p);
}

fg_status bpftrace_maps_finish(struct bpftrace_maps *maps)
{
	const struct collapse_options *options = maps->c->options;
	fg_status status = FG_OK;

	if (fg_frames_count(maps->names) > 1 || options->metric)
		status = format_choose_metric(maps->c, ALL);
	else
		metrics_free(maps->c->metrics);
	if (fg_frames_count(maps->names) > 1 && !options->metric &&
	    !options->list_metrics)
		warn_of_sum(maps);
	fg_frames_free(maps->names);
	return status;
}
