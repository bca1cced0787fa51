/* SPDX-License-Identifier: MIT */
#ifndef FG_EMBED_H
#define FG_EMBED_H

#include "embed_mode.h"
#include "fg/tree.h"
#include "svg_write.h"

/*
 * The whole call tree inside the SVG, as data for the viewer (render/web)
 * and for whoever reads the picture back. It is written once, behind the
 * static picture and before the script:
 *
 *	<svg ...>
 *	  <title>...</title> <style>...</style>
 *	  <g class="fg-static"> background, title, frames ... </g>
 *	  embed_write(svg, tree, &settings);
 *	  <metadata class="fg-look">packed_style</metadata>
 *	  <metadata class="fg-code">packed_script</metadata>
 *	  <script><![CDATA[viewer_loader]]></script>
 *	</svg>
 *
 * The viewer takes the group fg-static away when it has drawn its own
 * picture, so whatever must vanish then lies in it, and nothing else does.
 *
 * What is written is <metadata class="fg-data" data-NAME="VALUE"...>, with
 * the settings below, and then one or more <metadata class="fg-chunk"> of at
 * most 4 MB of text (libxml2 refuses text of 10 MB). The text of all chunks
 * together is at data-encoding="deflate" the base64 of a zlib stream, at
 * "text" the payload itself. The payload is, in this order:
 *
 *	names	data-names names in byte order. At "deflate" first a byte for
 *		each: how many bytes, up to 127, it has in common with the
 *		beginning of the name before; then each without these, with a
 *		LF behind it. At "text" whole, with a LF behind each;
 *		backslash and bytes that XML cannot hold are written \xHH
 *	colours	data-colours numbers 0xRRGGBB, then the index of its colour
 *		for the root and for each name
 *	callees	for the root and for each name, how many different names
 *		stand right above it anywhere in the tree; then for the root
 *		and for each name these as indices, ascending: the first, then
 *		each less the one before and less 1
 *	selves	for each node in preorder, the root first, its own weight; in
 *		a differential profile all of the first column, then all of
 *		the second
 *	levels	for each node behind the first two, how far above the node
 *		before it its parent lies: 0 for a child of the node before,
 *		1 for a sibling, and so on. Left out where the node before
 *		has no weight of its own, and it is 0; unless data-levels is
 *		"all", because there is a leaf without weight
 *	places	for each node, the root left out, the index of its name
 *		among the callees of its parent's name; less the index of the
 *		sibling before it and less 1, and where that is negative,
 *		more by the number of these callees
 *	gaps	where data-gaps is "1" (a flame chart, or a tree of which
 *		small frames were left out), for each node, the
 *		root left out, the weight between it and the sibling before
 *		it, or the edge of its parent; else a parent's own weight
 *		lies before its children, and these follow without gaps
 *
 * where a number is base 128, low digit first, 128 added to all digits but
 * the last, a byte a digit; in text base 43, with the 86 digits of
 * pack_digits (the upper 43 mean "more follow").
 */
/*
 * How differences become colours at first; the viewer computes them as
 * difference.c does, for other choices, too.
 */
struct embed_difference {
	const char *width; /* "after", "before", "max" */
	const char *scale; /* "relative", "root", "absolute", "absolute-root" */
	bool by_self;
	double least; /* units; what changed less is grey */
	double noise[2], spread[2]; /* as in struct difference */
	const char *sums; /* the first line of the legend */
};

/*
 * What the viewer needs to know besides the tree; much of it as the user
 * asked for it, with the meaning it has in chart.h. A zeroed field stands
 * for its default and is not written.
 */
struct embed_settings {
	enum embed_mode mode;

	/* The colour 0xRRGGBB of a name; of the root, an empty name. */
	uint32_t (*colour)(const void *ctx, fg_str name);
	const void *colour_ctx;

	fg_str title; /* as drawn */
	const char *subtitle;
	const char *count_name, *name_type;
	const char *tail; /* behind short amounts; NULL: numbers are exact */
	const char *unit; /* samples ns us ms s bytes count; how to scale */
	const char *const *search; /* terms shown from the start; NULL ends */
	const char *background; /* "#eeeeee #eeeeb0", top and bottom */
	const char *search_colour, *stroke_colour, *ui_colour;
	double font_size, row; /* px */
	double width; /* px, of the static picture */
	double top, bottom; /* px, above and below its frames */
	double min_width; /* px; narrower frames are not drawn */
	struct fg_weight factor;
	fg_wide total; /* what 100% is, in units of the tree... */
	unsigned total_scale; /* ...with so many decimals */
	bool fixed; /* the user chose the width */
	bool icicle, chart, negate;
	bool keep_end; /* a long name loses its beginning */
	const char *colour_by; /* share module self; NULL: name */

	/*
	 * Where differences or shares have colours: RAMP_STEPS of them for
	 * decreases, the largest first, one for none, as many for increases.
	 */
	uint32_t (*ramp)(const void *ctx, double share);
	const struct embed_difference *difference; /* NULL: none */
};

/* Writes the metadata elements; nothing at EMBED_NONE. */
void embed_write(struct svg *svg, const struct fg_tree *tree,
		 const struct embed_settings *settings);

/* Appends the bytes in base64 (RFC 4648), padded, in one line. */
void embed_base64(struct fg_out *to, const unsigned char *p, size_t n);

/*
 * The viewer's style and script, built from render/web; also packed, a gzip
 * file each in base 85, with the loader that unpacks and adds them.
 */
extern const unsigned char viewer_style[], viewer_script[], viewer_loader[];
extern const size_t viewer_style_size, viewer_script_size, viewer_loader_size;
extern const unsigned char packed_style[], packed_script[];
extern const size_t packed_style_size, packed_script_size;

#endif
