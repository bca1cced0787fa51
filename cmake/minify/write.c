/* SPDX-License-Identifier: MIT */
#include "write.h"

#include <stdlib.h>

#include "fg/text.h"

struct writer {
	const struct tokens *tokens;
	const enum role *roles;
	const struct names *names;
	struct fg_buffer text;
	size_t line; /* where the line begins */
	bool *declares; /* of each open bracket, and last outside of all:
			   whether the statement in it is a declaration */
	bool joined; /* the next declaration goes on in the last one */
};

static uint32_t put_range(struct writer *w, uint32_t from, uint32_t to);

static bool is(const struct writer *w, uint32_t i, const char *text)
{
	return token_is(w->tokens, i, text);
}

static uint32_t inside(const struct writer *w, uint32_t i)
{
	return w->tokens->list[i].inside;
}

static uint32_t mate(const struct writer *w, uint32_t i)
{
	return w->tokens->list[i].mate;
}

static bool at_top(const struct writer *w, uint32_t i)
{
	return i < w->tokens->count && inside(w, i) == NO_TOKEN;
}

static bool is_declaration(const struct writer *w, uint32_t i)
{
	return is(w, i, "const") || is(w, i, "let");
}

static bool is_function(const struct writer *w, uint32_t i)
{
	return at_top(w, i) &&
	       (is(w, i, "function") ||
		(is(w, i, "async") && is(w, i + 1, "function")));
}

static bool would_join(char a, char b)
{
	return (is_word_char(a) && is_word_char(b)) ||
	       ((a == '+' || a == '-' || a == '/') && a == b);
}

/* Adds text, with a blank where it would run into the last. */
static void put(struct writer *w, fg_str text)
{
	fg_str done = fg_buffer_text(&w->text);
	bool apart = done.n > 0 && text.n > 0 &&
		     (would_join(done.p[done.n - 1], text.p[0]) ||
		      /* what would end a CDATA section, or a comment */
		      (text.p[0] == '>' && (fg_ends_with(done, FG_STR("]]")) ||
					    fg_ends_with(done, FG_STR("--")))));

	if (apart)
		fg_buffer_append(&w->text, FG_STR(" "));
	fg_buffer_append(&w->text, text);
}

/* Editors and diffs do not like lines of 60,000 letters. */
static void break_line(struct writer *w)
{
	if (w->text.n - w->line > 400) {
		fg_buffer_append(&w->text, FG_STR("\n"));
		w->line = w->text.n;
	}
}

/* A word that is no name. */
static void put_plain(struct writer *w, uint32_t i)
{
	if (is(w, i, "true"))
		put(w, FG_STR("!0"));
	else if (is(w, i, "false"))
		put(w, FG_STR("!1"));
	else if (is(w, i, "undefined"))
		put(w, FG_STR("void 0"));
	else if (is(w, i, "const"))
		put(w, FG_STR("let"));
	else
		put(w, w->tokens->list[i].text);
}

static void put_word(struct writer *w, uint32_t i)
{
	fg_str property = w->names->property[i];
	fg_str variable = w->names->variable[i];

	switch (w->roles[i]) {
	case ROLE_VARIABLE:
		put(w, variable);
		break;
	case ROLE_PROPERTY:
		put(w, property);
		break;
	case ROLE_BOTH:
		put(w, property);
		if (!fg_equal(property, variable)) {
			put(w, FG_STR(":"));
			put(w, variable);
		}
		break;
	case ROLE_NONE:
		put_plain(w, i);
	}
}

static bool *declares(struct writer *w, uint32_t i)
{
	uint32_t in = inside(w, i);

	return &w->declares[in == NO_TOKEN ? w->tokens->count : in];
}

/*
 * Ends the statement, or function, before token i. A declaration that follows
 * a declaration goes on in it: let a=1,b=2
 */
static uint32_t put_end(struct writer *w, uint32_t i, const char *sign)
{
	if (*declares(w, i - 1) && is_declaration(w, i)) {
		put(w, FG_STR(","));
		i++;
	} else if (*declares(w, i - 1) && is_function(w, i)) {
		put(w, FG_STR(","));
		w->joined = true;
	} else {
		*declares(w, i - 1) = false;
		put(w, fg_from_c(sign));
	}
	if (at_top(w, i - 1))
		break_line(w);
	return i;
}

/* for (;;); and the like: an empty statement, which must stay. */
static bool is_empty(const struct writer *w, uint32_t i)
{
	uint32_t open = i > 0 && is(w, i - 1, ")") ? mate(w, i - 1) : 0;

	return open > 0 && (is(w, open - 1, "for") ||
			    is(w, open - 1, "while") || is(w, open - 1, "if"));
}

static uint32_t put_semicolon(struct writer *w, uint32_t i)
{
	uint32_t in = inside(w, i);
	bool last = in != NO_TOKEN && is(w, in, "{") && is(w, i + 1, "}");

	return put_end(w, i + 1, last && !is_empty(w, i) ? "" : ";");
}

/* The first of `text` from i on in the same bracket, or the count. */
static uint32_t find(const struct writer *w, uint32_t i, const char *text)
{
	uint32_t in = inside(w, i);

	for (; i < w->tokens->count && i != (in == NO_TOKEN ? in : mate(w, in));
	     i++) {
		if (inside(w, i) == in && is(w, i, text))
			return i;
	}
	return w->tokens->count;
}

