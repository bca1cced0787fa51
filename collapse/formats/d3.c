/* SPDX-License-Identifier: MIT */
/*
 * The nested JSON that d3-flame-graph draws, and that many tools write for it:
 *
 *	{"name":"root","value":57412,"children":[
 *	  {"name":"genunix`syscall","value":89,"children":[
 *	    {"name":"unix`0xfffffffffb800c86","value":14,"children":[]}]}]}
 *
 * The value of a node includes its children's. Some writers mean only the
 * node's self value: a file in which children have more than their parents is
 * one of these. A node without a value has the sum of its children.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "input/json_tree.h"
#include "names/json_profile.h"

/* Values are kept with this many decimals. */
enum { DECIMALS = 3 };

struct node {
	int64_t value, inside; /* inside: the sum of its children */
};

struct reader {
	struct json_profile p;
	struct node *nodes; /* of the tree */
	size_t room;
	bool has_values;
	fg_swide excess; /* sum of what children have over their parents */
	fg_swide sum; /* of all values of nodes with children */
	fg_swide totals[2]; /* by kind of value */
	uint64_t negative;
};

enum { WITH_CHILDREN, OWN };

static int detect(fg_str head)
{
	static const char *const paths[] = { ".name",
					     ".value",
					     ".children",
					     ".children[].name",
					     ".children[].value",
					     NULL };
	unsigned found = json_head_find(head, paths);
	bool has_name = found & (1 | 8), has_value = found & (2 | 16);

	return has_name && has_value && (found & 4) ? BID_LIKELY : BID_NO;
}

static uint32_t open_node(void *ctx, uint32_t parent)
{
	struct reader *r = ctx;
	uint32_t node = stacktree_add(&r->p.tree, parent, STACKTREE_NONE);

	FG_RESERVE(&r->nodes, &r->room, r->p.tree.count);
	r->nodes[node] = (struct node){ 0, 0 };
	return node;
}

static void read_member(void *ctx, uint32_t node, fg_str key)
{
	struct reader *r = ctx;
	struct node *n = &r->nodes[node];
	fg_str text;

	if (fg_equal(key, FG_STR("name"))) {
		if (json_string(r->p.json, &text))
			r->p.tree.nodes[node].frame =
				stackbuf_intern(&r->p.stack, text);
	} else if (fg_equal(key, FG_STR("value")) &&
		   json_fixed(r->p.json, DECIMALS, &n->value)) {
		r->has_values = true;
		r->negative += n->value < 0;
		if (n->value < 0)
			n->value = 0;
	}
}

static int64_t add_saturated(int64_t a, int64_t b)
{
	int64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

static int64_t own_value(const struct node *n, int kind)
{
	if (kind == OWN)
		return n->value;
	return n->value > n->inside ? n->value - n->inside : 0;
}

static void close_node(void *ctx, uint32_t node, uint32_t parent)
{
	struct reader *r = ctx;
	struct node *n = &r->nodes[node];
	int64_t all = n->value;

	if (n->inside > 0 && n->value > 0) {
		r->sum += n->value;
		r->excess += n->inside > n->value ? n->inside - n->value : 0;
	}
	r->totals[OWN] += own_value(n, OWN);
	r->totals[WITH_CHILDREN] += own_value(n, WITH_CHILDREN);
	if (all < n->inside)
		all = n->inside;
	if (parent != JSON_TREE_NONE)
		r->nodes[parent].inside =
			add_saturated(r->nodes[parent].inside, all);
}

/* Drops a root "root" or "all", which is not a function. */
static void drop_root(struct reader *r, int kind)
{
	struct stacktree_node *root = &r->p.tree.nodes[0];
	const struct fg_frames *names = fg_stacks_names(r->p.c->out);
	fg_str name;

	if (r->p.tree.count == 0 || root->frame == STACKTREE_NONE ||
	    own_value(&r->nodes[0], kind) > 0)
		return;
	name = fg_frames_name(names, root->frame);
	if (fg_equal(name, FG_STR("root")) || fg_equal(name, FG_STR("all")))
		root->frame = STACKTREE_NONE;
}

static fg_status fold(void *ctx)
{
	struct reader *r = ctx;
	struct metrics *m = r->p.c->metrics;
	int kind = r->excess * 10 > r->sum ? OWN : WITH_CHILDREN;

	if (!r->has_values)
		return fg_fail(r->p.c->diag, FG_EINPUT, r->p.loc,
			       "a tree of names without values");
	metrics_count(m, 0, r->totals[kind] / 1000);
	if (r->negative > 0)
		fg_warn(r->p.c->diag, r->p.loc,
			"negative values, left out: %" PRIu64, r->negative);
	if (r->p.c->options->list_metrics)
		return FG_OK;
	if (kind == OWN)
		fg_note(r->p.c->diag, r->p.loc,
			"children have more than their parents: values are "
			"taken as those of the nodes alone");
	for (size_t i = 0; i < r->p.tree.count; i++)
		stacktree_weigh(&r->p.tree, (uint32_t)i,
				(uint64_t)own_value(&r->nodes[i], kind));
	drop_root(r, kind);
	stacktree_flush(&r->p.tree, &r->p.stack, NULL, 0);
	return FG_OK;
}

static void walk(void *ctx)
{
	struct reader *r = ctx;
	const struct json_tree tree = { open_node, read_member, close_node, r };

	json_tree_read(r->p.json, &tree);
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { .p.tree.scale = DECIMALS };
	fg_status status = json_profile_read(&r.p, c, walk, fold, &r);

	free(r.nodes);
	return status;
}

static const struct format_metric metrics[] = {
	{ "value", "" },
	{ NULL, NULL },
};

const struct format format_d3 = {
	.name = "d3",
	.summary = "the nested JSON of d3-flame-graph",
	.metrics = metrics,
	.detect = detect,
	.parse = parse,
};
