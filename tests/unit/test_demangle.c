/* SPDX-License-Identifier: MIT */
#include "unit.h"

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
	assert_demangles("_Znwm@plt", "operator new(unsigned long)@plt");
	assert_demangles("_ZNSo3putEc@@GLIBCXX_3.4", "std::ostream::put(char)");
}

static void names_are_short_on_request(void **state)
{
	char *name = demangle(FG_STR("_ZN6shapes5buildIiEEvT_"), true);

	(void)state;
#ifdef FG_HAVE_LIBIBERTY
	assert_non_null(name);
	assert_string_equal(name, "shapes::build<int>");
#endif
	free(name);
	name = demangle(FG_STR("_Znwm@plt"), true);
#ifdef FG_HAVE_LIBIBERTY
	assert_non_null(name);
	assert_string_equal(name, "operator new@plt");
#endif
	free(name);
}

/* f(a<b, b>, a<a<b, b>, a<b, b> >, ...): 2^30 letters by the last. */
static void names_that_grow_stay_mangled(void **state)
{
	char symbol[512] = "_Z1f1aI1bS0_E";
	const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	char conversions[512] = "_Z";

	(void)state;
	for (size_t i = 0; i < 30; i++) {
		size_t n = strlen(symbol);

		snprintf(symbol + n, sizeof symbol - n, "S_IS%c_S%c_E",
			 digits[i + 1], digits[i + 1]);
	}
	assert_demangles(symbol, NULL);
	for (size_t i = 0; i < 60; i++)
		memcpy(conversions + 2 + 5 * i, "cvT_I", 6);
	assert_demangles(conversions, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_of_the_source),
		cmocka_unit_test(names_are_short_on_request),
		cmocka_unit_test(names_that_grow_stay_mangled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
