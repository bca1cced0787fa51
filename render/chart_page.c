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
	return chart->icicle ? "Icicle Graph" : "Flame Graph";
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

static void put_quoted(struct fg_out *to, fg_str name)
{
	fg_out_char(to, '"');
	for (size_t i = 0; i < name.n; i++) {
		if (name.p[i] == '"' || name.p[i] == '\\')
			fg_out_char(to, '\\');
		fg_out_char(to, name.p[i] == '\n' ? ' ' : name.p[i]);
	}
	fg_out_char(to, '"');
}

/* The name without the quotes that the user may have put around it, as in CSS. */
static fg_str unquoted(fg_str name)
{
	char quote = name.n > 1 ? *name.p : '\0';

	if ((quote == '"' || quote == '\'') && name.p[name.n - 1] == quote)
		return fg_trim(fg_slice(name, 1, name.n - 1));
	return name;
}

static bool is_plain(fg_str name)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ- ";

	for (size_t i = 0; i < name.n; i++) {
		if (!memchr(plain, name.p[i], sizeof plain - 1))
			return false;
	}
	return true;
}

/*
 * The font families as CSS writes them: a name is quoted unless it consists of
 * plain words. sans-serif comes last, for systems that have none of them.
 */
static void attr_font(struct svg *svg, const char *font)
{
	struct fg_out *text = fg_out_memory();
	fg_str rest = fg_from_c(font);

	while (rest.n > 0) {
		fg_str name = unquoted(fg_trim(fg_cut(&rest, ',')));

		if (name.n == 0)
			continue;
		if (is_plain(name))
			fg_out_puts(text, name);
		else
			put_quoted(text, name);
		fg_out_puts(text, FG_STR(", "));
	}
	fg_out_puts(text, FG_STR("sans-serif"));
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
