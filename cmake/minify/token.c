/* SPDX-License-Identifier: MIT */
#include "token.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

struct scanner {
	struct tokens *out;
	fg_str source;
	size_t at;
	uint32_t inside; /* the innermost open bracket */
	uint32_t first; /* token of this source */
	const char *wrong;
};

/* The longest first. */
static const char *const signs[] = {
	">>>=", "...",	"===", "!==", "**=", "<<=", ">>=", ">>>", "&&=",
	"||=",	"?\?=", "=>",  "==",  "!=",  "<=",  ">=",  "&&",  "||",
	"??",	"?.",	"++",  "--",  "+=",  "-=",  "*=",  "/=",  "%=",
	"&=",	"|=",	"^=",  "<<",  ">>",  "**",
};

/* After these an expression begins, so that "/" opens a regular one. */
static const char *const before_regex[] = {
	"return", "typeof", "case", "in",    "of",    "delete",	    "void",
	"else",	  "do",	    "new",  "throw", "await", "instanceof",
};

static const char *const value_ends[] = { ")", "]", "}", "++", "--" };

bool is_word_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       fg_is_digit(c) || c == '_' || c == '$' || (c & 0x80);
}

bool token_is(const struct tokens *tokens, uint32_t i, const char *text)
{
	const struct token *token;

	if (i >= tokens->count)
		return false;
	token = &tokens->list[i];
	return (token->kind == TOKEN_SIGN || token->kind == TOKEN_WORD) &&
	       fg_equal(token->text, fg_from_c(text));
}

static char peek(const struct scanner *s, size_t ahead)
{
	return s->at + ahead < s->source.n ? s->source.p[s->at + ahead] : 0;
}

static struct token *add(struct scanner *s, enum token_kind kind, size_t n)
{
	struct tokens *out = s->out;
	struct token *token;
	fg_str text = fg_slice(s->source, s->at, s->at + n);
	size_t quotes = kind == TOKEN_TEXT ? 1 : 0;

	FG_RESERVE(&out->list, &out->room, (size_t)out->count + 1);
	token = &out->list[out->count++];
	*token = (struct token){
		.kind = kind,
		.text = text,
		.word = fg_frames_intern(out->words,
					 fg_slice(text, quotes, n - quotes)),
		.mate = NO_TOKEN,
		.inside = s->inside,
	};
	s->at += n;
	return token;
}

static void open_bracket(struct scanner *s)
{
	s->inside = s->out->count - 1;
}

/* The last token closes the innermost bracket. */
static void close_bracket(struct scanner *s)
{
	struct token *list = s->out->list;
	uint32_t last = s->out->count - 1;

	if (s->inside == NO_TOKEN) {
		s->wrong = "closes nothing";
		return;
	}
	list[last].mate = s->inside;
	list[s->inside].mate = last;
	list[last].inside = s->inside = list[s->inside].inside;
}

/* Blanks and comments; whether there was any. */
static bool skip(struct scanner *s)
{
	fg_str rest = fg_slice(s->source, s->at, s->source.n);
	char c = peek(s, 0);

	if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
		s->at++;
	} else if (fg_starts_with(rest, FG_STR("//"))) {
		s->at += fg_find_char(rest, '\n');
	} else if (fg_starts_with(rest, FG_STR("/*"))) {
		size_t end = fg_find(rest, FG_STR("*/"));

		if (end == rest.n)
			s->wrong = "a comment without end";
		s->at += end < rest.n ? end + 2 : end;
	} else {
		return false;
	}
	return true;
}

static void scan_text(struct scanner *s)
{
	char quote = peek(s, 0);
	size_t n = 1;

	while (peek(s, n) != quote) {
		if (peek(s, n) == 0 || peek(s, n) == '\n') {
			s->wrong = "a text without end";
			return;
		}
		n += peek(s, n) == '\\' ? 2 : 1;
	}
	add(s, TOKEN_TEXT, n + 1);
}

/* From "`" or "}" to "`" or "${". */
static void scan_template(struct scanner *s)
{
	bool closes = peek(s, 0) == '}';
	bool opens = false;
	size_t n = 1;

	while (peek(s, n) != '`' && !opens) {
		if (s->at + n >= s->source.n) {
			s->wrong = "a template without end";
			return;
		}
		opens = peek(s, n) == '$' && peek(s, n + 1) == '{';
		n += peek(s, n) == '\\' ? 2 : 1;
	}
	add(s, TOKEN_TEMPLATE, n + 1);
	if (closes)
		close_bracket(s);
	if (opens)
		open_bracket(s);
}

