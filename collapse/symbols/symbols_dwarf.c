/* SPDX-License-Identifier: MIT */
#include "symbols_dwarf.h"

#include <stdlib.h>

#include "dwarf_constants.h"
#include "dwarf_entry.h"
#include "dwarf_ranges.h"
#include "dwarf_unit.h"
#include "fg/alloc.h"
#include "fg/text.h"
#include "input/idmap.h"
#include "nested.h"
#include "symbols_lines.h"
#include "symbols_split.h"

#define NO_NODE UINT32_MAX

/*
 * Limits that no real program reaches: references from an entry to another
 * entry of the same function, and functions inlined into each other.
 */
enum { HOPS_MAX = 16, INLINED_MAX = 512 };

/* A function, or an inlined copy of one. */
struct node {
	uint64_t entry; /* its offset */
	uint32_t parent; /* the node that contains it, or NO_NODE */
	uint32_t level; /* number of enclosing nodes, with itself */
	uint32_t call_line;
	uint64_t call_file;
	fg_str name;
	bool is_named; /* `name` was looked for */
};

struct unit {
	struct dwarf_unit main; /* or the skeleton of a split one */
	struct dwarf_unit code; /* the one that has the functions */
	bool is_walked, is_split;
	struct node *nodes;
	size_t count, room;
	struct nested ranges; /* with the numbers of nodes */
};

/* All units of a file in order, for references from one to another. */
struct unit_list {
	struct dwarf_unit *units;
	size_t count, room;
	bool is_read;
};

struct symbols_dwarf {
	struct dwarf dwarf, alternate;
	struct splits *splits;
	struct lines *lines;
	struct unit *units; /* units that have code, as far as known */
	size_t count, room;
	struct idmap by_offset; /* of units */
	struct nested listed; /* by .debug_aranges: numbers of units */
	struct nested others; /* by the first entries of all others */
	bool has_others;
	struct unit_list list, alternate_list;
	struct binary_scope *scopes; /* of the last call */
	size_t scope_room;
};

static uint32_t add_unit(struct symbols_dwarf *index,
			 const struct dwarf_unit *header)
{
	uint32_t number = (uint32_t)index->count;

	FG_RESERVE(&index->units, &index->room, index->count + 1);
	index->units[index->count++] = (struct unit){ .main = *header };
	idmap_add(&index->by_offset, header->offset, number);
	return number;
}

/* The number of the unit at an offset; NESTED_NONE for none. */
static uint32_t get_unit(struct symbols_dwarf *index, uint64_t offset)
{
	uint32_t number = idmap_find(&index->by_offset, offset);
	struct dwarf_unit header;

	if (number != IDMAP_NONE)
		return number;
	if (!dwarf_unit_read(&index->dwarf, offset, &header))
		return NESTED_NONE;
	return add_unit(index, &header);
}

/* Reads the pairs of address and size of one unit. */
static void read_arange_set(struct symbols_dwarf *index,
			    struct dwarf_cursor *cursor, uint64_t start,
			    uint64_t end, uint8_t offset_size)
{
	uint64_t unit_offset, address_size, pair;
	uint32_t unit;

	if (dwarf_get(cursor, 2) != 2)
		return;
	unit_offset = dwarf_get(cursor, offset_size);
	address_size = dwarf_get(cursor, 1);
	dwarf_skip(cursor, 1); /* the size of segment selectors */
	if (address_size != 4 && address_size != 8)
		return;
	unit = get_unit(index, unit_offset);
	if (unit == NESTED_NONE)
		return;
	pair = 2 * address_size;
	dwarf_skip(cursor, (pair - (cursor->at - start) % pair) % pair);
	while (cursor->ok && end - cursor->at >= pair && cursor->at < end) {
		uint64_t address = dwarf_get(cursor, address_size);
		uint64_t size = dwarf_get(cursor, address_size);

		if (address == 0 && size == 0)
			break;
		if (address != 0 && size <= UINT64_MAX - address)
			nested_add(&index->listed, address, address + size, 0,
				   unit);
	}
}

