/* SPDX-License-Identifier: MIT */
/*
 * The only file that writes '<'. Text is copied in runs: a table tells which
 * bytes are themselves in XML, and only the others are looked at closely.
 */
#include "svg_write.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chars.h"

/* What to do with a byte in text and in attributes. */
enum { COPY = '.', ESCAPE = 'e', BAD = 'b', MULTIBYTE = 'm' };

/* Of ASCII, 32 a row; those to escape are \t \n \r and " & ' < >. */
static const char kinds[] = "bbbbbbbbbeebbebbbbbbbbbbbbbbbbbb"
			    "..e...ee....................e.e."
			    "................................"
			    "................................";

static int kind_of(char c)
{
	return (unsigned char)c < 0x80 ? kinds[(unsigned char)c] : MULTIBYTE;
}

static void put_escape(struct fg_out *out, char c)
{
	switch (c) {
	case '&':
		fg_out_puts(out, FG_STR("&amp;"));
		return;
	case '<':
		fg_out_puts(out, FG_STR("&lt;"));
		return;
	case '>':
		fg_out_puts(out, FG_STR("&gt;"));
		return;
	case '"':
		fg_out_puts(out, FG_STR("&quot;"));
		return;
	case '\'':
		fg_out_puts(out, FG_STR("&#39;"));
		return;
	default:
		/* Blanks as references, so that no reader merges them. */
		fg_out_printf(out, "&#%d;", c);
	}
}

/* Of the characters that XML forbids, UTF-8 can encode only these. */
static bool is_xml(uint32_t c)
{
	return c != 0xFFFE && c != 0xFFFF;
}

/*
 * Shown text has no characters that turn the direction of the text behind them,
 * and no invisible ones.
 */
static void put_char(struct svg *svg, fg_str bytes, uint32_t c, bool shown)
{
	if (!is_xml(c) || bytes.n == 1 ||
	    (shown && fg_shown_length(bytes) == 0)) {
		c = CHAR_BAD;
		bytes = FG_STR("\xEF\xBF\xBD");
	}
	if (svg->ascii)
		fg_out_printf(svg->out, "&#x%X;", (unsigned)c);
	else
		fg_out_puts(svg->out, bytes);
}

/* The number of bytes at the beginning that need no escape. */
static size_t plain_length(fg_str s)
{
	size_t n = 0;

	while (n < s.n && kind_of(s.p[n]) == COPY)
		n++;
	return n;
}

static void put_text(struct svg *svg, fg_str s, bool shown)
{
	for (;;) {
		size_t n = plain_length(s);
		fg_str rest = fg_slice(s, n, s.n), after = rest;
		uint32_t c;

		fg_out_puts(svg->out, fg_slice(s, 0, n));
		if (rest.n == 0)
			return;
		c = chars_next(&after);
		if (kind_of(*rest.p) == ESCAPE)
			put_escape(svg->out, *rest.p);
		else
			put_char(svg, fg_slice(rest, 0, rest.n - after.n), c,
				 shown);
		s = after;
	}
}

static void put_c(struct fg_out *out, const char *s)
{
	fg_out_puts(out, (fg_str){ s, strlen(s) });
}

static void close_tag(struct svg *svg)
{
	if (svg->in_tag)
		fg_out_char(svg->out, '>');
	svg->in_tag = false;
}

enum { INDENT = 4 };

static void put_line_end(struct svg *svg)
{
	unsigned indent = svg->pretty ? svg->depth * INDENT : 0;

	if (svg->depth > svg->lines && !svg->pretty)
		return;
	if (svg->depth > 0 && svg->open[svg->depth - 1].has_text)
		return;
	fg_out_char(svg->out, '\n');
	while (indent-- > 0)
		fg_out_char(svg->out, ' ');
}

void svg_prolog(struct svg *svg, const char *encoding)
{
	put_c(svg->out, "<?xml version=\"1.0\" encoding=\"");
	put_c(svg->out, encoding ? encoding : "UTF-8");
	put_c(svg->out, "\" standalone=\"no\"?>");
}

void svg_doctype(struct svg *svg)
{
	put_c(svg->out, "\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" "
			"\"http://www.w3.org/Graphics/SVG/1.1/DTD/"
			"svg11.dtd\">");
}

void svg_begin(struct svg *svg, const char *name)
{
	assert(svg->depth < SVG_DEPTH);
	close_tag(svg);
	put_line_end(svg);
	if (svg->depth > 0)
		svg->open[svg->depth - 1].has_children = true;
	svg->open[svg->depth].name = name;
	svg->open[svg->depth].has_children = false;
	svg->open[svg->depth].has_text = false;
	svg->depth++;
	fg_out_char(svg->out, '<');
	put_c(svg->out, name);
	svg->in_tag = true;
}

void svg_end(struct svg *svg)
{
	assert(svg->depth > 0);
	svg->depth--;
	if (svg->in_tag) {
		fg_out_puts(svg->out, FG_STR("/>"));
		svg->in_tag = false;
	} else {
		if (svg->open[svg->depth].has_children &&
		    !svg->open[svg->depth].has_text &&
		    (svg->pretty || svg->depth < svg->lines))
			put_line_end(svg);
		fg_out_puts(svg->out, FG_STR("</"));
		put_c(svg->out, svg->open[svg->depth].name);
		fg_out_char(svg->out, '>');
	}
	if (svg->depth == 0)
		fg_out_char(svg->out, '\n');
}

