/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "dwarf_constants.h"
#include "dwarf_entry.h"
#include "fg/text.h"

/* The index of a wanted attribute; -1 for others. */
static int wanted_index(uint16_t name)
{
	switch (name) {
	case DW_AT_NAME:
		return DWARF_NAME;
	case DW_AT_LINKAGE_NAME:
	case DW_AT_MIPS_LINKAGE_NAME:
		return DWARF_LINKAGE_NAME;
	case DW_AT_ABSTRACT_ORIGIN:
		return DWARF_ORIGIN;
	case DW_AT_SPECIFICATION:
		return DWARF_SPECIFICATION;
	case DW_AT_LOW_PC:
		return DWARF_LOW_PC;
	case DW_AT_HIGH_PC:
		return DWARF_HIGH_PC;
	case DW_AT_RANGES:
		return DWARF_RANGES;
	case DW_AT_SIBLING:
		return DWARF_SIBLING;
	case DW_AT_CALL_FILE:
		return DWARF_CALL_FILE;
	case DW_AT_CALL_LINE:
		return DWARF_CALL_LINE;
	case DW_AT_STMT_LIST:
		return DWARF_STMT_LIST;
	case DW_AT_COMP_DIR:
		return DWARF_COMP_DIR;
	case DW_AT_ADDR_BASE:
	case DW_AT_GNU_ADDR_BASE:
		return DWARF_ADDR_BASE;
	case DW_AT_STR_OFFSETS_BASE:
		return DWARF_STR_OFFSETS_BASE;
	case DW_AT_RNGLISTS_BASE:
		return DWARF_RNGLISTS_BASE;
	case DW_AT_GNU_RANGES_BASE:
		return DWARF_RANGES_BASE;
	case DW_AT_DWO_NAME:
	case DW_AT_GNU_DWO_NAME:
		return DWARF_DWO_NAME;
	case DW_AT_GNU_DWO_ID:
		return DWARF_DWO_ID;
	default:
		return -1;
	}
}

static void skip_text(struct dwarf_cursor *cursor)
{
	fg_str rest;
	size_t length;

	if (!cursor->ok)
		return;
	rest = fg_slice(cursor->bytes, cursor->at, cursor->bytes.n);
	length = fg_find_char(rest, '\0');
	dwarf_skip(cursor, (uint64_t)length + 1);
}

/* The number of bytes of a form in the entry; 0 when it is variable. */
static size_t fixed_size(const struct dwarf_unit *unit, uint16_t form)
{
	switch (form) {
	case DW_FORM_DATA1:
	case DW_FORM_REF1:
	case DW_FORM_FLAG:
	case DW_FORM_STRX1:
	case DW_FORM_ADDRX1:
		return 1;
	case DW_FORM_DATA2:
	case DW_FORM_REF2:
	case DW_FORM_STRX2:
	case DW_FORM_ADDRX2:
		return 2;
	case DW_FORM_STRX3:
	case DW_FORM_ADDRX3:
		return 3;
	case DW_FORM_DATA4:
	case DW_FORM_REF4:
	case DW_FORM_STRX4:
	case DW_FORM_ADDRX4:
	case DW_FORM_REF_SUP4:
		return 4;
	case DW_FORM_DATA8:
	case DW_FORM_REF8:
	case DW_FORM_REF_SIG8:
	case DW_FORM_REF_SUP8:
		return 8;
	case DW_FORM_ADDR:
		return unit->address_size;
	case DW_FORM_REF_ADDR:
		return unit->version <= 2 ? unit->address_size
					  : unit->offset_size;
	case DW_FORM_STRP:
	case DW_FORM_SEC_OFFSET:
	case DW_FORM_LINE_STRP:
	case DW_FORM_STRP_SUP:
	case DW_FORM_GNU_REF_ALT:
	case DW_FORM_GNU_STRP_ALT:
		return unit->offset_size;
	default:
		return 0;
	}
}

/* Reads a form of variable size; an unknown form ends the reading. */
static uint64_t read_form(struct dwarf_cursor *cursor, uint16_t form)
{
	switch (form) {
	case DW_FORM_UDATA:
	case DW_FORM_REF_UDATA:
	case DW_FORM_STRX:
	case DW_FORM_ADDRX:
	case DW_FORM_LOCLISTX:
	case DW_FORM_RNGLISTX:
	case DW_FORM_GNU_ADDR_INDEX:
	case DW_FORM_GNU_STR_INDEX:
		return dwarf_get_uleb(cursor);
	case DW_FORM_SDATA:
		return (uint64_t)dwarf_get_sleb(cursor);
	case DW_FORM_FLAG_PRESENT:
		return 1;
	case DW_FORM_BLOCK:
	case DW_FORM_EXPRLOC:
		dwarf_skip(cursor, dwarf_get_uleb(cursor));
		return 0;
	case DW_FORM_BLOCK1:
		dwarf_skip(cursor, dwarf_get(cursor, 1));
		return 0;
	case DW_FORM_BLOCK2:
		dwarf_skip(cursor, dwarf_get(cursor, 2));
		return 0;
	case DW_FORM_BLOCK4:
		dwarf_skip(cursor, dwarf_get(cursor, 4));
		return 0;
	case DW_FORM_DATA16:
		dwarf_skip(cursor, 16);
		return 0;
	case DW_FORM_STRING:
		skip_text(cursor);
		return 0;
	default:
		cursor->ok = false;
		return 0;
	}
}

