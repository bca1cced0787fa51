/* SPDX-License-Identifier: MIT */
/*
 * yajl calls back for each token, but formats ask for the next one. Between
 * them is a queue with the tokens of one piece of the input. When it is empty,
 * the next piece is parsed. So no token lives longer than its piece, and yajl
 * joins a string that lies in two pieces.
 *
 * After an error, a yajl handle cannot be used. Where we know what the writer
 * meant, a new handle replaces it: it gets the brackets that were open, its
 * callbacks are ignored, and then it goes on after the mistake.
 */
#include "json_tokens.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>

#include "fg/alloc.h"
#include "fg/text.h"

/* Small enough to keep queue and texts in the second-level cache. */
enum { PIECE_SIZE = 1 << 15 };

/* Longer sequences are not numbers or words. */
enum { WORD_MAX = 64 };

/* The cost of a restart, in brackets, and the limit for all restarts. */
enum { RESTART_COST = 64, RESTART_COST_MAX = 1 << 26 };

/* Longer texts are not names. */
#define TOKEN_MAX (UINT64_C(1) << 30)

static bool add(struct json *json, enum token_type type)
{
	if (json->deaf)
		return true;
	FG_RESERVE(&json->tokens, &json->room, json->count + 1);
	json->tokens[json->count++].type = type;
	json->silent = 0;
	json->after_key = type == T_KEY;
	json->complete |= json->depth == 0;
	return true;
}

static bool add_text(struct json *json, enum token_type type, const char *p,
		     size_t n)
{
	struct token *token;

	if (json->deaf)
		return true;
	add(json, type);
	token = &json->tokens[json->count - 1];
	token->size = (uint32_t)n;
	token->u.at = json->texts.n;
	fg_buffer_append(&json->texts, (fg_str){ p, n });
	return true;
}

static int on_null(void *ctx)
{
	return add(ctx, T_NULL);
}

static int on_boolean(void *ctx, int value)
{
	return add(ctx, value ? T_TRUE : T_FALSE);
}

/* At most 18 digits, so no overflow is possible; yajl checked them. */
static bool parse_small(const char *p, size_t n, int64_t *value)
{
	bool minus = *p == '-';
	int64_t sum = 0;

	if (n > 18)
		return false;
	for (size_t i = minus; i < n; i++) {
		if (!fg_is_digit(p[i]))
			return false;
		sum = sum * 10 + (p[i] - '0');
	}
	*value = minus ? -sum : sum;
	return true;
}

static int on_number(void *ctx, const char *p, size_t n)
{
	struct json *json = ctx;
	int64_t value;

	if (!parse_small(p, n, &value))
		return add_text(json, T_NUMBER, p, n);
	add(json, T_INT);
	json->tokens[json->count - 1].u.number = value;
	return true;
}

static int on_string(void *ctx, const unsigned char *p, size_t n)
{
	return add_text(ctx, T_STRING, (const char *)p, n);
}

static int on_key(void *ctx, const unsigned char *p, size_t n)
{
	return add_text(ctx, T_KEY, (const char *)p, n);
}

/* Returns false at the limit, which stops yajl. */
static int open_level(struct json *json, enum token_type type)
{
	if (json->deaf)
		return true;
	if (json->depth == JSON_DEPTH_MAX)
		return false;
	FG_RESERVE(&json->levels, &json->level_room, json->depth + 1);
	json->levels[json->depth++] = type == T_OBJECT ? '{' : '[';
	return add(json, type);
}

static int close_level(struct json *json, enum token_type type)
{
	json->depth--;
	return add(json, type);
}

static int on_object(void *ctx)
{
	return open_level(ctx, T_OBJECT);
}

static int on_object_end(void *ctx)
{
	return close_level(ctx, T_OBJECT_END);
}

static int on_array(void *ctx)
{
	return open_level(ctx, T_ARRAY);
}

static int on_array_end(void *ctx)
{
	return close_level(ctx, T_ARRAY_END);
}

static const yajl_callbacks callbacks = {
	.yajl_null = on_null,
	.yajl_boolean = on_boolean,
	.yajl_number = on_number,
	.yajl_string = on_string,
	.yajl_start_map = on_object,
	.yajl_map_key = on_key,
	.yajl_end_map = on_object_end,
	.yajl_start_array = on_array,
	.yajl_end_array = on_array_end,
};

static void *allocate(void *ctx, size_t size)
{
	(void)ctx;
	return fg_malloc(size);
}

static void *reallocate(void *ctx, void *old, size_t size)
{
	(void)ctx;
	return fg_realloc_array(old, size, 1);
}

