/* SPDX-License-Identifier: MIT */
#include "nameattr.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "svg_write.h"

struct nameattr {
	struct nameattr_entry *entries; /* by name, when all is read */
	size_t count, room;
	struct fg_arena text;
};

static fg_str keep(struct nameattr *table, fg_str s)
{
	char *copy = fg_arena_alloc(&table->text, s.n + 1);

	if (s.n)
		memcpy(copy, s.p, s.n);
	copy[s.n] = '\0';
	return (fg_str){ copy, s.n };
}

static fg_str without_quotes(fg_str s)
{
	if (s.n >= 2 && s.p[0] == '"' && s.p[s.n - 1] == '"')
		return fg_slice(s, 1, s.n - 1);
	return s;
}

/* The last value of a name wins: twice would not be well-formed. */
static void set_pair(struct nameattr *table, struct nameattr_entry *entry,
		     fg_str name, fg_str value)
{
	struct nameattr_pair *pair = entry->pairs;

	for (size_t i = 0; i < entry->count; i++, pair++) {
		if (fg_equal(pair->name, name)) {
			pair->value = keep(table, value);
			return;
		}
	}
	entry->pairs = fg_realloc_array(entry->pairs, entry->count + 1,
					sizeof *entry->pairs);
	entry->pairs[entry->count++] = (struct nameattr_pair){
		keep(table, name),
		keep(table, value),
	};
}

/* Cuts name=value, name="value" or a bare name off *rest. */
static void cut_extra(fg_str *rest, fg_str *name, fg_str *value)
{
	size_t n = 0, end;

	*rest = fg_trim(*rest);
	while (n < rest->n && rest->p[n] != '=' && !fg_is_blank(rest->p[n]))
		n++;
	*name = fg_slice(*rest, 0, n);
	*value = fg_slice(*rest, n, n);
	if (n == rest->n || rest->p[n] != '=') {
		*rest = fg_slice(*rest, n, rest->n);
		return;
	}
	*rest = fg_slice(*rest, n + 1, rest->n);
	if (rest->n && (*rest->p == '"' || *rest->p == '\'')) {
		char quote = *rest->p;

		*rest = fg_slice(*rest, 1, rest->n);
		end = fg_find_char(*rest, quote);
		*value = fg_slice(*rest, 0, end);
		*rest = fg_slice(*rest, end < rest->n ? end + 1 : end, rest->n);
		return;
	}
	for (end = 0; end < rest->n && !fg_is_blank(rest->p[end]);)
		end++;
	*value = fg_slice(*rest, 0, end);
	*rest = fg_slice(*rest, end, rest->n);
}

/* Whether `text` begins with `word`, in either case of letters. Blanks, and
 * other bytes that browsers remove from an address, do not count. */
static bool begins_with(fg_str text, fg_str word)
{
	size_t n = 0;

	for (size_t i = 0; i < text.n && n < word.n; i++) {
		char c = text.p[i];

		if ((unsigned char)c <= ' ')
			continue;
		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		if (c != word.p[n++])
			return false;
	}
	return n == word.n;
}

/* An address that is a program would run with the rights of the picture, also
 * for readers who did not make the picture. */
static bool is_script(fg_str address)
{
	return begins_with(address, FG_STR("javascript:")) ||
	       begins_with(address, FG_STR("vbscript:")) ||
	       begins_with(address, FG_STR("data:"));
}

/* Whether a style may fetch something: url(), image-set(), and with "\"
 * any of them in disguise. What is in the picture itself has a "#". */
static bool is_fetching(fg_str style)
{
	for (size_t i = 0; i < style.n; i++) {
		fg_str rest = fg_slice(style, i, style.n);

		if (*rest.p == '\\' || begins_with(rest, FG_STR("image")) ||
		    begins_with(rest, FG_STR("src(")) ||
		    (begins_with(rest, FG_STR("url(")) &&
		     !begins_with(rest, FG_STR("url(#"))))
			return true;
	}
	return false;
}

static bool is_harmless(fg_str name, fg_str value)
{
	fg_str local = name;

	if (begins_with(name, FG_STR("xlink:")))
		local = fg_slice(name, 6, name.n);
	if (begins_with(local, FG_STR("on")))
		return false;
	return begins_with(local, FG_STR("href")) ? !is_script(value)
						  : !is_fetching(value);
}

struct reader {
	struct nameattr *table;
	struct fg_lines *in;
	struct fg_diag *diag;
};

