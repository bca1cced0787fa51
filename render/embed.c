/* SPDX-License-Identifier: MIT */
#include "embed.h"

#include <stdio.h>
#include <string.h>

#include "deflate.h"
#include "fg/alloc.h"
#include "fg/text.h"
#include "pack.h"

enum {
	RAMP_STEPS = 150, /* as many as the scale has shades */
	CHUNK = 3 << 20, /* bytes of a chunk, a multiple of 3 and 4 */
	LEVEL = 4, /* zlib: half the time of its default 6, 3 % larger */
	TERMS = 6, /* that the viewer can tell apart */
};

void embed_base64(struct fg_out *to, const unsigned char *p, size_t n)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "abcdefghijklmnopqrstuvwxyz"
				      "0123456789+/";

	for (; n > 0; p += 3, n -= n < 3 ? n : 3) {
		uint32_t v = (uint32_t)p[0] << 16 |
			     (n > 1 ? (uint32_t)p[1] << 8 : 0) |
			     (n > 2 ? p[2] : 0);
		char four[4] = { letters[v >> 18], letters[v >> 12 & 63],
				 n > 1 ? letters[v >> 6 & 63] : '=',
				 n > 2 ? letters[v & 63] : '=' };

		fg_out_puts(to, (fg_str){ four, 4 });
	}
}

static void write_chunk(struct svg *svg, fg_str text)
{
	svg_begin(svg, "metadata");
	svg_attr_c(svg, "class", "fg-chunk");
	svg_text(svg, text);
	svg_end(svg);
}

/* Chunks end between characters, so that each is valid UTF-8. */
static void write_text_chunks(struct svg *svg, fg_str text)
{
	while (text.n) {
		size_t n = text.n < CHUNK ? text.n : CHUNK;

		while (n < text.n && ((unsigned char)text.p[n] & 0xC0) == 0x80)
			n--;
		write_chunk(svg, fg_slice(text, 0, n));
		text = fg_slice(text, n, text.n);
	}
}

static void write_packed_chunks(struct svg *svg, const struct fg_out *bytes)
{
	const unsigned char *p = (const unsigned char *)bytes->buffer;
	struct fg_out *text = fg_out_memory();

	for (size_t at = 0; at < bytes->used; at += CHUNK / 4 * 3) {
		size_t left = bytes->used - at, most = CHUNK / 4 * 3;

		text->used = 0;
		embed_base64(text, p + at, left < most ? left : most);
		write_chunk(svg, (fg_str){ text->buffer, text->used });
	}
	fg_out_free(text);
}

static void put_text(struct svg *svg, const char *name, const char *value)
{
	if (value && *value)
		svg_attr_c(svg, name, value);
}

static void put_flag(struct svg *svg, const char *name, bool value)
{
	if (value)
		svg_attr_c(svg, name, "1");
}

static void put_size(struct svg *svg, const char *name, double value)
{
	if (value > 0)
		svg_attr_short(svg, name, value);
}

static void put_real(struct svg *svg, const char *name, double value)
{
	char text[32];

	snprintf(text, sizeof text, "%.12g", value);
	svg_attr_c(svg, name, text);
}

static void put_ramp(struct svg *svg, const struct embed_settings *s)
{
	struct fg_out *text = fg_out_memory();

	for (int i = -RAMP_STEPS; i <= RAMP_STEPS; i++)
		fg_out_printf(text, "%s%06x", i > -RAMP_STEPS ? " " : "",
			      (unsigned)s->ramp(s->colour_ctx,
						(double)i / RAMP_STEPS));
	svg_attr(svg, "data-ramp", (fg_str){ text->buffer, text->used });
	fg_out_free(text);
}

static void put_difference(struct svg *svg, const struct embed_difference *d)
{
	if (!d)
		return;
	put_text(svg, "data-diff-width", d->width);
	put_text(svg, "data-diff-scale", d->scale);
	put_flag(svg, "data-diff-by-self", d->by_self);
	put_real(svg, "data-diff-least", d->least);
	put_real(svg, "data-diff-noise-before", d->noise[0]);
	put_real(svg, "data-diff-noise-after", d->noise[1]);
	put_real(svg, "data-diff-spread-before", d->spread[0]);
	put_real(svg, "data-diff-spread-after", d->spread[1]);
	put_text(svg, "data-diff-sums", d->sums);
}

