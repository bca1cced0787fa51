/* SPDX-License-Identifier: MIT */
#ifndef FG_EMBED_H
#define FG_EMBED_H

#include "fg/out.h"
#include "fg/tree.h"

/*
 * The whole call tree inside the SVG, as data for the viewer (render/web)
 * and for whoever reads the picture back. It is written once, behind the
 * static picture and before the script:
 *
 *	<svg ...>
 *	  <title>...</title> <style>web_style</style>
 *	  <g class="fg-static"> background, title, frames ... </g>
 *	  embed_write(out, tree, &settings);
 *	  <script><![CDATA[web_script]]></script>
 *	</svg>
 *
 * The viewer takes the group fg-static away when it has drawn its own
 * picture, so whatever must vanish then lies in it, and nothing else does.
 *
 * What is written is <metadata class="fg-data" data-NAME="VALUE"...>, with
 * the settings below, and then one or more <metadata class="fg-chunk"> of at
 * most 4 MB of text (libxml2 refuses text of 10 MB). The text of all chunks
 * together, without blanks, is at data-encoding="deflate" the base64 of a
 * zlib stream, at "text" the payload itself. The payload is, in this order:
 *
 *	names	data-names names, the most frequent first, each with a LF
 *		behind it; in text, backslash and bytes that XML cannot hold
 *		are written \xHH
 *	colours	data-colours numbers 0xRRGGBB, then the index of its colour
 *		for the root and for each name
 *	levels	for each node in preorder, the root left out, how far above
 *		the node before it its parent lies: 0 for a child of the node
 *		before, 1 for a sibling, and so on; 0 for the first
 *	frames	for each node the index of its name
 *	selves	for each node, and the root first, its own weight; in a
 *		differential profile all of the first column, then all of
 *		the second
 *
 * where a number is base 128, low digit first, 128 added to all digits but
 * the last, a byte a digit; in text base 43, with the 86 digits of
 * embed_digits (the upper 43 mean "more follow").
 */
enum embed_mode {
	EMBED_DEFLATE, /* small; the default */
	EMBED_TEXT, /* can be read, searched and compared as text */
	EMBED_NONE, /* no data, and so no viewer */
};

/* Letters for the digits of a number in text: nothing XML would change. */
extern const char embed_digits[87];

/*
 * What the viewer needs to know besides the tree. A zeroed field stands for
 * its default and is not written.
 */
struct embed_settings {
	enum embed_mode mode;
	int level; /* of compression, 1 to 9; 0 is the default */

	/* The colour 0xRRGGBB of a name; of the root for UINT32_MAX. */
	uint32_t (*colour)(void *ctx, fg_frame name);
	void *colour_ctx;

	fg_str title, subtitle; /* as drawn */
	fg_str count_name; /* "samples" */
	fg_str unit; /* samples ns us ms s bytes count; how to scale */
	fg_str name_type; /* "Function:" */
	fg_str search; /* terms to show from the start, one a line */
	fg_str font; /* family */
	fg_str background; /* "#eeeeee #eeeeb0", top and bottom */
	fg_str search_colour; /* "#e600e6" */
	fg_str stroke_colour; /* outline of every frame */
	fg_str ui_colour;
	double font_size, font_width, row; /* px, em, px */
	double width; /* px, when the user fixed it */
	double pad_top, pad_bottom; /* px, of the static picture */
	double min_width; /* px; narrower frames are not drawn */
	double factor; /* what a weight is multiplied with when shown */
	fg_wide total; /* where larger than the root's own, in its units */
	bool inverted, reverse, chart, negate;
	bool keep_end; /* a long name loses its beginning */

	/*
	 * For two columns: the colours from largest decrease to largest
	 * increase, an odd number of them with "no change" in the middle,
	 * and the difference that has the last of them.
	 */
	const uint32_t *ramp;
	size_t ramp_count;
	uint64_t max_delta; /* in units of the tree */
};

/* Writes the metadata elements; nothing at EMBED_NONE. */
void embed_write(struct fg_out *out, const struct fg_tree *tree,
		 const struct embed_settings *settings);

/* The viewer's style and script, built from render/web. */
extern const unsigned char web_style[], web_script[];
extern const size_t web_style_size, web_script_size;

#endif