static void read_aranges(struct symbols_dwarf *index)
{
	struct dwarf *dwarf = &index->dwarf;
	struct dwarf_cursor cursor = dwarf_cursor(dwarf, dwarf->aranges, 0);

	while (cursor.ok && cursor.at < cursor.bytes.n) {
		uint64_t start = cursor.at, length, end;
		uint8_t offset_size;

		length = dwarf_get_length(&cursor, &offset_size);
		if (!cursor.ok || length > cursor.bytes.n - cursor.at)
			break;
		end = cursor.at + length;
		read_arange_set(index, &cursor, start, end, offset_size);
		cursor.at = end;
		cursor.ok = true;
	}
	nested_lay(&index->listed);
}

/* The receiver of the ranges of an entry. */
struct taking {
	struct nested *nested;
	uint32_t depth, number;
	bool any;
};

static void take_range(void *data, uint64_t start, uint64_t end)
{
	struct taking *taking = data;

	nested_add(taking->nested, start, end, taking->depth, taking->number);
	taking->any = true;
}

/* The ranges of units that .debug_aranges does not list. */
static void read_others(struct symbols_dwarf *index)
{
	struct dwarf_unit header;
	struct dwarf_entry entry;
	uint64_t offset = 0;

	index->has_others = true;
	while (dwarf_unit_read(&index->dwarf, offset, &header)) {
		struct taking taking = { .nested = &index->others };

		offset = header.end;
		if ((header.type != DW_UT_COMPILE &&
		     header.type != DW_UT_SKELETON) ||
		    idmap_find(&index->by_offset, header.offset) != IDMAP_NONE)
			continue;
		if (!dwarf_unit_read_first(&header, &entry) ||
		    (entry.tag != DW_TAG_COMPILE_UNIT &&
		     entry.tag != DW_TAG_SKELETON_UNIT))
			continue;
		taking.number = add_unit(index, &header);
		dwarf_each_range(&header, &entry, take_range, &taking);
	}
	nested_lay(&index->others);
}

struct symbols_dwarf *symbols_dwarf_new(const struct symbols_dwarf_parts *parts)
{
	struct symbols_dwarf *index;

	if (!parts->alternate && image_find(parts->image, ".gnu_debugaltlink"))
		return NULL;
	index = fg_calloc(1, sizeof *index);
	splits_read_sections(parts->image, false, &index->dwarf);
	if (parts->alternate) {
		splits_read_sections(parts->alternate, false,
				     &index->alternate);
		index->dwarf.alternate = &index->alternate;
	}
	index->splits = splits_new(parts->root, parts->package);
	index->lines = lines_new(parts->image, parts->alternate);
	if (index->dwarf.info.n == 0 || index->dwarf.abbrev.n == 0) {
		symbols_dwarf_free(index);
		return NULL;
	}
	read_aranges(index);
	return index;
}

static void free_list(struct unit_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		dwarf_unit_close(&list->units[i]);
	free(list->units);
}

void symbols_dwarf_free(struct symbols_dwarf *index)
{
	if (!index)
		return;
	for (size_t i = 0; i < index->count; i++) {
		dwarf_unit_close(&index->units[i].code);
		nested_free(&index->units[i].ranges);
		free(index->units[i].nodes);
	}
	free_list(&index->list);
	free_list(&index->alternate_list);
	nested_free(&index->listed);
	nested_free(&index->others);
	idmap_free(&index->by_offset);
	splits_free(index->splits);
	lines_free(index->lines);
	free(index->units);
	free(index->scopes);
	free(index);
}

static struct unit *find_unit(struct symbols_dwarf *index, uint64_t vaddr)
{
	uint32_t number = nested_find(&index->listed, vaddr);

