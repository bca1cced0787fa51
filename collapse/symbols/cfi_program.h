/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_CFI_PROGRAM_H
#define COLLAPSE_SYMBOLS_CFI_PROGRAM_H

#include "cfi_parse.h"

/* The rules while a program runs. */
struct cfi_state {
	struct cfi_rule cfa;
	bool is_signed;
	struct cfi_rule rules[CFI_REGISTERS];
};

/*
 * Runs the programs of an entry up to an address. Each instruction is
 * subtracted from *work; false when that is used up, or on an error.
 */
bool cfi_run(const struct cfi_source *source, const struct cfi_entry *entry,
	     uint64_t address, uint64_t *work, struct cfi_state *state);

#endif
