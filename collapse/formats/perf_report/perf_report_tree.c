/* SPDX-License-Identifier: MIT */
#include "perf_report_tree.h"

#include <stdlib.h>

#include "fg/text.h"

#include "input/scan.h"
#include "perf_report_table.h"

/* "31.89%" or "96" */
static bool take_weight(struct perf_report_tree *tree, fg_str *text,
			uint64_t *weight)
{
	if (perf_report_percent(text, weight))
		return true;
	if (!scan_u64(text, weight))
		return false;
	tree->has_counts = true;
	return true;
}

static struct perf_report_node *add_node(struct perf_report_tree *tree,
					 size_t parent, size_t column)
{
	FG_RESERVE(&tree->nodes, &tree->room, tree->count + 1);
	tree->nodes[tree->count] = (struct perf_report_node){
		.parent = parent,
		.column = column,
		.first = tree->name_count,
	};
	return &tree->nodes[tree->count++];
}

/* Adds a frame to the last node; perf script does not mark inlined ones. */
static void add_name(struct perf_report_tree *tree, fg_str name)
{
	const fg_str inlined = FG_STR(" (inlined)");

	if (fg_ends_with(name, inlined))
		name.n -= inlined.n;
	FG_RESERVE(&tree->names, &tree->name_room, tree->name_count + 1);
	tree->names[tree->name_count++] = stackbuf_intern(tree->stack, name);
	tree->nodes[tree->count - 1].count++;
}

/* "2.99% main;print;strlen" */
static bool folded_line(struct perf_report_tree *tree, fg_str line)
{
	uint64_t weight;
	struct perf_report_node *node;

	if (!take_weight(tree, &line, &weight) ||
	    !scan_text(&line, FG_STR(" ")))
		return false;
	node = add_node(tree, PERF_REPORT_ROOT, 0);
	node->weight = weight;
	node->is_weighed = true;
	while (line.p)
		add_name(tree, fg_cut(&line, ';'));
	return true;
}

/* The last node on the current path that begins further left. */
static size_t parent_at(const struct perf_report_tree *tree, size_t column)
{
	size_t i = tree->count > 0 ? tree->count - 1 : PERF_REPORT_ROOT;

	while (i != PERF_REPORT_ROOT && tree->nodes[i].column >= column)
		i = tree->nodes[i].parent;
	return i;
}

/* "---main", "--13.29%--print" */
static bool branch_line(struct perf_report_tree *tree, size_t column,
			fg_str text)
{
	struct perf_report_node *node;
	uint64_t weight = 0;
	fg_str rest = text;
	bool is_root = scan_text(&rest, FG_STR("---"));

	if (!is_root && (!scan_text(&rest, FG_STR("--")) ||
			 !take_weight(tree, &rest, &weight) ||
			 !scan_text(&rest, FG_STR("--"))))
		return false;
	node = add_node(tree, parent_at(tree, column), column);
	node->weight = weight;
	node->is_weighed = !is_root;
	add_name(tree, rest);
	return true;
}

/* A single weight begins a chain of -g flat, whose names are below it. */
static bool flat_line(struct perf_report_tree *tree, fg_str text)
{
	struct perf_report_node *node;
	uint64_t weight;

	if (!take_weight(tree, &text, &weight) || text.n > 0)
		return false;
	node = add_node(tree, PERF_REPORT_ROOT, 0);
	node->weight = weight;
	node->is_weighed = true;
	return true;
}

/*
 * A name of -g flat is indented more than its weight and has no bars before
 * it, but "0" may be a name, too.
 */
static bool is_flat(fg_str line, size_t column)
{
	enum { FLAT_COLUMN = 12 };

	return column < FLAT_COLUMN && fg_find_char(line, '|') == line.n;
}

bool perf_report_tree_line(struct perf_report_tree *tree, fg_str line)
{
	size_t column = 0;
	fg_str text;

	if (line.n == 0 || !fg_is_blank(*line.p))
		return folded_line(tree, line);
	while (column < line.n &&
	       (fg_is_blank(line.p[column]) || line.p[column] == '|'))
		column++;
	text = fg_trim_end(scan_from(line, column));
	if (text.n == 0)
		return true;
	if (is_flat(line, column))
		return flat_line(tree, text);
	if (branch_line(tree, column, text))
		return true;
	if (tree->count == 0)
		return false;
	add_name(tree, text);
	return true;
}

/* The weight of the node's parent, or of the entry. */
static uint64_t whole_of(const struct perf_report_tree *tree,
			 const struct perf_report_node *node, uint64_t total)
{
	return node->parent == PERF_REPORT_ROOT
		       ? total
		       : tree->nodes[node->parent].weight;
}

/*
 * With -g fractal percentages are relative to the parent. Then they add up to
 * more than the parent's, which percentages of the whole cannot, except by
 * rounding.
 */
static bool is_fractal(const struct perf_report_tree *tree, uint64_t total)
{
	const uint64_t rounding = 500;
	bool found = false;

	for (size_t i = 0; i < tree->count; i++) {
		struct perf_report_node *node = &tree->nodes[i];
		uint64_t *sum = node->parent == PERF_REPORT_ROOT
					? NULL
					: &tree->nodes[node->parent].own;

		if (!node->is_weighed)
			node->weight = whole_of(tree, node, total);
		if (sum)
			*sum += node->weight;
		found |= node->weight > whole_of(tree, node, total) + rounding;
	}
	for (size_t i = 0; i < tree->count; i++) {
		struct perf_report_node *node = &tree->nodes[i];

		found |= node->own > node->weight + rounding;
		node->own = 0;
	}
	return found && !tree->has_counts;
}

void perf_report_tree_weigh(struct perf_report_tree *tree, uint64_t total,
			    uint64_t slack)
{
	const uint64_t whole = 100 * fg_pow10(PERF_REPORT_SCALE);
	bool fractal = is_fractal(tree, total);

	for (size_t i = 0; i < tree->count; i++) {
		struct perf_report_node *node = &tree->nodes[i];
		uint64_t *left;

		if (!node->is_weighed)
			node->weight = whole_of(tree, node, total);
		else if (fractal)
			node->weight =
				(uint64_t)((fg_wide)node->weight *
					   whole_of(tree, node, total) / whole);
		node->own = node->weight;
		if (node->parent == PERF_REPORT_ROOT)
			continue;
		left = &tree->nodes[node->parent].own;
		*left -= node->weight < *left ? node->weight : *left;
	}
	for (size_t i = 0; i < tree->count; i++) {
		struct perf_report_node *node = &tree->nodes[i];

		if (!node->is_weighed && node->own < node->weight &&
		    node->own <= slack)
			node->own = 0;
	}
}

size_t perf_report_tree_path(struct perf_report_tree *tree, size_t i,
			     const fg_frame **ids)
{
	size_t n = 0, at;

	for (size_t k = i; k != PERF_REPORT_ROOT; k = tree->nodes[k].parent)
		n += tree->nodes[k].count;
	FG_RESERVE(&tree->path, &tree->path_room, n);
	at = n;
	for (size_t k = i; k != PERF_REPORT_ROOT; k = tree->nodes[k].parent) {
		const struct perf_report_node *node = &tree->nodes[k];

		at -= node->count;
		for (size_t f = 0; f < node->count; f++)
			tree->path[at + f] = tree->names[node->first + f];
	}
	*ids = tree->path;
	return n;
}

void perf_report_tree_clear(struct perf_report_tree *tree)
{
	tree->count = 0;
	tree->name_count = 0;
}

void perf_report_tree_free(struct perf_report_tree *tree)
{
	free(tree->nodes);
	free(tree->names);
	free(tree->path);
}
