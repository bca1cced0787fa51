/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as .eh_frame and .debug_frame, with and without a sorted table,
 * of 32 and 64 bits: each look-up ends soon, no row names a register that
 * there is not, and what was found once is found again. Rules that are
 * expressions are computed, on memory that has every address.
 */
#include "fuzz.h"

#include <elf.h>

#include "collapse/symbols/cfi.h"
#include "fg/text.h"

enum { LOOK_UPS = 64, HEADER_MOST = 64 };

static bool read_any(void *context, uint64_t address, unsigned size,
		     uint64_t *value)
{
	(void)context;
	*value = address * 3;
	return size <= 8;
}

static void compute(const struct cfi_rule *rule, uint8_t address_size)
{
	static const uint64_t registers[CFI_REGISTERS] = { 1, 2, 3 };
	const struct cfi_machine_state state = {
		.registers = registers,
		.known = UINT64_MAX,
		.address_size = address_size,
		.read = read_any,
	};
	uint64_t value;

	must(rule->of < CFI_REGISTERS);
	if (rule->how == CFI_REGISTER)
		must(rule->base < CFI_REGISTERS);
	if (rule->how == CFI_EXPRESSION || rule->how == CFI_VALUE)
		(void)cfi_evaluate(rule, true, 0x1000, &state, &value);
}

static void look_up(struct cfi *cfi, uint64_t address, uint8_t address_size)
{
	const struct cfi_row *row = cfi_find(cfi, address);

	must(cfi_find(cfi, address) == row);
	if (!row)
		return;
	must(row->count <= CFI_REGISTERS);
	must(row->return_register < CFI_REGISTERS);
	must(row->cfa.how == CFI_REGISTER || row->cfa.how == CFI_VALUE);
	compute(&row->cfa, address_size);
	for (unsigned i = 0; i < row->count; i++)
		compute(&row->rules[i], address_size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fg_str input = { (const char *)data, size };
	uint8_t choice = choice_take(&input);
	size_t header = input.n < HEADER_MOST ? input.n : HEADER_MOST;
	struct cfi_parts parts = {
		.machine = EM_X86_64,
		.address_size = choice & 1 ? 4 : 8,
		.is_big_endian = choice & 2,
		.plt = { .bytes = input, .address = 0x400 },
	};
	struct cfi *cfi;

	if (choice & 4)
		parts.debug_frame.bytes = input;
	else
		parts.eh_frame.bytes = input;
	if (choice & 8)
		parts.eh_frame_hdr.bytes =
			fg_slice(input, input.n - header, input.n);
	cfi = cfi_new(&parts);
	must(cfi || input.n == 0);
	for (uint64_t i = 0; cfi && i < LOOK_UPS; i++) {
		look_up(cfi, 0x1000 + 4 * i, parts.address_size);
		look_up(cfi, i << (i % 64), parts.address_size);
	}
	cfi_free(cfi);
	return 0;
}
