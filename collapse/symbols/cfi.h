/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_CFI_H
#define COLLAPSE_SYMBOLS_CFI_H

#include "fg/base.h"

/*
 * Call frame information: how to find the caller of a function, and the
 * registers that it had, from each of the function's addresses (DWARF 5, 6.4;
 * the Linux Standard Base for .eh_frame and .eh_frame_hdr).
 *
 *	struct cfi *cfi = cfi_new(&parts);
 *	row = cfi_find(cfi, 0x11f5);
 *	if (row)
 *		... row->cfa, row->rules ...
 *	cfi_free(cfi);
 *
 * Libdw reads the same data, but its memory and time have no bound when a file
 * is wrong: one byte can ask for a table of 2 GB. Here each look-up has a
 * bound, and each step is subtracted from a budget in proportion to the
 * sections' size; when it is used up, nothing more is found.
 */
struct cfi;

/* Registers with this DWARF number or higher are not tracked. */
enum { CFI_REGISTERS = 33 };

/* Where the caller's value of a register is. */
enum cfi_how {
	CFI_SAME, /* still in the register */
	CFI_UNDEFINED, /* nowhere; for the return address: no caller */
	CFI_AT_CFA, /* in memory, at the frame's address (CFA) + `offset` */
	CFI_CFA, /* it is the frame's address + `offset` */
	CFI_REGISTER, /* register `base` + `offset` */
	CFI_EXPRESSION, /* in memory, at the address of the expression */
	CFI_VALUE, /* it is the value of the expression */
};

struct cfi_rule {
	uint8_t how; /* enum cfi_how */
	uint8_t of; /* the register */
	uint16_t base;
	uint32_t size; /* of the expression */
	int64_t offset;
	const char *expression; /* of DWARF, part 2.5 */
};

/* The rules at an address. */
struct cfi_row {
	struct cfi_rule cfa; /* CFI_REGISTER or CFI_VALUE */
	uint8_t return_register;
	bool is_signal; /* the kernel made the frame, not a call */
	bool is_signed; /* aarch64: the return address has a signature */
	uint8_t count;
	struct cfi_rule rules[]; /* of registers that changed */
};

struct cfi_section {
	fg_str bytes; /* empty: there is none */
	uint64_t address;
};

/* The sections are borrowed, and must stay as long as the `cfi`. */
struct cfi_parts {
	struct cfi_section eh_frame, eh_frame_hdr, debug_frame;
	struct cfi_section plt; /* only the number of bytes is used */
	uint16_t machine; /* e_machine of ELF */
	uint8_t address_size; /* 4 or 8 */
	bool is_big_endian;
};

/* NULL when there is neither .eh_frame nor .debug_frame. */
struct cfi *cfi_new(const struct cfi_parts *parts);
void cfi_free(struct cfi *cfi); /* NULL is allowed */

/* The binary's processor: e_machine, and bytes of an address. */
uint16_t cfi_machine(const struct cfi *cfi);
uint8_t cfi_address_size(const struct cfi *cfi);

/*
 * The row of an address, which counts as in the binary's program headers; NULL
 * for none. Valid as long as the `cfi`. A repeated address costs one look-up
 * in a table.
 */
const struct cfi_row *cfi_find(struct cfi *cfi, uint64_t address);

/* The state that an expression may read. */
struct cfi_machine_state {
	const uint64_t *registers; /* CFI_REGISTERS of them */
	uint64_t known; /* bit n: register n is known */
	uint8_t address_size;
	/* `size` bytes of memory as a number; false when they are not there */
	bool (*read)(void *context, uint64_t address, unsigned size,
		     uint64_t *value);
	void *context;
};

/*
 * Computes an expression, with `first` on its stack where has_first is set.
 * False for unknown operations, and if it does not end in 1000 steps.
 */
bool cfi_evaluate(const struct cfi_rule *rule, bool has_first, uint64_t first,
		  const struct cfi_machine_state *state, uint64_t *value);

#endif
