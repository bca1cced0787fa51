/* SPDX-License-Identifier: MIT */
#include "cfi_program.h"

/* Instructions of DWARF 5, 7.24; the first three include a number. */
enum {
	CFA_ADVANCE = 0x40,
	CFA_OFFSET = 0x80,
	CFA_RESTORE = 0xc0,
	CFA_NOP = 0x00,
	CFA_SET_LOC = 0x01,
	CFA_ADVANCE1 = 0x02,
	CFA_ADVANCE2 = 0x03,
	CFA_ADVANCE4 = 0x04,
	CFA_OFFSET_EXTENDED = 0x05,
	CFA_RESTORE_EXTENDED = 0x06,
	CFA_UNDEFINED = 0x07,
	CFA_SAME = 0x08,
	CFA_REGISTER = 0x09,
	CFA_REMEMBER = 0x0a,
	CFA_RESTORE_STATE = 0x0b,
	CFA_DEF_CFA = 0x0c,
	CFA_DEF_CFA_REGISTER = 0x0d,
	CFA_DEF_CFA_OFFSET = 0x0e,
	CFA_DEF_CFA_EXPRESSION = 0x0f,
	CFA_EXPRESSION = 0x10,
	CFA_OFFSET_EXTENDED_SF = 0x11,
	CFA_DEF_CFA_SF = 0x12,
	CFA_DEF_CFA_OFFSET_SF = 0x13,
	CFA_VAL_OFFSET = 0x14,
	CFA_VAL_OFFSET_SF = 0x15,
	CFA_VAL_EXPRESSION = 0x16,
	CFA_ADVANCE8 = 0x1d, /* of MIPS */
	CFA_NEGATE_RA_STATE = 0x2d, /* of aarch64 */
	CFA_ARGS_SIZE = 0x2e, /* of GNU, as is the next */
	CFA_NEGATIVE_OFFSET = 0x2f,
};

/*
 * The most instructions of a look-up, and the most states saved within each
 * other.
 */
enum { INSTRUCTIONS_MAX = 1 << 16, STATES_MAX = 16 };

struct run {
	const struct cfi_source *source;
	const struct cfi_entry *entry;
	const struct cfi_state *initial; /* NULL while it is made itself */
	struct cfi_state *state;
	struct cfi_state kept[STATES_MAX];
	size_t kept_count;
	uint64_t location;
	struct dwarf_cursor cursor;
};

static int64_t factored(const struct run *run, int64_t number)
{
	return (int64_t)((uint64_t)number *
			 (uint64_t)run->entry->common.data_factor);
}

/* Sets a rule; rules of registers that are not tracked are dropped. */
static void set_rule(struct run *run, uint64_t number, struct cfi_rule rule)
{
	if (number >= CFI_REGISTERS)
		return;
	rule.of = (uint8_t)number;
	run->state->rules[number] = rule;
}

static void set_offset(struct run *run, uint64_t number, enum cfi_how how,
		       int64_t offset)
{
	set_rule(run, number,
		 (struct cfi_rule){ .how = (uint8_t)how,
				    .offset = factored(run, offset) });
}

static void restore(struct run *run, uint64_t number)
{
	if (number < CFI_REGISTERS && run->initial)
		run->state->rules[number] = run->initial->rules[number];
}

static struct cfi_rule read_expression(struct run *run, enum cfi_how how)
{
	struct dwarf_cursor *cursor = &run->cursor;
	uint64_t size = dwarf_get_uleb(cursor);
	struct cfi_rule rule = { .how = (uint8_t)how };

	if (!cursor->ok || size > cursor->bytes.n - cursor->at ||
	    size > UINT32_MAX) {
		cursor->ok = false;
		return rule;
	}
	rule.expression = cursor->bytes.p + cursor->at;
	rule.size = (uint32_t)size;
	dwarf_skip(cursor, size);
	return rule;
}

/*
 * Sets the register from which the frame's address is counted; UINT64_MAX:
 * unchanged.
 */
