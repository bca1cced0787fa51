/* SPDX-License-Identifier: MIT */
#include "json_profile.h"

fg_status json_profile_read(struct json_profile *p, struct collapse *c,
			    void (*walk)(void *ctx),
			    fg_status (*fold)(void *ctx), void *ctx)
{
	fg_status status;

	p->c = c;
	p->loc = fg_lines_whole(c->in);
	p->json = json_open(c->in, c->diag);
	p->tree.in_order = c->options->no_aggregate;
	stackbuf_init(&p->stack, c);
	namer_init(&p->namer, c->options, &p->stack);
	walk(ctx);
	status = json_close(p->json);
	if (status == FG_OK)
		status = fold(ctx);
	stacktree_free(&p->tree);
	namer_free(&p->namer);
	stackbuf_free(&p->stack);
	return status;
}
