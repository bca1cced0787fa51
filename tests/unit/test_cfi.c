/* SPDX-License-Identifier: MIT */
/*
 * Sections of .eh_frame written byte by byte, as compilers write them and as
 * they never would.
 */
#include "unit.h"

#include <elf.h>

#include "collapse/symbols/cfi.h"

enum { RBP = 6, RSP = 7, RETURN = 16, TEXT = 0x1000 };

/* A section in the making. */
struct bytes {
	unsigned char p[1 << 18];
	size_t n;
};

static void put(struct bytes *b, size_t size, uint64_t value)
{
	for (size_t i = 0; i < size; i++)
		b->p[b->n++] = (unsigned char)(value >> 8 * i);
}

static void put_all(struct bytes *b, const unsigned char *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		b->p[b->n++] = p[i];
}

static void set_length(struct bytes *b, size_t start)
{
	uint32_t length = (uint32_t)(b->n - start - 4);

	memcpy(b->p + start, &length, 4);
}

/* What gcc writes for x86-64: the frame is at rsp + 8, the caller below. */
static void put_common(struct bytes *b, const char *letters)
{
	size_t start = b->n;

	put(b, 4, 0);
	put(b, 4, 0);
	put(b, 1, 1);
	put_all(b, (const unsigned char *)letters, strlen(letters) + 1);
	put(b, 1, 1); /* code */
	put(b, 1, 0x78); /* data: -8 */
	put(b, 1, RETURN);
	if (letters[0] == 'z') {
		put(b, 1, 1);
		put(b, 1, 0); /* addresses as they are */
	}
	put_all(b, (const unsigned char[]){ 0x0c, RSP, 8, 0x80 | RETURN, 1 },
		5);
	set_length(b, start);
}

/* A function of 256 bytes at TEXT. */
static void put_function(struct bytes *b, const unsigned char *program,
			 size_t n)
{
	size_t start = b->n;

	put(b, 4, 0);
	put(b, 4, b->n);
	put(b, 8, TEXT);
	put(b, 8, 0x100);
	put(b, 1, 0);
	put_all(b, program, n);
	set_length(b, start);
}

static struct cfi *open_cfi(const struct bytes *b)
{
	const struct cfi_parts parts = {
		.eh_frame.bytes = { (const char *)b->p, b->n },
		.machine = EM_X86_64,
		.address_size = 8,
	};

	return cfi_new(&parts);
}

static struct bytes section;

static struct cfi *with_program(const unsigned char *program, size_t n)
{
	section.n = 0;
	put_common(&section, "zR");
	put_function(&section, program, n);
	return open_cfi(&section);
}

#define WITH_PROGRAM(...)                                    \
	with_program((const unsigned char[]){ __VA_ARGS__ }, \
		     sizeof((const unsigned char[]){ __VA_ARGS__ }))

static const struct cfi_rule *rule_of(const struct cfi_row *row, unsigned of)
{
	for (unsigned i = 0; i < row->count; i++) {
		if (row->rules[i].of == of)
			return &row->rules[i];
	}
	return NULL;
}

static void rows_follow_the_prologue(void **state)
{
	/* push %rbp; mov %rsp,%rbp; ...; leave */
	struct cfi *cfi = WITH_PROGRAM(0x41, 0x0e, 16, 0x86, 2, 0x43, 0x0d, RBP,
				       0x02, 0x20, 0x0c, RSP, 8);
	const struct cfi_row *row = cfi_find(cfi, TEXT);

	(void)state;
	assert_non_null(row);
	assert_int_equal(row->cfa.how, CFI_REGISTER);
	assert_int_equal(row->cfa.base, RSP);
	assert_int_equal(row->cfa.offset, 8);
	assert_int_equal(row->return_register, RETURN);
	assert_int_equal(rule_of(row, RETURN)->offset, -8);
	assert_null(rule_of(row, RBP));
	row = cfi_find(cfi, TEXT + 1);
	assert_int_equal(row->cfa.offset, 16);
	assert_int_equal(rule_of(row, RBP)->offset, -16);
	row = cfi_find(cfi, TEXT + 4);
	assert_int_equal(row->cfa.base, RBP);
	assert_ptr_equal(row, cfi_find(cfi, TEXT + 0x23));
	row = cfi_find(cfi, TEXT + 0x24);
	assert_int_equal(row->cfa.base, RSP);
	assert_non_null(cfi_find(cfi, TEXT + 0xff));
	assert_null(cfi_find(cfi, TEXT - 1));
	assert_null(cfi_find(cfi, TEXT + 0x100));
	cfi_free(cfi);
}

