/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_V8_H
#define COLLAPSE_V8_H

#include "fold/stacktree.h"
#include "input/column.h"
#include "input/idmap.h"
#include "input/json.h"

/*
 * The profiles of V8, the JavaScript engine of Chrome and Node: a tree of
 * nodes, and samples that refer to nodes. They are separate files, or parts of
 * Chrome's traces.
 *
 *	struct fg_frames *texts = fg_frames_new();
 *	struct v8_profile p;
 *	v8_init(&p, c, texts);
 *	... v8_read_nodes(&p, json) in front of the value of "nodes" ...
 *	v8_finish_nodes(&p, c, loc);
 *	v8_fold(&p, V8_TIME, roots, root_count, c, loc);
 *	v8_free(&p);
 *	fg_frames_free(texts);
 *
 * A node refers to its children, or to its parent, or contains its children;
 * all three forms are read.
 */
struct v8_node {
	int64_t id; /* -1: none */
	fg_frame function, url; /* in v8_profile.texts */
	uint32_t parent; /* a node; STACKTREE_NONE: none, or not known yet */
	int64_t line; /* from 1; 0: not known */
	int64_t hits; /* samples that ended here, as V8 counted them */
	int64_t size; /* bytes that were allocated here */
};

struct v8_edge {
	uint64_t parent, child; /* ids */
};

struct v8_profile {
	struct fg_frames *texts;
	struct v8_node *nodes;
	size_t count, room;
	struct idmap ids; /* of the nodes, from v8_finish_nodes on */
	struct v8_edge *edges;
	size_t edge_count, edge_room;
	struct stacktree tree; /* of the nodes, from v8_finish_nodes on */

	struct column samples; /* ids of nodes */
	struct column deltas; /* us since the sample before, or `start` */
	int64_t start, end; /* in us */
	bool has_end;
	uint64_t bad_samples;
};

enum v8_metric {
	V8_TIME, /* until the next sample, in us */
	V8_SAMPLES,
	V8_HITS,
	V8_BYTES,
};

/* Borrows `texts`, which several profiles may share. */
void v8_init(struct v8_profile *p, const struct collapse *c,
	     struct fg_frames *texts);
void v8_free(struct v8_profile *p);

/* Reads the array of nodes that comes next. */
void v8_read_nodes(struct v8_profile *p, struct json *json);

/* Reads the node with its children inside that comes next. */
void v8_read_tree(struct v8_profile *p, struct json *json);

/*
 * Appends the nodes and columns of `from` to `p`, which has the same texts.
 * `from` is empty after that.
 */
void v8_append(struct v8_profile *p, struct v8_profile *from);

/*
 * Call it when all nodes were read: makes the tree, with names in c->out's
 * interner; warns if it is not a tree.
 */
void v8_finish_nodes(struct v8_profile *p, struct collapse *c,
		     struct fg_loc loc);

/* The total weight of all samples or nodes. */
fg_swide v8_total(const struct v8_profile *p, enum v8_metric metric);

/* Adds the profile to c->out, below the frames `roots`. */
void v8_fold(struct v8_profile *p, enum v8_metric metric, const fg_frame *roots,
	     size_t root_count, struct collapse *c, struct fg_loc loc);

#endif
