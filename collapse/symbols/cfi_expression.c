/* SPDX-License-Identifier: MIT */
#include "cfi_parse.h"

/* Operations of DWARF 5, 7.7.1; LIT0 and BREG0 begin groups of 32 each. */
enum {
	OP_ADDR = 0x03,
	OP_DEREF = 0x06,
	OP_CONST1U = 0x08, /* then 1s, 2u, 2s, 4u, 4s, 8u, 8s */
	OP_CONST8S = 0x0f,
	OP_CONSTU = 0x10,
	OP_CONSTS = 0x11,
	OP_DUP = 0x12,
	OP_DROP = 0x13,
	OP_OVER = 0x14,
	OP_PICK = 0x15,
	OP_SWAP = 0x16,
	OP_ROT = 0x17,
	OP_ABS = 0x19,
	OP_AND = 0x1a,
	OP_DIV = 0x1b,
	OP_MINUS = 0x1c,
	OP_MOD = 0x1d,
	OP_MUL = 0x1e,
	OP_NEG = 0x1f,
	OP_NOT = 0x20,
	OP_OR = 0x21,
	OP_PLUS = 0x22,
	OP_PLUS_UCONST = 0x23,
	OP_SHL = 0x24,
	OP_SHR = 0x25,
	OP_SHRA = 0x26,
	OP_XOR = 0x27,
	OP_BRA = 0x28,
	OP_EQ = 0x29,
	OP_GE = 0x2a,
	OP_GT = 0x2b,
	OP_LE = 0x2c,
	OP_LT = 0x2d,
	OP_NE = 0x2e,
	OP_SKIP = 0x2f,
	OP_LIT0 = 0x30,
	OP_BREG0 = 0x70,
	OP_BREGX = 0x92,
	OP_DEREF_SIZE = 0x94,
	OP_NOP = 0x96,
};

enum { STEPS_MAX = 1000, DEPTH_MAX = 64 };

struct evaluation {
	const struct cfi_machine_state *state;
	struct dwarf_cursor cursor; /* its `ok` becomes false for any error */
	uint64_t stack[DEPTH_MAX];
	size_t depth;
};

static void push(struct evaluation *e, uint64_t value)
{
	if (e->depth == DEPTH_MAX)
		e->cursor.ok = false;
	else
		e->stack[e->depth++] = cfi_cut(value, e->state->address_size);
}

static uint64_t pop(struct evaluation *e)
{
	if (e->depth == 0) {
		e->cursor.ok = false;
		return 0;
	}
	return e->stack[--e->depth];
}

/* The signed value of a number, for operations on signed numbers. */
static int64_t with_sign(const struct evaluation *e, uint64_t value)
{
	return e->state->address_size == 4 ? (int32_t)(uint32_t)value
					   : (int64_t)value;
}

static void pick(struct evaluation *e, uint64_t below)
{
	if (below >= e->depth)
		e->cursor.ok = false;
	else
		push(e, e->stack[e->depth - 1 - (size_t)below]);
}

static void push_register(struct evaluation *e, uint64_t number)
{
	int64_t offset = dwarf_get_sleb(&e->cursor);

	if (number >= CFI_REGISTERS || !(e->state->known >> number & 1))
		e->cursor.ok = false;
	else
		push(e, e->state->registers[number] + (uint64_t)offset);
}

static void push_memory(struct evaluation *e, unsigned size)
{
	uint64_t value = 0, address = pop(e);

	if (size == 0 || size > 8 || !e->cursor.ok ||
	    !e->state->read(e->state->context, address, size, &value))
		e->cursor.ok = false;
	else
		push(e, value);
}

/* Jumps by `offset` from the end of the operation. */
static void jump(struct evaluation *e, int16_t offset)
{
	uint64_t to = e->cursor.at + (uint64_t)(int64_t)offset;

	if (to > e->cursor.bytes.n)
		e->cursor.ok = false;
	else
		e->cursor.at = to;
}

static void push_constant(struct evaluation *e, unsigned code)
{
	static const uint8_t sizes[] = { 1, 1, 2, 2, 4, 4, 8, 8 };
	unsigned size = sizes[code - OP_CONST1U], shift = 64 - 8 * size;
	uint64_t value = dwarf_get(&e->cursor, size);

	if (code & 1)
		value = (uint64_t)((int64_t)(value << shift) >> shift);
	push(e, value);
}

static uint64_t divide(struct evaluation *e, uint64_t a, uint64_t b)
{
	int64_t x = with_sign(e, a), y = with_sign(e, b);

	if (y == 0) {
		e->cursor.ok = false;
		return 0;
	}
	return y == -1 ? 0 - a : (uint64_t)(x / y);
}

static uint64_t modulo(struct evaluation *e, uint64_t a, uint64_t b)
{
	if (b == 0) {
		e->cursor.ok = false;
		return 0;
	}
	return a % b;
}

static uint64_t shift_signed(const struct evaluation *e, uint64_t a, uint64_t b)
{
	return (uint64_t)(with_sign(e, a) >> (b < 63 ? b : 63));
}

