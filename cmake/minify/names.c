/* SPDX-License-Identifier: MIT */
#include "names.h"

#include <stdlib.h>

#include "fg/text.h"

/* A distinct word of the script. */
struct word {
	fg_str text;
	bool global, alias, keep; /* as the lists say */
	bool quoted; /* stands somewhere as a text */
	bool own; /* is a property that the script defines */
	bool top; /* is a function or constant of the script */
	uint32_t as_property, as_variable;
	fg_str property, variable; /* new names; of variables, if top */
	uint32_t item; /* the last in which it is a local, plus 1 */
	size_t local; /* and where it is in the list */
};

/* A name that is local in one function, or constant, of the script. */
struct local {
	fg_frame word;
	uint32_t alone, both; /* how often, by role */
	fg_str name;
};

struct chooser {
	const struct tokens *tokens;
	const enum role *roles;
	struct word *words;
	size_t count;
	struct fg_frames *used; /* names that are not to be had any more */
	struct local *locals;
	size_t local_count, local_room;
	struct names *names;
};

static const char letters[] = "abcdefghijklmnopqrstuvwxyz$_"
			      "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
enum { FIRSTS = 54, LOWER = 28, ALL = 64 };

/*
 * The n-th short name whose first letter is one of letters[from..to); what is
 * local begins with a small letter, what is not with a capital one, so that
 * they never meet.
 */
static fg_str short_name(struct names *names, size_t n, size_t from, size_t to)
{
	char text[16];
	size_t length = 1;
	size_t span = to - from;

	text[0] = letters[from + n % span];
	for (n /= span; n > 0; n = (n - 1) / ALL)
		text[length++] = letters[(n - 1) % ALL];
	return (fg_str){
		fg_arena_bytes(&names->texts, (fg_str){ text, length }), length
	};
}

static struct word *word_of(const struct chooser *c, uint32_t i)
{
	return &c->words[c->tokens->list[i].word];
}

static void read_lists(struct chooser *c, fg_str lists)
{
	while (lists.n > 0) {
		fg_str line = fg_cut(&lists, '\n');
		fg_str kind = fg_cut(&line, ' ');

		while (line.n > 0) {
			fg_str name = fg_cut(&line, ' ');
			fg_frame id = fg_frames_intern(c->tokens->words, name);

			if (id >= c->count)
				continue;
			c->words[id].global |= fg_equal(kind, FG_STR("global"));
			c->words[id].alias |= fg_equal(kind, FG_STR("alias"));
			c->words[id].keep |= fg_equal(kind, FG_STR("keep"));
		}
	}
}

/* At the top, after "function" or in a list of constants. */
static bool defines_top(const struct tokens *tokens, uint32_t i)
{
	if (tokens->list[i].inside != NO_TOKEN || i == 0)
		return false;
	return token_is(tokens, i - 1, "function") ||
	       token_is(tokens, i - 1, "const") ||
	       token_is(tokens, i - 1, "let") ||
	       (token_is(tokens, i - 1, ",") && token_is(tokens, i + 1, "="));
}

static void look(struct chooser *c)
{
	for (uint32_t i = 0; i < c->tokens->count; i++) {
		struct word *word = word_of(c, i);

		if (c->tokens->list[i].kind == TOKEN_TEXT)
			word->quoted = true;
		word->as_property += c->roles[i] >= ROLE_PROPERTY;
		word->as_variable += c->roles[i] == ROLE_VARIABLE;
		if (c->roles[i] == ROLE_VARIABLE && defines_top(c->tokens, i))
			word->top = true;
		if (defines_property(c->tokens, c->roles, i))
			word->own = true;
	}
}

static int by_property(const void *a, const void *b)
{
	const struct word *const *x = a;
	const struct word *const *y = b;
	uint32_t m = (*x)->as_property, n = (*y)->as_property;

	return m != n ? (m < n ? 1 : -1) : fg_compare((*x)->text, (*y)->text);
}

static int by_variable(const void *a, const void *b)
{
	const struct word *const *x = a;
	const struct word *const *y = b;
	uint32_t m = (*x)->as_variable, n = (*y)->as_variable;

	return m != n ? (m < n ? 1 : -1) : fg_compare((*x)->text, (*y)->text);
}

