/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

static fg_wide size_of(const struct change *change)
{
	fg_swide delta = change_delta(change);

	return (fg_wide)(delta < 0 ? -delta : delta);
}

/* A row and what it is sorted by: qsort has no way to pass the names. */
struct key {
	fg_wide size;
	fg_str name;
	struct row row;
};

static int compare(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return fg_compare(x->name, y->name);
}

static void fill(struct section *section, const struct table *table,
		 const struct tally *functions, enum measure measure)
{
	const struct judge *judge = table->judge;
	const struct fg_frames *names = fg_stacks_names(judge->diff->stacks);
	struct key *keys = fg_malloc(functions->count * sizeof *keys);
	size_t n = 0;

	for (size_t i = 0; i < functions->count; i++) {
		struct change c = change_of_item(judge, functions, measure, i);

		if (c.units[BEFORE] == 0 && c.units[AFTER] == 0)
			continue;
		if (size_of(&c) == 0)
			section->same++;
		else if (!diff_reaches(judge->diff, table->options->min_delta,
				       c.units[BEFORE], c.units[AFTER]))
			section->more++;
		else
			keys[n++] = (struct key){ size_of(&c),
						  fg_frames_name(names,
								 (fg_frame)i),
						  { (fg_frame)i, c } };
	}
	qsort(keys, n, sizeof *keys, compare);
	section->count = n < table->options->top ? n : table->options->top;
	section->more += n - section->count;
	section->rows = fg_malloc(section->count * sizeof *section->rows);
	for (size_t i = 0; i < section->count; i++)
		section->rows[i] = keys[i].row;
	free(keys);
}

void table_make(struct table *table, const struct judge *judge,
		const struct tally *functions,
		const struct table_options *options)
{
	*table = (struct table){ .judge = judge, .options = options };
	for (unsigned m = 0; m < MEASURES; m++) {
		if (!options->leave[m])
			fill(&table->sections[m], table, functions,
			     (enum measure)m);
	}
}

void table_write(struct fg_out *out, const struct table *table)
{
	static void (*const writers[])(struct fg_out *,
				       const struct table *) = {
		[TABLE_TEXT] = table_write_text,
		[TABLE_MARKDOWN] = table_write_markdown,
		[TABLE_CSV] = table_write_csv,
		[TABLE_JSON] = table_write_json,
	};

	writers[table->options->format](out, table);
}

void table_free(struct table *table)
{
	for (unsigned m = 0; m < MEASURES; m++)
		free(table->sections[m].rows);
	*table = (struct table){ 0 };
}

const char *measure_name(enum measure measure)
{
	return measure == SELF ? "self" : "total";
}