/* Computes an operation on two numbers; false for other operations. */
static bool combine(struct evaluation *e, unsigned code, uint64_t a, uint64_t b,
		    uint64_t *result)
{
	switch (code) {
	case OP_AND:
		*result = a & b;
		return true;
	case OP_DIV:
		*result = divide(e, a, b);
		return true;
	case OP_MINUS:
		*result = a - b;
		return true;
	case OP_MOD:
		*result = modulo(e, a, b);
		return true;
	case OP_MUL:
		*result = a * b;
		return true;
	case OP_OR:
		*result = a | b;
		return true;
	case OP_PLUS:
		*result = a + b;
		return true;
	case OP_SHL:
		*result = b < 64 ? a << b : 0;
		return true;
	case OP_SHR:
		*result = b < 64 ? a >> b : 0;
		return true;
	case OP_SHRA:
		*result = shift_signed(e, a, b);
		return true;
	case OP_XOR:
		*result = a ^ b;
		return true;
	default:
		return false;
	}
}

static bool compare(const struct evaluation *e, unsigned code, uint64_t a,
		    uint64_t b, uint64_t *result)
{
	int64_t x = with_sign(e, a), y = with_sign(e, b);

	switch (code) {
	case OP_EQ:
		*result = x == y;
		return true;
	case OP_GE:
		*result = x >= y;
		return true;
	case OP_GT:
		*result = x > y;
		return true;
	case OP_LE:
		*result = x <= y;
		return true;
	case OP_LT:
		*result = x < y;
		return true;
	case OP_NE:
		*result = x != y;
		return true;
	default:
		return false;
	}
}

static void run_two(struct evaluation *e, unsigned code)
{
	uint64_t b = pop(e), a = pop(e), result = 0;

	if (!combine(e, code, a, b, &result) &&
	    !compare(e, code, a, b, &result))
		e->cursor.ok = false;
	push(e, result);
}

/* Operations that only change the stack; false for others. */
static bool run_stack(struct evaluation *e, unsigned code)
{
	uint64_t a, b, c;

	switch (code) {
	case OP_DUP:
		pick(e, 0);
		return true;
	case OP_DROP:
		(void)pop(e);
		return true;
	case OP_OVER:
		pick(e, 1);
		return true;
	case OP_PICK:
		pick(e, dwarf_get(&e->cursor, 1));
		return true;
	case OP_SWAP:
		a = pop(e);
		b = pop(e);
		push(e, a);
		push(e, b);
		return true;
	case OP_ROT:
		a = pop(e);
		b = pop(e);
		c = pop(e);
		push(e, a);
		push(e, c);
		push(e, b);
		return true;
	default:
		return false;
	}
}

/* Operations on one number; false for others. */
static bool run_one(struct evaluation *e, unsigned code)
{
	uint64_t a;

	switch (code) {
	case OP_ABS:
		a = pop(e);
		push(e, with_sign(e, a) < 0 ? 0 - a : a);
		return true;
	case OP_NEG:
		push(e, 0 - pop(e));
		return true;
	case OP_NOT:
		push(e, ~pop(e));
		return true;
	case OP_PLUS_UCONST:
		a = pop(e);
		push(e, a + dwarf_get_uleb(&e->cursor));
		return true;
	case OP_DEREF:
		push_memory(e, e->state->address_size);
		return true;
	case OP_DEREF_SIZE:
		push_memory(e, (unsigned)dwarf_get(&e->cursor, 1));
		return true;
	default:
		return false;
	}
}

/* Operations with a constant, and jumps; false for others. */
static bool run_number(struct evaluation *e, unsigned code)
{
	int16_t offset;

	switch (code) {
	case OP_ADDR:
		push(e, dwarf_get(&e->cursor, e->state->address_size));
		return true;
	case OP_CONSTU:
		push(e, dwarf_get_uleb(&e->cursor));
		return true;
	case OP_CONSTS:
		push(e, (uint64_t)dwarf_get_sleb(&e->cursor));
		return true;
	case OP_BREGX:
		push_register(e, dwarf_get_uleb(&e->cursor));
		return true;
	case OP_SKIP:
		jump(e, (int16_t)dwarf_get(&e->cursor, 2));
		return true;
	case OP_BRA:
		offset = (int16_t)dwarf_get(&e->cursor, 2);
		if (pop(e) != 0)
			jump(e, offset);
		return true;
	case OP_NOP:
		return true;
	default:
		return false;
	}
}

static void run_operation(struct evaluation *e)
{
	unsigned code = (unsigned)dwarf_get(&e->cursor, 1);

	if (code >= OP_LIT0 && code < OP_LIT0 + 32)
		push(e, code - OP_LIT0);
	else if (code >= OP_BREG0 && code < OP_BREG0 + 32)
		push_register(e, code - OP_BREG0);
	else if (code >= OP_CONST1U && code <= OP_CONST8S)
		push_constant(e, code);
	else if (!run_number(e, code) && !run_stack(e, code) &&
		 !run_one(e, code))
		run_two(e, code);
}

bool cfi_evaluate(const struct cfi_rule *rule, bool has_first, uint64_t first,
		  const struct cfi_machine_state *state, uint64_t *value)
{
	struct evaluation e = {
		.state = state,
		.cursor = { .bytes = { rule->expression, rule->size },
			    .ok = true },
	};

	if (has_first)
		push(&e, first);
	for (size_t i = 0; e.cursor.ok && e.cursor.at < rule->size; i++) {
		if (i == STEPS_MAX)
			return false;
		run_operation(&e);
	}
	*value = pop(&e);
	return e.cursor.ok;
}
