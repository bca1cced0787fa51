/* SPDX-License-Identifier: MIT */
#include "perfdata_registers.h"

#include <elf.h>

/* NONE: a segment register, or the flags, which have no number. */
enum { NONE = CFI_REGISTERS, ARM_PC = 32 };

/* By the bits of x86: ax bx cx dx si di bp sp ip flags cs ... gs r8 ... r15. */
static const uint8_t x86_64[] = {
	0,    3,    2,	  1,	4, 5, 6,  7,  16, NONE, NONE, NONE,
	NONE, NONE, NONE, NONE, 8, 9, 10, 11, 12, 13,	14,   15,
};
static const uint8_t i386[] = { 0, 3, 1, 2, 6, 7, 5, 4, 8 };

/* aarch64 has x0 to x30, sp and pc in the same order. */
static unsigned number_of(const struct registers *r, unsigned bit)
{
	if (r->machine == EM_AARCH64)
		return bit <= ARM_PC ? bit : NONE;
	if (r->machine == EM_386)
		return bit < sizeof i386 ? i386[bit] : NONE;
	return bit < sizeof x86_64 ? x86_64[bit] : NONE;
}

/*
 * Finds the processor's kind. A file states it only after its records, but the
 * registers show it, too: aarch64 has 33, and perf records at least one of the
 * last ones; x86 has none from 24 on.
 */
static bool set_machine(const struct fields *fields, struct registers *r)
{
	enum { ABI_32 = 1, ABI_64 = 2, X86_BITS = 24 };
	bool is_arm = fields->regs_mask >> X86_BITS != 0;

	*r = (struct registers){ .size = 8 };
	if (is_arm && fields->regs_abi == ABI_64) {
		r->machine = EM_AARCH64;
		r->sp = 31;
		r->fp = 29;
		r->link = 30;
		r->no_rule = ARM_PC;
	} else if (!is_arm && fields->regs_abi == ABI_64) {
		r->machine = EM_X86_64;
		r->sp = 7;
		r->fp = 6;
		r->link = NONE;
		r->no_rule = 16;
	} else if (!is_arm && fields->regs_abi == ABI_32) {
		r->machine = EM_386;
		r->size = 4;
		r->sp = 4;
		r->fp = 5;
		r->link = NONE;
		r->no_rule = 8;
	}
	return r->machine != 0;
}

bool registers_of(const struct fields *fields, bool swapped,
		  struct registers *registers)
{
	size_t at = 0;

	if (!set_machine(fields, registers))
		return false;
	for (unsigned bit = 0; bit < 64; bit++) {
		unsigned number;
		uint64_t value;

		if (!(fields->regs_mask >> bit & 1))
			continue;
		if (at + 8 > fields->regs.n)
			break;
		value = bytes_at64(fields->regs.p + at, swapped);
		at += 8;
		number = number_of(registers, bit);
		if (number == NONE)
			continue;
		if (registers->size == 4)
			value = (uint32_t)value;
		registers->values[number] = value;
		registers->known |= UINT64_C(1) << number;
		if (number == registers->no_rule)
			registers->pc = value;
	}
	return true;
}