static bool is_renamed(const struct word *word)
{
	return word->own && !word->keep && !word->quoted;
}

static bool is_known(const struct chooser *c, fg_str name)
{
	size_t count = fg_frames_count(c->used);

	return fg_frames_intern(c->used, name) < count;
}

static bool is_keyword(fg_str name)
{
	return fg_has_word(FG_STR("do if in of as"), name);
}

/* The words for which `wanted` holds, in `order`. */
static struct word **sorted(const struct chooser *c, size_t *count,
			    bool (*wanted)(const struct word *),
			    int (*order)(const void *, const void *))
{
	struct word **list = fg_malloc(c->count * sizeof(struct word *));

	*count = 0;
	for (size_t i = 0; i < c->count; i++) {
		if (wanted(&c->words[i]))
			list[(*count)++] = &c->words[i];
	}
	qsort(list, *count, sizeof(struct word *), order);
	return list;
}

static void map_names(struct chooser *c, const char *kind, struct word **list,
		      size_t count)
{
	bool property = kind[0] == 'p';

	for (size_t i = 0; i < count; i++) {
		const fg_str parts[] = {
			fg_from_c(kind),
			list[i]->text,
			property ? list[i]->property : list[i]->variable,
		};

		for (size_t k = 0; k < 3; k++) {
			fg_buffer_append(&c->names->map, parts[k]);
			fg_buffer_append(&c->names->map,
					 k < 2 ? FG_STR(" ") : FG_STR("\n"));
		}
	}
}

/* The most frequent get the shortest; what keeps its name is used up. */
static void name_properties(struct chooser *c)
{
	size_t count;
	struct word **list = sorted(c, &count, is_renamed, by_property);
	size_t n = 0;

	c->used = fg_frames_new();
	for (size_t i = 0; i < c->count; i++) {
		struct word *word = &c->words[i];

		word->property = word->text;
		if (!is_renamed(word) && (word->as_property || word->quoted))
			fg_frames_intern(c->used, word->text);
	}
	for (size_t i = 0; i < count; i++) {
		do {
			list[i]->property =
				short_name(c->names, n++, 0, FIRSTS);
		} while (is_known(c, list[i]->property));
	}
	fg_frames_free(c->used);
	map_names(c, "property", list, count);
	free(list);
}

static bool is_top(const struct word *word)
{
	return word->top;
}

/* Three uses pay for the declaration. */
static bool has_alias(const struct word *word)
{
	return word->alias && word->top;
}

static void choose_aliases(struct chooser *c)
{
	for (size_t i = 0; i < c->count; i++) {
		struct word *word = &c->words[i];

		word->top |= word->alias && word->as_variable > 2;
		word->global |= word->alias && !word->top;
	}
}

static void declare_aliases(struct chooser *c)
{
	struct fg_buffer *text = &c->names->aliases;
	size_t count;
	struct word **list = sorted(c, &count, has_alias, by_variable);

	for (size_t i = 0; i < count; i++) {
		fg_buffer_append(text, i ? FG_STR(",") : FG_STR("let "));
		fg_buffer_append(text, list[i]->variable);
		fg_buffer_append(text, FG_STR("="));
		fg_buffer_append(text, list[i]->text);
	}
	if (count)
		fg_buffer_append(text, FG_STR(";"));
	free(list);
}

static void name_tops(struct chooser *c)
{
	size_t count;
	struct word **list = sorted(c, &count, is_top, by_variable);
	size_t n = 0;

	for (size_t i = 0; i < count; i++)
		list[i]->variable = short_name(c->names, n++, LOWER, FIRSTS);
	map_names(c, "variable", list, count);
	free(list);
}

static void count_local(struct chooser *c, uint32_t i, uint32_t item)
{
	struct word *word = word_of(c, i);

	if (c->roles[i] == ROLE_NONE || c->roles[i] == ROLE_PROPERTY ||
	    word->global || word->top)
		return;
	if (word->item != item + 1) {
		word->item = item + 1;
		word->local = c->local_count;
		FG_RESERVE(&c->locals, &c->local_room, c->local_count + 1);
		c->locals[c->local_count++] =
			(struct local){ .word = c->tokens->list[i].word };
	}
	if (c->roles[i] == ROLE_BOTH)
		c->locals[word->local].both++;
	else
		c->locals[word->local].alone++;
}

