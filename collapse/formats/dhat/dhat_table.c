/* SPDX-License-Identifier: MIT */
#include "dhat_table.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "names/valgrind.h"

static bool is_alloc(const struct native_frame *frame)
{
	return fg_starts_with(native_base_name(frame->module), FG_STR("vgpreloa"
								      "d_")) ||
	       fg_equal(native_base_name(frame->file), FG_STR("vg_replace_"
							      "malloc.c"));
}

static void read_entry(struct dhat_table *table, struct namer *namer,
		       fg_str text)
{
	struct native_frame frame = valgrind_frame(text);
	struct dhat_entry entry = { .address = frame.address,
				    .is_alloc = is_alloc(&frame) };

	(void)namer_name(namer, &frame, &entry.id);
	frame.inlined = true;
	if (!namer_name(namer, &frame, &entry.marked))
		entry.marked = entry.id;
	FG_RESERVE(&table->items, &table->room, table->count + 1);
	table->items[table->count++] = entry;
}

void dhat_table_read(struct dhat_table *table, struct json *json,
		     struct namer *namer)
{
	fg_str text;

	table->is_there = json_array(json);
	while (table->is_there && json_item(json))
		read_entry(table, namer,
			   json_string(json, &text) ? text : FG_STR(""));
}

void dhat_table_free(struct dhat_table *table)
{
	free(table->items);
	*table = (struct dhat_table){ 0 };
}

bool dhat_table_same_address(const struct dhat_table *table, uint32_t a,
			     uint32_t b)
{
	const struct dhat_entry *items = table->items;

	return a < table->count && b < table->count && a != b &&
	       items[a].address == items[b].address && items[a].address != 0;
}

bool dhat_table_is_alloc(const struct dhat_table *table, uint32_t number)
{
	return number < table->count && table->items[number].is_alloc;
}
