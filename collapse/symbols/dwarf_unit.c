/* SPDX-License-Identifier: MIT */
#include "dwarf_unit.h"

#include <stdlib.h>

#include "dwarf_constants.h"
#include "dwarf_entry.h"
#include "dwarf_ranges.h"
#include "fg/alloc.h"
#include "fg/text.h"

/*
 * The budget: steps for each byte of the sections; cost of a byte of
 * abbreviations.
 */
enum { WORK_TIMES = 8, WORK_MORE = 1 << 16, ABBREV_WORK = 8 };

/* Cuts off a last string without a NUL. */
static void cut_text(fg_str *text)
{
	while (text->n > 0 && text->p[text->n - 1] != '\0')
		text->n--;
}

void dwarf_init(struct dwarf *dwarf)
{
	cut_text(&dwarf->str);
	cut_text(&dwarf->line_str);
	dwarf->work = WORK_TIMES * ((uint64_t)dwarf->info.n + dwarf->abbrev.n +
				    dwarf->ranges.n + dwarf->rnglists.n +
				    dwarf->addr.n + dwarf->aranges.n) +
		      WORK_MORE;
}

bool dwarf_work(struct dwarf *dwarf, uint64_t steps)
{
	if (steps > dwarf->work) {
		dwarf->work = 0;
		return false;
	}
	dwarf->work -= steps;
	return true;
}

struct dwarf_cursor dwarf_cursor(const struct dwarf *dwarf, fg_str section,
				 uint64_t at)
{
	return (struct dwarf_cursor){
		.bytes = section,
		.at = at,
		.is_big_endian = dwarf->is_big_endian,
		.ok = at <= section.n,
	};
}

/* Whether `size` bytes are left. */
static bool has(struct dwarf_cursor *cursor, uint64_t size)
{
	if (!cursor->ok || size > cursor->bytes.n - cursor->at)
		cursor->ok = false;
	return cursor->ok;
}

uint64_t dwarf_get(struct dwarf_cursor *cursor, size_t size)
{
	const unsigned char *bytes;
	uint64_t value = 0;

	if (size > 8 || !has(cursor, size))
		return 0;
	bytes = (const unsigned char *)cursor->bytes.p + cursor->at;
	for (size_t i = 0; i < size; i++) {
		size_t from = cursor->is_big_endian ? i : size - 1 - i;

		value = value << 8 | bytes[from];
	}
	cursor->at += size;
	return value;
}

void dwarf_skip(struct dwarf_cursor *cursor, uint64_t size)
{
	if (has(cursor, size))
		cursor->at += size;
}

/* Reads a LEB128 number; the bits above it are those of its sign, if it may
 * have one. */
static uint64_t get_leb(struct dwarf_cursor *cursor, bool is_signed)
{
	uint64_t value = 0;

	for (unsigned shift = 0; has(cursor, 1); shift += 7) {
		unsigned char byte =
			(unsigned char)cursor->bytes.p[cursor->at++];

		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte >= 0x80)
			continue;
		if (is_signed && (byte & 0x40) && shift + 7 < 64)
			value |= ~(uint64_t)0 << (shift + 7);
		break;
	}
	return value;
}

uint64_t dwarf_get_uleb(struct dwarf_cursor *cursor)
{
	return get_leb(cursor, false);
}

int64_t dwarf_get_sleb(struct dwarf_cursor *cursor)
{
	return (int64_t)get_leb(cursor, true);
}

uint64_t dwarf_get_length(struct dwarf_cursor *cursor, uint8_t *offset_size)
{
	uint64_t length = dwarf_get(cursor, 4);

	*offset_size = 4;
	if (length == 0xffffffff) {
		*offset_size = 8;
		return dwarf_get(cursor, 8);
	}
	if (length >= 0xfffffff0)
		cursor->ok = false;
	return length;
}