static void set_cfa(struct run *run, uint64_t base, int64_t offset)
{
	struct cfi_rule *cfa = &run->state->cfa;

	if (base == UINT64_MAX && cfa->how != CFI_REGISTER)
		run->cursor.ok = false;
	if (base != UINT64_MAX && base >= CFI_REGISTERS)
		run->cursor.ok = false;
	*cfa = (struct cfi_rule){
		.how = CFI_REGISTER,
		.base = base == UINT64_MAX ? cfa->base : (uint16_t)base,
		.offset = offset,
	};
}

static void remember(struct run *run)
{
	if (run->kept_count == STATES_MAX)
		run->cursor.ok = false;
	else
		run->kept[run->kept_count++] = *run->state;
}

static void restore_state(struct run *run)
{
	if (run->kept_count == 0)
		run->cursor.ok = false;
	else
		*run->state = run->kept[--run->kept_count];
}

static void advance(struct run *run, uint64_t delta)
{
	run->location += delta * run->entry->common.code_factor;
}

/* Instructions that advance in the code; false for others. */
static bool run_location(struct run *run, unsigned code)
{
	const struct cfi_common *common = &run->entry->common;

	switch (code) {
	case CFA_SET_LOC:
		run->location = cfi_read_pointer(
			&run->cursor, common->pointer, common->address_size,
			run->source->section.address +
				(uint64_t)(run->cursor.bytes.p -
					   run->source->section.bytes.p),
			0);
		return true;
	case CFA_ADVANCE1:
		advance(run, dwarf_get(&run->cursor, 1));
		return true;
	case CFA_ADVANCE2:
		advance(run, dwarf_get(&run->cursor, 2));
		return true;
	case CFA_ADVANCE4:
		advance(run, dwarf_get(&run->cursor, 4));
		return true;
	case CFA_ADVANCE8:
		advance(run, dwarf_get(&run->cursor, 8));
		return true;
	default:
		return false;
	}
}

/* Instructions for the frame's address; false for others. */
static bool run_cfa(struct run *run, unsigned code)
{
	struct dwarf_cursor *cursor = &run->cursor;
	uint64_t base;

	switch (code) {
	case CFA_DEF_CFA:
		base = dwarf_get_uleb(cursor);
		set_cfa(run, base, (int64_t)dwarf_get_uleb(cursor));
		return true;
	case CFA_DEF_CFA_SF:
		base = dwarf_get_uleb(cursor);
		set_cfa(run, base, factored(run, dwarf_get_sleb(cursor)));
		return true;
	case CFA_DEF_CFA_REGISTER:
		set_cfa(run, dwarf_get_uleb(cursor), run->state->cfa.offset);
		return true;
	case CFA_DEF_CFA_OFFSET:
		set_cfa(run, UINT64_MAX, (int64_t)dwarf_get_uleb(cursor));
		return true;
	case CFA_DEF_CFA_OFFSET_SF:
		set_cfa(run, UINT64_MAX, factored(run, dwarf_get_sleb(cursor)));
		return true;
	case CFA_DEF_CFA_EXPRESSION:
		run->state->cfa = read_expression(run, CFI_VALUE);
		return true;
	default:
		return false;
	}
}

