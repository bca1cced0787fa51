/* SPDX-License-Identifier: MIT */
/*
 * minify NAMES OUTPUT MAP FILE...: makes one script of the viewer's files, as
 * short as can be without understanding more than its words: no comments and
 * blanks, short names for what is its own (names.h), one function around it.
 * Runs while the project is built, on the machine that builds it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "fg/text.h"
#include "names.h"

struct writer {
	const struct tokens *tokens;
	const enum role *roles;
	struct names names;
	struct fg_buffer text;
	size_t line; /* where the line begins */
	bool *declares; /* of each open bracket, and last outside of all:
			   whether the statement in it is a declaration */
};

static bool is_declaration(const struct tokens *tokens, uint32_t i)
{
	return token_is(tokens, i, "const") || token_is(tokens, i, "let");
}

static bool would_join(char a, char b)
{
	return (is_word_char(a) && is_word_char(b)) ||
	       ((a == '+' || a == '-' || a == '/') && a == b);
}

/* Adds a token's text, with a blank where it would run into the last. */
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

static bool is_literal(const struct writer *w, uint32_t i, const char *word)
{
	return w->roles[i] == ROLE_NONE && token_is(w->tokens, i, word);
}

static void put_word(struct writer *w, uint32_t i)
{
	fg_str text = w->tokens->list[i].text;

	switch (w->roles[i]) {
	case ROLE_VARIABLE:
		put(w, w->names.variable[i]);
		return;
	case ROLE_PROPERTY:
		put(w, w->names.property[i]);
		return;
	case ROLE_BOTH:
		put(w, w->names.property[i]);
		if (!fg_equal(w->names.property[i], w->names.variable[i])) {
			put(w, FG_STR(":"));
			put(w, w->names.variable[i]);
		}
		return;
	case ROLE_NONE:
		break;
	}
	if (is_literal(w, i, "true"))
		put(w, FG_STR("!0"));
	else if (is_literal(w, i, "false"))
		put(w, FG_STR("!1"));
	else if (is_literal(w, i, "undefined"))
		put(w, FG_STR("void 0"));
	else
		put(w, is_literal(w, i, "const") ? FG_STR("let") : text);
}

/* let a=1;let b=2; is let a=1,b=2; and "}" ends a statement as ";" does. */
static uint32_t put_end(struct writer *w, uint32_t i)
{
	uint32_t inside = w->tokens->list[i].inside;
	bool *declares =
		&w->declares[inside == NO_TOKEN ? w->tokens->count : inside];
	bool in_block = inside == NO_TOKEN || token_is(w->tokens, inside, "{");

	if (*declares && is_declaration(w->tokens, i + 1)) {
		put(w, FG_STR(","));
		return i + 1;
	}
	*declares = false;
	if (!in_block || !token_is(w->tokens, i + 1, "}"))
		put(w, FG_STR(";"));
	return i;
}

/* Editors and diffs do not like lines of 60,000 letters. */
static void break_line(struct writer *w, uint32_t i)
{
	if (w->tokens->list[i].inside == NO_TOKEN &&
	    (token_is(w->tokens, i, ";") ||
	     (token_is(w->tokens, i, "}") &&
	      token_is(w->tokens, i + 1, "function"))) &&
	    w->text.n - w->line > 400) {
		fg_buffer_append(&w->text, FG_STR("\n"));
		w->line = w->text.n;
	}
}

/* [a, b,] */
static bool is_last_comma(const struct tokens *tokens, uint32_t i)
{
	return token_is(tokens, i, ",") &&
	       (token_is(tokens, i + 1, "}") || token_is(tokens, i + 1, "]") ||
		token_is(tokens, i + 1, ")"));
}