static void read_unit_kind(struct dwarf_cursor *cursor, struct dwarf_unit *unit)
{
	if (unit->version >= 5) {
		unit->type = (uint8_t)dwarf_get(cursor, 1);
		unit->address_size = (uint8_t)dwarf_get(cursor, 1);
		unit->abbrev_offset = dwarf_get(cursor, unit->offset_size);
	} else {
		unit->type = DW_UT_COMPILE;
		unit->abbrev_offset = dwarf_get(cursor, unit->offset_size);
		unit->address_size = (uint8_t)dwarf_get(cursor, 1);
	}
	if (unit->type == DW_UT_SKELETON || unit->type == DW_UT_SPLIT_COMPILE)
		unit->dwo_id = dwarf_get(cursor, 8);
	else if (unit->type == DW_UT_TYPE || unit->type == DW_UT_SPLIT_TYPE)
		dwarf_skip(cursor, 8u + unit->offset_size);
}

/* Sets default positions of lists that no attribute gives. */
static void set_bases(struct dwarf_unit *unit)
{
	uint64_t size = unit->offset_size;

	if (unit->version < 5)
		return;
	/* after the headers of the sections */
	unit->str_offsets_base = size == 8 ? 16 : 8;
	unit->rnglists_base = size == 8 ? 20 : 12;
	unit->addr_base = size == 8 ? 16 : 8;
}

bool dwarf_unit_read(struct dwarf *dwarf, uint64_t offset,
		     struct dwarf_unit *unit)
{
	struct dwarf_cursor cursor = dwarf_cursor(dwarf, dwarf->info, offset);
	uint64_t length;

	*unit = (struct dwarf_unit){
		.dwarf = dwarf,
		.addresses = dwarf,
		.offset = offset,
	};
	length = dwarf_get_length(&cursor, &unit->offset_size);
	if (!cursor.ok || length > cursor.bytes.n - cursor.at ||
	    !dwarf_work(dwarf, 1))
		return false;
	unit->end = cursor.at + length;
	unit->version = (uint16_t)dwarf_get(&cursor, 2);
	if (unit->version >= 2 && unit->version <= 5) {
		read_unit_kind(&cursor, unit);
		set_bases(unit);
	}
	unit->first = cursor.at;
	return cursor.ok && unit->first <= unit->end;
}

static int by_code(const void *a, const void *b)
{
	uint64_t x = ((const struct dwarf_abbrev *)a)->code;
	uint64_t y = ((const struct dwarf_abbrev *)b)->code;

	return (x > y) - (x < y);
}

static void read_attributes(struct dwarf_cursor *cursor,
			    struct dwarf_abbrevs *abbrevs,
			    struct dwarf_abbrev *abbrev)
{
	abbrev->first = (uint32_t)abbrevs->attribute_count;
	while (cursor->ok) {
		uint64_t name = dwarf_get_uleb(cursor);
		uint64_t form = dwarf_get_uleb(cursor);
		int64_t constant = 0;

		if (name == 0 && form == 0)
			break;
		if (form == DW_FORM_IMPLICIT_CONST)
			constant = dwarf_get_sleb(cursor);
		if (name > UINT16_MAX || form > UINT16_MAX)
			cursor->ok = false;
		FG_RESERVE(&abbrevs->attributes, &abbrevs->attribute_room,
			   abbrevs->attribute_count + 1);
		abbrevs->attributes[abbrevs->attribute_count++] =
			(struct dwarf_attribute){ (uint16_t)name,
						  (uint16_t)form, constant };
	}
	abbrev->count = (uint32_t)abbrevs->attribute_count - abbrev->first;
}

/* Reads a table to its end, or up to the code `last`, if that is not 0. */
static void read_abbrevs(struct dwarf_cursor *cursor,
			 struct dwarf_abbrevs *abbrevs, uint64_t last)
{
	abbrevs->is_dense = true;
	while (cursor->ok) {
		struct dwarf_abbrev abbrev = { .code = dwarf_get_uleb(cursor) };

		if (abbrev.code == 0)
			break;
		abbrev.tag = (uint32_t)dwarf_get_uleb(cursor);
		abbrev.has_children = dwarf_get(cursor, 1) != 0;
		read_attributes(cursor, abbrevs, &abbrev);
		if (!cursor->ok)
			break;
		FG_RESERVE(&abbrevs->list, &abbrevs->room, abbrevs->count + 1);
		abbrevs->list[abbrevs->count++] = abbrev;
		if (abbrev.code != abbrevs->count)
			abbrevs->is_dense = false;
		if (abbrev.code == last)
			break;
	}
	if (!abbrevs->is_dense)
		qsort(abbrevs->list, abbrevs->count, sizeof *abbrevs->list,
		      by_code);
}

