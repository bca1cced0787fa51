/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_REGISTERS_H
#define PERFDATA_REGISTERS_H

#include "perfdata_fields.h"
#include "symbols/cfi.h"

/*
 * The registers of a sample: their order is that of <asm/perf_regs.h>, and
 * each processor's documents for DWARF (System V ABI, AAPCS64) have another.
 */
struct registers {
	uint64_t values[CFI_REGISTERS]; /* by DWARF's numbers */
	uint64_t known; /* bit n: register n is */
	uint64_t pc; /* 0: not known */
	uint16_t machine; /* e_machine of binaries that it runs */
	uint8_t size; /* of an address, in bytes */
	uint8_t sp, fp; /* numbers of stack pointer and frame pointer */
	uint8_t no_rule; /* the number that is the pc itself; or CFI_REGISTERS */
	uint8_t link; /* the return address at first; or CFI_REGISTERS */
};

/* False when they are of no processor that is known. */
bool registers_of(const struct fields *fields, bool swapped,
		  struct registers *registers);

static inline bool registers_have(const struct registers *r, unsigned number)
{
	return r->known >> number & 1;
}

#endif