	if (number == NESTED_NONE) {
		if (!index->has_others)
			read_others(index);
		number = nested_find(&index->others, vaddr);
	}
	return number == NESTED_NONE ? NULL : &index->units[number];
}

/* Adds the function if it has code of its own; returns it or its parent. */
static uint32_t add_node(struct unit *unit, const struct dwarf_entry *entry,
			 uint32_t parent, uint32_t depth)
{
	const struct dwarf_value *line = &entry->values[DWARF_CALL_LINE];
	uint32_t number = (uint32_t)unit->count;
	struct taking taking = { &unit->ranges, depth, number, false };
	uint32_t level = parent == NO_NODE ? 1 : unit->nodes[parent].level + 1;

	if (level > INLINED_MAX)
		return parent;
	dwarf_each_range(&unit->code, entry, take_range, &taking);
	if (!taking.any)
		return parent;
	FG_RESERVE(&unit->nodes, &unit->room, unit->count + 1);
	unit->nodes[unit->count++] = (struct node){
		.entry = entry->offset,
		.parent = parent,
		.level = level,
		.call_line = line->form && line->number <= INT32_MAX
				     ? (uint32_t)line->number
				     : 0,
		.call_file = entry->values[DWARF_CALL_FILE].form
				     ? entry->values[DWARF_CALL_FILE].number
				     : UINT64_MAX,
	};
	return number;
}

static uint32_t node_of(struct unit *unit, const struct dwarf_entry *entry,
			uint32_t parent, size_t depth)
{
	uint32_t level = depth < UINT32_MAX ? (uint32_t)depth : UINT32_MAX;

	if (entry->tag == DW_TAG_SUBPROGRAM)
		return add_node(unit, entry, NO_NODE, level);
	if (entry->tag == DW_TAG_INLINED_SUBROUTINE)
		return add_node(unit, entry, parent, level);
	return parent;
}

/* Walks all entries after the first, which was already read. */
static void walk_entries(struct unit *unit, uint64_t offset)
{
	uint32_t *open = NULL; /* the nodes that contain the current siblings */
	size_t depth = 1, room = 0;
	struct dwarf_entry entry;

	FG_RESERVE(&open, &room, 1);
	open[0] = NO_NODE;
	while (depth > 0 && offset < unit->code.end &&
	       dwarf_entry_read(&unit->code, offset, &entry)) {
		uint32_t node;

		offset = entry.next;
		if (entry.tag == 0) {
			depth--;
			continue;
		}
		node = node_of(unit, &entry, open[depth - 1], depth);
		if (entry.has_children) {
			FG_RESERVE(&open, &room, depth + 1);
			open[depth++] = node;
		}
	}
	free(open);
}

static void walk_unit(struct symbols_dwarf *index, struct unit *unit)
{
	struct dwarf_entry entry;

	unit->is_walked = true;
	if (!dwarf_unit_read_first(&unit->main, &entry))
		return;
	unit->code = unit->main;
	unit->is_split = unit->main.dwo_name.n > 0;
	if (unit->is_split &&
	    !splits_find(index->splits, &unit->main, &unit->code, &entry))
		return;
	if (!dwarf_unit_open(&unit->code))
		return;
	if (entry.has_children)
		walk_entries(unit, entry.next);
	nested_lay(&unit->ranges);
}

static void read_list(struct dwarf *dwarf, struct unit_list *list)
{
	struct dwarf_unit unit;
	uint64_t offset = 0;

	list->is_read = true;
	while (dwarf_unit_read(dwarf, offset, &unit)) {
		offset = unit.end;
		FG_RESERVE(&list->units, &list->room, list->count + 1);
		list->units[list->count++] = unit;
	}
}

/* The unit that an offset lies in, open; NULL for none. */
static struct dwarf_unit *unit_at(struct symbols_dwarf *index,
				  struct dwarf *dwarf, uint64_t offset)
{
	bool is_main = dwarf == &index->dwarf;
	struct unit_list *list = is_main ? &index->list
					 : &index->alternate_list;
	size_t low = 0, high;
	struct dwarf_unit *unit;
	struct dwarf_entry entry;