/* What it saves a local to be called as its property is: {a} for {a:b}. */
static long gain(const struct chooser *c, const struct local *local)
{
	size_t n = c->words[local->word].property.n;
	size_t same = n * (local->alone + local->both);
	size_t own = local->alone + (n + 2) * local->both;

	return (long)own - (long)same;
}

/* A name that begins with a capital letter is none of a local. */
static bool may_be_local(const struct chooser *c, fg_str name)
{
	return !(name.n < 3 && name.p[0] >= 'A' && name.p[0] <= 'Z') &&
	       !is_keyword(name) && !is_known(c, name);
}

static void share_names(struct chooser *c)
{
	for (size_t i = 0; i < c->local_count; i++) {
		struct local *local = &c->locals[i];
		fg_str name = c->words[local->word].property;

		if (local->both && gain(c, local) >= 0 && may_be_local(c, name))
			local->name = name;
	}
}

static int by_uses(const void *a, const void *b)
{
	const struct local *x = a, *y = b;
	uint32_t m = x->alone + x->both, n = y->alone + y->both;

	return m != n ? (m < n ? 1 : -1)
		      : (x->word > y->word) - (x->word < y->word);
}

/* Names for the locals of one item, the most frequent the shortest. */
static void name_locals(struct chooser *c)
{
	size_t n = 0;

	c->used = fg_frames_new();
	if (c->local_count > 1)
		qsort(c->locals, c->local_count, sizeof(*c->locals), by_uses);
	share_names(c);
	for (size_t i = 0; i < c->local_count; i++) {
		struct local *local = &c->locals[i];

		while (local->name.n == 0) {
			fg_str name = short_name(c->names, n++, 0, LOWER);

			if (may_be_local(c, name))
				local->name = name;
		}
		c->words[local->word].variable = local->name;
	}
	c->local_count = 0;
	fg_frames_free(c->used);
}

/* Where the item that token i is in ends: at ";" or "}" at the top. */
static bool ends_item(const struct tokens *tokens, uint32_t i)
{
	if (i + 1 == tokens->count)
		return true;
	return tokens->list[i].inside == NO_TOKEN &&
	       (token_is(tokens, i, ";") ||
		(token_is(tokens, i, "}") &&
		 (token_is(tokens, i + 1, "function") ||
		  token_is(tokens, i + 1, "async") ||
		  token_is(tokens, i + 1, "const") ||
		  token_is(tokens, i + 1, "let"))));
}

static void write_names(struct chooser *c, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++) {
		struct word *word = word_of(c, i);

		c->names->property[i] = word->property;
		c->names->variable[i] = word->global ? word->text
						     : word->variable;
	}
}

void choose_names(struct names *names, const struct tokens *tokens,
		  const enum role *roles, fg_str lists)
{
	struct chooser c = { .tokens = tokens, .roles = roles };
	uint32_t from = 0;

	c.names = names;
	c.count = fg_frames_count(tokens->words);
	c.words = fg_calloc(c.count, sizeof(*c.words));
	for (size_t i = 0; i < c.count; i++)
		c.words[i].text = fg_frames_name(tokens->words, (fg_frame)i);
	names->property = fg_calloc(tokens->count, sizeof(fg_str));
	names->variable = fg_calloc(tokens->count, sizeof(fg_str));
	read_lists(&c, lists);
	look(&c);
	name_properties(&c);
	choose_aliases(&c);
	name_tops(&c);
	declare_aliases(&c);
	for (uint32_t i = 0; i < tokens->count; i++) {
		count_local(&c, i, from);
		if (!ends_item(tokens, i))
			continue;
		name_locals(&c);
		write_names(&c, from, i + 1);
		from = i + 1;
	}
	free(c.locals);
	free(c.words);
}

void names_free(struct names *names)
{
	free(names->property);
	free(names->variable);
	free(names->aliases.p);
	free(names->map.p);
	fg_arena_free(&names->texts);
}
