/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_DWARF_RANGES_H
#define COLLAPSE_SYMBOLS_DWARF_RANGES_H

#include "dwarf_unit.h"

/* The address of a value; false when it is not an address. */
bool dwarf_address(struct dwarf_unit *unit, const struct dwarf_value *value,
		   uint64_t *address);

/* Calls `add` for each range of code of an entry that is not empty. */
void dwarf_each_range(struct dwarf_unit *unit, const struct dwarf_entry *entry,
		      void (*add)(void *data, uint64_t start, uint64_t end),
		      void *data);

#endif
