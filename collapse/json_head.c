/* SPDX-License-Identifier: MIT */
#include "json_tokens.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

/* Keys further inside than this do not tell formats apart. */
enum { HEAD_DEPTH = 4 };

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool json_head_is(fg_str head)
{
	size_t i = 0;

	while (i < head.n && is_space(head.p[i]))
		i++;
	return i < head.n && (head.p[i] == '{' || head.p[i] == '[');
}

/* Where a walk over the beginning of a text is: ".meta.product". */
struct walk {
	struct fg_buffer path;
	size_t ends[HEAD_DEPTH]; /* of the path, outside each level */
	size_t depth;
	const char *const *wanted;
	unsigned found;
};

static void look_up(struct walk *w)
{
	fg_str path = fg_buffer_text(&w->path);

	for (unsigned i = 0; w->wanted[i]; i++) {
		if (fg_equal(path, fg_from_c(w->wanted[i])))
			w->found |= 1u << i;
	}
}

static void enter(struct walk *w, bool array)
{
	if (w->depth < HEAD_DEPTH) {
		w->ends[w->depth] = w->path.n;
		if (array) {
			fg_buffer_append(&w->path, FG_STR("[]"));
			look_up(w);
		}
	}
	w->depth++;
}

static void leave(struct walk *w)
{
	w->depth -= w->depth > 0;
	if (w->depth < HEAD_DEPTH)
		w->path.n = w->ends[w->depth];
}

static void visit(struct walk *w, const struct json *json,
		  const struct token *token)
{
	switch (token->type) {
	case T_OBJECT:
	case T_ARRAY:
		enter(w, token->type == T_ARRAY);
		break;
	case T_OBJECT_END:
	case T_ARRAY_END:
		leave(w);
		break;
	case T_KEY:
		if (w->depth > HEAD_DEPTH)
			break;
		w->path.n = w->ends[w->depth - 1];
		fg_buffer_append(&w->path, FG_STR("."));
		fg_buffer_append(&w->path, token_text(json, token));
		look_up(w);
		break;
	default:
		break;
	}
}

unsigned json_head_find(fg_str head, const char *const *paths)
{
	struct fg_diag silent = { 0 };
	struct walk w = { .wanted = paths };
	struct json *json;

	if (!json_head_is(head))
		return 0;
	json = tokens_new(NULL, &silent);
	tokens_feed_head(json, head);
	for (size_t i = 0; i < json->count; i++)
		visit(&w, json, &json->tokens[i]);
	free(w.path.p);
	tokens_free(json);
	return w.found;
}
