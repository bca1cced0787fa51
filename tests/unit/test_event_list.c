/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "event_general.h"
#include "fg/text.h"
#include "record/event_list.h"
#include "recorder.h"

static void general_names_are_those_of_perf(void **state)
{
	static const struct {
		const char *name;
		uint32_t type;
		uint64_t config;
	} rows[] = {
		{ "cycles", PERF_TYPE_HARDWARE, 0 },
		{ "cpu-cycles", PERF_TYPE_HARDWARE, 0 },
		{ "branch-misses", PERF_TYPE_HARDWARE, 5 },
		{ "ref-cycles", PERF_TYPE_HARDWARE, 9 },
		{ "cpu-clock", PERF_TYPE_SOFTWARE, 0 },
		{ "cs", PERF_TYPE_SOFTWARE, 3 },
		{ "major-faults", PERF_TYPE_SOFTWARE, 6 },
		{ "L1-dcache-loads", PERF_TYPE_HW_CACHE, 0x000000 },
		{ "L1-dcache-load-misses", PERF_TYPE_HW_CACHE, 0x010000 },
		{ "LLC-stores", PERF_TYPE_HW_CACHE, 0x000102 },
		{ "dTLB-store-misses", PERF_TYPE_HW_CACHE, 0x010103 },
		{ "node-prefetches", PERF_TYPE_HW_CACHE, 0x000206 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct perf_event_attr attr = { 0 };

		assert_true(event_general(fg_from_c(rows[i].name), &attr));
		assert_int_equal(attr.type, rows[i].type);
		assert_int_equal(attr.config, rows[i].config);
	}
}

static void other_names_are_none(void **state)
{
	static const char *const names[] = {
		"",	"cycle",    "Cycles",	      "LLC",
		"LLC-", "LLC-load", "L1-dcacheloads", "r"
	};
	struct perf_event_attr attr;

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		assert_false(event_general(fg_from_c(names[i]), &attr));
		assert_false(event_raw(fg_from_c(names[i]), &attr));
	}
}

static void raw_numbers_are_hexadecimal(void **state)
{
	struct perf_event_attr attr = { 0 };

	(void)state;
	assert_true(event_raw(FG_STR("r1a8"), &attr));
	assert_int_equal(attr.type, PERF_TYPE_RAW);
	assert_int_equal(attr.config, 0x1a8);
	assert_true(event_raw(FG_STR("rffffffffffffffff"), &attr));
	assert_false(event_raw(FG_STR("r1ffffffffffffffff"), &attr));
	assert_false(event_raw(FG_STR("r1g"), &attr));
}

static void modifiers_choose_a_part(void **state)
{
	struct perf_event_attr attr = { 0 };
	bool ring;

	(void)state;
	assert_true(event_modify(FG_STR("u"), &attr, &ring));
	assert_true(ring);
	assert_true(attr.exclude_kernel && attr.exclude_hv);
	assert_false(attr.exclude_user);
	attr = (struct perf_event_attr){ 0 };
	assert_true(event_modify(FG_STR("ukpp"), &attr, &ring));
	assert_false(attr.exclude_user || attr.exclude_kernel);
	assert_int_equal(attr.precise_ip, 2);
	attr = (struct perf_event_attr){ 0 };
	assert_true(event_modify(FG_STR("p"), &attr, &ring));
	assert_false(ring);
	assert_false(event_modify(FG_STR("pppp"), &attr, &ring));
	assert_false(event_modify(FG_STR("x"), &attr, &ring));
}

static void lists_are_cut_at_commas(void **state)
{
	struct recorder r = { .diag = { .emit = recorder_emit, .ctx = &r } };
	struct events events = { 0 };

	(void)state;
	assert_int_equal(events_add(&events,
				    FG_STR("cycles:u,r1a8:k,page-faults"),
				    &r.diag),
			 FG_OK);
	assert_int_equal(events.count, 3);
	assert_string_equal(events.items[0].name, "cycles:u");
	assert_true(events.items[0].chose_ring);
	assert_int_equal(events.items[1].attr.config, 0x1a8);
	assert_true(events.items[1].attr.exclude_user);
	assert_int_equal(events.items[2].attr.type, PERF_TYPE_SOFTWARE);
	assert_false(events.items[2].chose_ring);
	events_free(&events);
	recorder_free(&r);
}

static void what_there_is_not_is_said(void **state)
{
	static const char *const lists[] = {
		"nothing", "cycles,",	  ",",	      "cycles:x",
		"cycles:", "no/event=1/", "no:such",  "../x:y",
		"cpu/",	   "cpu//x",	  "/event=1/"
	};

	(void)state;
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		struct recorder r = { .diag = { .emit = recorder_emit,
						.ctx = &r } };
		struct events events = { 0 };

		assert_int_not_equal(events_add(&events, fg_from_c(lists[i]),
						&r.diag),
				     FG_OK);
		assert_non_null(strstr(recorder_text(&r), "--event"));
		events_free(&events);
		recorder_free(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(general_names_are_those_of_perf),
		cmocka_unit_test(other_names_are_none),
		cmocka_unit_test(raw_numbers_are_hexadecimal),
		cmocka_unit_test(modifiers_choose_a_part),
		cmocka_unit_test(lists_are_cut_at_commas),
		cmocka_unit_test(what_there_is_not_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
