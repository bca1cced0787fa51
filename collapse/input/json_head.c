/* SPDX-License-Identifier: MIT */
#include "json_tokens.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

/* Keys at deeper levels do not tell formats apart. */
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

/* The position of a walk over the beginning of a text: ".meta.product". */
struct walk {
	struct fg_buffer path;
	size_t ends[HEAD_DEPTH]; /* length of the path outside each level */
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

/* Whether the last key of one of the paths is anywhere in the text. */
static bool may_have_one(fg_str head, const char *const *paths)
{
	struct fg_buffer key = { 0 };
	bool found = false;

	for (size_t i = 0; paths[i] && !found; i++) {
		fg_str path = fg_from_c(paths[i]);
		size_t dot = fg_rfind_char(path, '.');

		key.n = 0;
		fg_buffer_append(&key, FG_STR("\""));
		if (dot < path.n)
			fg_buffer_append(&key, fg_slice(path, dot + 1, path.n));
		if (fg_ends_with(path, FG_STR("[]")))
			key.n -= 2;
		else
			fg_buffer_append(&key, FG_STR("\""));
		found = fg_contains(head, fg_buffer_text(&key));
	}
	free(key.p);
	return found;
}

unsigned json_head_find(fg_str head, const char *const *paths)
{
	struct fg_diag silent = { 0 };
	struct walk w = { .wanted = paths };
	struct json *json;

	if (!json_head_is(head) || !may_have_one(head, paths))
		return 0;
	json = tokens_new(NULL, &silent);
	tokens_feed_head(json, head);
	for (size_t i = 0; i < json->count; i++)
		visit(&w, json, &json->tokens[i]);
	free(w.path.p);
	tokens_free(json);
	return w.found;
}

enum { KEYS_SHOWN = 5 };

void json_head_keys(fg_str head, struct fg_buffer *to)
{
	struct fg_diag silent = { 0 };
	struct json *json = tokens_new(NULL, &silent);
	size_t depth = 0, shown = 0, wanted;

	tokens_feed_head(json, head);
	wanted = json->count > 0 && json->tokens[0].type == T_ARRAY ? 2 : 1;
	for (size_t i = 0; i < json->count && shown < KEYS_SHOWN; i++) {
		const struct token *token = &json->tokens[i];

		if (token->type == T_OBJECT || token->type == T_ARRAY) {
			depth++;
		} else if (token->type == T_OBJECT_END ||
			   token->type == T_ARRAY_END) {
			depth--;
		} else if (token->type == T_KEY && depth == wanted) {
			if (shown++ > 0)
				fg_buffer_append(to, FG_STR(", "));
			fg_buffer_append(to, token_text(json, token));
		}
	}
	tokens_free(json);
}
