/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "collapse/capability.h"
#include "recorder.h"

static struct ranges some;
static const char *names[] = { "x", NULL };

/* One option given, and what it needs. */
struct given {
	const char *name;
	uint64_t needs;
	struct collapse_options options;
};

/* No pattern is looked at. */
#define ANY_PATTERN ((void *)&some)

static const struct given all[] = {
#define FLAG(field, letter, name, arg, needs, ...) \
	{ name, needs, { .field = true } },
#define CHOICE(field, letter, name, arg, needs, ...) \
	{ name, needs, { .field = 1 } },
#define TEXT(field, letter, name, arg, needs, ...) \
	{ name, needs, { .field = "x" } },
#define NAMES(field, letter, name, arg, needs, ...) \
	{ name, needs, { .field = names } },
#define RANGES(field, letter, name, arg, needs, ...) \
	{ name, needs, { .field = &some } },
#define PATTERN(field, letter, name, arg, needs, ...) \
	{ name, needs, { .field = ANY_PATTERN } },
#define PATTERNS PATTERN
#define TIME(field, letter, name, arg, needs, ...) \
	{ name, needs, { .field##_limited = true } },
#include "collapse/collapse_options.def"
};

static bool is_accepted(const struct collapse_options *options, uint64_t has)
{
	struct recorder r = RECORDER(r);
	fg_status status = capability_check(options, "x", has, &r.diag,
					    (struct fg_loc){ "in", 0 });

	assert_true(status == FG_OK || status == FG_EUSAGE);
	assert_int_equal(r.diag.errors, status == FG_OK ? 0 : 1);
	recorder_free(&r);
	return status == FG_OK;
}

static void each_option_needs_its_capability(void **state)
{
	size_t limited = 0;

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		const struct given *given = &all[i];

		if (given->needs == ANY)
			continue;
		limited++;
		assert_true(is_accepted(&given->options, given->needs));
		if (is_accepted(&given->options, ~given->needs))
			fail_msg("--%s is accepted everywhere", given->name);
	}
	assert_true(limited > 30);
}

static void other_options_are_accepted_everywhere(void **state)
{
	size_t others = 0;

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		if (all[i].needs != ANY)
			continue;
		others++;
		assert_true(is_accepted(&all[i].options, 0));
	}
	assert_true(others > 5);
}

static void one_of_several_capabilities_is_enough(void **state)
{
	struct collapse_options options = { .all = true };

	(void)state;
	assert_true(is_accepted(&options, HAS_KERNEL));
	assert_true(is_accepted(&options, HAS_JIT));
	assert_false(is_accepted(&options, HAS_PERIODS));
}

static void no_option_is_always_accepted(void **state)
{
	struct collapse_options options = { 0 };

	(void)state;
	assert_true(is_accepted(&options, 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_option_needs_its_capability),
		cmocka_unit_test(other_options_are_accepted_everywhere),
		cmocka_unit_test(one_of_several_capabilities_is_enough),
		cmocka_unit_test(no_option_is_always_accepted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
