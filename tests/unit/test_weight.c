/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "fg/text.h"
#include "fg/weight.h"

static void assert_weight(const char *text, uint64_t units, unsigned scale)
{
	struct fg_weight w = { 12345, 7 };
	bool saturated = false;

	if (!fg_weight_parse(fg_from_c(text), &w, &saturated))
		fail_msg("'%s' is a weight", text);
	if (w.units != units || w.scale != scale || saturated)
		fail_msg("'%s' became %llu at scale %u%s", text,
			 (unsigned long long)w.units, w.scale,
			 saturated ? ", saturated" : "");
}

static void weights_are_exact(void **state)
{
	(void)state;
	assert_weight("0", 0, 0);
	assert_weight("12", 12, 0);
	assert_weight("1.5", 15, 1);
	assert_weight(".5", 5, 1);
	assert_weight("1.", 1, 0);
	assert_weight("1.500", 15, 1);
	assert_weight("1.000000000000000000000", 1, 0);
	assert_weight("0.000000001", 1, 9);
	assert_weight("0.0", 0, 0);
	assert_weight("0007", 7, 0);
	assert_weight("0000000000000000000000000000007.10", 71, 1);
	assert_weight("123456789.123456789", 123456789123456789, 9);
	assert_weight("18446744073709551615", UINT64_MAX, 0);
	assert_weight("1844674407370955161.5", UINT64_MAX, 1);
}

static void exponents(void **state)
{
	(void)state;
	assert_weight("2e+07", 20000000, 0);
	assert_weight("2E7", 20000000, 0);
	assert_weight("1.25e1", 125, 1);
	assert_weight("1.25e2", 125, 0);
	assert_weight("1.25e-3", 125, 5);
	assert_weight("1500e-3", 15, 1);
	assert_weight("1e19", 10000000000000000000u, 0);
	assert_weight("0e999999999999999999999", 0, 0);
	assert_weight("0.00000000000000000001e20", 1, 0);
	assert_weight("100000000000000000000e-20", 1, 0);
}

static void digits_past_the_scale_are_rounded(void **state)
{
	(void)state;
	assert_weight("0.1234567891", 123456789, 9);
	assert_weight("0.1234567895", 123456790, 9);
	assert_weight("0.9999999999", 1000000000, 9);
	assert_weight("0.0000000004", 0, 9);
	assert_weight("1e-999999999999999999999", 0, 9);
}

/* Fewer decimals are a smaller loss than a wrong first digit. */
static void large_weights_give_up_decimals(void **state)
{
	(void)state;
	assert_weight("5000000000000000000.25", 5000000000000000000u, 0);
	assert_weight("1844674407370955160.75", 18446744073709551608u, 1);
}

static void weights_past_64_bits_are_capped_and_told(void **state)
{
	static const char *const over[] = {
		"18446744073709551616",
		"99999999999999999999999999999",
		"1e20",
		"1e999999999999999999999",
		"18446744073709551615.5",
	};

	(void)state;
	for (size_t i = 0; i < sizeof over / sizeof *over; i++) {
		struct fg_weight w;
		bool saturated = false;

		assert_true(
			fg_weight_parse(fg_from_c(over[i]), &w, &saturated));
		assert_true(w.units == UINT64_MAX);
		assert_int_equal(w.scale, 0);
		assert_true(saturated);
		assert_true(fg_weight_parse(fg_from_c(over[i]), &w, NULL));
	}
}

static void what_is_no_weight(void **state)
{
	static const char *const bad[] = {
		"",	 ".",	  "-1",	 "+1",	" 1",  "1 ",	"1,5",
		"0x1",	 "1e",	  "e5",	 "1e+", "1e-", "1.e",	"1..2",
		"1.2.3", "1e5.5", "nan", "inf", "1_0", "1e5e5", "1f",
	};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct fg_weight w;
		bool saturated = false;

		if (fg_weight_parse(fg_from_c(bad[i]), &w, &saturated))
			fail_msg("'%s' is no weight", bad[i]);
		assert_false(saturated);
	}
	assert_false(fg_weight_parse((fg_str){ "1\0", 2 },
				     &(struct fg_weight){ 0 }, NULL));
}

