/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "core/hash_private.h"
#include "fg/tree.h"

#include "profile.h"

/* Runs of bytes whose hash is compared: of names, of anything. */
static uint64_t hash_of_name(fg_str s)
{
	return hash_name(s);
}

static uint64_t (*const hashes[])(fg_str) = {
	fg_hash,
	fg_hash_fixed,
	hash_of_name,
};

/* Every byte counts, and so does the length: zeros are not padding. */
static void every_byte_counts(void **state)
{
	(void)state;
	for (size_t h = 0; h < sizeof hashes / sizeof *hashes; h++) {
		uint64_t (*hash)(fg_str) = hashes[h];
		char bytes[80] = { 0 };

		for (size_t n = 0; n < sizeof bytes; n++) {
			uint64_t plain = hash((fg_str){ bytes, n });

			assert_true(plain != hash((fg_str){ bytes, n + 1 }));
			for (size_t i = 0; i < n; i++) {
				bytes[i] = 1;
				assert_true(plain !=
					    hash((fg_str){ bytes, n }));
				bytes[i] = 0;
			}
		}
		assert_true(hash((fg_str){ NULL, 0 }) ==
			    hash((fg_str){ "", 0 }));
	}
}

/* What is drawn with it must look the same next year. */
static void the_fixed_hash_stays(void **state)
{
	(void)state;
	assert_true(fg_hash_fixed((fg_str){ "main", 4 }) ==
		    UINT64_C(0xb88ade911c0cf82f));
	fg_hash_draw_key();
	assert_true(fg_hash_fixed((fg_str){ "main", 4 }) ==
		    UINT64_C(0xb88ade911c0cf82f));
}

/* Also where the kernel has no randomness to give. */
static void each_key_is_another(void **state)
{
	static void (*const draws[])(void) = { fg_hash_draw_key,
					       hash_make_key };
	uint64_t before[FG_HASH_KEY_WORDS];
	uint64_t text = fg_hash((fg_str){ "main", 4 });
	uint64_t number = fg_hash_number(1);

	(void)state;
	for (size_t d = 0; d < 4; d++) {
		memcpy(before, fg_hash_key, sizeof before);
		draws[d % 2]();
		for (size_t i = 0; i < FG_HASH_KEY_WORDS; i++)
			assert_true(fg_hash_key[i] != before[i]);
		assert_true(text != fg_hash((fg_str){ "main", 4 }));
		assert_true(number != fg_hash_number(1));
	}
}

/* Stacks of some depth, of names of all lengths, some of them twice. */
static char *some_profile(void)
{
	size_t room = 1 << 20, n = 0;
	char *text = malloc(room);

	assert_non_null(text);
	for (unsigned i = 0; i < 2000; i++) {
		for (unsigned d = 0; d < i % 7; d++)
			n += (size_t)snprintf(text + n, room - n, "f%0*u;",
					      (int)(d * i % 61), i % (97 + d));
		n += (size_t)snprintf(text + n, room - n, "leaf%u %u\n", i % 19,
				      i);
	}
	return text;
}

/* The nodes of the tree in a row, as numbers. */
static uint64_t tree_of(struct fg_stacks *stacks)
{
	struct fg_tree *tree = fg_tree_build(stacks);
	uint64_t sum = tree->count;

	for (uint32_t i = 0; i < tree->count; i++)
		sum = sum * 31 + tree->depth[i] + tree->self[0][i];
	fg_tree_free(tree);
	return sum;
}

static void no_key_shows(void **state)
{
	static const uint64_t words[] = { 0, 1, UINT64_MAX, UINT64_MAX << 32,
					  0x6669676874696e67 };
	uint64_t before[FG_HASH_KEY_WORDS];
	char *text = some_profile();
	struct fg_stacks *stacks = profile(text);
	char *folded = profile_text(stacks);
	uint64_t tree = tree_of(stacks);

	(void)state;
	fg_stacks_free(stacks);
	memcpy(before, fg_hash_key, sizeof before);
	for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
		for (size_t i = 0; i < FG_HASH_KEY_WORDS; i++)
			fg_hash_key[i] = words[k];
		stacks = profile(text);
		assert_folded(stacks, folded);
		assert_true(tree == tree_of(stacks));
		fg_stacks_free(stacks);
	}
	memcpy(fg_hash_key, before, sizeof before);
	free(folded);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_byte_counts),
		cmocka_unit_test(the_fixed_hash_stays),
		cmocka_unit_test(each_key_is_another),
		cmocka_unit_test(no_key_shows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
