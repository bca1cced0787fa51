/* SPDX-License-Identifier: MIT */
#include "listing.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/amount.h"
#include "fg/text.h"

/* All parts of a table together have less than 60 lines. */
enum { TABLE_TOP = 14, TREE_TOP = 50 };

struct maker {
	const struct fg_tree *tree;
	const struct listing_options *options;
	struct listing *listing;
	fg_wide *weights; /* by function, of the part being made */
	bool *is_focus; /* by function */
	size_t functions;
};

static size_t top_of(const struct listing_options *options)
{
	if (options->top > 0)
		return options->top;
	return options->tree ? TREE_TOP : TABLE_TOP;
}

/* The heaviest first; by number of the function where weights are equal. */
static int by_weight(const void *a, const void *b)
{
	const struct listing_row *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return (x->function > y->function) - (x->function < y->function);
}

/* Makes rows of the weights, and clears these. */
static void take_weights(struct maker *m, enum listing_part part)
{
	struct listing_section *s = &m->listing->sections[part];
	size_t top = top_of(m->options), found = 0;

	s->is_there = true;
	s->rows = fg_malloc(m->functions * sizeof *s->rows);
	for (size_t i = 0; i < m->functions; i++) {
		if (m->weights[i] > 0)
			s->rows[found++] = (struct listing_row){
				.function = (fg_frame)i,
				.weight = m->weights[i],
			};
		m->weights[i] = 0;
	}
	qsort(s->rows, found, sizeof *s->rows, by_weight);
	s->count = found < top ? found : top;
	s->more = found - s->count;
}

static bool is_function(const struct maker *m, uint32_t node)
{
	return m->tree->frame[node] < m->functions;
}

static bool in_focus(const struct maker *m, uint32_t node)
{
	return is_function(m, node) && m->is_focus[m->tree->frame[node]];
}

static void make_self(struct maker *m)
{
	for (uint32_t i = 1; i < m->tree->count; i++) {
		if (is_function(m, i))
			m->weights[m->tree->frame[i]] += m->tree->self[0][i];
	}
	take_weights(m, LISTING_SELF);
}

/* A function that calls itself counts once: its outermost node. */
static void make_total(struct maker *m)
{
	uint32_t *end = fg_calloc(m->functions, sizeof *end);

	for (uint32_t i = 1; i < m->tree->count; i++) {
		fg_frame f = m->tree->frame[i];

		if (!is_function(m, i) || i < end[f])
			continue;
		end[f] = m->tree->end[i];
		m->weights[f] += fg_tree_total(m->tree, i, 0);
	}
	take_weights(m, LISTING_TOTAL);
	free(end);
}

/*
 * Callers and callees of the outermost nodes in focus, so that no weight counts
 * twice. The section LISTING_TOTAL then has the functions in focus alone.
 */
static void make_callers(struct maker *m)
{
	const struct fg_tree *tree = m->tree;

	for (uint32_t i = 1; i < tree->count; i++) {
		uint32_t parent = tree->parent[i];

		if (!in_focus(m, i))
			continue;
		if (parent > 0 && is_function(m, parent))
			m->weights[tree->frame[parent]] +=
				fg_tree_total(tree, i, 0);
		i = tree->end[i] - 1;
	}
	take_weights(m, LISTING_CALLERS);
}

static void make_callees(struct maker *m)
{
	const struct fg_tree *tree = m->tree;
	uint32_t i = 1, end = 0;

	while (i < tree->count) {
		bool focused = in_focus(m, i);

		if (i >= end)
			end = focused ? tree->end[i] : 0;
		if (i < end && !focused) {
			/* below a node in focus: its callee */
			if (is_function(m, i))
				m->weights[tree->frame[i]] +=
					fg_tree_total(tree, i, 0);
			i = tree->end[i];
			continue;
		}
		i++;
	}
	take_weights(m, LISTING_CALLEES);
}

static void keep_focus(struct maker *m, enum listing_part part)
{
	struct listing_section *s = &m->listing->sections[part];
	size_t kept = 0;

	for (size_t i = 0; i < s->count + s->more; i++) {
		if (m->is_focus[s->rows[i].function])
			s->rows[kept++] = s->rows[i];
	}
	s->count = kept < top_of(m->options) ? kept : top_of(m->options);
	s->more = kept - s->count;
}

static struct listing_row row_of(const struct maker *m, uint32_t node)
{
	return (struct listing_row){
		.function = m->tree->frame[node],
		.depth = m->tree->depth[node] - 1,
		.weight = fg_tree_total(m->tree, node, 0),
		.self = m->tree->self[0][node],
	};
}

/* From the root to the heaviest child, and so on. */
static void make_path(struct maker *m)
{
	struct listing_section *s = &m->listing->sections[LISTING_PATH];
	const struct fg_tree *tree = m->tree;
	size_t room = 0, top = top_of(m->options);

	s->is_there = true;
	for (uint32_t node = 0;;) {
		uint32_t best = 0;

		for (uint32_t i = node + 1; i < tree->end[node];
		     i = tree->end[i]) {
			if (is_function(m, i) &&
			    (!best || fg_tree_total(tree, i, 0) >
					      fg_tree_total(tree, best, 0)))
				best = i;
		}
		if (!best || fg_tree_total(tree, best, 0) == 0)
			return;
		node = best;
		if (s->count == top) {
			s->more++;
			continue;
		}
		FG_RESERVE(&s->rows, &room, s->count + 1);
		s->rows[s->count] = row_of(m, node);
		s->rows[s->count++].depth = 0;
	}
}

struct node {
	uint32_t at, parent;
	fg_wide weight;
};

