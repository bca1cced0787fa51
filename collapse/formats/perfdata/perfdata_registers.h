/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_REGISTERS_H
#define PERFDATA_REGISTERS_H

#include "perfdata_fields.h"
#include "symbols/cfi.h"

/*
 * The registers of a sample. A sample has the order of <asm/perf_regs.h>;
 * DWARF documents of each processor (System V ABI, AAPCS64) number them in
 * another order.
 */
struct registers {
	uint64_t values[CFI_REGISTERS]; /* by DWARF's numbers */
	uint64_t known; /* bit n: register n is known */
	uint64_t pc; /* 0: not known */
	uint16_t machine; /* e_machine of its binaries */
	uint8_t size; /* of an address, in bytes */
	uint8_t sp, fp; /* numbers of stack pointer and frame pointer */
	uint8_t no_rule; /* the number of the pc itself; or CFI_REGISTERS */
	uint8_t link; /* the return address at entry; or CFI_REGISTERS */
};

/* False when the processor is not known. */
bool registers_of(const struct fields *fields, bool swapped,
		  struct registers *registers);

static inline bool registers_have(const struct registers *r, unsigned number)
{
	return r->known >> number & 1;
}

#endif
