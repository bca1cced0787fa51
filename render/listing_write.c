/* SPDX-License-Identifier: MIT */
/*
 * A listing as text, Markdown, CSV and JSON.
 *
 *	346 samples
 *
 *	Self
 *	weight       %  function
 *	   210  60.7 %  main.mix
 */
#include <stdio.h>
#include <string.h>

#include "fg/amount.h"
#include "fg/escape.h"
#include "fg/text.h"
#include "listing.h"

enum { ROOM = FG_AMOUNT_ROOM };

static const char *const titles[] = {
	[LISTING_SELF] = "Self",
	[LISTING_TOTAL] = "Total (self and callees)",
	[LISTING_CALLERS] = "Callers",
	[LISTING_CALLEES] = "Callees",
	[LISTING_PATH] = "Heaviest path, from the root",
	[LISTING_TREE] = "Call tree, the heaviest nodes",
};

/* Short where the unit is known, else exact. */
static void weight_text(char to[ROOM], const struct listing *l, fg_wide weight)
{
	char exact[FG_NUMBER_ROOM];

	fg_write_number_commas(exact, weight, l->scale);
	if (l->amounts && l->amounts->kind != FG_AMOUNT_EXACT)
		fg_amount_short(to, l->amounts,
				(double)weight / (double)fg_pow10(l->scale));
	else
		snprintf(to, ROOM, "%s", exact);
}

static double percent(const struct listing *l, fg_wide weight)
{
	return l->all ? 100 * (double)weight / (double)l->all : 0;
}

static fg_str name_of(const struct listing *l, const struct listing_row *row)
{
	return fg_frames_name(l->names, row->function);
}

/* "1.29 s of cpu-clock" */
static void put_sum(struct fg_out *out, const struct listing *l)
{
	char weight[ROOM];

	weight_text(weight, l, l->all);
	fg_out_printf(out, "%s", weight);
	if (l->amounts)
		fg_out_shown(out, fg_from_c(l->amounts->kind == FG_AMOUNT_EXACT
						    ? ""
						    : l->amounts->tail));
	if (l->amounts && l->amounts->kind == FG_AMOUNT_EXACT) {
		fg_out_char(out, ' ');
		fg_out_shown(out, fg_from_c(l->amounts->word));
	}
	fg_out_char(out, '\n');
}

static int weight_width(const struct listing *l,
			const struct listing_section *s)
{
	int width = (int)strlen("weight");

	for (size_t i = 0; i < s->count; i++) {
		char weight[ROOM];
		int n;

		weight_text(weight, l, s->rows[i].weight);
		n = (int)strlen(weight);
		width = n > width ? n : width;
	}
	return width;
}

/* Deep nodes keep the place of their name in sight. */
static void indent(struct fg_out *out, uint32_t depth)
{
	enum { DEEPEST = 60 };

	for (uint32_t i = 0; i < depth && i < DEEPEST; i++)
		fg_out_puts(out, FG_STR("  "));
}

static void put_text_section(struct fg_out *out, const struct listing *l,
			     enum listing_part part)
{
	const struct listing_section *s = &l->sections[part];
	int width = weight_width(l, s);

	fg_out_printf(out, "\n%s\n%*s        %%  function\n", titles[part],
		      width, "weight");
	for (size_t i = 0; i < s->count; i++) {
		const struct listing_row *row = &s->rows[i];
		char weight[ROOM];

		weight_text(weight, l, row->weight);
		fg_out_printf(out, "%*s  %5.1f %%  ", width, weight,
			      percent(l, row->weight));
		indent(out, row->depth);
		fg_out_shown(out, name_of(l, row));
		fg_out_char(out, '\n');
	}
}

static void put_markdown_section(struct fg_out *out, const struct listing *l,
				 enum listing_part part)
{
	const struct listing_section *s = &l->sections[part];

