/* SPDX-License-Identifier: MIT */
#include "quantity.h"

#include "fg/text.h"
#include "fg/weight.h"
#include "scan.h"

static const struct unit {
	const char *name;
	enum quantity_kind kind;
	uint64_t size;
} units[] = {
	{ "h", QUANTITY_TIME, UINT64_C(3600000000000) },
	{ "hr", QUANTITY_TIME, UINT64_C(3600000000000) },
	{ "hrs", QUANTITY_TIME, UINT64_C(3600000000000) },
	{ "min", QUANTITY_TIME, UINT64_C(60000000000) },
	{ "mins", QUANTITY_TIME, UINT64_C(60000000000) },
	{ "s", QUANTITY_TIME, 1000000000 },
	{ "ms", QUANTITY_TIME, 1000000 },
	{ "us", QUANTITY_TIME, 1000 },
	{ "\302\265s", QUANTITY_TIME, 1000 }, /* micro sign */
	{ "\316\274s", QUANTITY_TIME, 1000 }, /* Greek mu */
	{ "ns", QUANTITY_TIME, 1 },
	{ "B", QUANTITY_BYTES, 1 },
	{ "Bytes", QUANTITY_BYTES, 1 },
	{ "bytes", QUANTITY_BYTES, 1 },
	{ "KB", QUANTITY_BYTES, 1 << 10 },
	{ "kB", QUANTITY_BYTES, 1 << 10 },
	{ "KiB", QUANTITY_BYTES, 1 << 10 },
	{ "MB", QUANTITY_BYTES, 1 << 20 },
	{ "MiB", QUANTITY_BYTES, 1 << 20 },
	{ "GB", QUANTITY_BYTES, 1 << 30 },
	{ "GiB", QUANTITY_BYTES, 1 << 30 },
	{ "TB", QUANTITY_BYTES, UINT64_C(1) << 40 },
	{ "TiB", QUANTITY_BYTES, UINT64_C(1) << 40 },
	{ "c", QUANTITY_CYCLES, 1 },
	{ "cycles", QUANTITY_CYCLES, 1 },
	{ "Kc", QUANTITY_CYCLES, 1000 },
	{ "Mc", QUANTITY_CYCLES, 1000000 },
	{ "Gc", QUANTITY_CYCLES, 1000000000 },
	{ "Tc", QUANTITY_CYCLES, UINT64_C(1000000000000) },
	{ "", QUANTITY_PLAIN, 1000000000 },
};

/* The length of "e-3" or "E3". */
static size_t exponent_length(fg_str text)
{
	size_t n = 1;

	if (text.n < 2 || (*text.p | 0x20) != 'e')
		return 0;
	n += text.p[1] == '-' || text.p[1] == '+';
	if (n == text.n || !fg_is_digit(text.p[n]))
		return 0;
	while (n < text.n && fg_is_digit(text.p[n]))
		n++;
	return n;
}

/* Takes digits with a decimal sign, separators of thousands and an exponent. */
static fg_str take_number(fg_str *text)
{
	fg_str all = *text;
	size_t n = 0;

	while (n < all.n &&
	       (fg_is_digit(all.p[n]) || all.p[n] == '.' || all.p[n] == ','))
		n++;
	if (n > 0)
		n += exponent_length(scan_from(all, n));
	*text = scan_from(all, n);
	return fg_slice(all, 0, n);
}

/*
 * Whether a single comma is a decimal sign: not if three digits follow it as
 * in "1,024".
 */
static bool is_decimal_comma(fg_str number)
{
	size_t comma = fg_find_char(number, ',');

	if (comma == number.n || fg_rfind_char(number, ',') != comma ||
	    fg_find_char(number, '.') < number.n)
		return false;
	return number.n - comma != 4 ||
	       fg_equal(fg_slice(number, 0, comma), FG_STR("0"));
}

static bool parse_number(fg_str number, struct fg_weight *value)
{
	bool decimal_comma = is_decimal_comma(number);
	char digits[64];
	size_t n = 0;

	for (size_t i = 0; i < number.n; i++) {
		char c = number.p[i];

		if (c == ',' && !decimal_comma)
			continue;
		if (n == sizeof digits)
			return false;
		digits[n++] = c == ',' ? '.' : c;
	}
	return fg_weight_parse((fg_str){ digits, n }, value, NULL);
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (unsigned char)c >= 0x80;
}

static const struct unit *find_unit(fg_str text)
{
	size_t n = 0;

	scan_blanks(&text);
	while (n < text.n && is_letter(text.p[n]))
		n++;
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		if (fg_equal(fg_slice(text, 0, n), fg_from_c(units[i].name)))
			return &units[i];
	}
	return NULL;
}

bool quantity_parse(fg_str text, struct quantity *quantity)
{
	const struct unit *unit;
	struct fg_weight value;
	fg_wide amount;

	text = fg_trim(text);
	if (fg_equal(text, FG_STR("-"))) {
		*quantity = (struct quantity){ 0, QUANTITY_PLAIN };
		return true;
	}
	if (!parse_number(take_number(&text), &value))
		return false;
	unit = find_unit(text);
	if (!unit)
		return false;
	amount = (fg_wide)value.units * unit->size;
	amount = (amount + fg_pow10(value.scale) / 2) / fg_pow10(value.scale);
	quantity->amount = amount > UINT64_MAX ? UINT64_MAX : (uint64_t)amount;
	quantity->kind = unit->kind;
	return true;
}
