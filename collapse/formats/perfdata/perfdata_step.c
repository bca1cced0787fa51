/* SPDX-License-Identifier: MIT */
#include "perfdata_step.h"

bool step_map(const struct walk *w, uint64_t address, struct map *map)
{
	return maps_find(w->space->process->maps, address, map);
}

/*
 * An address within this distance after the copy can be the rest of the stack.
 */
enum { STACK_MAX = 1 << 30 };

/* All supported processors are little-endian. */
static bool read_stack(void *context, uint64_t address, unsigned size,
		       uint64_t *value)
{
	struct walk *w = context;
	uint64_t at = address - w->start, x = 0;

	if (w->stack.n < size || at > w->stack.n - size) {
		w->went_behind |= !w->stack_is_whole && address >= w->start &&
				  at < STACK_MAX;
		return false;
	}
	for (unsigned i = 0; i < size; i++) {
		size_t from = (size_t)at + size - 1 - i;

		x = x << 8 | (unsigned char)w->stack.p[from];
	}
	*value = x;
	return true;
}

/* The state that expressions can read. */
static struct cfi_machine_state state_of(struct walk *w)
{
	return (struct cfi_machine_state){
		.registers = w->r.values,
		.known = w->r.known,
		.address_size = w->r.size,
		.read = read_stack,
		.context = w,
	};
}

/* Computes a register's value by a rule; `cfa` is the frame's address. */
static bool value_of(struct walk *w, const struct cfi_rule *rule, uint64_t cfa,
		     bool has_cfa, uint64_t *value)
{
	struct cfi_machine_state state = state_of(w);

	switch (rule->how) {
	case CFI_SAME:
		*value = w->r.values[rule->of];
		return registers_have(&w->r, rule->of);
	case CFI_AT_CFA:
		return has_cfa && read_stack(w, cfa + (uint64_t)rule->offset,
					     w->r.size, value);
	case CFI_CFA:
		*value = cfa + (uint64_t)rule->offset;
		break;
	case CFI_REGISTER:
		*value = w->r.values[rule->base] + (uint64_t)rule->offset;
		return registers_have(&w->r, rule->base);
	case CFI_EXPRESSION:
		return cfi_evaluate(rule, has_cfa, cfa, &state, value) &&
		       read_stack(w, *value, w->r.size, value);
	case CFI_VALUE:
		return cfi_evaluate(rule, has_cfa, cfa, &state, value);
	default:
		return false;
	}
	return has_cfa;
}

static const struct cfi_rule *rule_of(const struct cfi_row *row,
				      unsigned number)
{
	for (unsigned i = 0; i < row->count; i++) {
		if (row->rules[i].of == number)
			return &row->rules[i];
	}
	return NULL;
}

/* Finds the return address; without a rule it is still in its register. */
static enum step find_return(struct walk *w, const struct cfi_row *row,
			     uint64_t cfa, bool has_cfa, uint64_t *address)
{
	enum { SIGNATURE_FROM = 48 };
	const struct cfi_rule *rule = rule_of(row, row->return_register);
	const struct cfi_rule same = { .how = CFI_SAME,
				       .of = row->return_register };

	if (rule && rule->how == CFI_UNDEFINED)
		return STEP_ROOT;
	if (!rule && row->return_register == w->r.no_rule)
		return STEP_LOST;
	if (!value_of(w, rule ? rule : &same, cfa, has_cfa, address))
		return w->went_behind ? STEP_CUT : STEP_LOST;
	if (w->r.size == 4)
		*address = (uint32_t)*address;
	if (row->is_signed)
		*address &= (UINT64_C(1) << SIGNATURE_FROM) - 1;
	return *address == 0 ? STEP_ROOT : STEP_DONE;
}

/* Computes the caller's registers from the current ones. */
static void restore_registers(struct walk *w, const struct cfi_row *row,
			      uint64_t cfa)
{
	struct registers caller = w->r;

	caller.values[w->r.sp] = cfa;
	caller.known |= UINT64_C(1) << w->r.sp;
	for (unsigned i = 0; i < row->count; i++) {
		const struct cfi_rule *rule = &row->rules[i];
		uint64_t bit = UINT64_C(1) << rule->of, value;

		caller.known &= ~bit;
		if (!value_of(w, rule, cfa, true, &value))
			continue;
		caller.values[rule->of] = value;
		caller.known |= bit;
	}
	w->r = caller;
}

/*
 * Whether the stack pointer increased, which it must, except in a leaf that
 * used no stack.
 */
static bool went_on(const struct walk *w, uint64_t before, bool is_first)
{
	uint64_t now = w->r.values[w->r.sp];

	return registers_have(&w->r, w->r.sp) &&
	       (now > before ||
		(now == before && is_first && w->r.link < CFI_REGISTERS));
}

enum step step_by_row(struct walk *w, const struct cfi_row *row, bool is_first)
{
	uint64_t before = w->r.values[w->r.sp], cfa = 0, address = 0;
	enum step step;

	if (!value_of(w, &row->cfa, 0, false, &cfa))
		return w->went_behind ? STEP_CUT : STEP_LOST;
	step = find_return(w, row, cfa, true, &address);
	if (step != STEP_DONE)
		return step;
	restore_registers(w, row, cfa);
	w->r.pc = address;
	w->is_exact = row->is_signal;
	w->went_behind = false;
	return went_on(w, before, is_first) ? STEP_DONE : STEP_LOST;
}

enum step step_by_pointer(struct walk *w)
{
	uint64_t fp = w->r.values[w->r.fp], sp = w->r.values[w->r.sp];
	uint64_t caller_fp, address;
	struct map map;

	if (!registers_have(&w->r, w->r.fp) || fp % w->r.size != 0)
		return STEP_LOST;
	/* it is 0 where programs begin */
	if (fp == 0)
		return w->is_exact ? STEP_LOST : STEP_ROOT;
	if (fp < sp || !read_stack(w, fp, w->r.size, &caller_fp) ||
	    !read_stack(w, fp + w->r.size, w->r.size, &address))
		return STEP_LOST;
	if (address == 0)
		return STEP_ROOT;
	if (!step_map(w, address - 1, &map))
		return STEP_LOST;
	w->r.known = UINT64_C(1) << w->r.sp | UINT64_C(1) << w->r.fp;
	w->r.values[w->r.sp] = fp + 2 * w->r.size;
	w->r.values[w->r.fp] = caller_fp;
	w->r.pc = address;
	w->is_exact = false;
	w->went_behind = false;
	return STEP_DONE;
}

enum step step_return(struct walk *w, const struct cfi_row *row,
		      uint64_t *address)
{
	uint64_t cfa = 0;
	bool has_cfa = registers_have(&w->r, w->r.sp) &&
		       value_of(w, &row->cfa, 0, false, &cfa);

	return find_return(w, row, cfa, has_cfa, address);
}