static int heavy_nodes_first(const void *a, const void *b)
{
	const struct node *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

static int by_parent(const void *a, const void *b)
{
	const struct node *x = a, *y = b;

	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	return heavy_nodes_first(a, b);
}

/* The first of the nodes, sorted by parent, below `parent`. */
static size_t first_child(const struct node *nodes, size_t count,
			  uint32_t parent)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (nodes[middle].parent < parent)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Adds the nodes in preorder, the heaviest child first. */
static void add_tree(const struct maker *m, const struct node *nodes,
		     size_t count, struct listing_section *s)
{
	size_t *open = fg_malloc((count + 2) * sizeof *open), depth = 0;

	s->rows = fg_malloc(count * sizeof *s->rows);
	if (count > 0)
		open[depth++] = first_child(nodes, count, 0);
	while (depth > 0) {
		size_t i = open[--depth];
		size_t child = first_child(nodes, count, nodes[i].at);

		s->rows[s->count++] = row_of(m, nodes[i].at);
		if (i + 1 < count && nodes[i + 1].parent == nodes[i].parent)
			open[depth++] = i + 1;
		if (child < count && nodes[child].parent == nodes[i].at)
			open[depth++] = child;
	}
	free(open);
}

/* The heaviest nodes; a node is never lighter than those below it. */
static void make_tree(struct maker *m)
{
	struct listing_section *s = &m->listing->sections[LISTING_TREE];
	const struct fg_tree *tree = m->tree;
	size_t found = 0, top = top_of(m->options);
	struct node *nodes = fg_malloc(tree->count * sizeof *nodes);

	for (uint32_t i = 1; i < tree->count; i++) {
		fg_wide weight = fg_tree_total(tree, i, 0);

		if (is_function(m, i) && weight > 0)
			nodes[found++] =
				(struct node){ i, tree->parent[i], weight };
	}
	qsort(nodes, found, sizeof *nodes, heavy_nodes_first);
	s->is_there = true;
	s->more = found > top ? found - top : 0;
	found -= s->more;
	qsort(nodes, found, sizeof *nodes, by_parent);
	add_tree(m, nodes, found, s);
	free(nodes);
}

/* False: nothing matches, or the pattern is bad, which was reported. */
static bool find_focus(struct maker *m, struct fg_diag *diag)
{
	struct fg_regex *regex = fg_regex_new(m->options->focus, diag);
	bool found = false;

	if (!regex)
		return false;
	for (size_t i = 0; i < m->functions; i++) {
		m->is_focus[i] = fg_regex_matches(
			regex, fg_frames_name(m->listing->names, (fg_frame)i));
		found |= m->is_focus[i];
	}
	fg_regex_free(regex);
	if (!found)
		(void)fg_fail(diag, FG_EINPUT, (struct fg_loc){ 0 },
			      "--focus: no function matches '%s'",
			      m->options->focus);
	return found;
}

static bool make(struct maker *m, struct fg_diag *diag)
{
	bool focus = m->options->focus != NULL;

	if (focus && !find_focus(m, diag))
		return false;
	if (m->options->table) {
		make_self(m);
		make_total(m);
		if (focus) {
			keep_focus(m, LISTING_SELF);
			keep_focus(m, LISTING_TOTAL);
			make_callers(m);
			make_callees(m);
		} else {
			make_path(m);
		}
	}
	if (m->options->tree)
		make_tree(m);
	return true;
}

const char *listing_part_name(enum listing_part part)
{
	static const char *const names[] = {
		[LISTING_SELF] = "self",       [LISTING_TOTAL] = "total",
		[LISTING_CALLERS] = "callers", [LISTING_CALLEES] = "callees",
		[LISTING_PATH] = "path",       [LISTING_TREE] = "tree",
	};

	return names[part];
}

static void write_listing(struct fg_out *out, struct listing *listing,
			  const struct fg_header *header)
{
	struct fg_amounts amounts = { 0 };

	listing->metric = fg_header_get(header, "metric");
	listing->unit = fg_header_get(header, "unit");
	if (fg_amounts_init(&amounts, listing->metric, listing->unit))
		listing->amounts = &amounts;
	if (listing->options->format <= LISTING_MARKDOWN)
		listing_write_people(out, listing);
	else
		listing_write_data(out, listing);
	fg_amounts_free(&amounts);
}

fg_status listing_write(struct fg_out *out, const struct fg_stacks *stacks,
			const struct fg_header *header,
			const struct listing_options *options,
			struct fg_diag *diag)
{
	struct fg_tree *tree;
	struct listing listing = { .options = options,
				   .names = fg_stacks_names(stacks),
				   .scale = fg_stacks_scale(stacks),
				   .all = fg_stacks_total(stacks, 0) };
	struct maker m = { .options = options, .listing = &listing };
	fg_status status = FG_EINPUT;

	if (fg_stacks_two_columns(stacks))
		return fg_fail(diag, FG_EINPUT, (struct fg_loc){ 0 },
			       "this profile has two columns; for a table of "
			       "them use fg-diff --table");
	m.tree = tree = fg_tree_build(stacks);
	m.functions = fg_frames_count(listing.names);
	m.weights = fg_calloc(m.functions, sizeof *m.weights);
	m.is_focus = fg_calloc(m.functions, sizeof *m.is_focus);
	if (make(&m, diag)) {
		write_listing(out, &listing, header);
		status = FG_OK;
	}
	for (size_t i = 0; i < LISTING_PARTS; i++)
		free(listing.sections[i].rows);
	free(m.weights);
	free(m.is_focus);
	fg_tree_free(tree);
	return status;
}
