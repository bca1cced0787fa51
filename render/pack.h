/* SPDX-License-Identifier: MIT */
#ifndef RENDER_PACK_H
#define RENDER_PACK_H

#include "fg/out.h"
#include "fg/tree.h"

/*
 * A call tree as a string of bytes: the payload that embed.h describes.
 *
 *	struct pack pack = { .tree = tree, .colour = colour, .text = false };
 *	struct fg_out *bytes = pack_tree(&pack);
 *	... bytes->buffer, bytes->used, pack.names
 *	fg_out_free(bytes);
 */
enum { PACK_PARTS = 8 };
struct pack {
	const struct fg_tree *tree;
	uint32_t (*colour)(const void *ctx, fg_str name); /* 0xRRGGBB */
	const void *colour_ctx;
	bool text; /* in letters that XML leaves alone, apart from & < > */

	/* Set by pack_tree: how many there are, and whether levels are whole. */
	size_t names, colours;
	bool all_levels;

	/* Where the parts of the payload end, which hold different things. */
	size_t ends[PACK_PARTS];
	size_t parts;
};

/* The caller frees it. O(nodes). */
struct fg_out *pack_tree(struct pack *pack);

/* The digits of a number in text, 43 last ones and 43 that go on. */
extern const char pack_digits[87];

#endif
