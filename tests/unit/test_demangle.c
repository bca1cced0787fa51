/* SPDX-License-Identifier: MIT */
#include "check.h"

#include "collapse/symbols/demangle.h"
#include "fg/text.h"

/* Without libiberty no name can be demangled. */
static void assert_demangles(const char *symbol, const char *expected)
{
	char *name = demangle(fg_from_c(symbol), false);

#ifndef FG_HAVE_LIBIBERTY
	expected = NULL;
#endif
	if (expected) {
		assert_non_null(name);
		assert_string_equal(name, expected);
	} else {
		assert_null(name);
	}
	free(name);
}

static void names_of_the_source(void **state)
{
	(void)state;
	assert_demangles("main", NULL);
	assert_demangles("_ZN6shapes5buildEi", "shapes::build(int)");
	assert_demangles("_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE",
			 "core::fmt::Write::write_fmt");
	assert_demangles("_RNvCs15kBYyAo9fc_7mycrate7example", "mycrate::"
							       "example");
	assert_demangles("_Znotmangled", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_of_the_source),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
