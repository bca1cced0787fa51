/* SPDX-License-Identifier: MIT */
#include "roles.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

/* Words that are never names of variables here, with blanks between. */
static const char keywords[] =
	"async await break case catch class const continue debugger default "
	"delete do else export extends false finally for function if import "
	"in instanceof let new null of return static super switch this throw "
	"true try typeof undefined var void while with yield";

/* After these, and after ")", "{" begins a block. */
static const char *const before_block[] = {
	")", ";", "{", "}", "=>", "else", "try", "finally", "do", "catch",
};

static bool opens_object(const struct tokens *tokens, uint32_t i)
{
	if (i == 0 || !token_is(tokens, i, "{"))
		return false;
	for (size_t k = 0; k < sizeof(before_block) / sizeof(char *); k++) {
		if (token_is(tokens, i - 1, before_block[k]))
			return false;
	}
	return true;
}

/* The role of a word where the key of an object may stand. */
static enum role key_role(const struct tokens *tokens, uint32_t i)
{
	if (token_is(tokens, i + 1, ":") || token_is(tokens, i + 1, "("))
		return ROLE_PROPERTY;
	if (token_is(tokens, i + 1, ",") || token_is(tokens, i + 1, "}") ||
	    token_is(tokens, i + 1, "="))
		return ROLE_BOTH;
	return ROLE_NONE;
}

static enum role role_of(const struct tokens *tokens, const bool *objects,
			 uint32_t i)
{
	const struct token *token = &tokens->list[i];
	bool in_object = token->inside != NO_TOKEN && objects[token->inside];

	if (token->kind != TOKEN_WORD)
		return ROLE_NONE;
	if (i > 0 &&
	    (token_is(tokens, i - 1, ".") || token_is(tokens, i - 1, "?.")))
		return ROLE_PROPERTY;
	if (in_object &&
	    (token->inside == i - 1 || token_is(tokens, i - 1, ",")))
		return key_role(tokens, i);
	return fg_has_word(FG_STR(keywords), token->text) ? ROLE_NONE
							  : ROLE_VARIABLE;
}

/* What has no place in an object, in a block that was taken for one. */
static bool is_misread(const struct tokens *tokens, const bool *objects,
		       uint32_t i, enum role role)
{
	uint32_t inside = tokens->list[i].inside;

	if (inside == NO_TOKEN || !objects[inside])
		return false;
	return token_is(tokens, i, ";") ||
	       (role == ROLE_NONE && tokens->list[i].kind == TOKEN_WORD &&
		(inside == i - 1 || token_is(tokens, i - 1, ",")));
}

enum role *find_roles(const struct tokens *tokens, uint32_t *at)
{
	enum role *roles = fg_calloc(tokens->count, sizeof(*roles));
	bool *objects = fg_calloc(tokens->count, sizeof(*objects));

	for (*at = 0; *at < tokens->count; ++*at) {
		uint32_t i = *at;

		objects[i] = opens_object(tokens, i);
		roles[i] = role_of(tokens, objects, i);
		if (is_misread(tokens, objects, i, roles[i])) {
			free(roles);
			roles = NULL;
			break;
		}
	}
	free(objects);
	return roles;
}

/* Whether "{" begins what is taken apart: ({ a, b }) => or { a, b } = c */
static bool opens_pattern(const struct tokens *tokens, uint32_t brace)
{
	uint32_t end = tokens->list[brace].mate;
	uint32_t outer = tokens->list[brace].inside;

	if (token_is(tokens, end + 1, "=") || token_is(tokens, end + 1, "of"))
		return true;
	if (outer == NO_TOKEN)
		return false;
	if (token_is(tokens, outer, "("))
		return token_is(tokens, tokens->list[outer].mate + 1, "=>") ||
		       (outer > 1 && token_is(tokens, outer - 2, "function"));
	return false;
}

bool defines_property(const struct tokens *tokens, const enum role *roles,
		      uint32_t i)
{
	if (roles[i] == ROLE_BOTH)
		return !opens_pattern(tokens, tokens->list[i].inside);
	if (roles[i] != ROLE_PROPERTY)
		return false;
	if (token_is(tokens, i - 1, ".") || token_is(tokens, i - 1, "?."))
		return token_is(tokens, i + 1, "=") ||
		       token_is(tokens, i + 1, "?\?=");
	return !opens_pattern(tokens, tokens->list[i].inside);
}
