/* SPDX-License-Identifier: MIT */
/* What symbols.c does when it was built without libdw. */
#include "unit.h"

#include "collapse/symbols/symbols.h"
#include "recorder.h"

static void addresses_stay_and_are_counted(void **state)
{
	const struct collapse_options options = { 0 };
	struct symbols *symbols = symbols_new(&options);
	const struct native_frame *frames;
	struct recorder r = RECORDER(r);
	uint32_t module =
		symbols_module(symbols, FG_STR("/bin/true"), FG_STR(""));

	(void)state;
	assert_int_equal(symbols_find(symbols, module, SYMBOLS_VADDR, 0x1000,
				      &frames),
			 1);
	assert_int_equal(frames[0].name.n, 0);
	assert_str_equal(frames[0].module, "/bin/true");
	assert_true(frames[0].address == 0x1000);
	symbols_report(symbols, &r.diag, (struct fg_loc){ "in", 0 });
	assert_non_null(strstr(recorder_text(&r), "built without elfutils"));
	recorder_free(&r);
	symbols_free(symbols);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_stay_and_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
