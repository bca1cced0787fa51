/* SPDX-License-Identifier: MIT */
#include "chart_viewer.h"

#include <stdio.h>
#include <string.h>

#include "chart_legend.h"
#include "embed.h"
#include "fg/text.h"
#include "sha256.h"

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

static uint32_t ramp(const void *ctx, double share)
{
	const struct chart *chart = ctx;

	return number_of(palette_difference(share, chart->safe_colours));
}

static uint32_t self_ramp(const void *ctx, double share)
{
	(void)ctx;
	return number_of(palette_self(share));
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

/* The unit, if the name of what is counted is one. */
static const char *unit_of(const char *count_name)
{
	static const char *const known[][2] = {
		{ "ns", "ns" },	      { "nanoseconds", "ns" },
		{ "us", "us" },	      { "microseconds", "us" },
		{ "ms", "ms" },	      { "milliseconds", "ms" },
		{ "s", "s" },	      { "seconds", "s" },
		{ "bytes", "bytes" }, { "B", "bytes" },
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (strcmp(count_name, known[i][0]) == 0)
			return known[i][1];
	}
	return "samples";
}

static void set_look(struct embed_settings *to, const struct chart *chart)
{
	static const char *const colour_by[] = {
		[COLOUR_BY_NAME] = NULL,
		[COLOUR_BY_SHARE] = "share",
		[COLOUR_BY_MODULE] = "module",
		[COLOUR_BY_SELF] = "self",
	};

	to->subtitle = chart->subtitle;
	to->name_type = chart->name_type;
	to->search_colour = chart->search_colour;
	to->stroke_colour = chart->stroke_colour;
	to->ui_colour = chart->ui_colour;
	to->font_size = chart->font_size;
	to->row = chart->row;
	to->width = chart->width;
	to->min_width = least_px(chart);
	to->factor = chart->factor;
	to->icicle = chart->icicle;
	to->chart = chart->flame_chart;
	to->negate = chart->difference.negate;
	to->colour_by = colour_by[chart->colour_by];
	to->search = chart->search;
	to->fixed = chart->fixed;
	to->keep_end = chart->keep_end;
}

/* What is counted, and how the viewer writes it. */
static void set_counts(struct embed_settings *to, const struct drawing *frames)
{
	static const char *const kinds[] = {
		[FG_AMOUNT_EXACT] = "samples",
		[FG_AMOUNT_BYTES] = "bytes",
		[FG_AMOUNT_COUNT] = "count",
	};
	const struct titles *titles = frames->titles;
	const struct fg_amounts *amounts = titles->amounts;

	to->count_name = titles->count_name;
	to->unit = unit_of(titles->count_name);
	if (amounts) {
		if (amounts->kind != FG_AMOUNT_TIME)
			to->unit = kinds[amounts->kind];
		to->tail = amounts->tail;
	}
	if (frames->chart->unit)
		to->unit = frames->chart->unit;
}

static const char *scale_name(const struct difference_options *options)
{
	if (options->absolute)
		return options->root ? "absolute-root" : "absolute";
	return options->root ? "root" : "relative";
}

/* `text` holds the legend, and must outlive the result. */
static struct embed_difference difference_of(const struct drawing *frames,
					     struct fg_out *text)
{
	static const char *const widths[] = {
		[DIFF_AFTER] = "after",
		[DIFF_BEFORE] = "before",
		[DIFF_MAX] = "max",
	};
	const struct difference *from = frames->difference;

	legend_put_sums(text, frames, false);
	fg_out_char(text, '\0');
	return (struct embed_difference){
		.width = widths[from->options->width],
		.scale = scale_name(from->options),
		.by_self = from->options->by_self,
		.least = from->least,
		.noise = { from->noise[0], from->noise[1] },
		.spread = { from->spread[0], from->spread[1] },
		.sums = text->buffer,
	};
}

/* The links of functions, by name: the viewer has no elements to carry them. */
static void write_links(struct svg *svg, const struct drawing *frames)
{
	const struct fg_frames *names = frames->tree->names;
	size_t count = frames->chart->attributes ? fg_frames_count(names) : 0;

	for (size_t i = 0; i < count; i++) {
		fg_str name = fg_frames_name(names, (fg_frame)i);
		const struct nameattr_entry *entry =
			nameattr_find(frames->chart->attributes, name);

		if (!entry || !entry->href.p)
			continue;
		svg_begin(svg, "metadata");
		svg_attr_c(svg, "class", "fg-link");
		svg_attr(svg, "data-name", name);
		svg_attr(svg, "data-href", entry->href);
		for (size_t k = 0; k < entry->count; k++) {
			if (fg_equal(entry->pairs[k].name, FG_STR("target")))
				svg_attr(svg, "data-target",
					 entry->pairs[k].value);
		}
		svg_end(svg);
	}
}

static fg_str text_of(const unsigned char *text, size_t size)
{
	return (fg_str){ (const char *)text, size };
}

static fg_str style_text(void)
{
	return text_of(viewer_style, viewer_style_size);
}

static fg_str script_text(void)
{
	return text_of(viewer_script, viewer_script_size);
}

static fg_str loader_text(void)
{
	return text_of(viewer_loader, viewer_loader_size);
}

static void write_plain(struct svg *svg, const char *element, fg_str text)
{
	svg_begin(svg, element);
	svg_cdata(svg, text);
	svg_end(svg);
}

static void write_packed(struct svg *svg, const char *class, fg_str text)
{
	svg_begin(svg, "metadata");
	svg_attr_c(svg, "class", class);
	svg_text(svg, text);
	svg_end(svg);
}

/* Style and script: packed, with the loader that unpacks them; or plain. */
static void write_program(struct svg *svg, bool plain)
{
	if (plain) {
		write_plain(svg, "style", style_text());
		write_plain(svg, "script", script_text());
		return;
	}
	write_packed(svg, "fg-look", text_of(packed_style, packed_style_size));
	write_packed(svg, "fg-code",
		     text_of(packed_script, packed_script_size));
	write_plain(svg, "script", loader_text());
}

void chart_viewer_write(struct svg *svg, const struct drawing *frames,
			const struct background *background)
{
	const struct chart *chart = frames->chart;
	struct embed_settings settings = {
		.mode = chart->embed,
		.title = frames->title,
		.colour = colour_of,
		.colour_ctx = chart,
		.top = frames->layout->top,
		.bottom = frames->layout->bottom,
		.total = frames->titles->total,
		.total_scale =
			frames->titles->total_scale - frames->titles->scale,
	};
	struct fg_out *text = fg_out_memory();
	struct embed_difference difference;
	char gradient[32];

	if (frames->difference) {
		difference = difference_of(frames, text);
		settings.difference = &difference;
	}
	set_look(&settings, chart);
	set_counts(&settings, frames);
	write_background(gradient, background);
	settings.background = gradient;
	if (frames->tree->columns == 2 || chart->colour_by == COLOUR_BY_SHARE)
		settings.ramp = ramp;
	else if (chart->colour_by == COLOUR_BY_SELF)
		settings.ramp = self_ramp;
	embed_write(svg, frames->tree, &settings);
	write_links(svg, frames);
	write_program(svg, chart->embed == EMBED_TEXT);
	fg_out_free(text);
}

static void put_hash(struct fg_out *to, fg_str text)
{
	unsigned char digest[SHA256_SIZE];

	sha256(text, digest);
	fg_out_puts(to, FG_STR(" 'sha256-"));
	embed_base64(to, digest, sizeof digest);
	fg_out_char(to, '\'');
}

struct fg_out *chart_policy(void)
{
	struct fg_out *to = fg_out_memory();

	fg_out_puts(to, FG_STR("script-src"));
	put_hash(to, loader_text());
	put_hash(to, script_text());
	fg_out_puts(to, FG_STR("; style-src"));
	put_hash(to, text_of(chart_style, chart_style_size));
	put_hash(to, style_text());
	return to;
}