static void release(void *ctx, void *old)
{
	(void)ctx;
	free(old);
}

static struct yajl_handle_t *new_handle(struct json *json)
{
	yajl_alloc_funcs memory = { allocate, reallocate, release, NULL };
	yajl_handle yajl = yajl_alloc(&callbacks, &memory, json);

	/* profilers write broken UTF-8 when symbols have it */
	yajl_config(yajl, yajl_dont_validate_strings, 1);
	yajl_config(yajl, yajl_allow_trailing_garbage, 1);
	return yajl;
}

struct json *tokens_new(struct fg_lines *in, struct fg_diag *diag)
{
	struct json *json = fg_calloc(1, sizeof *json);

	json->in = in;
	json->diag = diag;
	if (in)
		json->loc.file = fg_lines_loc(in).file;
	json->yajl = new_handle(json);
	return json;
}

void tokens_free(struct json *json)
{
	yajl_free(json->yajl);
	free(json->tokens);
	free(json->texts.p);
	free(json->levels);
	free(json->piece);
	free(json);
}

/*
 * yajl refuses control characters in strings, but some writers leave them
 * there. Outside of strings they are white space, or wrong in any case. So all
 * of them are replaced by blanks.
 */
static void blank_controls(char *p, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if ((unsigned char)p[i] < ' ')
			p[i] = ' ';
	}
}

/* Says where and why the rest of the input cannot be used. */
static void report_damage(struct json *json, size_t at)
{
	unsigned char *why = yajl_get_error(json->yajl, 0, NULL, 0);
	fg_str text = fg_trim(fg_from_c((const char *)why));

	fg_warn(json->diag, json->loc,
		"damaged JSON at byte %" PRIu64 " (%.*s); only what comes "
		"before it is used",
		json->bytes + at + 1, FG_FMT(text));
	yajl_free_error(json->yajl, why);
}

/* Characters of numbers, and of words that stand for numbers: "-inf". */
static bool is_word_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       fg_is_digit(c) || c == '-' || c == '+' || c == '.' || c == '_';
}

/*
 * Makes a new handle inside the same brackets, after a value. False when that
 * happened too often in too deep nesting.
 */
static bool restart(struct json *json)
{
	struct fg_buffer text = { 0 };

	json->restart_cost += json->depth + RESTART_COST;
	if (json->restart_cost > RESTART_COST_MAX)
		return false;
	for (uint32_t i = 0; i < json->depth; i++)
		fg_buffer_append(&text, json->levels[i] == '{' ? FG_STR("{\"\""
									":")
							       : FG_STR("["));
	fg_buffer_append(&text, FG_STR("null"));
	yajl_free(json->yajl);
	json->yajl = new_handle(json);
	json->deaf = true;
	(void)yajl_parse(json->yajl, (const unsigned char *)text.p, text.n);
	json->deaf = false;
	free(text.p);
	return true;
}

/* NaN, inf, None: a word in the place of a value is read as null. */
static bool repair_word(struct json *json, fg_str part, size_t start,
			size_t *at)
{
	char level = json->levels[json->depth - 1];
	size_t from = *at, to = *at;

	while (from > start && is_word_char(part.p[from - 1]))
		from--;
	while (to < part.n && is_word_char(part.p[to]))
		to++;
	if (from == to || (level == '{' && !json->after_key) ||
	    (from > 0 && !strchr(" ,:[", part.p[from - 1])) || !restart(json))
		return false;
	if (json->words++ == 0)
		fg_warn(json->diag, json->loc,
			"'%.*s' at byte %" PRIu64 " is not JSON; "
			"such words are read as null",
			FG_FMT(fg_slice(part, from, to)),
			json->bytes + from + 1);
	add(json, T_NULL);
	*at = to;
	return true;
}

/*
 * Repairs a comma before the end, and "x":] for an empty array, as DHAT has
 * it.
 */
static bool repair_bracket(struct json *json, fg_str part, size_t start,
			   size_t *at)
{
	char level = json->levels[json->depth - 1];
	char c = *at > start ? part.p[*at - 1] : '\0';

	if (c == ']' && level == '{' && json->after_key) {
		if (!restart(json))
			return false;
		add(json, T_ARRAY);
		return add(json, T_ARRAY_END);
	}
	if ((c == ']' && level == '[') ||
	    (c == '}' && level == '{' && !json->after_key)) {
		--*at;
		return restart(json);
	}
	return false;
}

/*
 * Tries to repair the text. True if parsing, which began at `start`, can go on
 * at `*at` of the part.
 */
