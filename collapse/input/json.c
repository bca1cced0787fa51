/* SPDX-License-Identifier: MIT */
#include "json_tokens.h"

#include "fg/text.h"

struct json *json_open(struct fg_lines *in, struct fg_diag *diag)
{
	return tokens_new(in, diag);
}

void json_allow_open_end(struct json *json)
{
	json->open_end_allowed = true;
}

static const struct token end_token = { .type = T_END };

static const struct token *peek(struct json *json)
{
	while (FG_UNLIKELY(json->at == json->count)) {
		if (json->ended || json->status != FG_OK)
			return &end_token;
		tokens_refill(json);
	}
	return &json->tokens[json->at];
}

void json_skip(struct json *json)
{
	size_t depth = 0;

	json->pending = false;
	do {
		switch (peek(json)->type) {
		case T_END:
			return;
		case T_OBJECT:
		case T_ARRAY:
			depth++;
			break;
		case T_OBJECT_END:
		case T_ARRAY_END:
			if (depth == 0)
				return;
			depth--;
			break;
		default:
			break;
		}
		json->at++;
	} while (depth > 0);
}

enum json_type json_peek(struct json *json)
{
	static const enum json_type types[] = {
		[T_END] = JSON_END,	   [T_OBJECT] = JSON_OBJECT,
		[T_OBJECT_END] = JSON_END, [T_ARRAY] = JSON_ARRAY,
		[T_ARRAY_END] = JSON_END,  [T_KEY] = JSON_END,
		[T_STRING] = JSON_STRING,  [T_INT] = JSON_NUMBER,
		[T_NUMBER] = JSON_NUMBER,  [T_TRUE] = JSON_TRUE,
		[T_FALSE] = JSON_FALSE,	   [T_NULL] = JSON_NULL,
	};

	return types[peek(json)->type];
}

/* Takes the next value if it is of that type, and skips it otherwise. */
static bool accept(struct json *json, enum token_type type)
{
	if (peek(json)->type != type) {
		json_skip(json);
		return false;
	}
	json->at++;
	json->pending = false;
	return true;
}

bool json_object(struct json *json)
{
	return accept(json, T_OBJECT);
}

bool json_array(struct json *json)
{
	return accept(json, T_ARRAY);
}

bool json_key(struct json *json, fg_str *key)
{
	const struct token *token;

	if (json->pending)
		json_skip(json);
	token = peek(json);
	if (token->type != T_KEY) {
		json->at += token->type == T_OBJECT_END;
		return false;
	}
	*key = token_text(json, token);
	json->at++;
	json->pending = true;
	return true;
}

bool json_item(struct json *json)
{
	const struct token *token;

	if (json->pending)
		json_skip(json);
	token = peek(json);
	json->at += token->type == T_ARRAY_END;
	json->pending = token->type != T_ARRAY_END && token->type != T_END;
	return json->pending;
}

bool json_ended(const struct json *json)
{
	return json->at == json->count && !json->complete &&
	       (json->ended || json->over);
}

bool json_string(struct json *json, fg_str *text)
{
	const struct token *token = peek(json);

	if (!accept(json, T_STRING))
		return false;
	*text = token_text(json, token);
	return true;
}

bool json_bool(struct json *json, bool *value)
{
	*value = peek(json)->type == T_TRUE;
	return accept(json, *value ? T_TRUE : T_FALSE);
}

/*
 * Applies the sign; a number that is too large becomes the limit of the type.
 */
static int64_t with_sign(uint64_t size, bool minus)
{
	if (size > INT64_MAX)
		return minus ? INT64_MIN : INT64_MAX;
	return minus ? -(int64_t)size : (int64_t)size;
}

/* In units of 10^-decimals; further digits are rounded or cut off. */
static int64_t parse_fixed(fg_str text, unsigned decimals, bool round)
{
	bool minus = text.p[0] == '-', saturated = false;
	struct fg_weight w = { 0 };
	uint64_t finer, units;

	fg_weight_parse(fg_slice(text, minus, text.n), &w, &saturated);
	if (w.scale <= decimals) {
		units = fg_mul_sat(w.units, fg_pow10(decimals - w.scale),
				   &saturated);
		return with_sign(saturated ? UINT64_MAX : units, minus);
	}
	finer = fg_pow10(w.scale - decimals);
	units = w.units / finer;
	if (round && w.units % finer >= finer - finer / 2)
		units++;
	return with_sign(saturated ? UINT64_MAX : units, minus);
}

static int64_t scaled(int64_t value, unsigned decimals)
{
	int64_t result;

	if (__builtin_mul_overflow(value, (int64_t)fg_pow10(decimals), &result))
		return value < 0 ? INT64_MIN : INT64_MAX;
	return result;
}

bool json_fixed(struct json *json, unsigned decimals, int64_t *value)
{
	const struct token *token = peek(json);
	enum token_type type = token->type;

	if (type == T_INT)
		*value = scaled(token->u.number, decimals);
	else if (type == T_NUMBER)
		*value = parse_fixed(token_text(json, token), decimals, true);
	return accept(json, type == T_INT ? T_INT : T_NUMBER);
}

/* The decimals that leave room for later numbers that are some times larger. */
static unsigned decimals_for(int64_t whole, unsigned decimals)
{
	uint64_t size = whole < 0 ? -(uint64_t)whole : (uint64_t)whole;

	while (decimals > 0 && size >= INT64_MAX / 4 / fg_pow10(decimals))
		decimals--;
	return decimals;
}

bool json_fixed_fit(struct json *json, unsigned *decimals, int64_t *value)
{
	const struct token *token = peek(json);
	int64_t whole = 0;

	if (token->type == T_INT)
		whole = token->u.number;
	else if (token->type == T_NUMBER)
		whole = parse_fixed(token_text(json, token), 0, false);
	*decimals = decimals_for(whole, *decimals);
	return json_fixed(json, *decimals, value);
}

bool json_int(struct json *json, int64_t *value)
{
	const struct token *token = peek(json);

	if (token->type == T_INT)
		*value = token->u.number;
	else if (token->type == T_NUMBER)
		*value = parse_fixed(token_text(json, token), 0, false);
	return accept(json, token->type == T_INT ? T_INT : T_NUMBER);
}

fg_status json_close(struct json *json)
{
	fg_status status;

	while (!json->ended && json->status == FG_OK)
		tokens_refill(json);
	status = json->status;
	if (status == FG_OK)
		status = fg_lines_status(json->in);
	tokens_free(json);
	return status;
}
