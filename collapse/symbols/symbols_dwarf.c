/* SPDX-License-Identifier: MIT */
#include "symbols_dwarf.h"

#include <dwarf.h>
#include <stdlib.h>

#include "fg/alloc.h"

/* A hostile binary could nest without end. */
enum { DEPTH_MAX = 512 };

#define NO_NODE UINT32_MAX

/* A function or an inlined call of one. */
struct node {
	Dwarf_Off die;
	uint32_t parent; /* the one it was put into, or NO_NODE */
};

/* [start, end) is code of a node, but for what deeper nodes have of it. */
struct range {
	uint64_t start, end;
	uint32_t node, depth;
};

/* From `start` up to the next segment's, the innermost is `node`. */
struct segment {
	uint64_t start;
	uint32_t node; /* or NO_NODE */
};

struct unit {
	Dwarf_Off die, size; /* of all entries of the unit, in bytes */
	bool is_walked;
	struct node *nodes;
	size_t node_count, node_room;
	struct range *ranges; /* only while it is walked */
	size_t range_count, range_room;
	struct segment *segments;
	size_t segment_count, segment_room;
};

struct symbols_dwarf {
	Dwarf *dwarf;
	struct unit *units;
	size_t unit_count, unit_room;
	struct range *ranges; /* of units; node is the unit's number */
	size_t range_count, range_room;
	struct symbols_scope *scopes; /* of the last call */
	size_t scope_room;
};

static int by_start(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->depth != y->depth)
		return x->depth < y->depth ? -1 : 1;
	return (x->node > y->node) - (x->node < y->node);
}

static void sort_ranges(struct range *ranges, size_t count)
{
	if (count > 0)
		qsort(ranges, count, sizeof *ranges, by_start);
}

static void add_unit_ranges(struct symbols_dwarf *index, Dwarf_Die *die)
{
	uint32_t unit = (uint32_t)index->unit_count;
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(die, at, &base, &start, &end)) > 0) {
		if (start >= end)
			continue;
		FG_RESERVE(&index->ranges, &index->range_room,
			   index->range_count + 1);
		index->ranges[index->range_count++] = (struct range){
			.start = start,
			.end = end,
			.node = unit,
		};
	}
}

/*
 * Units whose contents were split off into other files are left out: libdw
 * would open whatever files they name.
 */
static bool is_split(Dwarf_Die *die)
{
	return dwarf_hasattr(die, DW_AT_dwo_name) ||
	       dwarf_hasattr(die, DW_AT_GNU_dwo_name);
}

struct symbols_dwarf *symbols_dwarf_new(Dwarf *dwarf)
{
	struct symbols_dwarf *index = fg_calloc(1, sizeof *index);
	Dwarf_Off at = 0, next;
	size_t header;

	index->dwarf = dwarf;
	while (dwarf_nextcu(dwarf, at, &next, &header, NULL, NULL, NULL) == 0) {
		Dwarf_Die die;

		if (dwarf_offdie(dwarf, at + header, &die) &&
		    dwarf_tag(&die) == DW_TAG_compile_unit && !is_split(&die)) {
			add_unit_ranges(index, &die);
			FG_RESERVE(&index->units, &index->unit_room,
				   index->unit_count + 1);
			index->units[index->unit_count++] =
				(struct unit){ .die = at + header,
					       .size = next - at };
		}
		at = next;
	}
	sort_ranges(index->ranges, index->range_count);
	return index;
}

void symbols_dwarf_free(struct symbols_dwarf *index)
{
	if (!index)
		return;
	for (size_t i = 0; i < index->unit_count; i++) {
		free(index->units[i].nodes);
		free(index->units[i].segments);
	}
	free(index->units);
	free(index->ranges);
	free(index->scopes);
	free(index);
}

/* The last range that starts at or before the address, or NULL. */
static const struct range *last_before(const struct symbols_dwarf *index,
				       uint64_t vaddr)
{
	size_t low = 0, high = index->range_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (index->ranges[middle].start <= vaddr)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? &index->ranges[low - 1] : NULL;
}