static struct dwarf_value read_value(const struct dwarf_unit *unit,
				     struct dwarf_cursor *cursor,
				     const struct dwarf_attribute *attribute)
{
	struct dwarf_value value = { .form = attribute->form };
	size_t size;

	if (value.form == DW_FORM_IMPLICIT_CONST) {
		value.number = (uint64_t)attribute->constant;
		return value;
	}
	if (value.form == DW_FORM_INDIRECT)
		value.form = (uint16_t)dwarf_get_uleb(cursor);
	value.at = cursor->at;
	size = fixed_size(unit, value.form);
	if (size > 0)
		value.number = dwarf_get(cursor, size);
	else
		value.number = read_form(cursor, value.form);
	return value;
}

bool dwarf_entry_read(struct dwarf_unit *unit, uint64_t offset,
		      struct dwarf_entry *entry)
{
	struct dwarf *dwarf = unit->dwarf;
	fg_str own = { dwarf->info.p, (size_t)unit->end };
	struct dwarf_cursor cursor = dwarf_cursor(dwarf, own, offset);
	const struct dwarf_abbrev *abbrev;
	uint64_t code = dwarf_get_uleb(&cursor);

	entry->offset = offset;
	entry->next = cursor.at;
	entry->tag = 0;
	if (!cursor.ok || code == 0)
		return cursor.ok;
	abbrev = dwarf_find_abbrev(unit, code);
	if (!abbrev || !dwarf_work(dwarf, 1 + abbrev->count / 4))
		return false;
	entry->tag = abbrev->tag;
	entry->has_children = abbrev->has_children;
	for (size_t i = 0; i < DWARF_WANTED_COUNT; i++)
		entry->values[i].form = 0;
	for (uint32_t i = 0; i < abbrev->count; i++) {
		const struct dwarf_attribute *attribute =
			&unit->abbrevs->attributes[abbrev->first + i];
		int index = wanted_index(attribute->name);
		struct dwarf_value value = read_value(unit, &cursor, attribute);

		if (index >= 0)
			entry->values[index] = value;
	}
	entry->next = cursor.at;
	return cursor.ok && dwarf_work(dwarf, (cursor.at - offset) / 8);
}

static fg_str text_at(fg_str section, uint64_t offset)
{
	fg_str rest;

	if (offset >= section.n)
		return FG_STR("");
	rest = fg_slice(section, (size_t)offset, section.n);
	return fg_slice(rest, 0, fg_find_char(rest, '\0'));
}

/* Entry `index` of the unit's table of offsets of strings. */
static fg_str indexed_text(struct dwarf_unit *unit, uint64_t index)
{
	struct dwarf *dwarf = unit->dwarf;
	struct dwarf_cursor cursor;
	uint64_t offset;

	if (index > dwarf->str_offsets.n)
		return FG_STR("");
	cursor = dwarf_cursor(dwarf, dwarf->str_offsets,
			      unit->str_offsets_base +
				      index * unit->offset_size);
	offset = dwarf_get(&cursor, unit->offset_size);
	return cursor.ok ? text_at(dwarf->str, offset) : FG_STR("");
}

fg_str dwarf_string(struct dwarf_unit *unit, const struct dwarf_value *value)
{
	struct dwarf *dwarf = unit->dwarf;
	fg_str text = { 0 };

	switch (value->form) {
	case DW_FORM_STRING:
		text = text_at(dwarf->info, value->at);
		break;
	case DW_FORM_STRP:
		text = text_at(dwarf->str, value->number);
		break;
	case DW_FORM_LINE_STRP:
		text = text_at(dwarf->line_str, value->number);
		break;
	case DW_FORM_STRP_SUP:
	case DW_FORM_GNU_STRP_ALT:
		if (dwarf->alternate)
			text = text_at(dwarf->alternate->str, value->number);
		break;
	case DW_FORM_STRX:
	case DW_FORM_STRX1:
	case DW_FORM_STRX2:
	case DW_FORM_STRX3:
	case DW_FORM_STRX4:
	case DW_FORM_GNU_STR_INDEX:
		text = indexed_text(unit, value->number);
		break;
	default:
		break;
	}
	/* strings may share their bytes */
	return dwarf_work(dwarf, text.n / 16) ? text : FG_STR("");
}

bool dwarf_reference(struct dwarf_unit *unit, const struct dwarf_value *value,
		     struct dwarf **where, uint64_t *offset)
{
	*where = unit->dwarf;
	switch (value->form) {
	case DW_FORM_REF1:
	case DW_FORM_REF2:
	case DW_FORM_REF4:
	case DW_FORM_REF8:
	case DW_FORM_REF_UDATA:
		*offset = unit->offset + value->number;
		return value->number < unit->end - unit->offset;
	case DW_FORM_REF_ADDR:
		*offset = value->number;
		return true;
	case DW_FORM_REF_SUP4:
	case DW_FORM_REF_SUP8:
	case DW_FORM_GNU_REF_ALT:
		*where = unit->dwarf->alternate;
		*offset = value->number;
		return *where != NULL;
	default:
		return false;
	}
}