static void states_are_kept_and_restored(void **state)
{
	struct cfi *cfi = WITH_PROGRAM(0x41, 0x0e, 16, 0x86, 2, 0x0a, 0x41,
				       0xc6, 0x0e, 8, 0x41, 0x0b);
	const struct cfi_row *row = cfi_find(cfi, TEXT + 2);

	(void)state;
	assert_int_equal(row->cfa.offset, 8);
	assert_null(rule_of(row, RBP));
	row = cfi_find(cfi, TEXT + 3);
	assert_int_equal(row->cfa.offset, 16);
	assert_int_equal(rule_of(row, RBP)->offset, -16);
	cfi_free(cfi);
}

static void the_first_function_has_no_caller(void **state)
{
	struct cfi *cfi = WITH_PROGRAM(0x07, RETURN);
	const struct cfi_row *row = cfi_find(cfi, TEXT);

	(void)state;
	assert_int_equal(rule_of(row, RETURN)->how, CFI_UNDEFINED);
	assert_false(row->is_signal);
	cfi_free(cfi);
}

static void frames_of_signals_are_told(void **state)
{
	struct cfi *cfi;

	(void)state;
	section.n = 0;
	put_common(&section, "zRS");
	put_function(&section, NULL, 0);
	/* 'S' has no data: the length covers 'R' alone */
	cfi = open_cfi(&section);
	assert_true(cfi_find(cfi, TEXT)->is_signal);
	cfi_free(cfi);
}

/* Programs that no compiler writes: nothing is found, and that soon. */
static void wrong_programs_give_no_row(void **state)
{
	static const unsigned char programs[][12] = {
		{ 0x0b }, /* restores what was not kept */
		{ 0x3f }, /* no instruction */
		{ 0x0e }, /* ends inside of it */
		{ 0x10, RBP, 0xff, 0xff, 0x7f }, /* so does the expression */
		{ 0x0c, 0xff, 0xff, 0xff, 0xff, 0x0f, 8 }, /* CFA in 4 G */
		{ 0x0f, 1, 0x30, 0x0e, 8 }, /* an offset from no register */
	};
	static const size_t sizes[] = { 1, 1, 1, 5, 7, 5 };

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct cfi *cfi = with_program(programs[i], sizes[i]);

		assert_null(cfi_find(cfi, TEXT));
		cfi_free(cfi);
	}
}

static void registers_of_high_numbers_cost_nothing(void **state)
{
	/* offset_extended of register 2^32 - 1: no table gets that long */
	struct cfi *cfi = WITH_PROGRAM(0x05, 0xff, 0xff, 0xff, 0xff, 0x0f, 1);

	(void)state;
	assert_int_equal(cfi_find(cfi, TEXT)->count, 1);
	cfi_free(cfi);
}

static void states_are_not_kept_without_end(void **state)
{
	static unsigned char program[1000];
	struct cfi *cfi;

	(void)state;
	memset(program, 0x0a, sizeof program);
	cfi = with_program(program, sizeof program);
	assert_null(cfi_find(cfi, TEXT));
	cfi_free(cfi);
}

static void programs_have_an_end(void **state)
{
	static unsigned char program[200000]; /* no operation */
	struct cfi *cfi = with_program(program, sizeof program);

	(void)state;
	assert_null(cfi_find(cfi, TEXT));
	cfi_free(cfi);
}

static void entries_that_lie_are_left_out(void **state)
{
	struct cfi *cfi;

	(void)state;
	/* every single byte of the section, set to all ones and to zero */
	section.n = 0;
	put_common(&section, "zR");
	put_function(&section, NULL, 0);
	for (size_t i = 0; i < 2 * section.n; i++) {
		unsigned char *byte = &section.p[i / 2], before = *byte;
		const struct cfi_row *row;

		*byte = i % 2 ? 0xff : 0;
		cfi = open_cfi(&section);
		row = cfi_find(cfi, TEXT);
		assert_true(!row || row->count <= CFI_REGISTERS);
		cfi_free(cfi);
		*byte = before;
	}
	/* and cut off anywhere */
	for (size_t n = section.n; n > 1; n--) {
		section.n = n - 1;
		cfi = open_cfi(&section);
		assert_null(cfi_find(cfi, TEXT));
		cfi_free(cfi);
	}
}

static void a_sorted_table_that_lies_finds_nothing(void **state)
{
	unsigned char header[20] = { 1, 0x03, 0x03, 0x03 };
	uint32_t count = 0x7fffffff, start = TEXT, entry = 0x7ffffff0;
	struct cfi_parts parts = { .machine = EM_X86_64, .address_size = 8 };
	struct cfi *cfi;

	(void)state;
	memcpy(header + 8, &count, 4);
	memcpy(header + 12, &start, 4);
	memcpy(header + 16, &entry, 4);
	section.n = 0;
	put_common(&section, "zR");
	put_function(&section, NULL, 0);
	parts.eh_frame.bytes = (fg_str){ (const char *)section.p, section.n };
	parts.eh_frame_hdr.bytes = (fg_str){ (const char *)header, 20 };
	cfi = cfi_new(&parts);
	assert_null(cfi_find(cfi, TEXT));
	cfi_free(cfi);
	/* one that tells the truth */
	entry = (uint32_t)(4 + section.p[0]);
	memcpy(header + 16, &entry, 4);
	cfi = cfi_new(&parts);
	assert_non_null(cfi_find(cfi, TEXT));
	cfi_free(cfi);
}