static struct unit *find_unit(struct symbols_dwarf *index, uint64_t vaddr)
{
	const struct range *range = last_before(index, vaddr);

	if (!range || vaddr >= range->end)
		return NULL;
	return &index->units[range->node];
}

/* Adds the function if it has code of its own; returns it or its parent. */
static uint32_t add_node(struct unit *unit, Dwarf_Die *die, uint32_t parent,
			 uint32_t depth)
{
	uint32_t node = (uint32_t)unit->node_count;
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;
	bool has_code = false;

	while ((at = dwarf_ranges(die, at, &base, &start, &end)) > 0) {
		if (start >= end)
			continue;
		FG_RESERVE(&unit->ranges, &unit->range_room,
			   unit->range_count + 1);
		unit->ranges[unit->range_count++] = (struct range){
			.start = start,
			.end = end,
			.node = node,
			.depth = depth,
		};
		has_code = true;
	}
	if (!has_code)
		return parent;
	FG_RESERVE(&unit->nodes, &unit->node_room, unit->node_count + 1);
	unit->nodes[unit->node_count++] = (struct node){
		.die = dwarf_dieoffset(die),
		.parent = parent,
	};
	return node;
}

/* Whether functions can be below it that have code. */
static bool may_hold_functions(int tag)
{
	return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine ||
	       tag == DW_TAG_lexical_block || tag == DW_TAG_namespace ||
	       tag == DW_TAG_class_type || tag == DW_TAG_structure_type ||
	       tag == DW_TAG_union_type || tag == DW_TAG_module ||
	       tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

/* The entries on the way to the one that is looked at. */
struct way {
	struct {
		Dwarf_Die die;
		uint32_t node; /* that its children are in */
	} at[DEPTH_MAX];
	size_t depth;
};

static void enter(struct unit *unit, struct way *way, Dwarf_Die *die)
{
	uint32_t node = way->depth > 0 ? way->at[way->depth - 1].node : NO_NODE;
	int tag = dwarf_tag(die);

	if (tag == DW_TAG_subprogram)
		node = add_node(unit, die, NO_NODE, (uint32_t)way->depth);
	else if (tag == DW_TAG_inlined_subroutine)
		node = add_node(unit, die, node, (uint32_t)way->depth);
	way->at[way->depth].die = *die;
	way->at[way->depth].node = node;
	way->depth++;
}

/* Goes to the next entry in preorder; false at the end. */
static bool advance(struct unit *unit, struct way *way)
{
	Dwarf_Die *last = &way->at[way->depth - 1].die, next;

	if ((way->depth == 1 || may_hold_functions(dwarf_tag(last))) &&
	    way->depth < DEPTH_MAX && dwarf_child(last, &next) == 0) {
		enter(unit, way, &next);
		return true;
	}
	while (way->depth > 1) {
		way->depth--;
		if (dwarf_siblingof(&way->at[way->depth].die, &next) == 0) {
			enter(unit, way, &next);
			return true;
		}
	}
	return false;
}

static void add_segment(struct unit *unit, uint64_t start, uint32_t node)
{
	struct segment *last =
		unit->segment_count ? &unit->segments[unit->segment_count - 1]
				    : NULL;

	if (last && last->start == start) {
		last->node = node;
		return;
	}
	FG_RESERVE(&unit->segments, &unit->segment_room,
		   unit->segment_count + 1);
	unit->segments[unit->segment_count++] = (struct segment){ start, node };
}

/*
 * Lays the nested ranges flat. `open` holds those that are not over yet, the
 * innermost last; where one ends, the next outer one goes on.
 */
static void flatten(struct unit *unit)
{
	const struct range **open = NULL;
	size_t depth = 0, room = 0;

	sort_ranges(unit->ranges, unit->range_count);
	for (size_t i = 0; i <= unit->range_count; i++) {
		const struct range *next =
			i < unit->range_count ? &unit->ranges[i] : NULL;

		while (depth > 0 &&
		       (!next || open[depth - 1]->end <= next->start)) {
			uint64_t end = open[--depth]->end;

			/* a damaged file may have outer ones end first */
			while (depth > 0 && open[depth - 1]->end <= end)
				depth--;
			add_segment(unit, end,
				    depth ? open[depth - 1]->node : NO_NODE);
		}
		if (!next)
			break;
		FG_RESERVE(&open, &room, depth + 1);
		open[depth++] = next;
		add_segment(unit, next->start, next->node);
	}
	free(open);
}

static void walk_unit(struct symbols_dwarf *index, struct unit *unit)
{
	struct way *way = fg_calloc(1, sizeof *way);
	Dwarf_Die die;

	unit->is_walked = true;
	if (dwarf_offdie(index->dwarf, unit->die, &die)) {
		enter(unit, way, &die);
		/* an entry has a byte at least; more of them is a circle */
		for (Dwarf_Off i = 0; i < unit->size; i++) {
			if (!advance(unit, way))
				break;
		}
	}
	flatten(unit);
	free(way);
	free(unit->ranges);
	unit->ranges = NULL;
}

static uint32_t find_node(const struct unit *unit, uint64_t vaddr)
{
	size_t low = 0, high = unit->segment_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (unit->segments[middle].start <= vaddr)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? unit->segments[low - 1].node : NO_NODE;
}

static const char *text_of(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;

	return dwarf_formstring(dwarf_attr_integrate(die, name, &attribute));
}

static void find_name(Dwarf_Die *die, struct symbols_scope *scope)
{
	scope->name = text_of(die, DW_AT_linkage_name);
	if (!scope->name)
		scope->name = text_of(die, DW_AT_MIPS_linkage_name);
	scope->is_plain = !scope->name;
	if (!scope->name)
		scope->name = text_of(die, DW_AT_name);
}

/* Where the innermost function is at the address. */
static void find_line(Dwarf_Die *unit, uint64_t vaddr,
		      struct symbols_scope *scope)
{
	Dwarf_Line *line = dwarf_getsrc_die(unit, vaddr);

	scope->file = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
	if (!line || dwarf_lineno(line, &scope->line) != 0)
		scope->line = 0;
}

/* Where a function that was inlined is called in the one around it. */
static void find_call(Dwarf_Die *unit, Dwarf_Die *inlined,
		      struct symbols_scope *around)
{
	Dwarf_Attribute attribute;
	Dwarf_Word file = 0, line = 0;
	Dwarf_Files *files;
	size_t count;

	if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute),
			    &file) == 0 &&
	    dwarf_getsrcfiles(unit, &files, &count) == 0 && file < count)
		around->file = dwarf_filesrc(files, file, NULL, NULL);
	if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute),
			    &line) == 0 &&
	    line < INT32_MAX)
		around->line = (int)line;
}

size_t symbols_dwarf_find(struct symbols_dwarf *index, uint64_t vaddr,
			  bool want_lines, const struct symbols_scope **scopes)
{
	struct unit *unit = find_unit(index, vaddr);
	Dwarf_Die unit_die, die, inner;
	size_t n = 0;

	*scopes = NULL;
	if (!unit || !dwarf_offdie(index->dwarf, unit->die, &unit_die))
		return 0;
	if (!unit->is_walked)
		walk_unit(index, unit);
	for (uint32_t i = find_node(unit, vaddr); i != NO_NODE;
	     i = unit->nodes[i].parent) {
		struct symbols_scope scope = { 0 };

		if (!dwarf_offdie(index->dwarf, unit->nodes[i].die, &die))
			break;
		find_name(&die, &scope);
		if (want_lines && n == 0)
			find_line(&unit_die, vaddr, &scope);
		else if (want_lines)
			find_call(&unit_die, &inner, &scope);
		FG_RESERVE(&index->scopes, &index->scope_room, n + 1);
		index->scopes[n++] = scope;
		inner = die;
	}
	*scopes = index->scopes;
	return n;
}