/* Instructions that begin with a register number; false for others. */
static bool run_register(struct run *run, unsigned code, uint64_t number)
{
	struct dwarf_cursor *cursor = &run->cursor;

	switch (code) {
	case CFA_OFFSET_EXTENDED:
		set_offset(run, number, CFI_AT_CFA,
			   (int64_t)dwarf_get_uleb(cursor));
		return true;
	case CFA_OFFSET_EXTENDED_SF:
		set_offset(run, number, CFI_AT_CFA, dwarf_get_sleb(cursor));
		return true;
	case CFA_NEGATIVE_OFFSET:
		set_offset(run, number, CFI_AT_CFA,
			   (int64_t)(0 - dwarf_get_uleb(cursor)));
		return true;
	case CFA_VAL_OFFSET:
		set_offset(run, number, CFI_CFA,
			   (int64_t)dwarf_get_uleb(cursor));
		return true;
	case CFA_VAL_OFFSET_SF:
		set_offset(run, number, CFI_CFA, dwarf_get_sleb(cursor));
		return true;
	case CFA_RESTORE_EXTENDED:
		restore(run, number);
		return true;
	case CFA_UNDEFINED:
		set_offset(run, number, CFI_UNDEFINED, 0);
		return true;
	case CFA_SAME:
		set_offset(run, number, CFI_SAME, 0);
		return true;
	case CFA_EXPRESSION:
		set_rule(run, number, read_expression(run, CFI_EXPRESSION));
		return true;
	case CFA_VAL_EXPRESSION:
		set_rule(run, number, read_expression(run, CFI_VALUE));
		return true;
	default:
		return false;
	}
}

static void move_to_register(struct run *run)
{
	uint64_t number = dwarf_get_uleb(&run->cursor);
	uint64_t base = dwarf_get_uleb(&run->cursor);
	struct cfi_rule rule = { .how = CFI_REGISTER, .base = (uint16_t)base };

	if (base >= CFI_REGISTERS)
		rule = (struct cfi_rule){ .how = CFI_UNDEFINED };
	set_rule(run, number, rule);
}

static void run_other(struct run *run, unsigned code)
{
	switch (code) {
	case CFA_NOP:
		break;
	case CFA_REGISTER:
		move_to_register(run);
		break;
	case CFA_REMEMBER:
		remember(run);
		break;
	case CFA_RESTORE_STATE:
		restore_state(run);
		break;
	case CFA_NEGATE_RA_STATE:
		run->state->is_signed = !run->state->is_signed;
		break;
	case CFA_ARGS_SIZE:
		(void)dwarf_get_uleb(&run->cursor);
		break;
	default:
		/* its length is not known */
		if (!run_register(run, code, dwarf_get_uleb(&run->cursor)))
			run->cursor.ok = false;
	}
}

static void run_one(struct run *run)
{
	unsigned code = (unsigned)dwarf_get(&run->cursor, 1);
	unsigned low = code & 0x3f;

	switch (code & 0xc0) {
	case CFA_ADVANCE:
		advance(run, low);
		break;
	case CFA_OFFSET:
		set_offset(run, low, CFI_AT_CFA,
			   (int64_t)dwarf_get_uleb(&run->cursor));
		break;
	case CFA_RESTORE:
		restore(run, low);
		break;
	default:
		if (!run_location(run, code) && !run_cfa(run, code))
			run_other(run, code);
	}
}

/* Runs one program, up to the address. */
static bool run_program(struct run *run, fg_str program, uint64_t address,
			uint64_t *work)
{
	size_t left = INSTRUCTIONS_MAX;

	run->kept_count = 0;
	run->cursor = (struct dwarf_cursor){
		.bytes = program,
		.is_big_endian = run->source->is_big_endian,
		.ok = true,
	};
	while (run->cursor.at < program.n) {
		if (left-- == 0 || *work == 0)
			return false;
		--*work;
		run_one(run);
		if (!run->cursor.ok)
			return false;
		if (run->location > address)
			break;
	}
	return true;
}

bool cfi_run(const struct cfi_source *source, const struct cfi_entry *entry,
	     uint64_t address, uint64_t *work, struct cfi_state *state)
{
	struct cfi_state initial;
	struct run run = { .source = source, .entry = entry, .state = state };

	*state = (struct cfi_state){ 0 };
	for (unsigned i = 0; i < CFI_REGISTERS; i++)
		state->rules[i].of = (uint8_t)i;
	if (!run_program(&run, entry->common.program, UINT64_MAX, work))
		return false;
	initial = *state;
	run.initial = &initial;
	run.location = entry->start;
	return run_program(&run, entry->program, address, work) &&
	       state->cfa.how != CFI_SAME;
}
