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

struct machine {
	const struct cfi_source *source;
	const struct cfi_entry *entry;
	const struct cfi_state *initial; /* NULL while it is made itself */
	struct cfi_state *state;
	struct cfi_state kept[STATES_MAX];
	size_t kept_count;
	uint64_t location;
	struct dwarf_cursor cursor;
};

static int64_t factored(const struct machine *machine, int64_t number)
{
	return (int64_t)((uint64_t)number *
			 (uint64_t)machine->entry->common.data_factor);
}

/* Sets a rule; rules of registers that are not tracked are dropped. */
static void set_rule(struct machine *machine, uint64_t number,
		     struct cfi_rule rule)
{
	if (number >= CFI_REGISTERS)
		return;
	rule.of = (uint8_t)number;
	machine->state->rules[number] = rule;
}

static void set_offset(struct machine *machine, uint64_t number,
		       enum cfi_how how, int64_t offset)
{
	set_rule(machine, number,
		 (struct cfi_rule){ .how = (uint8_t)how,
				    .offset = factored(machine, offset) });
}

static void restore(struct machine *machine, uint64_t number)
{
	if (number < CFI_REGISTERS && machine->initial)
		machine->state->rules[number] = machine->initial->rules[number];
}

static struct cfi_rule read_expression(struct machine *machine,
				       enum cfi_how how)
{
	struct dwarf_cursor *cursor = &machine->cursor;
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
static void set_cfa(struct machine *machine, uint64_t base, int64_t offset)
{
	struct cfi_rule *cfa = &machine->state->cfa;

	if (base == UINT64_MAX && cfa->how != CFI_REGISTER)
		machine->cursor.ok = false;
	if (base != UINT64_MAX && base >= CFI_REGISTERS)
		machine->cursor.ok = false;
	*cfa = (struct cfi_rule){
		.how = CFI_REGISTER,
		.base = base == UINT64_MAX ? cfa->base : (uint16_t)base,
		.offset = offset,
	};
}

static void remember(struct machine *machine)
{
	if (machine->kept_count == STATES_MAX)
		machine->cursor.ok = false;
	else
		machine->kept[machine->kept_count++] = *machine->state;
}

static void restore_state(struct machine *machine)
{
	if (machine->kept_count == 0)
		machine->cursor.ok = false;
	else
		*machine->state = machine->kept[--machine->kept_count];
}

static void advance(struct machine *machine, uint64_t delta)
{
	machine->location += delta * machine->entry->common.code_factor;
}

/* Instructions that advance in the code; false for others. */
static bool run_location(struct machine *machine, unsigned code)
{
	const struct cfi_common *common = &machine->entry->common;

	switch (code) {
	case CFA_SET_LOC:
		machine->location = cfi_read_pointer(
			&machine->cursor, common->pointer, common->address_size,
			machine->source->section.address +
				(uint64_t)(machine->cursor.bytes.p -
					   machine->source->section.bytes.p),
			0);
		return true;
	case CFA_ADVANCE1:
		advance(machine, dwarf_get(&machine->cursor, 1));
		return true;
	case CFA_ADVANCE2:
		advance(machine, dwarf_get(&machine->cursor, 2));
		return true;
	case CFA_ADVANCE4:
		advance(machine, dwarf_get(&machine->cursor, 4));
		return true;
	case CFA_ADVANCE8:
		advance(machine, dwarf_get(&machine->cursor, 8));
		return true;
	default:
		return false;
	}
}

/* Instructions for the frame's address; false for others. */
static bool run_cfa(struct machine *machine, unsigned code)
{
	struct dwarf_cursor *cursor = &machine->cursor;
	uint64_t base;

	switch (code) {
	case CFA_DEF_CFA:
		base = dwarf_get_uleb(cursor);
		set_cfa(machine, base, (int64_t)dwarf_get_uleb(cursor));
		return true;
	case CFA_DEF_CFA_SF:
		base = dwarf_get_uleb(cursor);
		set_cfa(machine, base,
			factored(machine, dwarf_get_sleb(cursor)));
		return true;
	case CFA_DEF_CFA_REGISTER:
		set_cfa(machine, dwarf_get_uleb(cursor),
			machine->state->cfa.offset);
		return true;
	case CFA_DEF_CFA_OFFSET:
		set_cfa(machine, UINT64_MAX, (int64_t)dwarf_get_uleb(cursor));
		return true;
	case CFA_DEF_CFA_OFFSET_SF:
		set_cfa(machine, UINT64_MAX,
			factored(machine, dwarf_get_sleb(cursor)));
		return true;
	case CFA_DEF_CFA_EXPRESSION:
		machine->state->cfa = read_expression(machine, CFI_VALUE);
		return true;
	default:
		return false;
	}
}

/* Instructions that begin with a register number; false for others. */
static bool run_register(struct machine *machine, unsigned code,
			 uint64_t number)
{
	struct dwarf_cursor *cursor = &machine->cursor;

	switch (code) {
	case CFA_OFFSET_EXTENDED:
		set_offset(machine, number, CFI_AT_CFA,
			   (int64_t)dwarf_get_uleb(cursor));
		return true;
	case CFA_OFFSET_EXTENDED_SF:
		set_offset(machine, number, CFI_AT_CFA, dwarf_get_sleb(cursor));
		return true;
	case CFA_NEGATIVE_OFFSET:
		set_offset(machine, number, CFI_AT_CFA,
			   (int64_t)(0 - dwarf_get_uleb(cursor)));
		return true;
	case CFA_VAL_OFFSET:
		set_offset(machine, number, CFI_CFA,
			   (int64_t)dwarf_get_uleb(cursor));
		return true;
	case CFA_VAL_OFFSET_SF:
		set_offset(machine, number, CFI_CFA, dwarf_get_sleb(cursor));
		return true;
	case CFA_RESTORE_EXTENDED:
		restore(machine, number);
		return true;
	case CFA_UNDEFINED:
		set_offset(machine, number, CFI_UNDEFINED, 0);
		return true;
	case CFA_SAME:
		set_offset(machine, number, CFI_SAME, 0);
		return true;
	case CFA_EXPRESSION:
		set_rule(machine, number,
			 read_expression(machine, CFI_EXPRESSION));
		return true;
	case CFA_VAL_EXPRESSION:
		set_rule(machine, number, read_expression(machine, CFI_VALUE));
		return true;
	default:
		return false;
	}
}

static void move_to_register(struct machine *machine)
{
	uint64_t number = dwarf_get_uleb(&machine->cursor);
	uint64_t base = dwarf_get_uleb(&machine->cursor);
	struct cfi_rule rule = { .how = CFI_REGISTER, .base = (uint16_t)base };

	if (base >= CFI_REGISTERS)
		rule = (struct cfi_rule){ .how = CFI_UNDEFINED };
	set_rule(machine, number, rule);
}

static void run_other(struct machine *machine, unsigned code)
{
	switch (code) {
	case CFA_NOP:
		break;
	case CFA_REGISTER:
		move_to_register(machine);
		break;
	case CFA_REMEMBER:
		remember(machine);
		break;
	case CFA_RESTORE_STATE:
		restore_state(machine);
		break;
	case CFA_NEGATE_RA_STATE:
		machine->state->is_signed = !machine->state->is_signed;
		break;
	case CFA_ARGS_SIZE:
		(void)dwarf_get_uleb(&machine->cursor);
		break;
	default:
		/* its length is not known */
		if (!run_register(machine, code,
				  dwarf_get_uleb(&machine->cursor)))
			machine->cursor.ok = false;
	}
}

static void run_one(struct machine *machine)
{
	unsigned code = (unsigned)dwarf_get(&machine->cursor, 1);
	unsigned low = code & 0x3f;

	switch (code & 0xc0) {
	case CFA_ADVANCE:
		advance(machine, low);
		break;
	case CFA_OFFSET:
		set_offset(machine, low, CFI_AT_CFA,
			   (int64_t)dwarf_get_uleb(&machine->cursor));
		break;
	case CFA_RESTORE:
		restore(machine, low);
		break;
	default:
		if (!run_location(machine, code) && !run_cfa(machine, code))
			run_other(machine, code);
	}
}

/* Runs one program, up to the address. */
static bool run_program(struct machine *machine, fg_str program,
			uint64_t address, uint64_t *work)
{
	size_t left = INSTRUCTIONS_MAX;

	machine->kept_count = 0;
	machine->cursor = (struct dwarf_cursor){
		.bytes = program,
		.is_big_endian = machine->source->is_big_endian,
		.ok = true,
	};
	while (machine->cursor.at < program.n) {
		if (left-- == 0 || *work == 0)
			return false;
		--*work;
		run_one(machine);
		if (!machine->cursor.ok)
			return false;
		if (machine->location > address)
			break;
	}
	return true;
}

bool cfi_run(const struct cfi_source *source, const struct cfi_entry *entry,
	     uint64_t address, uint64_t *work, struct cfi_state *state)
{
	struct cfi_state initial;
	struct machine machine = { .source = source,
				   .entry = entry,
				   .state = state };

	*state = (struct cfi_state){ 0 };
	for (unsigned i = 0; i < CFI_REGISTERS; i++)
		state->rules[i].of = (uint8_t)i;
	if (!run_program(&machine, entry->common.program, UINT64_MAX, work))
		return false;
	initial = *state;
	machine.initial = &initial;
	machine.location = entry->start;
	return run_program(&machine, entry->program, address, work) &&
	       state->cfa.how != CFI_SAME;
}
