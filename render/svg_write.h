/* SPDX-License-Identifier: MIT */
#ifndef RENDER_SVG_WRITE_H
#define RENDER_SVG_WRITE_H

#include "fg/out.h"

/*
 * XML, element by element. Everything that comes from outside passes through
 * here, and whatever it is, the document stays well-formed: what XML cannot
 * hold (control characters, bad UTF-8) becomes U+FFFD.
 *
 *	struct svg svg = { .out = out };
 *	svg_begin(&svg, "rect");
 *	svg_attr_fixed(&svg, "x", 10.0, 1);
 *	svg_end(&svg);				gives <rect x="10.0"/>
 *
 * Names of elements and attributes are the program's own, and not checked.
 */
enum { SVG_DEPTH = 12 };

struct svg {
	struct fg_out *out;
	bool pretty; /* each element on a line of its own, indented */
	unsigned lines; /* else: so many levels have a line for each element */
	bool ascii; /* other characters as references, for odd encodings */

	/* The rest is for svg_write.c. */
	unsigned depth;
	bool in_tag; /* the start tag still takes attributes */
	struct {
		const char *name;
		bool has_children, has_text;
	} open[SVG_DEPTH]; /* bounded by what chart.c nests, not by input */
};

/* The first line; `encoding` NULL for UTF-8. */
void svg_prolog(struct svg *svg, const char *encoding);

/* The document type of SVG 1.1, which flamegraph.pl's readers may expect. */
void svg_doctype(struct svg *svg);

/* Starts an element inside the one that is open; ends the innermost one. */
void svg_begin(struct svg *svg, const char *name);
void svg_end(struct svg *svg);

/*
 * Attributes, right after svg_begin: a text, a number with so many decimals,
 * a number of units of 10^-scale without needless zeros.
 */
void svg_attr(struct svg *svg, const char *name, fg_str value);
void svg_attr_c(struct svg *svg, const char *name, const char *value);
void svg_attr_fixed(struct svg *svg, const char *name, double value,
		    unsigned decimals);
void svg_attr_number(struct svg *svg, const char *name, fg_wide units,
		     unsigned scale);

/* As svg_attr_fixed, without zeros at the end: "37", "47.5". */
void svg_attr_short(struct svg *svg, const char *name, double value);

/*
 * Content. What is shown to people has U+FFFD for the characters that they
 * must not be shown (fg_shown_length), such as those of direction.
 */
void svg_text(struct svg *svg, fg_str text);
void svg_shown(struct svg *svg, fg_str text);
void svg_cdata(struct svg *svg, fg_str text); /* "]]>" is split */
void svg_comment(struct svg *svg, fg_str text); /* "--" becomes "- -" */

/* A whole element with a text that is shown. */
void svg_element(struct svg *svg, const char *name, fg_str text);

/*
 * Whether `name` can be an attribute here: letters, digits, '_', '-', '.',
 * with one of the prefixes that the document declares or none.
 */
bool svg_is_attribute(fg_str name);

/* Writes `value` as printf's "%.*f" would, without its cost. */
void svg_write_fixed(struct fg_out *out, double value, unsigned decimals,
		     bool cut_zeros);

#endif
