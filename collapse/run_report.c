/* SPDX-License-Identifier: MIT */
#include "run_report.h"

#include <string.h>

#include "fg/header.h"
#include "fg/text.h"

enum { NAME_WIDTH = 20 }; /* at least */

static size_t name_width(const struct metrics *m)
{
	size_t width = NAME_WIDTH;

	for (size_t i = 0; i < m->count; i++) {
		size_t n = strlen(m->items[i].name);

		width = n > width ? n : width;
	}
	return width;
}

static void write_metric(struct fg_out *out, const struct metric *m,
			 size_t width, bool star)
{
	fg_wide size = (fg_wide)(m->total < 0 ? -m->total : m->total);

	fg_out_puts(out, star ? FG_STR("* ") : FG_STR("  "));
	fg_out_shown(out, fg_from_c(m->name));
	for (size_t n = strlen(m->name); n < width; n++)
		fg_out_char(out, ' ');
	fg_out_puts(out, m->total < 0 ? FG_STR(" -") : FG_STR(" "));
	fg_out_number(out, size, 0);
	fg_out_char(out, ' ');
	fg_out_shown(out, fg_from_c(m->unit));
	fg_out_char(out, '\n');
}

void report_metrics(struct fg_out *out, const struct run *run)
{
	size_t count;
	const struct listing *listings = run_listings(run, &count);

	for (size_t i = 0; i < count; i++) {
		const struct metrics *m = &listings[i].metrics;
		size_t width = name_width(m);

		fg_out_shown(out, fg_from_c(listings[i].file));
		fg_out_printf(out, ": %s\n", listings[i].format->name);
		for (size_t k = 0; k < m->count; k++)
			write_metric(out, m->items + k, width,
				     k == m->fallback);
		if (m->count == 0)
			fg_out_puts(out, FG_STR("  (only one metric)\n"));
	}
}