static void long_digits_take_no_time(void **state)
{
	enum { DIGITS = 1 << 20 };
	char *text = malloc(DIGITS + 2);
	struct fg_weight w;

	(void)state;
	memset(text, '0', DIGITS);
	text[DIGITS] = '9';
	assert_true(fg_weight_parse((fg_str){ text, DIGITS + 1 }, &w, NULL));
	assert_int_equal(w.units, 9);
	text[0] = '.';
	assert_true(fg_weight_parse((fg_str){ text, DIGITS + 1 }, &w, NULL));
	assert_int_equal(w.units, 0);
	free(text);
}

static void saturating_arithmetic(void **state)
{
	bool saturated = false;

	(void)state;
	assert_true(fg_add_sat(UINT64_MAX - 1, 1, &saturated) == UINT64_MAX);
	assert_true(fg_mul_sat(UINT64_MAX, 1, &saturated) == UINT64_MAX);
	assert_int_equal(fg_mul_sat(0, UINT64_MAX, &saturated), 0);
	assert_false(saturated);
	assert_true(fg_add_sat(UINT64_MAX, 1, &saturated) == UINT64_MAX);
	assert_true(saturated);
	saturated = false;
	assert_true(fg_mul_sat(UINT64_MAX / 2, 3, &saturated) == UINT64_MAX);
	assert_true(saturated);
	assert_int_equal(fg_add_sat(1, 1, &saturated), 2);
	assert_true(saturated); /* stays */
}

static void powers(void **state)
{
	uint64_t v = 1;

	(void)state;
	for (unsigned n = 0; n <= 19; n++, v *= 10)
		assert_true(fg_pow10(n) == v);
}

static void assert_written(fg_wide units, unsigned scale, const char *plain,
			   const char *commas)
{
	char text[FG_NUMBER_ROOM];

	assert_int_equal(fg_write_number(text, units, scale), strlen(plain));
	assert_string_equal(text, plain);
	assert_int_equal(fg_write_number_commas(text, units, scale),
			 strlen(commas));
	assert_string_equal(text, commas);
}

static void numbers_are_written_without_needless_zeros(void **state)
{
	fg_wide most = ~(fg_wide)0;

	(void)state;
	assert_written(0, 0, "0", "0");
	assert_written(0, 9, "0", "0");
	assert_written(15, 1, "1.5", "1.5");
	assert_written(20, 1, "2", "2");
	assert_written(5, 9, "0.000000005", "0.000000005");
	assert_written(100, 3, "0.1", "0.1");
	assert_written(999, 0, "999", "999");
	assert_written(1000, 0, "1000", "1,000");
	assert_written(123456, 0, "123456", "123,456");
	assert_written(1234567, 3, "1234.567", "1,234.567");
	assert_written(UINT64_MAX, 0, "18446744073709551615",
		       "18,446,744,073,709,551,615");
	assert_written((fg_wide)UINT64_MAX + 1, 0, "18446744073709551616",
		       "18,446,744,073,709,551,616");
	assert_written(most, 0, "340282366920938463463374607431768211455",
		       "340,282,366,920,938,463,463,374,607,431,768,211,455");
	assert_written(most, 9, "340282366920938463463374607431.768211455",
		       "340,282,366,920,938,463,463,374,607,431.768211455");
}

static void writing_and_reading_agree(void **state)
{
	uint64_t units = 1;

	(void)state;
	for (unsigned i = 0; i < 20000; i++) {
		unsigned scale = i % (FG_SCALE_MAX + 1);
		char text[FG_NUMBER_ROOM];
		struct fg_weight w;
		size_t n = fg_write_number(text, units, scale);

		assert_true(fg_weight_parse((fg_str){ text, n }, &w, NULL));
		assert_true(w.scale <= scale);
		assert_true(w.units * fg_pow10(scale - w.scale) == units);
		units = units * 6364136223846793005u + 1442695040888963407u;
		if (i % 3 == 0)
			units >>= i % 60;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(weights_are_exact),
		cmocka_unit_test(exponents),
		cmocka_unit_test(digits_past_the_scale_are_rounded),
		cmocka_unit_test(large_weights_give_up_decimals),
		cmocka_unit_test(weights_past_64_bits_are_capped_and_told),
		cmocka_unit_test(what_is_no_weight),
		cmocka_unit_test(long_digits_take_no_time),
		cmocka_unit_test(saturating_arithmetic),
		cmocka_unit_test(powers),
		cmocka_unit_test(numbers_are_written_without_needless_zeros),
		cmocka_unit_test(writing_and_reading_agree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
