/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "fg/frames.h"
#include "fg/order.h"
#include "fg/text.h"

static void equal_names_share_an_id(void **state)
{
	struct fg_frames *frames = fg_frames_new();
	char name[] = "main";
	fg_frame id = fg_frames_intern(frames, fg_from_c(name));

	(void)state;
	assert_int_equal(id, 0);
	name[0] = 'x'; /* the interner has its own copy */
	assert_int_equal(fg_frames_intern(frames, FG_STR("main")), id);
	assert_str_equal(fg_frames_name(frames, id), "main");
	assert_int_equal(fg_frames_count(frames), 1);
	fg_frames_free(frames);
}

static void names_are_bytes(void **state)
{
	static const fg_str names[] = {
		{ NULL, 0 },  { "\0", 1 },   { "\0\0", 2 }, { "a", 1 },
		{ "a\0", 2 }, { "a\0b", 3 }, { "\xff", 1 }, { ";", 1 },
	};
	struct fg_frames *frames = fg_frames_new();
	size_t n = sizeof names / sizeof *names;

	(void)state;
	for (size_t round = 0; round < 2; round++) {
		for (size_t i = 0; i < n; i++)
			assert_int_equal(fg_frames_intern(frames, names[i]), i);
	}
	for (size_t i = 0; i < n; i++)
		assert_true(fg_equal(fg_frames_name(frames, (fg_frame)i),
				     names[i]));
	/* so that "%.*s" and memcpy may be given it */
	assert_non_null(fg_frames_name(frames, 0).p);
	fg_frames_free(frames);
}

/* A name of n bytes: that one byte is another, but for at = n. */
static fg_str name_with(char *room, size_t n, size_t at)
{
	memset(room, 'a', n);
	if (at < n)
		room[at] = 'b';
	return (fg_str){ room, n };
}

static void every_byte_of_a_name_counts(void **state)
{
	enum { LONGEST = 140 };
	struct fg_frames *frames = fg_frames_new();
	char room[LONGEST];

	(void)state;
	for (size_t round = 0; round < 2; round++) {
		fg_frame next = 0;

		for (size_t n = 0; n < LONGEST; n++) {
			for (size_t at = 0; at <= n; at++) {
				fg_str name = name_with(room, n, at);

				assert_int_equal(fg_frames_intern(frames, name),
						 next++);
			}
		}
	}
	fg_frames_free(frames);
}

static void many_at_once_are_as_one_by_one(void **state)
{
	enum { LONGEST = 100 };
	struct fg_frames *frames = fg_frames_new();
	static char rooms[LONGEST * 2][LONGEST];
	fg_str names[LONGEST * 2];
	fg_frame ids[LONGEST * 2];

	(void)state;
	for (size_t i = 0; i < LONGEST * 2; i++)
		names[i] = name_with(rooms[i], i % LONGEST, i % LONGEST / 2);
	fg_frames_intern_all(frames, names, LONGEST * 2, ids);
	for (size_t i = 0; i < LONGEST * 2; i++) {
		assert_int_equal(ids[i], i % LONGEST);
		assert_int_equal(fg_frames_intern(frames, names[i]), ids[i]);
		assert_true(fg_equal(fg_frames_name(frames, ids[i]), names[i]));
	}
	fg_frames_free(frames);
}

static void ids_survive_growth(void **state)
{
	enum { NAMES = 200000 };
	struct fg_frames *frames = fg_frames_new();
	char name[32];

	(void)state;
	for (size_t round = 0; round < 2; round++) {
		for (uint32_t i = 0; i < NAMES; i++) {
			int n = snprintf(name, sizeof name, "f%u", i);

			assert_int_equal(
				fg_frames_intern(frames,
						 (fg_str){ name, (size_t)n }),
				i);
		}
	}
	assert_int_equal(fg_frames_count(frames), NAMES);
	assert_str_equal(fg_frames_name(frames, 123456), "f123456");
	fg_frames_free(frames);
}

static void long_names_that_differ_in_one_byte(void **state)
{
	enum { SIZE = 100000 };
	struct fg_frames *frames = fg_frames_new();
	char *name = malloc(SIZE);

	(void)state;
	memset(name, 'x', SIZE);
	for (size_t i = 0; i < SIZE; i += 997) {
		name[i] = 'y';
		assert_int_equal(fg_frames_intern(frames,
						  (fg_str){ name, SIZE }),
				 i / 997);
		name[i] = 'x';
	}
	free(name);
	fg_frames_free(frames);
}

static void freeing_nothing(void **state)
{
	(void)state;
	fg_frames_free(NULL);
}

static void names_are_sorted_by_their_bytes(void **state)
{
	static const char *const names[] = { "parse_b", "b",	    "",
					     "parse_a", "\xC3\xA9", "parse",
					     "a;",	"a" };
	static const char *const sorted[] = { "",	 "a",	    "a;",
					      "b",	 "parse",   "parse_a",
					      "parse_b", "\xC3\xA9" };
	struct fg_frames *frames = fg_frames_new();
	fg_frame *order;

	(void)state;
	for (size_t i = 0; i < 8; i++)
		fg_frames_intern(frames, fg_from_c(names[i]));
	order = fg_frames_sort(frames);
	for (size_t i = 0; i < 8; i++)
		assert_true(fg_equal(fg_frames_name(frames, order[i]),
				     fg_from_c(sorted[i])));
	free(order);
	fg_frames_free(frames);
}

/* Beginnings in common, of all lengths, with bytes 0 and 255. */
static size_t alike_name(uint64_t *random, char *name)
{
	static const char bytes[] = { 'a', 'a', 'a', '\0', '\xff', ';' };
	size_t n;

	*random = *random * UINT64_C(6364136223846793005) + 1;
	n = *random >> 60 << (*random >> 33 & 1);
	for (size_t i = 0; i < n; i++) {
		*random = *random * UINT64_C(6364136223846793005) + 1;
		name[i] = i + 4 < n ? 'a' : bytes[(*random >> 33) % 6];
	}
	return n;
}

static void many_alike_names_are_sorted(void **state)
{
	struct fg_frames *frames = fg_frames_new();
	uint64_t random = 1;
	char name[32];
	fg_frame *order;

	(void)state;
	for (size_t i = 0; i < 20000; i++) {
		size_t n = alike_name(&random, name);

		fg_frames_intern(frames, (fg_str){ name, n });
	}
	assert_true(fg_frames_count(frames) > 2000);
	order = fg_frames_sort(frames);
	for (size_t i = 1; i < fg_frames_count(frames); i++)
		assert_true(fg_compare(fg_frames_name(frames, order[i - 1]),
				       fg_frames_name(frames, order[i])) < 0);
	free(order);
	fg_frames_free(frames);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_names_share_an_id),
		cmocka_unit_test(names_are_bytes),
		cmocka_unit_test(every_byte_of_a_name_counts),
		cmocka_unit_test(many_at_once_are_as_one_by_one),
		cmocka_unit_test(ids_survive_growth),
		cmocka_unit_test(long_names_that_differ_in_one_byte),
		cmocka_unit_test(freeing_nothing),
		cmocka_unit_test(names_are_sorted_by_their_bytes),
		cmocka_unit_test(many_alike_names_are_sorted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