static bool is_one_of(fg_str text, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (fg_equal(text, fg_from_c(list[i])))
			return true;
	}
	return false;
}

/* Whether the last token ends a value, so that "/" divides it. */
static bool ends_value(const struct token *last)
{
	switch (last->kind) {
	case TOKEN_WORD:
		return !is_one_of(last->text, before_regex,
				  sizeof(before_regex) / sizeof(char *));
	case TOKEN_TEMPLATE:
		return last->text.p[last->text.n - 1] == '`';
	case TOKEN_SIGN:
		return is_one_of(last->text, value_ends,
				 sizeof(value_ends) / sizeof(char *));
	default:
		return true;
	}
}

static void scan_regex(struct scanner *s)
{
	bool in_class = false;
	size_t n = 1;

	for (; in_class || peek(s, n) != '/'; n++) {
		char c = peek(s, n);

		if (c == 0 || c == '\n') {
			s->wrong = "a regular expression without end";
			return;
		}
		if (c == '\\')
			n++;
		else if (c == '[' || c == ']')
			in_class = c == '[';
	}
	for (n++; is_word_char(peek(s, n));)
		n++;
	add(s, TOKEN_REGEX, n);
}

static void scan_word(struct scanner *s, enum token_kind kind)
{
	size_t n = 1;

	while (is_word_char(peek(s, n)) ||
	       (kind == TOKEN_NUMBER && peek(s, n) == '.'))
		n++;
	add(s, kind, n);
}

static void scan_sign(struct scanner *s)
{
	fg_str rest = fg_slice(s->source, s->at, s->source.n);
	char c = peek(s, 0);

	for (size_t i = 0; i < sizeof(signs) / sizeof(*signs); i++) {
		fg_str sign = fg_from_c(signs[i]);

		/* a ?.5 : b */
		if (fg_equal(sign, FG_STR("?.")) && fg_is_digit(peek(s, 2)))
			continue;
		if (fg_starts_with(rest, sign)) {
			add(s, TOKEN_SIGN, sign.n);
			return;
		}
	}
	add(s, TOKEN_SIGN, 1);
	if (c == '(' || c == '[' || c == '{')
		open_bracket(s);
	else if (c == ')' || c == ']' || c == '}')
		close_bracket(s);
}

static bool begins_regex(const struct scanner *s)
{
	return s->out->count == s->first ||
	       !ends_value(&s->out->list[s->out->count - 1]);
}

static void scan(struct scanner *s)
{
	const struct token *list = s->out->list;
	char c = peek(s, 0);

	if (c == '"' || c == '\'')
		scan_text(s);
	else if (c == '`' || (c == '}' && s->inside != NO_TOKEN &&
			      list[s->inside].kind == TOKEN_TEMPLATE))
		scan_template(s);
	else if (c == '/' && begins_regex(s))
		scan_regex(s);
	else if (fg_is_digit(c) || (c == '.' && fg_is_digit(peek(s, 1))))
		scan_word(s, TOKEN_NUMBER);
	else if (is_word_char(c))
		scan_word(s, TOKEN_WORD);
	else
		scan_sign(s);
}

const char *tokenise(struct tokens *tokens, fg_str source, size_t *at)
{
	struct scanner s = {
		.out = tokens,
		.source = source,
		.inside = NO_TOKEN,
		.first = tokens->count,
	};

	if (!tokens->words)
		tokens->words = fg_frames_new();
	while (!s.wrong) {
		*at = s.at;
		if (s.at >= source.n)
			break;
		if (!skip(&s))
			scan(&s);
	}
	if (!s.wrong && s.inside != NO_TOKEN) {
		*at = (size_t)(tokens->list[s.inside].text.p - source.p);
		s.wrong = "is never closed";
	}
	return s.wrong;
}

void tokens_free(struct tokens *tokens)
{
	fg_frames_free(tokens->words);
	free(tokens->list);
	*tokens = (struct tokens){ 0 };
}
