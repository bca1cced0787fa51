/* SPDX-License-Identifier: MIT */
#include "render_settings.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fg/text.h"
#include "option_values.h"

struct settings settings_defaults(void)
{
	return (struct settings){
		.draw.chart = chart_defaults(),
		.row = 16,
		.diff_by = "total",
		.diff_scale = "relative",
	};
}

/* The names of all palettes, for errors, --help and completion. */
static const char palette_names[] =
#define RAMP(name, ...) #name " "
#define RULES(name, background) #name " "
#include "palettes.def"
#undef RAMP
#undef RULES
	"okabe viridis diff diff-safe";

void settings_add_options(struct settings *s, struct fg_opt_table *table)
{
	const struct fg_opt rows[] = {
#include "fg/options_rows.h"

#include "render_options.def"
	};

	FG_OPT_ADD(table, rows);
}

static int check_colours(struct fg_cli *cli, struct settings *s)
{
	struct chart *c = &s->draw.chart;
	const char *const hex[] = { "uicolor", "search-color", "stroke-color" };
	const char *values[] = { c->ui_colour, c->search_colour,
				 c->stroke_colour };
	struct rgb ignored;

	/* as inferno writes its default */
	if (c->stroke_colour && strcmp(c->stroke_colour, "none") == 0)
		c->stroke_colour = values[2] = NULL;
	if (s->hash + s->deterministic + s->random > 1)
		return fg_cli_misuse(cli, "--hash, --deterministic and "
					  "--random exclude each other");
	if (s->colours && s->by_share)
		return fg_cli_misuse(cli, "--colordiffusion and --colors "
					  "exclude each other");
	if (s->background && !options_background(s->background, c))
		return fg_cli_misuse(cli,
				     "--bgcolors: expected yellow, blue, "
				     "green, grey or #rrggbb, got '%s'",
				     s->background);
	for (size_t i = 0; i < sizeof hex / sizeof *hex; i++) {
		if (values[i] && !rgb_parse(fg_from_c(values[i]), &ignored))
			return fg_cli_misuse(cli,
					     "--%s: expected #rrggbb, got '%s'",
					     hex[i], values[i]);
	}
	return -1;
}

static int check_difference(struct fg_cli *cli, struct settings *s)
{
	struct difference_options *d = &s->draw.chart.difference;

	if (s->diff_width && strcmp(s->diff_width, "max") == 0)
		d->width = DIFF_MAX;
	else if (s->diff_width)
		d->width = difference_width(d, strcmp(s->diff_width, "befor"
								     "e") == 0);
	if (d->width != DIFF_AFTER && s->draw.chart.flame_chart)
		return fg_cli_misuse(cli, "--diff-width and --flamechart "
					  "exclude each other");
	d->by_self = strcmp(s->diff_by, "self") == 0;
	d->absolute = strncmp(s->diff_scale, "absolute", 8) == 0;
	d->root = strstr(s->diff_scale, "root") != NULL;
	if (s->min_delta && !options_min_delta(s->min_delta, d))
		return fg_cli_misuse(cli,
				     "--min-delta: expected a weight or a "
				     "percentage, got '%s'",
				     s->min_delta);
	return -1;
}

static int check_numbers(struct fg_cli *cli, struct settings *s)
{
	struct chart *c = &s->draw.chart;

	if (s->width && (s->width < 40 || s->width > 1000000))
		return fg_cli_misuse(cli, "--width: must be 40 to 1000000");
	if (s->row < 2 || s->row > 10000)
		return fg_cli_misuse(cli, "--height: must be 2 to 10000");
	if (c->font_size < 1 || c->font_size > 1000)
		return fg_cli_misuse(cli, "--fontsize: must be 1 to 1000");
	if (c->font_width < 0.01 || c->font_width > 100)
		return fg_cli_misuse(cli, "--fontwidth: must be 0.01 to 100");
	if (s->min_width && !options_min_width(s->min_width, c))
		return fg_cli_misuse(cli,
				     "--minwidth: expected px or a percentage, "
				     "got '%s'",
				     s->min_width);
	if (s->static_min && !options_fallback_min(s->static_min, c))
		return fg_cli_misuse(cli,
				     "--fallback-min: expected px or 'all', "
				     "got '%s'",
				     s->static_min);
	if (s->total && !options_weight(s->total, &c->total))
		return fg_cli_misuse(
			cli, "--total: expected a number, got '%s'", s->total);
	if (s->factor &&
	    (!options_weight(s->factor, &c->factor) || c->factor.units == 0))
		return fg_cli_misuse(cli,
				     "--factor: expected a number above 0, "
				     "got '%s'",
				     s->factor);
	return -1;
}

