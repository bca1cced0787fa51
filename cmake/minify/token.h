/* SPDX-License-Identifier: MIT */
#ifndef FG_MINIFY_TOKEN_H
#define FG_MINIFY_TOKEN_H

#include "fg/frames.h"

/*
 * JavaScript as a list of tokens, without comments and blanks. A template
 * literal is several: `a${  x  }b`
 */
enum token_kind {
	TOKEN_WORD, /* also a keyword */
	TOKEN_NUMBER,
	TOKEN_TEXT, /* "text", with its quotes */
	TOKEN_TEMPLATE,
	TOKEN_REGEX,
	TOKEN_SIGN,
};

#define NO_TOKEN UINT32_MAX

struct token {
	enum token_kind kind;
	fg_str text;
	fg_frame word; /* the text without quotes, as an id */
	uint32_t mate; /* of a bracket: the one that closes or opens it */
	uint32_t inside; /* the open bracket around it, or NO_TOKEN */
};

struct tokens {
	struct token *list;
	uint32_t count;
	size_t room;
	struct fg_frames *words;
};

/*
 * Adds the tokens of `source`, which must live as long as they do. Returns
 * NULL, or what is wrong, and where in *at.
 */
const char *tokenise(struct tokens *tokens, fg_str source, size_t *at);

void tokens_free(struct tokens *tokens);

/* Whether token i is the sign or the word `text`; false beyond the ends. */
bool token_is(const struct tokens *tokens, uint32_t i, const char *text);

bool is_word_char(char c);

#endif
