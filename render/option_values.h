/* SPDX-License-Identifier: MIT */
#ifndef RENDER_OPTION_VALUES_H
#define RENDER_OPTION_VALUES_H

#include "chart.h"

/*
 * Values of fg-render's options that are more than a word or a whole number.
 * All return false, and may have changed what they fill in, when the text is
 * no such value; the caller reports it.
 */

/* "12.5", exactly: for --total and --factor. */
bool options_weight(const char *text, struct fg_weight *weight);

/* "0.1" px or "0.5%" of the picture, as chart->min_width. */
bool options_min_width(const char *text, struct chart *chart);

/*
 * The width in px a frame needs in the picture without script: "all" needs
 * none, "0" lets no frame in. However many these are, all are drawn.
 */
bool options_fallback_min(const char *text, struct chart *chart);

/* "blue" and the like as chart->background, or "#rrggbb" as chart->flat. */
bool options_background(const char *text, struct chart *chart);

/* A weight, or "5%" of one, as the threshold of grey. */
bool options_min_delta(const char *text, struct difference_options *to);

/*
 * The usual spelling of an encoding, in either case of letters; a constant.
 * Documents in other encodings than UTF-8 are written in ASCII, so any that
 * holds it will do; NULL for one that does not, or is not known.
 */
const char *options_encoding(const char *name);

#endif