/* The seed of --random; it need not be secret. */
static uint64_t any_seed(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec * 1000000007 ^ (uint64_t)now.tv_nsec ^
	       (uint64_t)getpid() << 40;
}

static enum colour_by what_colours_tell(const struct settings *s)
{
	if (s->by_share)
		return COLOUR_BY_SHARE;
	if (s->colours && strcmp(s->colours, "okabe") == 0)
		return COLOUR_BY_MODULE;
	if (s->colours && strcmp(s->colours, "viridis") == 0)
		return COLOUR_BY_SELF;
	return COLOUR_BY_NAME;
}

static int check_listing(struct fg_cli *cli, struct settings *s)
{
	static const char *const formats[] = { "text", "markdown", "csv",
					       "json" };
	struct listing_options *l = &s->draw.listing;

	if (!l->table && !l->tree && (l->focus || s->listing_format || s->top))
		return fg_cli_misuse(cli, "--focus, --format and --top need "
					  "--table or --tree");
	if (l->focus && !l->table)
		return fg_cli_misuse(cli, "--focus needs --table");
	for (unsigned i = 0; s->listing_format && i < 4; i++) {
		if (strcmp(s->listing_format, formats[i]) == 0)
			l->format = (enum listing_format)i;
	}
	l->top = (size_t)s->top;
	return -1;
}

static void fill_in(struct fg_cli *cli, struct settings *s)
{
	struct chart *c = &s->draw.chart;

	c->fixed = s->width != 0;
	c->width = s->width ? (double)s->width : 1200;
	c->row = (double)s->row;
	/* the colours of differences leave the others as they are */
	if (s->colours && palette_by_name(s->colours))
		c->colouring.palette = palette_by_name(s->colours);
	c->colour_by = what_colours_tell(s);
	if (c->colour_by >= COLOUR_BY_MODULE && !c->background)
		c->background = background_by_name("grey");
	c->safe_colours = s->colours && strcmp(s->colours, "diff-safe") == 0;
	s->draw.chain = strcmp(c->colouring.palette->name, "chain") == 0;
	if (s->hash)
		c->colouring.spread = SPREAD_HASH;
	if (s->deterministic)
		c->colouring.spread = SPREAD_FNV;
	if (s->random) {
		c->colouring.spread = SPREAD_RANDOM;
		c->colouring.seed = any_seed();
	}
	if (s->map)
		s->draw.colour_map = *s->map ? s->map : "palette.map";
	s->draw.files = cli->operands.items;
	s->draw.bases = s->bases.items;
	c->search = s->search.items;
	if (s->embed && strcmp(s->embed, "text") == 0)
		c->embed = EMBED_TEXT;
	if (s->embed && strcmp(s->embed, "none") == 0)
		c->embed = EMBED_NONE;
	cli->quiet = s->quiet;
}

static int check_output(struct fg_cli *cli, const struct settings *s)
{
	const struct draw *draw = &s->draw;
	const char *others[] = { draw->nameattr, draw->colour_map, NULL };
	int stop;

	if (!s->output || s->print_hash)
		return -1;
	stop = fg_cli_check_output(cli, s->output, draw->files);
	for (size_t i = 0; i < 2 && stop < 0; i++) {
		if (others[i])
			stop = fg_cli_check_output(cli, s->output,
						   (const char *[]){ others[i],
								     NULL });
	}
	return stop;
}

int settings_check(struct settings *s, struct fg_cli *cli)
{
	int stop = check_colours(cli, s);

	if (stop < 0)
		stop = check_numbers(cli, s);
	if (stop < 0)
		stop = check_difference(cli, s);
	if (stop < 0)
		stop = check_listing(cli, s);
	if (stop >= 0)
		return stop;
	if (s->encoding) {
		const char *name = options_encoding(s->encoding);

		if (!name)
			return fg_cli_misuse(cli,
					     "--encoding: unknown, or not an "
					     "extension of ASCII: '%s'",
					     s->encoding);
		if (strcmp(name, "UTF-8") != 0)
			s->draw.chart.encoding = name;
	}
	stop = fg_cli_limit_memory(cli, s->memory);
	if (stop >= 0)
		return stop;
	fill_in(cli, s);
	return check_output(cli, s);
}