static void put_format(struct svg *svg, const struct embed_settings *s,
		       const struct pack *pack)
{
	const struct fg_tree *tree = pack->tree;

	svg_attr_c(svg, "data-encoding", pack->text ? "text" : "deflate");
	svg_attr_number(svg, "data-nodes", tree->count, 0);
	svg_attr_number(svg, "data-names", pack->names, 0);
	svg_attr_number(svg, "data-colours", pack->colours, 0);
	svg_attr_number(svg, "data-columns", tree->columns, 0);
	svg_attr_number(svg, "data-scale", tree->scale, 0);
	put_flag(svg, "data-gaps", tree->gap != NULL);
	if (pack->all_levels)
		svg_attr_c(svg, "data-levels", "all");
	if (s->total)
		svg_attr_number(svg, "data-total", s->total, s->total_scale);
	if (s->factor.units != 1 || s->factor.scale != 0)
		svg_attr_number(svg, "data-factor", s->factor.units,
				s->factor.scale);
}

/* One attribute per term, because an attribute cannot hold lines. */
static void put_search(struct svg *svg, const char *const *terms)
{
	char name[32];

	for (int i = 0; terms && terms[i] && i < TERMS; i++) {
		snprintf(name, sizeof name, "data-search-%d", i);
		put_text(svg, name, terms[i]);
	}
}

static void put_look(struct svg *svg, const struct embed_settings *s)
{
	if (s->title.n > 0)
		svg_attr(svg, "data-title", s->title);
	put_text(svg, "data-subtitle", s->subtitle);
	put_text(svg, "data-count-name", s->count_name);
	if (s->tail)
		svg_attr_c(svg, "data-tail", s->tail);
	put_text(svg, "data-name-type", s->name_type);
	put_text(svg, "data-unit", s->unit);
	put_text(svg, "data-background", s->background);
	put_text(svg, "data-search-colour", s->search_colour);
	put_text(svg, "data-stroke-colour", s->stroke_colour);
	put_text(svg, "data-ui-colour", s->ui_colour);
	put_size(svg, "data-font-size", s->font_size);
	put_size(svg, "data-row", s->row);
	put_size(svg, "data-width", s->width);
	put_size(svg, "data-top", s->top);
	put_size(svg, "data-bottom", s->bottom);
	put_size(svg, "data-min-width", s->min_width);
	put_flag(svg, "data-fixed", s->fixed);
	put_flag(svg, "data-icicle", s->icicle);
	put_flag(svg, "data-chart", s->chart);
	put_flag(svg, "data-negate", s->negate);
	put_flag(svg, "data-keep-end", s->keep_end);
	put_text(svg, "data-colour-by", s->colour_by);
}

void embed_write(struct svg *svg, const struct fg_tree *tree,
		 const struct embed_settings *settings)
{
	struct pack pack = {
		.tree = tree,
		.colour = settings->colour,
		.colour_ctx = settings->colour_ctx,
		.text = settings->mode == EMBED_TEXT,
	};
	struct fg_out *bytes;

	if (settings->mode == EMBED_NONE)
		return;
	bytes = pack_tree(&pack);
	svg_begin(svg, "metadata");
	svg_attr_c(svg, "class", "fg-data");
	put_format(svg, settings, &pack);
	put_look(svg, settings);
	put_search(svg, settings->search);
	if (settings->ramp)
		put_ramp(svg, settings);
	put_difference(svg, settings->difference);
	svg_end(svg);
	if (pack.text) {
		write_text_chunks(svg, (fg_str){ bytes->buffer, bytes->used });
	} else {
		struct fg_out *small =
			deflate_bytes((fg_str){ bytes->buffer, bytes->used },
				      pack.ends, pack.parts, LEVEL);

		write_packed_chunks(svg, small);
		fg_out_free(small);
	}
	fg_out_free(bytes);
}
