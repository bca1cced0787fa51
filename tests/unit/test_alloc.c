/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "fg/alloc.h"
#include "fg/text.h"

static jmp_buf escape;
static size_t wanted;

static void jump_out(size_t size)
{
	wanted = size;
	longjmp(escape, 1);
}

/* Runs `call`, which must run out of memory. */
static void expect_no_memory(void (*call)(void))
{
	wanted = 0;
	fg_set_oom_handler(jump_out);
	if (setjmp(escape) == 0) {
		call();
		fail_msg("memory that cannot exist was given out");
	}
	fg_set_oom_handler(NULL);
}

static void huge_array(void)
{
	free(fg_realloc_array(NULL, SIZE_MAX / 2, 3));
}

static void huge_calloc(void)
{
	free(fg_calloc(SIZE_MAX / 2, 3));
}

static void huge_reserve(void)
{
	size_t room = 0;

	free(fg_reserve(NULL, &room, SIZE_MAX, 1));
}

static void huge_reserve_product(void)
{
	size_t room = 0;

	free(fg_reserve(NULL, &room, SIZE_MAX / 4, 8));
}

static void overflowing_sizes_reach_the_handler(void **state)
{
	(void)state;
	expect_no_memory(huge_array);
	expect_no_memory(huge_calloc);
	expect_no_memory(huge_reserve);
	expect_no_memory(huge_reserve_product);
}

static void nothing_is_still_something(void **state)
{
	void *p;

	(void)state;
	p = fg_malloc(0);
	assert_non_null(p);
	free(p);
	p = fg_calloc(0, 8);
	assert_non_null(p);
	free(p);
	p = fg_realloc_array(NULL, 0, 8);
	assert_non_null(p);
	free(p);
}

static void duplicates_end_with_nul(void **state)
{
	char *copy = fg_str_dup((fg_str){ "a\0bc", 3 });

	(void)state;
	assert_memory_equal(copy, "a\0b", 4);
	free(copy);
	copy = fg_str_dup((fg_str){ NULL, 0 });
	assert_string_equal(copy, "");
	free(copy);
}

static void reserve_doubles_and_keeps(void **state)
{
	uint32_t *items = NULL;
	size_t room = 0, moves = 0;

	(void)state;
	for (uint32_t i = 0; i < 100000; i++) {
		size_t before = room;

		FG_RESERVE(&items, &room, (size_t)i + 1);
		assert_true(room > i);
		moves += room != before;
		items[i] = i;
	}
	for (uint32_t i = 0; i < 100000; i++)
		assert_int_equal(items[i], i);
	assert_true(moves < 20);
	free(items);
}

static void arena_pieces_stay_and_do_not_overlap(void **state)
{
	enum { PIECES = 3000 };
	struct fg_arena arena = { 0 };
	char *pieces[PIECES];
	size_t total = 0;

	(void)state;
	for (size_t i = 0; i < PIECES; i++) {
		size_t size = i * 7 % 1000 + 1;

		pieces[i] = fg_arena_alloc(&arena, size);
		assert_int_equal((uintptr_t)pieces[i] % 8, 0);
		memset(pieces[i], (int)(i & 127), size);
		total += size;
	}
	assert_true(arena.used >= total);
	for (size_t i = 0; i < PIECES; i++) {
		for (size_t at = 0; at < i * 7 % 1000 + 1; at++)
			assert_int_equal(pieces[i][at], i & 127);
	}
	fg_arena_free(&arena);
	assert_null(arena.blocks);
	assert_int_equal(arena.used, 0);
	fg_arena_free(&arena);
}

static void arena_takes_pieces_of_any_size(void **state)
{
	struct fg_arena arena = { 0 };
	char *small = fg_arena_bytes(&arena, FG_STR("abc"));
	char *large = fg_arena_alloc(&arena, 5 << 20);
	char *after = fg_arena_bytes(&arena, FG_STR("def"));

	(void)state;
	memset(large, 'x', 5 << 20);
	assert_memory_equal(small, "abc", 3);
	assert_memory_equal(after, "def", 3);
	fg_arena_free(&arena);
}

static void arena_aligns_behind_odd_bytes(void **state)
{
	struct fg_arena arena = { 0 };

	(void)state;
	for (size_t i = 0; i < 5000; i++) {
		fg_str bytes = { "abcdefghijk", i % 12 };
		char *copy = fg_arena_bytes(&arena, bytes);
		uint64_t *word = fg_arena_alloc(&arena, sizeof *word);

		*word = i;
		if (bytes.n)
			assert_memory_equal(copy, bytes.p, bytes.n);
		assert_int_equal((uintptr_t)word % 8, 0);
		assert_int_equal(*word, i);
	}
	fg_arena_free(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(overflowing_sizes_reach_the_handler),
		cmocka_unit_test(nothing_is_still_something),
		cmocka_unit_test(duplicates_end_with_nul),
		cmocka_unit_test(reserve_doubles_and_keeps),
		cmocka_unit_test(arena_pieces_stay_and_do_not_overlap),
		cmocka_unit_test(arena_takes_pieces_of_any_size),
		cmocka_unit_test(arena_aligns_behind_odd_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