	fg_out_printf(out,
		      "\n### %s\n\n| weight | %% | function |\n"
		      "|--:|--:|---|\n",
		      titles[part]);
	for (size_t i = 0; i < s->count; i++) {
		const struct listing_row *row = &s->rows[i];
		char weight[ROOM];

		weight_text(weight, l, row->weight);
		fg_out_printf(out, "| %s | %.1f %% | ", weight,
			      percent(l, row->weight));
		for (uint32_t d = 0; d < row->depth && d < 60; d++)
			fg_out_puts(out, FG_STR("&nbsp;&nbsp;"));
		fg_escape_markdown(out, name_of(l, row));
		fg_out_puts(out, FG_STR(" |\n"));
	}
	if (s->more)
		fg_out_char(out, '\n');
}

void listing_write_people(struct fg_out *out, const struct listing *l)
{
	put_sum(out, l);
	for (enum listing_part part = 0; part < LISTING_PARTS; part++) {
		const struct listing_section *s = &l->sections[part];

		if (!s->is_there)
			continue;
		if (l->options->format == LISTING_TEXT)
			put_text_section(out, l, part);
		else
			put_markdown_section(out, l, part);
		if (s->more)
			fg_out_printf(out, "%zu more\n", s->more);
	}
}

static void put_csv_row(struct fg_out *out, const struct listing *l,
			enum listing_part part, const struct listing_row *row)
{
	fg_out_printf(out, "%s,", listing_part_name(part));
	fg_escape_csv(out, name_of(l, row));
	fg_out_char(out, ',');
	fg_out_number(out, row->weight, l->scale);
	fg_out_printf(out, ",%.4f,%u\n", percent(l, row->weight),
		      (unsigned)row->depth);
}

static void put_json_row(struct fg_out *out, const struct listing *l,
			 enum listing_part part, const struct listing_row *row)
{
	fg_out_puts(out, FG_STR("\n{\"function\":"));
	fg_escape_json(out, name_of(l, row));
	fg_out_puts(out, FG_STR(",\"weight\":"));
	fg_out_number(out, row->weight, l->scale);
	fg_out_printf(out, ",\"percent\":%.4f", percent(l, row->weight));
	if (part == LISTING_TREE) {
		fg_out_printf(out,
			      ",\"depth\":%u,\"self\":", (unsigned)row->depth);
		fg_out_number(out, row->self, l->scale);
	}
	fg_out_char(out, '}');
}

static void put_json_text(struct fg_out *out, const char *name, fg_str text)
{
	fg_out_printf(out, "\"%s\":", name);
	if (text.n > 0)
		fg_escape_json(out, text);
	else
		fg_out_puts(out, FG_STR("null"));
	fg_out_char(out, ',');
}

static void put_json(struct fg_out *out, const struct listing *l)
{
	fg_out_char(out, '{');
	put_json_text(out, "metric", l->metric);
	put_json_text(out, "unit", l->unit);
	fg_out_puts(out, FG_STR("\"all\":"));
	fg_out_number(out, l->all, l->scale);
	for (enum listing_part part = 0; part < LISTING_PARTS; part++) {
		const struct listing_section *s = &l->sections[part];

		if (!s->is_there)
			continue;
		fg_out_printf(out, ",\n\"%s\":{\"more\":%zu,\"rows\":[",
			      listing_part_name(part), s->more);
		for (size_t i = 0; i < s->count; i++) {
			if (i > 0)
				fg_out_char(out, ',');
			put_json_row(out, l, part, &s->rows[i]);
		}
		fg_out_puts(out, FG_STR("]}"));
	}
	fg_out_puts(out, FG_STR("}\n"));
}

void listing_write_data(struct fg_out *out, const struct listing *l)
{
	if (l->options->format == LISTING_JSON) {
		put_json(out, l);
		return;
	}
	fg_out_puts(out, FG_STR("measure,function,weight,percent,depth\n"));
	for (enum listing_part part = 0; part < LISTING_PARTS; part++) {
		const struct listing_section *s = &l->sections[part];

		for (size_t i = 0; i < s->count; i++)
			put_csv_row(out, l, part, &s->rows[i]);
	}
}
