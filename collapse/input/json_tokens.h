/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_JSON_TOKENS_H
#define COLLAPSE_JSON_TOKENS_H

#include "json.h"

/*
 * The inside of json.h: JSON text as a queue of tokens, by yajl. Only the
 * files json*.c include this; only json_tokens.c includes yajl.
 */
enum token_type {
	T_END,
	T_OBJECT,
	T_OBJECT_END,
	T_ARRAY,
	T_ARRAY_END,
	T_KEY,
	T_STRING,
	T_INT,
	T_NUMBER, /* not an int64_t; as text */
	T_TRUE,
	T_FALSE,
	T_NULL,
};

struct token {
	enum token_type type;
	uint32_t size; /* of the text */
	union {
		size_t at; /* where the text is in json->texts */
		int64_t number;
	} u;
};

struct json {
	struct yajl_handle_t *yajl;
	struct fg_lines *in; /* NULL for json_head_find */
	struct fg_diag *diag;
	struct fg_loc loc; /* the file as a whole */

	struct token *tokens;
	size_t count, room, at;
	struct fg_buffer texts;

	char *piece;
	size_t piece_room;
	size_t held; /* bytes at its start that were read but not parsed */
	uint64_t bytes; /* parsed so far */
	uint64_t silent; /* bytes parsed since the last token */

	char *levels; /* the open '{' and '[' */
	size_t level_room;
	uint32_t depth;
	bool after_key; /* the last token is one */
	bool deaf; /* ignores yajl's callbacks */
	uint64_t restart_cost;
	uint64_t words; /* number of words that were read as null */

	bool pending; /* a value was announced and not taken */
	bool open_end_allowed;
	bool complete; /* the outermost value has ended */
	bool over; /* nothing more is parsed: complete or damaged */
	bool ended; /* there is no more input */
	bool has_rest; /* text behind the outermost value */
	fg_status status;
};

/* As json_open; without `in` only for tokens_feed_head. */
struct json *tokens_new(struct fg_lines *in, struct fg_diag *diag);
void tokens_free(struct json *json);

/* Replaces the used queue by the tokens of the next piece; it may be empty. */
void tokens_refill(struct json *json);

/* Fills the queue with the tokens of `head`, without messages. */
void tokens_feed_head(struct json *json, fg_str head);

static inline fg_str token_text(const struct json *json,
				const struct token *token)
{
	return (fg_str){ json->texts.p + token->u.at, token->size };
}

#endif