	if (!is_main && dwarf != &index->alternate)
		return NULL;
	if (!list->is_read)
		read_list(dwarf, list);
	for (high = list->count; low < high;) {
		size_t middle = low + (high - low) / 2;

		if (list->units[middle].offset <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return NULL;
	unit = &list->units[low - 1];
	if (offset >= unit->end)
		return NULL;
	if (!unit->abbrevs && !dwarf_unit_read_first(unit, &entry))
		return NULL;
	return dwarf_unit_open(unit) ? unit : NULL;
}

/* Follows an entry to the function that was inlined, or to its declaration. */
static bool next_hop(struct symbols_dwarf *index, struct dwarf_unit **unit,
		     const struct dwarf_entry *entry, uint64_t *offset)
{
	const struct dwarf_value *origin = &entry->values[DWARF_ORIGIN];
	struct dwarf *where;

	if (!origin->form)
		origin = &entry->values[DWARF_SPECIFICATION];
	if (!origin->form || !dwarf_reference(*unit, origin, &where, offset))
		return false;
	if (where != (*unit)->dwarf || *offset < (*unit)->first ||
	    *offset >= (*unit)->end)
		*unit = unit_at(index, where, *offset);
	return *unit != NULL;
}

/* The linker's name, or else the source's. */
static fg_str find_name(struct symbols_dwarf *index, struct dwarf_unit *unit,
			uint64_t offset)
{
	fg_str plain = { 0 };

	for (int hop = 0; hop < HOPS_MAX; hop++) {
		struct dwarf_entry entry;
		fg_str name;

		if (!dwarf_entry_read(unit, offset, &entry) || entry.tag == 0)
			break;
		name = dwarf_string(unit, &entry.values[DWARF_LINKAGE_NAME]);
		if (name.n > 0)
			return name;
		if (plain.n == 0)
			plain = dwarf_string(unit, &entry.values[DWARF_NAME]);
		if (!next_hop(index, &unit, &entry, &offset))
			break;
	}
	return plain;
}

/*
 * Finds the source position of a node: that of the address, or of the call of
 * its inner function.
 */
static void find_place(struct symbols_dwarf *index, const struct unit *unit,
		       uint64_t vaddr, const struct node *inner,
		       struct binary_scope *scope)
{
	if (!inner) {
		lines_find(index->lines, &unit->main, vaddr, &scope->file,
			   &scope->line);
		return;
	}
	scope->line = (int)inner->call_line;
	/* a split unit's files have their own table, which libdw cannot see */
	if (!unit->is_split && inner->call_file != UINT64_MAX)
		scope->file =
			lines_file(index->lines, &unit->main, inner->call_file);
}

size_t symbols_dwarf_find(struct symbols_dwarf *index, uint64_t vaddr,
			  bool want_lines, const struct binary_scope **scopes)
{
	struct unit *unit = find_unit(index, vaddr);
	const struct node *inner = NULL;
	size_t n = 0;

	*scopes = NULL;
	if (!unit)
		return 0;
	if (!unit->is_walked)
		walk_unit(index, unit);
	for (uint32_t i = nested_find(&unit->ranges, vaddr); i != NO_NODE;
	     i = unit->nodes[i].parent) {
		struct node *node = &unit->nodes[i];
		struct binary_scope scope = { 0 };

		if (!node->is_named)
			node->name = find_name(index, &unit->code, node->entry);
		node->is_named = true;
		scope.name = node->name;
		if (want_lines)
			find_place(index, unit, vaddr, inner, &scope);
		FG_RESERVE(&index->scopes, &index->scope_room, n + 1);
		index->scopes[n++] = scope;
		inner = node;
	}
	*scopes = index->scopes;
	return n;
}
