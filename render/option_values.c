/* SPDX-License-Identifier: MIT */
#include "option_values.h"

#include <math.h>
#include <string.h>

#include "fg/text.h"

bool options_weight(const char *text, struct fg_weight *w)
{
	bool saturated = false;

	return fg_weight_parse(fg_from_c(text), w, &saturated) && !saturated;
}

static bool parse_px(fg_str text, double *px)
{
	struct fg_weight w;

	if (!fg_weight_parse(text, &w, NULL))
		return false;
	*px = (double)w.units / (double)fg_pow10(w.scale);
	return true;
}

bool options_min_width(const char *text, struct chart *chart)
{
	fg_str s = fg_from_c(text);

	chart->min_is_percent = fg_ends_with(s, FG_STR("%"));
	if (chart->min_is_percent)
		s = fg_slice(s, 0, s.n - 1);
	return parse_px(s, &chart->min_width);
}

bool options_fallback_min(const char *text, struct chart *chart)
{
	chart->static_most = SIZE_MAX;
	if (strcmp(text, "all") == 0) {
		chart->static_min = 0;
		return true;
	}
	if (!parse_px(fg_from_c(text), &chart->static_min))
		return false;
	if (chart->static_min <= 0)
		chart->static_min = HUGE_VAL;
	return true;
}

bool options_background(const char *text, struct chart *chart)
{
	chart->background = background_by_name(text);
	if (chart->background)
		return true;
	chart->flat.name = "flat";
	if (!rgb_parse(fg_from_c(text), &chart->flat.top))
		return false;
	chart->flat.bottom = chart->flat.top;
	return true;
}

const char *options_encoding(const char *name)
{
	static const char *const known[] = {
		"UTF-8",	"US-ASCII",	"ISO-8859-1",	"ISO-8859-2",
		"ISO-8859-5",	"ISO-8859-7",	"ISO-8859-9",	"ISO-8859-15",
		"windows-1250", "windows-1251", "windows-1252", "KOI8-R",
		"EUC-JP",	"Shift_JIS",	"GB2312",	"Big5",
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		fg_str a = fg_from_c(name), b = fg_from_c(known[i]);
		size_t same = 0;

		while (same < a.n && same < b.n &&
		       (a.p[same] | 0x20) == (b.p[same] | 0x20))
			same++;
		if (same == a.n && same == b.n)
			return known[i];
	}
	return NULL;
}

bool options_min_delta(const char *text, struct difference_options *to)
{
	fg_str s = fg_from_c(text);
	bool saturated = false;

	to->min_given = true;
	to->min_percent = fg_ends_with(s, FG_STR("%"));
	if (to->min_percent)
		s.n--;
	return fg_weight_parse(s, &to->min, &saturated) && !saturated;
}
