/* SPDX-License-Identifier: MIT */
/*
 * Separate streams of alike numbers, and small numbers for what is frequent,
 * are what deflate is good at: it leaves two to three bytes a frame of a
 * million frames.
 */
#include "pack.h"

#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/text.h"

const char pack_digits[87] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
			     "abcdefghijklmnopqrstuvwxyz"
			     "!#$%()*+,-./:;=?@^_`{|}~";

/* What stands for all that was left out for being small. */
static const fg_str below_name = { "(smaller frames)", 16 };

/* A name of the tree, and how often it has it. */
struct used {
	fg_frame id;
	uint32_t count, first; /* first: the node where it is first seen */
};

struct names {
	struct used *used; /* the most frequent first */
	size_t count;
	uint32_t *index; /* of an id among them; the last is for below */
	size_t below; /* the slot in `index` of FG_FRAME_BELOW */
};

static int compare_used(const void *a, const void *b)
{
	const struct used *x = a, *y = b;

	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return (x->first > y->first) - (x->first < y->first);
}

static size_t slot_of(const struct names *names, fg_frame id)
{
	return id == FG_FRAME_BELOW ? names->below : id;
}

static void count_names(struct names *names, const struct fg_tree *tree)
{
	size_t known = fg_frames_count(tree->names);
	struct used *all = fg_calloc(known + 1, sizeof *all);

	names->below = known;
	for (uint32_t i = 1; i < tree->count; i++) {
		struct used *used = &all[slot_of(names, tree->frame[i])];

		if (used->count++ == 0) {
			used->id = tree->frame[i];
			used->first = i;
		}
	}
	names->count = 0;
	for (size_t i = 0; i <= known; i++) {
		if (all[i].count)
			all[names->count++] = all[i];
	}
	qsort(all, names->count, sizeof *all, compare_used);
	names->used = all;
	names->index = fg_calloc(known + 1, sizeof *names->index);
	for (size_t i = 0; i < names->count; i++)
		names->index[slot_of(names, all[i].id)] = (uint32_t)i;
}

static fg_str name_of(const struct fg_tree *tree, fg_frame id)
{
	return id == FG_FRAME_BELOW ? below_name
				    : fg_frames_name(tree->names, id);
}

static void put_number(struct fg_out *to, uint64_t value, bool text)
{
	unsigned base = text ? 43 : 128;

	for (;;) {
		uint64_t rest = value / base;
		unsigned digit = (unsigned)(value - rest * base);

		if (rest)
			digit += base;
		fg_out_char(to, text ? pack_digits[digit] : (char)digit);
		if (!rest)
			return;
		value = rest;
	}
}

/* Bytes at the start of `s` that XML text can hold as they are. */
static size_t plain_length(fg_str s)
{
	unsigned char c = (unsigned char)s.p[0];
	size_t n = fg_utf8_length(s);

	if (c == '\\' || c == 0x7F || (c < 0x20 && c != '\t'))
		return 0;
	/* U+FFFE and U+FFFF are no characters for XML */
	if (n == 3 && memcmp(s.p, "\xEF\xBF", 2) == 0 &&
	    (unsigned char)s.p[2] >= 0xBE)
		return 0;
	return n;
}

static void put_escaped(struct fg_out *to, fg_str s)
{
	while (s.n) {
		size_t n = plain_length(s);

		if (n == 0) {
			n = 1;
			fg_out_printf(to, "\\x%02x", (unsigned char)s.p[0]);
		} else {
			fg_out_puts(to, fg_slice(s, 0, n));
		}
		s = fg_slice(s, n, s.n);
	}
}

static void put_names(struct fg_out *to, const struct pack *pack,
		      const struct names *names)
{
	for (size_t i = 0; i < names->count; i++) {
		fg_str name = name_of(pack->tree, names->used[i].id);

		if (pack->text) {
			put_escaped(to, name);
		} else {
			for (size_t k = 0; k < name.n; k++)
				fg_out_char(to, name.p[k] == '\n' ? ' '
								  : name.p[k]);
		}
		fg_out_char(to, '\n');
	}
}

static int compare_colours(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static size_t unique(uint32_t *list, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		if (kept == 0 || list[kept - 1] != list[i])
			list[kept++] = list[i];
	}
	return kept;
}

static void put_colours(struct fg_out *to, struct pack *pack,
			const struct names *names)
{
	size_t count = names->count + 1;
	uint32_t *of = fg_malloc(count * sizeof *of);
	uint32_t *list = fg_malloc(count * sizeof *list);

	of[0] = pack->colour(pack->colour_ctx, FG_STR(""));
	for (size_t i = 1; i < count; i++)
		of[i] = pack->colour(pack->colour_ctx,
				     name_of(pack->tree,
					     names->used[i - 1].id));
	memcpy(list, of, count * sizeof *list);
	qsort(list, count, sizeof *list, compare_colours);
	pack->colours = unique(list, count);
	for (size_t i = 0; i < pack->colours; i++)
		put_number(to, list[i], pack->text);
	for (size_t i = 0; i < count; i++) {
		const uint32_t *at = bsearch(&of[i], list, pack->colours,
					     sizeof *list, compare_colours);

		put_number(to, (uint64_t)(at - list), pack->text);
	}
	free(of);
	free(list);
}

static void put_nodes(struct fg_out *to, const struct pack *pack,
		      const struct names *names)
{
	const struct fg_tree *tree = pack->tree;

	for (uint32_t i = 1; i < tree->count; i++)
		put_number(to, tree->depth[i - 1] + 1 - tree->depth[i],
			   pack->text);
	for (uint32_t i = 1; i < tree->count; i++)
		put_number(to, names->index[slot_of(names, tree->frame[i])],
			   pack->text);
	for (uint32_t i = 1; tree->gap && i < tree->count; i++)
		put_number(to, tree->gap[i], pack->text);
	for (unsigned c = 0; c < tree->columns; c++) {
		for (uint32_t i = 0; i < tree->count; i++)
			put_number(to, tree->self[c][i], pack->text);
	}
}

struct fg_out *pack_tree(struct pack *pack)
{
	struct fg_out *to = fg_out_memory();
	struct names names;

	count_names(&names, pack->tree);
	pack->names = names.count;
	put_names(to, pack, &names);
	put_colours(to, pack, &names);
	put_nodes(to, pack, &names);
	free(names.used);
	free(names.index);
	return to;
}