static bool has(const struct writer *w, uint32_t from, uint32_t to,
		const char *text)
{
	return from < to && find(w, from, text) < to;
}

/* Whether tokens bind closer than "?", so that they can stand before it. */
static bool is_condition(const struct writer *w, uint32_t from, uint32_t to)
{
	static const char *const looser[] = {
		"?",  "=",  "=>", ",",	"+=",  "-=",  "*=",   "/=",
		"|=", "&=", "^=", "%=", "||=", "&&=", "?\?=", "yield",
	};

	for (size_t i = 0; i < sizeof(looser) / sizeof(char *); i++) {
		if (has(w, from, to, looser[i]))
			return false;
	}
	return true;
}

/* The semicolon of "return X;" at i where it has a value, or 0. */
static uint32_t return_end(const struct writer *w, uint32_t i)
{
	uint32_t end = is(w, i, "return") ? find(w, i, ";") : 0;

	return end > i + 1 && end < w->tokens->count && !has(w, i + 1, end, ",")
		       ? end
		       : 0;
}

/* The same for "if (C) return X;" */
static uint32_t branch_end(const struct writer *w, uint32_t i)
{
	uint32_t close = is(w, i, "if") ? mate(w, i + 1) : 0;

	return close && is_condition(w, i + 2, close) ? return_end(w, close + 1)
						      : 0;
}

/*
 * Where the returns that begin at i, which is where a statement may, end:
 * the last semicolon, before "}"; 0 where they are something else.
 */
static uint32_t returns_end(const struct writer *w, uint32_t i)
{
	uint32_t end;

	if (i > 0 && !is(w, i - 1, ";") && !is(w, i - 1, "{") &&
	    !is(w, i - 1, "}"))
		return 0;
	while ((end = branch_end(w, i)))
		i = end + 1;
	end = return_end(w, i);
	return end && is(w, end + 1, "}") ? end : 0;
}

/* What they return: C?X:Y */
static void put_choice(struct writer *w, uint32_t i)
{
	uint32_t end;

	while ((end = branch_end(w, i))) {
		uint32_t close = mate(w, i + 1);

		put_range(w, i + 2, close);
		put(w, FG_STR("?"));
		put_range(w, close + 2, end);
		put(w, FG_STR(":"));
		i = end + 1;
	}
	put_range(w, i + 1, return_end(w, i));
}

/* function f(a){return b} is f=a=>b */
static uint32_t put_function(struct writer *w, uint32_t i)
{
	bool async = is(w, i, "async");
	uint32_t name = i + 1 + async;
	uint32_t open = name + 1, close = mate(w, open);
	uint32_t end = mate(w, close + 1);
	uint32_t last = returns_end(w, close + 2);

	if (!w->joined)
		put(w, FG_STR("let "));
	w->joined = false;
	*declares(w, i) = true;
	put_word(w, name);
	put(w, async ? FG_STR("=async") : FG_STR("="));
	if (close == open + 2 && !async)
		put_word(w, open + 1);
	else
		put_range(w, open, close + 1);
	put(w, FG_STR("=>"));
	if (last && last + 1 == end) {
		bool object = is(w, close + 3, "{");

		put(w, object ? FG_STR("(") : FG_STR(""));
		put_choice(w, close + 2);
		put(w, object ? FG_STR(")") : FG_STR(""));
	} else {
		put_range(w, close + 1, end + 1);
	}
	return put_end(w, end + 1, ";");
}

/* [a, b,] */
static bool is_last_comma(const struct writer *w, uint32_t i)
{
	return is(w, i, ",") &&
	       (is(w, i + 1, "}") || is(w, i + 1, "]") || is(w, i + 1, ")"));
}

/* Writes what begins at token i, and returns where the next does. */
static uint32_t put_token(struct writer *w, uint32_t i)
{
	if (is_function(w, i))
		return put_function(w, i);
	if (is(w, i, "if") && returns_end(w, i)) {
		put(w, FG_STR("return "));
		put_choice(w, i);
		return returns_end(w, i) + 1;
	}
	if (is_declaration(w, i))
		*declares(w, i) = true;
	if (is(w, i, ";"))
		return put_semicolon(w, i);
	if (w->tokens->list[i].kind == TOKEN_WORD)
		put_word(w, i);
	else if (!is_last_comma(w, i))
		put(w, w->tokens->list[i].text);
	return i + 1;
}

static uint32_t put_range(struct writer *w, uint32_t from, uint32_t to)
{
	while (from < to)
		from = put_token(w, from);
	return from;
}

struct fg_buffer write_script(const struct tokens *tokens,
			      const enum role *roles, const struct names *names)
{
	struct writer w = { .tokens = tokens, .roles = roles, .names = names };

	w.declares = fg_calloc((size_t)tokens->count + 1, sizeof(bool));
	put(&w, FG_STR("(()=>{\"use strict\";\n"));
	put(&w, fg_buffer_text(&names->aliases));
	put_range(&w, 0, tokens->count);
	put(&w, FG_STR("})();\n"));
	free(w.declares);
	return w.text;
}