static bool repair(struct json *json, fg_str part, size_t start, size_t *at)
{
	return json->depth > 0 && (repair_bracket(json, part, start, at) ||
				   repair_word(json, part, start, at));
}

/* Warns once if the outermost value is followed by more than white space. */
static void check_rest(struct json *json, fg_str part, size_t used)
{
	while (used < part.n && part.p[used] == ' ')
		used++;
	if (used == part.n || json->has_rest)
		return;
	json->has_rest = true;
	fg_warn(json->diag, json->loc,
		"more text after the end of the JSON value at byte %" PRIu64
		"; it is not read",
		json->bytes + used + 1);
}

/* Parses `part` from `at` on; returns the position where it stopped. */
static size_t parse(struct json *json, fg_str part, size_t at)
{
	const unsigned char *p = (const unsigned char *)part.p;
	yajl_status status = yajl_parse(json->yajl, p + at, part.n - at);
	size_t used = at + yajl_get_bytes_consumed(json->yajl);

	used = used < part.n ? used : part.n;
	if (status == yajl_status_error) {
		json->over = !repair(json, part, at, &used);
		if (json->over)
			report_damage(json, used);
	} else if (status == yajl_status_client_canceled) {
		json->status = fg_fail(json->diag, FG_ELIMIT, json->loc,
				       "JSON nested deeper than %d levels",
				       JSON_DEPTH_MAX);
		json->over = true;
	} else if (json->complete || used < part.n) {
		/* a value outside of any bracket is complete without one */
		json->complete = true;
		check_rest(json, part, used);
		json->over = true;
	}
	return used;
}

/* Parses one part of the input. */
static void feed(struct json *json, fg_str part)
{
	size_t at = 0;

	if (json->complete)
		check_rest(json, part, 0);
	while (at < part.n && !json->over)
		at = parse(json, part, at);
	json->bytes += part.n;
}

/* The length of a word at the end of `piece` that may go on in the next one. */
static size_t unsure(fg_str piece)
{
	size_t n = 0;

	while (n < WORD_MAX && n < piece.n &&
	       is_word_char(piece.p[piece.n - n - 1]))
		n++;
	return n < WORD_MAX ? n : 0;
}

/* At the end of the input: warns if the text is not complete. */
static void finish(struct json *json)
{
	bool may_be_open = json->open_end_allowed && json->depth == 1;

	json->ended = true;
	if (json->over || may_be_open || json->status != FG_OK)
		return;
	if (json->in && fg_lines_status(json->in) != FG_OK)
		return;
	fg_warn(json->diag, json->loc,
		"the JSON text is cut off at byte %" PRIu64 "; "
		"the part before that is used",
		json->bytes + 1);
}

/*
 * With each new piece of a long text, yajl scans all its earlier pieces again.
 * If each piece is as large as the text so far, this adds up to twice the size
 * of the text.
 */
static size_t piece_size(const struct json *json)
{
	size_t size = PIECE_SIZE;

	while (size < json->silent)
		size *= 2;
	return size;
}

/*
 * Reads a piece: the whole piece of a long text, otherwise at most as much as
 * is available.
 */
static size_t read_piece(struct json *json, char *to, size_t room)
{
	size_t n = fg_lines_read(json->in, to, room), got = n;

	while (got > 0 && n < room && json->silent > PIECE_SIZE) {
		got = fg_lines_read(json->in, to + n, room - n);
		n += got;
	}
	return n;
}

void tokens_refill(struct json *json)
{
	char *free_part;
	size_t room, got, keep;
	fg_str piece;

	json->at = json->count = 0;
	json->texts.n = 0;
	room = piece_size(json);
	FG_RESERVE(&json->piece, &json->piece_room, room);
	free_part = json->piece + json->held;
	room -= json->held;
	got = read_piece(json, free_part, room);
	blank_controls(free_part, got);
	piece = (fg_str){ json->piece, json->held + got };
	keep = got > 0 ? unsure(piece) : 0;
	json->silent += got;
	feed(json, fg_slice(piece, 0, piece.n - keep));
	memmove(json->piece, json->piece + piece.n - keep, keep);
	json->held = keep;
	if (got == 0)
		finish(json);
	if (json->silent > TOKEN_MAX && !json->over) {
		json->over = true;
		json->status = fg_fail(json->diag, FG_ELIMIT, json->loc,
				       "a JSON text of more than 1 GiB");
	}
}

void tokens_feed_head(struct json *json, fg_str head)
{
	(void)yajl_parse(json->yajl, (const unsigned char *)head.p, head.n);
}