static void add_extra(struct reader *r, struct nameattr_entry *entry,
		      fg_str text)
{
	fg_str rest = fg_trim(text), name, value;

	while (rest.n) {
		cut_extra(&rest, &name, &value);
		if (!svg_is_attribute(name))
			fg_warn(r->diag, fg_lines_loc(r->in),
				"'%.*s' cannot be an attribute", FG_FMT(name));
		else if (!is_harmless(name, value))
			fg_warn(r->diag, fg_lines_loc(r->in),
				"'%.*s' would run or fetch something",
				FG_FMT(name));
		else
			set_pair(r->table, entry, name, value);
	}
}

static void add_field(struct reader *r, struct nameattr_entry *entry,
		      fg_str field)
{
	size_t at = fg_find_char(field, '=');
	fg_str key = fg_slice(field, 0, at), value;

	if (at == field.n) {
		fg_warn(r->diag, fg_lines_loc(r->in),
			"expected key=value, got '%.*s'", FG_FMT(field));
		return;
	}
	value = without_quotes(fg_slice(field, at + 1, field.n));
	if (fg_equal(key, FG_STR("title")))
		entry->title = keep(r->table, value);
	else if (fg_equal(key, FG_STR("href")) && is_script(value))
		fg_warn(r->diag, fg_lines_loc(r->in),
			"'href' would run something");
	else if (fg_equal(key, FG_STR("href")))
		entry->href = keep(r->table, value);
	else if (fg_equal(key, FG_STR("id")) ||
		 fg_equal(key, FG_STR("class")) ||
		 fg_equal(key, FG_STR("target")))
		set_pair(r->table, entry, key, value);
	else if (fg_equal(key, FG_STR("g_extra")) || fg_equal(key, FG_STR("a_"
									  "extr"
									  "a")))
		add_extra(r, entry, fg_slice(field, at + 1, field.n));
	else
		fg_warn(r->diag, fg_lines_loc(r->in), "unknown key '%.*s'",
			FG_FMT(key));
}

static void add_line(struct reader *r, fg_str line)
{
	struct nameattr *table = r->table;
	struct nameattr_entry *entry;

	FG_RESERVE(&table->entries, &table->room, table->count + 1);
	entry = &table->entries[table->count++];
	*entry = (struct nameattr_entry){ .line = fg_lines_loc(r->in).line };
	entry->name = keep(table, fg_cut(&line, '\t'));
	if (!line.p)
		fg_warn(r->diag, fg_lines_loc(r->in),
			"expected a tab behind the name");
	while (line.n) {
		fg_str field = fg_cut(&line, '\t');

		if (field.n)
			add_field(r, entry, field);
	}
}

static int by_name(const void *a, const void *b)
{
	const struct nameattr_entry *x = a, *y = b;

	return fg_compare(x->name, y->name);
}

/* Entries of one name stay in the order of the file. */
static int by_name_and_line(const void *a, const void *b)
{
	const struct nameattr_entry *x = a, *y = b;
	int order = by_name(x, y);

	return order ? order : (x->line > y->line) - (x->line < y->line);
}

/* If a name is given several times, the last line counts. */
static void sort_entries(struct nameattr *table)
{
	struct nameattr_entry *entries = table->entries;
	size_t kept = 0;

	qsort(entries, table->count, sizeof *entries, by_name_and_line);
	for (size_t i = 0; i < table->count; i++) {
		if (i + 1 < table->count &&
		    fg_equal(entries[i].name, entries[i + 1].name))
			free(entries[i].pairs);
		else
			entries[kept++] = entries[i];
	}
	table->count = kept;
}

struct nameattr *nameattr_read(const char *path, struct fg_diag *diag)
{
	struct nameattr *table = fg_calloc(1, sizeof *table);
	struct reader reader = { table, fg_lines_open(path, diag), diag };
	fg_str line;

	while (reader.in && fg_lines_next(reader.in, &line)) {
		if (fg_trim(line).n)
			add_line(&reader, line);
	}
	if (fg_lines_close(reader.in) != FG_OK) {
		nameattr_free(table);
		return NULL;
	}
	sort_entries(table);
	return table;
}

void nameattr_free(struct nameattr *table)
{
	if (!table)
		return;
	for (size_t i = 0; i < table->count; i++)
		free(table->entries[i].pairs);
	free(table->entries);
	fg_arena_free(&table->text);
	free(table);
}

const struct nameattr_entry *nameattr_find(const struct nameattr *table,
					   fg_str name)
{
	struct nameattr_entry key = { .name = name };

	if (!table || table->count == 0)
		return NULL;
	return bsearch(&key, table->entries, table->count,
		       sizeof *table->entries, by_name);
}
