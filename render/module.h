/* SPDX-License-Identifier: MIT */
#ifndef RENDER_MODULE_H
#define RENDER_MODULE_H

#include "fg/base.h"
#include "fg/tree.h"
#include "palette.h"

/*
 * What a function belongs to, and the colours of --colors=okabe. The viewer's
 * moduleOf() and coloursOfLabels() in web/colours.js have the same rules, so
 * that a picture looks the same with and without script.
 *
 *	fg_str module = module_of(FG_STR("libc.so.6`malloc"));  // libc.so.6
 */

/* Part of `name`, borrowed; empty where the name does not tell. O(name.n). */
fg_str module_of(fg_str name);

/* The colour of what belongs to no module, the root among it. */
struct rgb module_no_colour(void);

/*
 * A colour for each name of the tree, by its id; the caller frees the array.
 * A module has the colour that its name asks for, unless a heavier one has it
 * in this picture; beyond eight they share. The colours are Okabe and Ito's
 * ("Color Universal Design", 2008), with a light brown instead of black.
 */
struct rgb *module_colours(const struct fg_tree *tree);

#endif