static void write_script(struct writer *w)
{
	const struct tokens *tokens = w->tokens;

	fg_buffer_append(&w->text, FG_STR("(()=>{\"use strict\";\n"));
	for (uint32_t i = 0; i < tokens->count; i++) {
		uint32_t inside = tokens->list[i].inside;

		if (is_declaration(tokens, i))
			w->declares[inside == NO_TOKEN ? tokens->count
						       : inside] = true;
		if (token_is(tokens, i, ";"))
			i = put_end(w, i);
		else if (is_last_comma(tokens, i))
			continue;
		else if (tokens->list[i].kind == TOKEN_WORD)
			put_word(w, i);
		else
			put(w, tokens->list[i].text);
		break_line(w, i);
	}
	fg_buffer_append(&w->text, FG_STR("})();\n"));
}

/* The caller frees what is read. */
static struct fg_buffer read_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	struct fg_buffer all = { 0 };
	char block[4096];
	size_t n;

	while (file && (n = fread(block, 1, sizeof(block), file)) > 0)
		fg_buffer_append(&all, (fg_str){ block, n });
	if (!file || ferror(file) || fclose(file) != 0) {
		perror(path);
		exit(1);
	}
	return all;
}

static void write_file(const char *path, fg_str text)
{
	FILE *file = fopen(path, "wb");

	if (!file || fwrite(text.p, 1, text.n, file) != text.n ||
	    fclose(file) != 0) {
		perror(path);
		exit(1);
	}
}

static void fail(const char *path, fg_str source, size_t at, const char *wrong)
{
	size_t line = 1;

	for (fg_str rest = fg_slice(source, 0, at); rest.n > 0; line++) {
		if (fg_find_char(rest, '\n') == rest.n)
			break;
		fg_cut(&rest, '\n');
	}
	fprintf(stderr, "%s:%zu: %s\n", path, line, wrong);
	exit(1);
}

/* All files in one list of tokens; ends the program where it cannot. */
static void read_script(struct tokens *tokens, char **paths,
			struct fg_buffer *sources, size_t count)
{
	for (size_t f = 0; f < count; f++) {
		size_t at;
		const char *wrong;

		sources[f] = read_file(paths[f]);
		wrong = tokenise(tokens, fg_buffer_text(&sources[f]), &at);
		if (wrong)
			fail(paths[f], fg_buffer_text(&sources[f]), at, wrong);
	}
}

static enum role *read_roles(const struct tokens *tokens, char **paths,
			     const struct fg_buffer *sources, size_t count)
{
	uint32_t at;
	enum role *roles = find_roles(tokens, &at);
	const char *where = roles ? NULL : tokens->list[at].text.p;

	for (size_t f = 0; where && f < count; f++) {
		if (where >= sources[f].p &&
		    where < sources[f].p + sources[f].n)
			fail(paths[f], fg_buffer_text(&sources[f]),
			     (size_t)(where - sources[f].p),
			     "more than this program knows of JavaScript");
	}
	return roles;
}

static void minify(char **paths, const struct tokens *tokens, enum role *roles)
{
	struct writer w = { .tokens = tokens, .roles = roles };
	struct fg_buffer lists = read_file(paths[0]);

	choose_names(&w.names, tokens, roles, fg_buffer_text(&lists));
	w.declares = fg_calloc((size_t)tokens->count + 1, sizeof(bool));
	write_script(&w);
	write_file(paths[1], fg_buffer_text(&w.text));
	write_file(paths[2], fg_buffer_text(&w.names.map));
	names_free(&w.names);
	free(w.declares);
	free(w.text.p);
	free(lists.p);
}

int main(int argc, char **argv)
{
	struct tokens tokens = { 0 };
	size_t count = argc > 4 ? (size_t)argc - 4 : 0;
	struct fg_buffer *sources = fg_calloc(count + 1, sizeof(*sources));
	enum role *roles;

	if (count == 0) {
		fputs("usage: minify NAMES OUTPUT MAP FILE...\n", stderr);
		return 2;
	}
	read_script(&tokens, argv + 4, sources, count);
	roles = read_roles(&tokens, argv + 4, sources, count);
	minify(argv + 1, &tokens, roles);
	tokens_free(&tokens);
	free(roles);
	for (size_t f = 0; f < count; f++)
		free(sources[f].p);
	free(sources);
	return 0;
}
