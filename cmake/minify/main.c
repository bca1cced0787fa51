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
#include "write.h"

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
	struct names names = { 0 };
	struct fg_buffer lists = read_file(paths[0]);
	struct fg_buffer text;

	choose_names(&names, tokens, roles, fg_buffer_text(&lists));
	text = write_script(tokens, roles, &names);
	write_file(paths[1], fg_buffer_text(&text));
	write_file(paths[2], fg_buffer_text(&names.map));
	names_free(&names);
	free(text.p);
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
