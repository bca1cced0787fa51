/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_DWARF_UNIT_H
#define COLLAPSE_SYMBOLS_DWARF_UNIT_H

#include "fg/base.h"

/*
 * Reads entries of DWARF (versions 2 to 5; dwarfstd.org) from sections: units,
 * abbreviations, attributes, strings and lists of ranges. Libdw does the same,
 * but it searches each attribute of an entry separately, follows split units
 * to files by itself, knows packages of them (.dwp) only since 2024, and its
 * work has no bound. Here each step is subtracted from the `work` of the
 * sections, which is in proportion to their size; when it is used up, nothing
 * more is found.
 */

/* The sections of one file; missing ones are empty. */
struct dwarf {
	fg_str info, abbrev, str, line_str, str_offsets, addr, ranges, rnglists,
		aranges;
	bool is_big_endian, is_split; /* split: of a .dwo or .dwp file */
	struct dwarf *alternate; /* the file of dwz's moved entries; or NULL */
	uint64_t work; /* steps that are left */
};

/* Sets `work` by the size of the sections, and cuts off unterminated text. */
void dwarf_init(struct dwarf *dwarf);

/* Subtracts `steps`; false when fewer are left. */
bool dwarf_work(struct dwarf *dwarf, uint64_t steps);

/* A position in a section; `ok` becomes false past its end. */
struct dwarf_cursor {
	fg_str bytes; /* of the section, from its start */
	uint64_t at;
	bool is_big_endian, ok;
};

struct dwarf_cursor dwarf_cursor(const struct dwarf *dwarf, fg_str section,
				 uint64_t at);
uint64_t dwarf_get(struct dwarf_cursor *cursor, size_t size);
uint64_t dwarf_get_uleb(struct dwarf_cursor *cursor);
int64_t dwarf_get_sleb(struct dwarf_cursor *cursor);
void dwarf_skip(struct dwarf_cursor *cursor, uint64_t size);
/* A length, which may have 12 bytes; sets *offset_size to 4 or 8. */
uint64_t dwarf_get_length(struct dwarf_cursor *cursor, uint8_t *offset_size);

struct dwarf_abbrev {
	uint64_t code; /* 0: there is none */
	uint32_t tag;
	bool has_children;
	uint32_t first, count; /* of the table's attributes */
};

struct dwarf_abbrevs {
	struct dwarf_abbrev *list; /* for codes 1, 2, ..., or sorted by code */
	size_t count, room;
	bool is_dense; /* code n is list[n - 1] */
	struct dwarf_attribute {
		uint16_t name, form;
		int64_t constant; /* DW_FORM_implicit_const */
	} * attributes;
	size_t attribute_count, attribute_room;
};

struct dwarf_unit {
	struct dwarf *dwarf;
	uint64_t offset, first, end; /* of its header, entries, end */
	uint64_t abbrev_offset;
	uint16_t version;
	uint8_t type, address_size, offset_size;
	uint64_t dwo_id; /* of split units; 0: unknown */
	uint64_t low_pc, addr_base, str_offsets_base, rnglists_base,
		ranges_base, line_offset;
	uint64_t split_ranges_base; /* of the part that was split off */
	bool has_lines; /* line_offset is known */
	struct dwarf *addresses; /* the one with .debug_addr, mostly itself */
	fg_str dwo_name, folder; /* of the split unit; or empty */
	struct dwarf_abbrevs *abbrevs; /* its own; NULL: not read yet */
};

/*
 * Reads the header at `offset`; false when there is no unit, or its version is
 * not supported. `type` shows a unit that is not a compile unit.
 */
bool dwarf_unit_read(struct dwarf *dwarf, uint64_t offset,
		     struct dwarf_unit *unit);

/* Reads the abbreviations, if necessary; false without. */
bool dwarf_unit_open(struct dwarf_unit *unit);
void dwarf_unit_close(struct dwarf_unit *unit);

/* The abbreviation of a code other than 0, of an open unit; NULL for none. */
const struct dwarf_abbrev *dwarf_find_abbrev(const struct dwarf_unit *unit,
					     uint64_t code);

/* The value of an attribute. */
struct dwarf_value {
	uint16_t form; /* 0: there is no such attribute */
	uint64_t number; /* a constant, an offset, an index, an address */
	uint64_t at; /* of a string in the entry itself, in .debug_info */
};

/* The indices of the wanted attributes of an entry. */
enum dwarf_wanted {
	DWARF_NAME,
	DWARF_LINKAGE_NAME,
	DWARF_ORIGIN, /* abstract origin */
	DWARF_SPECIFICATION,
	DWARF_LOW_PC,
	DWARF_HIGH_PC,
	DWARF_RANGES,
	DWARF_SIBLING,
	DWARF_CALL_FILE,
	DWARF_CALL_LINE,
	DWARF_STMT_LIST,
	DWARF_COMP_DIR,
	DWARF_ADDR_BASE,
	DWARF_STR_OFFSETS_BASE,
	DWARF_RNGLISTS_BASE,
	DWARF_RANGES_BASE,
	DWARF_DWO_NAME,
	DWARF_DWO_ID,
	DWARF_WANTED_COUNT
};

struct dwarf_entry {
	uint64_t offset, next; /* next: after its attributes */
	uint32_t tag; /* 0: the end of its siblings */
	bool has_children;
	struct dwarf_value values[DWARF_WANTED_COUNT];
};

/*
 * Reads the first entry, which describes the unit itself. Reads only its own
 * abbreviation.
 */
bool dwarf_unit_read_first(struct dwarf_unit *unit, struct dwarf_entry *entry);

#endif
