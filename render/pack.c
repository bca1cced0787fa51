/* SPDX-License-Identifier: MIT */
/*
 * Deflate packs best what is alike and what is frequent and small. So numbers of
 * one kind are a stream of their own, and the structure of a call tree makes
 * numbers small: a node is its place among the callees of its caller, counted
 * from the sibling before it; a name leaves out what it shares with the name
 * before it in byte order. A million frames take one to two bytes each.
 */
#include "pack.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "callees.h"
#include "fg/alloc.h"
#include "fg/order.h"
#include "fg/text.h"

const char pack_digits[87] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
			     "abcdefghijklmnopqrstuvwxyz"
			     "!#$%()*+,-./:;=?@^_`{|}~";

/* The name of all frames that were left out because they are small. */
static const fg_str below_name = { "(smaller frames)", 16 };

/* The digits that a number takes, to reserve room. */
enum { SHARED_MAX = 127 };

/* The names that the tree has, in byte order. */
struct names {
	fg_str *name;
	size_t count;
	uint32_t *index; /* of an id among them; the last is for below */
};

static void add_name(struct names *names, fg_str name, size_t slot)
{
	names->index[slot] = (uint32_t)names->count;
	names->name[names->count++] = name;
}

static void find_names(struct names *names, const struct fg_tree *tree)
{
	size_t known = fg_frames_count(tree->names);
	fg_frame *sorted = fg_frames_sort(tree->names);
	bool below;

	names->count = 0;
	names->name = fg_malloc((known + 1) * sizeof *names->name);
	names->index = fg_calloc(known + 1, sizeof *names->index);
	for (uint32_t i = 1; i < tree->count; i++) {
		fg_frame id = tree->frame[i];

		names->index[id == FG_FRAME_BELOW ? known : id] = 1;
	}
	below = names->index[known];
	for (size_t i = 0; i < known; i++) {
		fg_str name = fg_frames_name(tree->names, sorted[i]);

		if (!names->index[sorted[i]])
			continue;
		if (below && fg_compare(below_name, name) < 0) {
			add_name(names, below_name, known);
			below = false;
		}
		add_name(names, name, sorted[i]);
	}
	if (below)
		add_name(names, below_name, known);
	free(sorted);
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

/* For each name: how many bytes it shares with the name before it. */
static void put_shared(struct fg_out *to, const struct names *names)
{
	fg_str before = { NULL, 0 };

	for (size_t i = 0; i < names->count; i++) {
		size_t shared = fg_common_start(before, names->name[i]);

		shared = shared < SHARED_MAX ? shared : SHARED_MAX;
		before = names->name[i];
		fg_out_char(to, (char)shared);
	}
}

static void put_plain(struct fg_out *to, fg_str s)
{
	for (;;) {
		size_t n = fg_find_char(s, '\n');

		fg_out_puts(to, fg_slice(s, 0, n));
		if (n == s.n)
			return;
		fg_out_char(to, ' ');
		s = fg_slice(s, n + 1, s.n);
	}
}

static void put_names(struct fg_out *to, const struct pack *pack,
		      const struct names *names)
{
	size_t first = to->used;

	if (!pack->text)
		put_shared(to, names);
	for (size_t i = 0; i < names->count; i++) {
		fg_str name = names->name[i];

		if (pack->text)
			put_escaped(to, name);
		else
			put_plain(to,
				  fg_slice(name, (size_t)to->buffer[first + i],
					   name.n));
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
		of[i] = pack->colour(pack->colour_ctx, names->name[i - 1]);
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

/* The number of callees of each, the root first; then the callees, ascending. */
static void put_callees(struct fg_out *to, const struct pack *pack,
			const struct names *names, const struct callees *c)
{
	const uint32_t *start = c->start;
	size_t n = names->count;

	put_number(to, start[n + 1] - start[n], pack->text);
	for (size_t i = 0; i < n; i++)
		put_number(to, start[i + 1] - start[i], pack->text);
	for (size_t i = 0; i <= n; i++) {
		size_t caller = i == 0 ? n : i - 1;
		uint32_t next = 0;

		for (uint32_t k = start[caller]; k < start[caller + 1]; k++) {
			put_number(to, c->callee[k] - next, pack->text);
			next = c->callee[k] + 1;
		}
	}
}

/*
 * From the sibling before, round the list: in a flame chart, siblings are in
 * no order.
 */
static void put_places(struct fg_out *to, const struct pack *pack,
		       const struct names *names, const struct callees *c)
{
	const struct fg_tree *tree = pack->tree;
	uint32_t *next = fg_calloc((size_t)tree->max_depth + 2, sizeof *next);

	for (uint32_t i = 1; i < tree->count; i++) {
		uint32_t up = tree->parent[i], place = c->place[i];
		uint32_t *from = &next[tree->depth[i]];
		size_t caller = up ? callees_number(tree, names->index, up)
				   : names->count;

		put_number(to,
			   place >= *from
				   ? place - *from
				   : place - *from + c->start[caller + 1] -
					     c->start[caller],
			   pack->text);
		*from = place + 1;
		from[1] = 0;
	}
	free(next);
}

static bool has_weight(const struct fg_tree *tree, uint32_t node)
{
	return tree->self[0][node] > 0 ||
	       (tree->columns > 1 && tree->self[1][node] > 0);
}

static bool all_leaves_weigh(const struct fg_tree *tree)
{
	for (uint32_t i = 0; i < tree->count; i++) {
		if (tree->end[i] == i + 1 && !has_weight(tree, i))
			return false;
	}
	return true;
}

/* A node without own weight is no leaf, so the next node is its child. */
static void put_levels(struct fg_out *to, struct pack *pack)
{
	const struct fg_tree *tree = pack->tree;

	pack->all_levels = !all_leaves_weigh(tree);
	for (uint32_t i = 2; i < tree->count; i++) {
		if (pack->all_levels || has_weight(tree, i - 1))
			put_number(to, tree->depth[i - 1] + 1 - tree->depth[i],
				   pack->text);
	}
}

static void end_part(struct pack *pack, const struct fg_out *to)
{
	assert(pack->parts < PACK_PARTS);
	pack->ends[pack->parts++] = to->used;
}

static void put_nodes(struct fg_out *to, struct pack *pack,
		      const struct names *names)
{
	const struct fg_tree *tree = pack->tree;
	struct callees callees;

	callees_find(&callees, tree, names->index, names->count);
	put_callees(to, pack, names, &callees);
	end_part(pack, to);
	for (unsigned c = 0; c < tree->columns; c++) {
		for (uint32_t i = 0; i < tree->count; i++)
			put_number(to, tree->self[c][i], pack->text);
	}
	end_part(pack, to);
	put_levels(to, pack);
	end_part(pack, to);
	put_places(to, pack, names, &callees);
	end_part(pack, to);
	for (uint32_t i = 1; tree->gap && i < tree->count; i++)
		put_number(to, tree->gap[i], pack->text);
	end_part(pack, to);
	callees_free(&callees);
}

struct fg_out *pack_tree(struct pack *pack)
{
	struct fg_out *to = fg_out_memory();
	struct names names;

	find_names(&names, pack->tree);
	pack->names = names.count;
	pack->parts = 0;
	put_names(to, pack, &names);
	end_part(pack, to);
	put_colours(to, pack, &names);
	end_part(pack, to);
	put_nodes(to, pack, &names);
	free(names.name);
	free(names.index);
	return to;
}
