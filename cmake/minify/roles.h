/* SPDX-License-Identifier: MIT */
#ifndef FG_MINIFY_ROLES_H
#define FG_MINIFY_ROLES_H

#include "token.h"

/* What the words of a script stand for. */
enum role {
	ROLE_NONE, /* a keyword, or no word */
	ROLE_VARIABLE,
	ROLE_PROPERTY,
	ROLE_BOTH, /* { name }, which is short for { name: name } */
};

/*
 * Gives each token its role, in an array that the caller frees. Knows the
 * language as far as the viewer uses it: no classes, labels or getters; NULL
 * and the token in *at where it does not understand.
 */
enum role *find_roles(const struct tokens *tokens, uint32_t *at);

/* Whether the word of a key or after a dot is defined there, not just used. */
bool defines_property(const struct tokens *tokens, const enum role *roles,
		      uint32_t i);

#endif
