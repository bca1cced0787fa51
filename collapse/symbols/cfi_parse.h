/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_CFI_PARSE_H
#define COLLAPSE_SYMBOLS_CFI_PARSE_H

#include "cfi.h"
#include "dwarf_unit.h"

/*
 * Reads .eh_frame and .debug_frame: entries, and the programs in them. Private
 * to cfi*.c.
 */

/* One of the two sections, which differ slightly. */
struct cfi_source {
	struct cfi_section section;
	bool is_eh; /* .eh_frame */
	bool is_big_endian;
	uint8_t address_size;
};

/* The common part of several functions (CIE). */
struct cfi_common {
	uint64_t code_factor;
	int64_t data_factor;
	uint8_t return_register;
	uint8_t pointer; /* encoding of addresses: DW_EH_PE_... */
	uint8_t address_size;
	bool is_signal, has_data;
	fg_str program;
};

/* A function, or a part of it (FDE). */
struct cfi_entry {
	uint64_t start, end; /* end is the first address after it */
	struct cfi_common common;
	fg_str program;
};

/* Cuts an address to `size` bytes. */
static inline uint64_t cfi_cut(uint64_t address, uint8_t size)
{
	return size == 4 ? (uint32_t)address : address;
}

/*
 * Reads a pointer in an encoding DW_EH_PE_...; `base` is that of
 * DW_EH_PE_datarel. The cursor's `ok` becomes false for an unknown encoding.
 */
uint64_t cfi_read_pointer(struct dwarf_cursor *cursor, uint8_t encoding,
			  uint8_t address_size, uint64_t section_address,
			  uint64_t base);

/*
 * Reads the entry at an offset. *next becomes the offset of the next entry, or
 * 0 for none. False when it is not the entry of a function.
 */
bool cfi_read_entry(const struct cfi_source *source, uint64_t offset,
		    struct cfi_entry *entry, uint64_t *next);

#endif