static bool open_up_to(struct dwarf_unit *unit, uint64_t last)
{
	struct dwarf *dwarf = unit->dwarf;
	struct dwarf_cursor cursor =
		dwarf_cursor(dwarf, dwarf->abbrev, unit->abbrev_offset);
	uint64_t most;

	if (unit->abbrevs)
		return unit->abbrevs->count > 0;
	unit->abbrevs = fg_calloc(1, sizeof *unit->abbrevs);
	/* tables may overlap, so the remaining work limits each */
	most = dwarf->work / ABBREV_WORK;
	if (cursor.ok && most < cursor.bytes.n - cursor.at)
		cursor.bytes.n = cursor.at + most;
	if (cursor.ok)
		read_abbrevs(&cursor, unit->abbrevs, last);
	dwarf_work(dwarf, ABBREV_WORK * (cursor.at - unit->abbrev_offset));
	return unit->abbrevs->count > 0;
}

bool dwarf_unit_open(struct dwarf_unit *unit)
{
	return open_up_to(unit, 0);
}

static void set_number(uint64_t *number, const struct dwarf_entry *entry,
		       enum dwarf_wanted wanted)
{
	if (entry->values[wanted].form)
		*number = entry->values[wanted].number;
}

bool dwarf_unit_read_first(struct dwarf_unit *unit, struct dwarf_entry *entry)
{
	struct dwarf *dwarf = unit->dwarf;
	struct dwarf_cursor cursor =
		dwarf_cursor(dwarf, dwarf->info, unit->first);
	uint64_t code = dwarf_get_uleb(&cursor);
	struct dwarf_abbrevs *abbrevs = unit->abbrevs;
	bool read;

	unit->abbrevs = NULL;
	read = code != 0 && open_up_to(unit, code) &&
	       dwarf_entry_read(unit, unit->first, entry);
	dwarf_unit_close(unit);
	unit->abbrevs = abbrevs;
	if (!read)
		return false;
	set_number(&unit->addr_base, entry, DWARF_ADDR_BASE);
	set_number(&unit->str_offsets_base, entry, DWARF_STR_OFFSETS_BASE);
	set_number(&unit->rnglists_base, entry, DWARF_RNGLISTS_BASE);
	set_number(&unit->split_ranges_base, entry, DWARF_RANGES_BASE);
	set_number(&unit->dwo_id, entry, DWARF_DWO_ID);
	set_number(&unit->line_offset, entry, DWARF_STMT_LIST);
	unit->has_lines = entry->values[DWARF_STMT_LIST].form != 0;
	if (!dwarf_address(unit, &entry->values[DWARF_LOW_PC], &unit->low_pc))
		unit->low_pc = 0;
	unit->dwo_name = dwarf_string(unit, &entry->values[DWARF_DWO_NAME]);
	unit->folder = dwarf_string(unit, &entry->values[DWARF_COMP_DIR]);
	return true;
}

void dwarf_unit_close(struct dwarf_unit *unit)
{
	if (!unit->abbrevs)
		return;
	free(unit->abbrevs->list);
	free(unit->abbrevs->attributes);
	free(unit->abbrevs);
	unit->abbrevs = NULL;
}

const struct dwarf_abbrev *dwarf_find_abbrev(const struct dwarf_unit *unit,
					     uint64_t code)
{
	const struct dwarf_abbrevs *abbrevs = unit->abbrevs;
	const struct dwarf_abbrev wanted = { .code = code };

	if (abbrevs->is_dense)
		return code <= abbrevs->count ? &abbrevs->list[code - 1] : NULL;
	return bsearch(&wanted, abbrevs->list, abbrevs->count, sizeof wanted,
		       by_code);
}
