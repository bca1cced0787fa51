/* SPDX-License-Identifier: MIT */
#include "dwarf_ranges.h"
#include "dwarf_constants.h"

/* A range must also be stored, so it costs more than one step. */
enum { RANGE_WORK = 32 };

/* The receiver of the ranges of an entry. */
struct wanting {
	struct dwarf_unit *unit;
	void (*add)(void *data, uint64_t start, uint64_t end);
	void *data;
};

/* Reads an entry of the unit's table of addresses; false when there is none. */
static bool indexed_address(struct dwarf_unit *unit, uint64_t index,
			    uint64_t *address)
{
	struct dwarf *dwarf = unit->addresses;
	struct dwarf_cursor cursor;

	if (index > dwarf->addr.n)
		return false;
	cursor = dwarf_cursor(dwarf, dwarf->addr,
			      unit->addr_base + index * unit->address_size);
	*address = dwarf_get(&cursor, unit->address_size);
	return cursor.ok;
}

bool dwarf_address(struct dwarf_unit *unit, const struct dwarf_value *value,
		   uint64_t *address)
{
	switch (value->form) {
	case DW_FORM_ADDR:
		*address = value->number;
		return true;
	case DW_FORM_ADDRX:
	case DW_FORM_ADDRX1:
	case DW_FORM_ADDRX2:
	case DW_FORM_ADDRX3:
	case DW_FORM_ADDRX4:
	case DW_FORM_GNU_ADDR_INDEX:
		return indexed_address(unit, value->number, address);
	default:
		return false;
	}
}

static bool give(const struct wanting *wanting, uint64_t start, uint64_t end)
{
	if (!dwarf_work(wanting->unit->dwarf, RANGE_WORK))
		return false;
	/* code that the linker removed is at 0 */
	if (start < end && start != 0)
		wanting->add(wanting->data, start, end);
	return true;
}

/* Reads a list of .debug_ranges: pairs, relative to a base that may change. */
static void each_pair(const struct wanting *wanting, uint64_t offset)
{
	struct dwarf_unit *unit = wanting->unit;
	struct dwarf *dwarf = unit->addresses;
	struct dwarf_cursor cursor = dwarf_cursor(dwarf, dwarf->ranges, offset);
	uint64_t most = unit->address_size == 4 ? UINT32_MAX : UINT64_MAX;
	uint64_t base = unit->low_pc;

	while (cursor.ok) {
		uint64_t start = dwarf_get(&cursor, unit->address_size);
		uint64_t end = dwarf_get(&cursor, unit->address_size);

		if (!cursor.ok || (start == 0 && end == 0))
			break;
		if (start == most)
			base = end;
		else if (!give(wanting, base + start, base + end))
			break;
	}
}

/* The next range of .debug_rnglists; false at the end of the list. */
static bool next_range(struct dwarf_unit *unit, struct dwarf_cursor *cursor,
		       uint64_t *base, uint64_t *start, uint64_t *end)
{
	uint64_t kind = dwarf_get(cursor, 1);
	uint64_t first, second;
	bool has_second = kind != DW_RLE_BASE_ADDRESSX &&
			  kind != DW_RLE_BASE_ADDRESS;

	if (!cursor->ok || kind == DW_RLE_END_OF_LIST ||
	    kind > DW_RLE_START_LENGTH)
		return false;
	if (kind >= DW_RLE_BASE_ADDRESS)
		first = dwarf_get(cursor, unit->address_size);
	else
		first = dwarf_get_uleb(cursor);
	second = 0;
	if (kind == DW_RLE_START_END)
		second = dwarf_get(cursor, unit->address_size);
	else if (has_second)
		second = dwarf_get_uleb(cursor);
	if (kind <= DW_RLE_STARTX_LENGTH &&
	    !indexed_address(unit, first, &first))
		return false;
	if (kind == DW_RLE_STARTX_ENDX &&
	    !indexed_address(unit, second, &second))
		return false;
	*start = *end = 0;
	if (!has_second) {
		*base = first;
	} else {
		bool is_length = kind == DW_RLE_STARTX_LENGTH ||
				 kind == DW_RLE_START_LENGTH;
		uint64_t from = kind == DW_RLE_OFFSET_PAIR ? *base : 0;

		*start = from + first;
		*end = (is_length ? first : from) + second;
	}
	return cursor->ok;
}

static void each_list_entry(const struct wanting *wanting, uint64_t offset)
{
	struct dwarf_unit *unit = wanting->unit;
	struct dwarf *dwarf = unit->dwarf;
	struct dwarf_cursor cursor =
		dwarf_cursor(dwarf, dwarf->rnglists, offset);
	uint64_t base = unit->low_pc, start, end;

	while (next_range(unit, &cursor, &base, &start, &end)) {
		if (!give(wanting, start, end))
			break;
	}
}

/* Finds where list `index` of the unit begins; false for none. */
static bool indexed_list(struct dwarf_unit *unit, uint64_t index,
			 uint64_t *offset)
{
	struct dwarf *dwarf = unit->dwarf;
	struct dwarf_cursor cursor;

	if (index > dwarf->rnglists.n)
		return false;
	cursor = dwarf_cursor(dwarf, dwarf->rnglists,
			      unit->rnglists_base + index * unit->offset_size);
	*offset = unit->rnglists_base + dwarf_get(&cursor, unit->offset_size);
	return cursor.ok;
}

static void each_of_list(const struct wanting *wanting,
			 const struct dwarf_value *value)
{
	struct dwarf_unit *unit = wanting->unit;
	uint64_t offset = value->number;

	if (value->form == DW_FORM_RNGLISTX &&
	    !indexed_list(unit, value->number, &offset))
		return;
	if (unit->version >= 5)
		each_list_entry(wanting, offset);
	else
		each_pair(wanting, offset + unit->ranges_base);
}

void dwarf_each_range(struct dwarf_unit *unit, const struct dwarf_entry *entry,
		      void (*add)(void *data, uint64_t start, uint64_t end),
		      void *data)
{
	const struct wanting wanting = { unit, add, data };
	const struct dwarf_value *high = &entry->values[DWARF_HIGH_PC];
	uint64_t start, end;

	if (entry->values[DWARF_RANGES].form) {
		each_of_list(&wanting, &entry->values[DWARF_RANGES]);
	} else if (high->form &&
		   dwarf_address(unit, &entry->values[DWARF_LOW_PC], &start)) {
		/* an address, or the size */
		if (!dwarf_address(unit, high, &end))
			end = start + high->number;
		give(&wanting, start, end);
	}
}
