/* SPDX-License-Identifier: MIT */
#include "chart_texts.h"

#include "chart_page.h"
#include "chart_viewer.h"
#include "fg/text.h"

/* One line of text outside the frames. */
struct line {
	const char *id;
	fg_str text;
	double x, y, size;
	const char *anchor;
	bool soft, hidden;
};

/* Texts follow the theme of the page, unless their colour was asked for. */
static void write_line(struct svg *svg, const struct chart *chart,
		       const struct line *line)
{
	svg_begin(svg, "text");
	svg_attr_c(svg, "id", line->id);
	svg_attr_short(svg, "x", line->x);
	svg_attr_short(svg, "y", line->y);
	if (line->anchor)
		svg_attr_c(svg, "text-anchor", line->anchor);
	if (line->size > 0)
		svg_attr_short(svg, "font-size", line->size);
	if (chart->ui_colour)
		svg_attr_c(svg, "fill", chart->ui_colour);
	else if (chart->flat.name)
		svg_attr_c(svg, "fill",
			   rgb_is_dark(chart->flat.bottom) ? "#fff" : "#000");
	else
		svg_attr_c(svg, "class",
			   line->soft ? "fg-ui fg-soft" : "fg-ui");
	if (line->soft && !chart->ui_colour && !chart->flat.name)
		svg_attr_c(svg, "fill", "#505050");
	if (line->hidden)
		svg_attr_c(svg, "display", "none");
	svg_shown(svg, line->text);
	svg_end(svg);
}

void chart_texts_write(struct svg *svg, const struct drawing *frames)
{
	const struct chart *chart = frames->chart;
	const struct layout *layout = frames->layout;
	double size = chart->font_size, middle = chart->width / 2;
	struct line title = { "title",	frames->title, middle, 2 * size,
			      size + 5, "middle",      false,  false };
	struct line subtitle = { "subtitle", fg_from_c(chart->subtitle),
				 middle,     4 * size,
				 0,	     "middle",
				 true,	     false };
	struct line details = { .id = "details",
				.text = FG_STR(" "),
				.x = LAYOUT_PAD };

	if (frames->cut.key > 0)
		details.text = FG_STR("The widest frames; opened in a "
				      "browser, this picture has all, to zoom "
				      "and search.");
	else if (chart_has_viewer(chart))
		details.text = FG_STR("Opened in a browser, this picture can "
				      "be zoomed and searched.");
	if (chart->icicle)
		details.y = layout->top - size;
	else
		details.y = layout->height - layout->bottom / 2;
	write_line(svg, chart, &title);
	if (chart->subtitle)
		write_line(svg, chart, &subtitle);
	write_line(svg, chart, &details);
}

void chart_texts_controls(struct svg *svg, const struct drawing *frames)
{
	const struct chart *chart = frames->chart;
	const struct layout *layout = frames->layout;
	double size = chart->font_size, width = chart->width;
	double low = layout->height - layout->bottom / 2;
	const struct line lines[] = {
		{ "unzoom", FG_STR("Reset Zoom"), LAYOUT_PAD, 2 * size, 0, NULL,
		  false, true },
		{ "search", FG_STR("Search"), width - 110, 2 * size, 0, NULL,
		  false, true },
		{ "ignorecase", FG_STR("ic"), width - 26, 2 * size, 0, NULL,
		  false, true },
		{ "matched", FG_STR(" "), width - 110, low, 0, NULL, false,
		  true },
	};

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		write_line(svg, chart, &lines[i]);
}
