/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include <stdlib.h>

#include "collapse/sample/event.h"
#include "fg/text.h"

static void assert_base(const char *name, const char *base)
{
	fg_str got = event_base(fg_from_c(name));

	if (!fg_equal(got, fg_from_c(base)))
		fail_msg("%s: %.*s, not %s", name, FG_FMT(got), base);
}

static void the_base_is_what_is_counted(void **state)
{
	(void)state;
	assert_base("cycles", "cycles");
	assert_base("cycles:ppp", "cycles");
	assert_base("cycles:P", "cycles");
	assert_base("cpu_core/cycles/P", "cycles");
	assert_base("cpu/cycles,period=1000/u", "cycles");
	assert_base("cpu-clock/call-graph=fp/", "cpu-clock");
	assert_base("page-faults/call-graph=no/u", "page-faults");
	assert_base("sched:sched_switch", "sched:sched_switch");
	assert_base("sched:sched_switch:u", "sched:sched_switch");
	assert_base("sched:sched_switch/max-stack=3/", "sched:sched_switch");
	assert_base("probe:p", "probe:p");
	assert_base("probe_libc:u:k", "probe_libc:u");
	assert_base("cpu/event=0x3c,umask=0x0,name=a:b/Pu", "cpu/"
							    "event=0x3c,umask="
							    "0x0,name=a:b/Pu");
	assert_base("intel_pt//u", "intel_pt//u");
	assert_base("raw 0x1a8", "raw 0x1a8");
	assert_base("/", "/");
	assert_base("", "");
}

static void ranks_are_in_the_order_of_worth(void **state)
{
	static const char *const order[] = {
		"cpu_atom/cycles/P", "cpu-clock:u",
		"task-clock",	     "instructions:ukhHG",
		"ref-cycles",	     "branch-instructions",
		"cache-misses",	     "mem_load_retired.l3_miss",
		"page-faults:u",
	};

	(void)state;
	for (size_t i = 1; i < sizeof order / sizeof *order; i++)
		assert_true(event_rank(fg_from_c(order[i - 1])) <
			    event_rank(fg_from_c(order[i])));
}

static void assert_rank(const char *name, unsigned rank)
{
	if (event_rank(fg_from_c(name)) != rank)
		fail_msg("%s: rank %u", name, event_rank(fg_from_c(name)));
}

static void names_of_no_table_have_a_rank(void **state)
{
	(void)state;
	assert_rank("cpu-cycles", event_rank(FG_STR("cycles")));
	assert_rank("raw 0x1a8", EVENT_RANK_HARDWARE);
	assert_rank("cpu/event=0x3c,name=a:b/P", EVENT_RANK_HARDWARE);
	assert_rank("mem-loads,ldlat=30", EVENT_RANK_HARDWARE);
	assert_rank("cycles:ppp:x", EVENT_RANK_OTHER);
	assert_rank("sched:sched_switch", EVENT_RANK_OTHER);
	assert_rank("sched:sched_switch/max-stack=3/", EVENT_RANK_OTHER);
	assert_rank("dummy:HG", EVENT_RANK_OTHER);
	assert_rank("mem:0x4008:rw", EVENT_RANK_OTHER);
}

static void hybrid_events_are_one(void **state)
{
	struct fg_buffer room = { 0 };

	(void)state;
	assert_true(fg_equal(event_key(FG_STR("cpu_core/cycles/P"), &room),
			     FG_STR("cycles:P")));
	assert_true(fg_equal(event_key(FG_STR("cpu_atom/cycles/"), &room),
			     FG_STR("cycles")));
	assert_true(fg_equal(event_key(FG_STR("cpu_core//u"), &room),
			     FG_STR("cpu_core//u")));
	assert_true(fg_equal(event_key(FG_STR("msr/tsc/"), &room),
			     FG_STR("msr/tsc/")));
	free(room.p);
}

static void units_are_of_time_or_of_the_event(void **state)
{
	(void)state;
	assert_true(fg_equal(event_unit(FG_STR("cpu-clock/call-graph=fp/u")),
			     FG_STR("ns")));
	assert_true(fg_equal(event_unit(FG_STR("task-clock:u")), FG_STR("ns")));
	assert_true(fg_equal(event_unit(FG_STR("cycles")), FG_STR("count")));
}

static void users_need_not_write_all_of_a_name(void **state)
{
	const fg_str clock = FG_STR("cpu-clock/call-graph=fp/u");

	(void)state;
	assert_true(event_is(clock, FG_STR("cpu-clock")));
	assert_true(event_is(clock, clock));
	assert_false(event_is(clock, FG_STR("cpu-clock:u")));
	assert_true(event_is(FG_STR("cpu_core/cycles/P"), FG_STR("cycles")));
	assert_true(event_is(FG_STR("cpu_core/cycles/P"), FG_STR("cycles:P")));
	assert_false(event_is(FG_STR("sched:sched_switch"), FG_STR("sched")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_base_is_what_is_counted),
		cmocka_unit_test(ranks_are_in_the_order_of_worth),
		cmocka_unit_test(names_of_no_table_have_a_rank),
		cmocka_unit_test(hybrid_events_are_one),
		cmocka_unit_test(units_are_of_time_or_of_the_event),
		cmocka_unit_test(users_need_not_write_all_of_a_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
