/* SPDX-License-Identifier: MIT */
#include "chart_page.h"

#include <stdio.h>
#include <string.h>

#include "fg/text.h"

const char *chart_title(const struct chart *chart)
{
	if (chart->title)
		return chart->title;
	if (chart->flame_chart)
		return "Flame Chart";
	return chart->inverted ? "Icicle Graph" : "Flame Graph";
}

const struct background *chart_background(const struct chart *chart)
{
	if (chart->flat.name)
		return &chart->flat;
	return chart->background ? chart->background
				 : chart->colouring.palette->background;
}

static void attr_colour(struct svg *svg, const char *name, struct rgb c)
{
	char text[sizeof "#rrggbb"];

	snprintf(text, sizeof text, "#%02x%02x%02x", c.r, c.g, c.b);
	svg_attr_c(svg, name, text);
}

/*
 * The family as CSS has it: a name of its own is quoted unless it is made of
 * plain words; and where it is missing, some sans-serif is nearest.
 */
static void attr_font(struct svg *svg, const char *font)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ-, ";
	struct fg_out *text = fg_out_memory();

	if (strspn(font, plain) == strlen(font)) {
		fg_out_puts(text, fg_from_c(font));
	} else {
		fg_out_char(text, '"');
		for (; *font; font++) {
			if (*font == '"' || *font == '\\')
				fg_out_char(text, '\\');
			fg_out_char(text, *font == '\n' ? ' ' : *font);
		}
		fg_out_char(text, '"');
	}
	fg_out_puts(text, FG_STR(", sans-serif"));
	svg_attr(svg, "font-family", (fg_str){ text->buffer, text->used });
	fg_out_free(text);
}

void chart_page_begin(struct svg *svg, const struct chart *chart, double width,
		      double height)
{
	char box[96];

	svg_prolog(svg, chart->encoding);
	if (chart->classic)
		svg_doctype(svg);
	snprintf(box, sizeof box, "0 0 %.15g %.15g", width, height);
	svg_begin(svg, "svg");
	svg_attr_c(svg, "version", "1.1");
	svg_attr_short(svg, "width", width);
	svg_attr_short(svg, "height", height);
	svg_attr_c(svg, "viewBox", box);
	svg_attr_c(svg, "class", "fg");
	svg_attr_c(svg, "role", "img");
	attr_font(svg, chart->font);
	svg_attr_short(svg, "font-size", chart->font_size);
	svg_attr_c(svg, "xmlns", "http://www.w3.org/2000/svg");
	svg_attr_c(svg, "xmlns:xlink", "http://www.w3.org/1999/xlink");
	svg_attr_c(svg, "xmlns:fg", "http://github.com/jonhoo/inferno");
}

void chart_page_notes(struct svg *svg, const struct chart *chart)
{
	struct fg_out *text;

	if (!chart->notes || !*chart->notes)
		return;
	text = fg_out_memory();
	fg_out_puts(text, FG_STR("NOTES: "));
	fg_out_puts(text, fg_from_c(chart->notes));
	svg_comment(svg, (fg_str){ text->buffer, text->used });
	fg_out_free(text);
}

/*
 * Named after its colours: two pictures in one page share the name only if
 * they share the gradient.
 */
static void background_id(const struct background *b, char id[32])
{
	snprintf(id, 32, "background-%02x%02x%02x-%02x%02x%02x", b->top.r,
		 b->top.g, b->top.b, b->bottom.r, b->bottom.g, b->bottom.b);
}

static void write_stop(struct svg *svg, const char *offset, struct rgb colour,
		       const char *class)
{
	svg_begin(svg, "stop");
	svg_attr_c(svg, "offset", offset);
	attr_colour(svg, "stop-color", colour);
	if (class)
		svg_attr_c(svg, "class", class);
	svg_end(svg);
}

void chart_page_gradient(struct svg *svg, const struct chart *chart)
{
	const struct background *b = chart_background(chart);
	bool flat = chart->flat.name != NULL;
	char text[32];

	svg_begin(svg, "defs");
	svg_begin(svg, "linearGradient");
	background_id(b, text);
	svg_attr_c(svg, "id", text);
	if (!flat) {
		snprintf(text, sizeof text, "fg-%s", b->name);
		svg_attr_c(svg, "class", text);
	}
	svg_attr_c(svg, "x1", "0");
	svg_attr_c(svg, "y1", "0");
	svg_attr_c(svg, "x2", "0");
	svg_attr_c(svg, "y2", "1");
	write_stop(svg, "5%", b->top, flat ? NULL : "fg-top");
	write_stop(svg, "95%", b->bottom, flat ? NULL : "fg-bottom");
	svg_end(svg);
	svg_end(svg);
}

void chart_page_background(struct svg *svg, const struct chart *chart)
{
	char id[32], fill[40];

	background_id(chart_background(chart), id);
	snprintf(fill, sizeof fill, "url(#%s)", id);
	svg_begin(svg, "rect");
	svg_attr_c(svg, "class", "fg-back");
	svg_attr_c(svg, "width", "100%");
	svg_attr_c(svg, "height", "100%");
	svg_attr_c(svg, "fill", fill);
	svg_end(svg);
}
