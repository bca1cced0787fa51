/* SPDX-License-Identifier: MIT */
#include "chart_viewer.h"

#include <stdio.h>

#include "embed.h"
#include "fg/text.h"

bool chart_has_viewer(const struct chart *chart)
{
	return !chart->classic && !chart->no_script &&
	       chart->embed != EMBED_NONE;
}

static uint32_t number_of(struct rgb c)
{
	return (uint32_t)c.r << 16 | (uint32_t)c.g << 8 | c.b;
}

static uint32_t colour_of(const void *ctx, fg_str name)
{
	return number_of(chart_colour(ctx, name));
}

static uint32_t ramp(double share)
{
	return number_of(palette_difference(share));
}

static double least_px(const struct chart *chart)
{
	if (!chart->min_is_percent)
		return chart->min_width;
	return chart->min_width / 100 * (chart->width - 2 * LAYOUT_PAD);
}

static void write_background(char text[32], const struct background *b)
{
	snprintf(text, 32, "#%06x #%06x", (unsigned)number_of(b->top),
		 (unsigned)number_of(b->bottom));
}

static void set_look(struct embed_settings *to, const struct chart *chart)
{
	to->subtitle = chart->subtitle;
	to->count_name = chart->count_name;
	to->name_type = chart->name_type;
	to->search_colour = chart->search_colour;
	to->stroke_colour = chart->stroke_colour;
	to->ui_colour = chart->ui_colour;
	to->font_size = chart->font_size;
	to->row = chart->row;
	to->width = chart->width;
	to->min_width = least_px(chart);
	to->factor = chart->factor;
	to->inverted = chart->inverted;
	to->chart = chart->flame_chart;
	to->negate = chart->negate;
	to->by_share = chart->by_share;
}

static void write_script(struct svg *svg)
{
	const char *script = (const char *)viewer_script;

	svg_begin(svg, "script");
	svg_cdata(svg, (fg_str){ script, viewer_script_size });
	svg_end(svg);
}

void chart_viewer_write(struct svg *svg, const struct frames *frames,
			const char *title, const struct background *background)
{
	const struct chart *chart = frames->chart;
	struct embed_settings settings = {
		.mode = chart->embed,
		.title = title,
		.colour = colour_of,
		.colour_ctx = chart,
		.top = frames->layout->top,
		.bottom = frames->layout->bottom,
		.total = frames->titles->total,
		.total_scale =
			frames->titles->total_scale - frames->titles->scale,
		.most = frames->most,
	};
	char gradient[32];

	set_look(&settings, chart);
	write_background(gradient, background);
	settings.background = gradient;
	if (frames->tree->columns == 2 || chart->by_share)
		settings.ramp = ramp;
	embed_write(svg, frames->tree, &settings);
	write_script(svg);
}