static void nothing_is_found_without_sections(void **state)
{
	const struct cfi_parts parts = { .address_size = 8 };

	(void)state;
	assert_null(cfi_new(&parts));
	cfi_free(NULL);
}

static bool read_word(void *context, uint64_t address, unsigned size,
		      uint64_t *value)
{
	(void)context;
	*value = address * 2;
	return size == 8 && address < 0x10000;
}

static bool evaluate(const unsigned char *p, size_t n, uint64_t *value)
{
	static const uint64_t registers[CFI_REGISTERS] = { [RSP] = 0x1008 };
	const struct cfi_machine_state state = {
		.registers = registers,
		.known = UINT64_C(1) << RSP,
		.address_size = 8,
		.read = read_word,
	};
	const struct cfi_rule rule = {
		.how = CFI_VALUE,
		.size = (uint32_t)n,
		.expression = (const char *)p,
	};

	return cfi_evaluate(&rule, false, 0, &state, value);
}

#define EVALUATE(value, ...)                             \
	evaluate((const unsigned char[]){ __VA_ARGS__ }, \
		 sizeof((const unsigned char[]){ __VA_ARGS__ }), (value))

static void expressions_are_computed(void **state)
{
	uint64_t value = 0;

	(void)state;
	/* a signal's frame: *(rsp + 160) */
	assert_true(EVALUATE(&value, 0x77, 0xa0, 0x01, 0x06));
	assert_int_equal(value, 2 * (0x1008 + 160));
	/* the PLT: rsp + 8 + ((rsp & 15) >= 11) * 8 */
	assert_true(EVALUATE(&value, 0x77, 8, 0x77, 0, 0x3f, 0x1a, 0x3b, 0x2a,
			     0x33, 0x24, 0x22));
	assert_int_equal(value, 0x1010);
	/* -6 / 4 is -1; over, swap, rot, drop */
	assert_true(EVALUATE(&value, 0x09, 0xfa, 0x34, 0x1b));
	assert_true(value == UINT64_MAX);
	assert_true(EVALUATE(&value, 0x31, 0x32, 0x33, 0x17, 0x16, 0x13, 0x1c));
	assert_int_equal(value, 1);
	/* a branch that is taken: 5, not 7 */
	assert_true(EVALUATE(&value, 0x35, 0x31, 0x28, 2, 0, 0x13, 0x37));
	assert_int_equal(value, 5);
}

static void wrong_expressions_have_no_value(void **state)
{
	uint64_t value;

	(void)state;
	assert_false(EVALUATE(&value, 0x2f, 0xfd, 0xff)); /* jumps to itself */
	assert_false(EVALUATE(&value, 0x30, 0x12, 0x2f, 0xfc, 0xff));
	assert_false(EVALUATE(&value, 0x22)); /* no operands */
	assert_false(EVALUATE(&value, 0x31, 0x30, 0x1b)); /* 1 / 0 */
	assert_false(EVALUATE(&value, 0x31, 0x30, 0x1d)); /* 1 % 0 */
	assert_false(EVALUATE(&value, 0x70, 0)); /* a register not known */
	assert_false(EVALUATE(&value, 0x92, 0xff, 0x7f, 0)); /* nor this */
	assert_false(EVALUATE(&value, 0x0a, 0xff)); /* ends too early */
	assert_false(EVALUATE(&value, 0x0e, 0, 0, 0, 0, 0, 0, 1, 0, 0x06));
	assert_false(EVALUATE(&value, 0x2f, 0xff, 0x7f)); /* far away */
	assert_false(EVALUATE(&value, 0x15, 9)); /* deeper than the stack */
	assert_false(EVALUATE(&value, 0xff));
	assert_false(evaluate(NULL, 0, &value));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_follow_the_prologue),
		cmocka_unit_test(states_are_kept_and_restored),
		cmocka_unit_test(the_first_function_has_no_caller),
		cmocka_unit_test(frames_of_signals_are_told),
		cmocka_unit_test(wrong_programs_give_no_row),
		cmocka_unit_test(registers_of_high_numbers_cost_nothing),
		cmocka_unit_test(states_are_not_kept_without_end),
		cmocka_unit_test(programs_have_an_end),
		cmocka_unit_test(entries_that_lie_are_left_out),
		cmocka_unit_test(a_sorted_table_that_lies_finds_nothing),
		cmocka_unit_test(nothing_is_found_without_sections),
		cmocka_unit_test(expressions_are_computed),
		cmocka_unit_test(wrong_expressions_have_no_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
