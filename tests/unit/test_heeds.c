/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "collapse/heeds.h"
#include "recorder.h"

enum { HEEDS_COUNT_OF = 36 };

static struct ranges some;
static const char *names[] = { "x", NULL };

/* Each option that only some formats heed, but for --all. */
static struct collapse_options all_options(void)
{
	return (struct collapse_options){
		.pid = true,
		.tid = true,
		.no_comm = true,
		.merge_comm_numbers = true,
		.kernel = true,
		.jit = true,
		.addrs = true,
		.srcline = true,
		.keep_args = true,
		.modules = true,
		.strip_args = true,
		.strip_templates = true,
		.keep_alloc_frames = true,
		.no_symbols = true,
		.symbol_root = "/",
		.no_modules = true,
		.no_srcline = true,
		.keep_offsets = true,
		.inlines = INLINE_NO,
		.unknown = UNKNOWN_ADDR,
		.per_process = true,
		.per_thread = true,
		.events = names,
		.count_samples = true,
		.only_comms = names,
		/* no pattern is looked at */
		.thread = (struct fg_regex *)&some,
		.process = (struct fg_regex *)&some,
		.labels = names,
		.callgrind_mode = "self",
		.snapshot = "peak",
		.only_pid = &some,
		.only_tid = &some,
		.cpus = &some,
		.time_limited = true,
		.off_cpu = true,
		.keep_idle = true,
	};
}

static bool is_accepted(const struct collapse_options *options, uint64_t heeds)
{
	struct recorder r = RECORDER(r);
	fg_status status = heeds_check(options, "x", heeds, &r.diag,
				       (struct fg_loc){ "in", 0 });

	assert_true(status == FG_OK || status == FG_EUSAGE);
	assert_int_equal(r.diag.errors, status == FG_OK ? 0 : 1);
	recorder_free(&r);
	return status == FG_OK;
}

static void each_option_needs_its_bit(void **state)
{
	struct collapse_options options = all_options();
	uint64_t all = (UINT64_C(1) << HEEDS_COUNT_OF) - 1;

	(void)state;
	assert_true(is_accepted(&options, all));
	for (unsigned i = 0; i < HEEDS_COUNT_OF; i++)
		assert_false(is_accepted(&options, all & ~(UINT64_C(1) << i)));
}

static void both_marks_need_one_of_them(void **state)
{
	struct collapse_options options = { .kernel = true,
					    .jit = true,
					    .all = true };

	(void)state;
	assert_true(is_accepted(&options, HEEDS_KERNEL));
	assert_true(is_accepted(&options, HEEDS_JIT));
	assert_false(is_accepted(&options, HEEDS_COUNT));
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
		cmocka_unit_test(each_option_needs_its_bit),
		cmocka_unit_test(both_marks_need_one_of_them),
		cmocka_unit_test(no_option_is_always_accepted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
