/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_JSON_PROFILE_H
#define COLLAPSE_JSON_PROFILE_H

#include "fold/stackbuf.h"
#include "fold/stacktree.h"
#include "format.h"
#include "input/json.h"
#include "native.h"

/*
 * A profile that is one JSON document. A format says how to walk the document,
 * and how to fold what it found; the common part is here: to open it, to check
 * that it is whole, and what both steps need.
 *
 *	struct json_profile p = { .tree.scale = 2 };
 *
 *	status = json_profile_read(&p, c, walk, fold, reader);
 */
struct json_profile {
	struct collapse *c;
	struct fg_loc loc; /* the file as a whole */
	struct json *json;
	struct stackbuf stack;
	struct namer namer;
	struct stacktree tree; /* optional; its fields may be set before */
};

/*
 * Opens c->in, calls walk(ctx), then, if the document was whole, fold(ctx).
 * Returns the first failure. All of *p is freed when it returns.
 */
fg_status json_profile_read(struct json_profile *p, struct collapse *c,
			    void (*walk)(void *ctx),
			    fg_status (*fold)(void *ctx), void *ctx);

#endif