static void begin_attr(struct svg *svg, const char *name)
{
	assert(svg->in_tag);
	fg_out_char(svg->out, ' ');
	put_c(svg->out, name);
	fg_out_puts(svg->out, FG_STR("=\""));
}

void svg_attr(struct svg *svg, const char *name, fg_str value)
{
	begin_attr(svg, name);
	put_text(svg, value, false);
	fg_out_char(svg->out, '"');
}

void svg_attr_c(struct svg *svg, const char *name, const char *value)
{
	svg_attr(svg, name, (fg_str){ value, strlen(value) });
}

void svg_attr_fixed(struct svg *svg, const char *name, double value,
		    unsigned decimals)
{
	begin_attr(svg, name);
	svg_write_fixed(svg->out, value, decimals, false);
	fg_out_char(svg->out, '"');
}

void svg_attr_short(struct svg *svg, const char *name, double value)
{
	begin_attr(svg, name);
	svg_write_fixed(svg->out, value, 6, true);
	fg_out_char(svg->out, '"');
}

void svg_attr_number(struct svg *svg, const char *name, fg_wide units,
		     unsigned scale)
{
	begin_attr(svg, name);
	fg_out_number(svg->out, units, scale);
	fg_out_char(svg->out, '"');
}

void svg_text(struct svg *svg, fg_str text)
{
	close_tag(svg);
	svg->open[svg->depth - 1].has_text = true;
	put_text(svg, text, false);
}

void svg_shown(struct svg *svg, fg_str text)
{
	close_tag(svg);
	svg->open[svg->depth - 1].has_text = true;
	put_text(svg, text, true);
}

void svg_cdata(struct svg *svg, fg_str text)
{
	size_t at;

	close_tag(svg);
	svg->open[svg->depth - 1].has_text = true;
	fg_out_puts(svg->out, FG_STR("<![CDATA["));
	while ((at = fg_find(text, FG_STR("]]>"))) < text.n) {
		fg_out_puts(svg->out, fg_slice(text, 0, at + 2));
		fg_out_puts(svg->out, FG_STR("]]><![CDATA["));
		text = fg_slice(text, at + 2, text.n);
	}
	fg_out_puts(svg->out, text);
	fg_out_puts(svg->out, FG_STR("]]>"));
}

/* A comment cannot hold references, so forbidden characters become '?'. */
void svg_comment(struct svg *svg, fg_str text)
{
	char last = 0;

	close_tag(svg);
	put_line_end(svg);
	fg_out_puts(svg->out, FG_STR("<!-- "));
	while (text.n) {
		fg_str rest = text;
		uint32_t c = chars_next(&rest);
		fg_str bytes = fg_slice(text, 0, text.n - rest.n);
		int kind = kind_of(*text.p);
		bool bad = bytes.n == 1 ? kind != COPY && kind != ESCAPE
					: !is_xml(c) || svg->ascii;

		if (last == '-' && *text.p == '-')
			fg_out_char(svg->out, ' ');
		fg_out_puts(svg->out, bad ? FG_STR("?") : bytes);
		last = *text.p;
		text = rest;
	}
	fg_out_puts(svg->out, FG_STR(" -->"));
}

void svg_element(struct svg *svg, const char *name, fg_str text)
{
	svg_begin(svg, name);
	svg_shown(svg, text);
	svg_end(svg);
}

static bool is_name_char(char c, bool first)
{
	if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')
		return true;
	return !first && (fg_is_digit(c) || c == '-' || c == '.');
}

bool svg_is_attribute(fg_str name)
{
	static const fg_str prefixes[] = { { "xlink:", 6 }, { "xml:", 4 } };

	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		if (fg_starts_with(name, prefixes[i])) {
			name = fg_slice(name, prefixes[i].n, name.n);
			break;
		}
	}
	for (size_t i = 0; i < name.n; i++) {
		if (!is_name_char(name.p[i], i == 0))
			return false;
	}
	return name.n > 0 && !fg_equal(name, FG_STR("xmlns"));
}

/* Digits with a point `decimals` before the end. */
static void put_scaled(struct fg_out *out, uint64_t units, unsigned decimals,
		       bool negative, bool cut_zeros)
{
	char text[32], *p = text + sizeof text;

	while (cut_zeros && decimals > 0 && units % 10 == 0) {
		units /= 10;
		decimals--;
	}
	for (unsigned i = 0; i < decimals; i++, units /= 10)
		*--p = (char)('0' + units % 10);
	if (decimals > 0)
		*--p = '.';
	do {
		*--p = (char)('0' + units % 10);
		units /= 10;
	} while (units);
	if (negative)
		*--p = '-';
	fg_out_puts(out, (fg_str){ p, (size_t)(text + sizeof text - p) });
}

void svg_write_fixed(struct fg_out *out, double value, unsigned decimals,
		     bool cut_zeros)
{
	double scaled = fabs(value) * (double)fg_pow10(decimals);
	double whole = floor(scaled), part = scaled - whole;

	/*
	 * Very close to half, the product's rounding could tip the balance:
	 * there, and for the huge, printf knows every bit. (A double has 309
	 * digits before the point at most.)
	 */
	if (!(scaled < 1e15) || (fabs(part - 0.5) < 1e-4 && !cut_zeros)) {
		char text[352];
		int n = snprintf(text, sizeof text, "%.*f", (int)decimals,
				 value);

		fg_out_puts(out, (fg_str){ text, (size_t)n });
		return;
	}
	put_scaled(out, (uint64_t)whole + (part >= 0.5), decimals, value < 0,
		   cut_zeros);
}
