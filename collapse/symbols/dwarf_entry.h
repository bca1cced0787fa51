/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_DWARF_ENTRY_H
#define COLLAPSE_SYMBOLS_DWARF_ENTRY_H

#include "dwarf_unit.h"

/*
 * Reads the entry at an offset of .debug_info; false when there is none. The
 * unit must be open.
 */
bool dwarf_entry_read(struct dwarf_unit *unit, uint64_t offset,
		      struct dwarf_entry *entry);

/* The string of a value, or an empty one; owned by the section. */
fg_str dwarf_string(struct dwarf_unit *unit, const struct dwarf_value *value);

/*
 * The target of a reference: an offset of .debug_info, perhaps of another unit
 * or file.
 */
bool dwarf_reference(struct dwarf_unit *unit, const struct dwarf_value *value,
		     struct dwarf **where, uint64_t *offset);

#endif
