/* SPDX-License-Identifier: MIT */
#include "trace_values.h"

#include <inttypes.h>
#include <stdio.h>

#include "fg/weight.h"

void trace_read_text(struct json *json, struct fg_buffer *to)
{
	char number[24];
	int64_t value;
	fg_str text;
	int n;

	to->n = 0;
	if (json_peek(json) == JSON_STRING) {
		if (json_string(json, &text))
			fg_buffer_append(to, text);
	} else if (json_int(json, &value)) {
		n = snprintf(number, sizeof number, "%" PRId64, value);
		fg_buffer_append(to, (fg_str){ number, (size_t)n });
	}
}

static bool parse_fixed(fg_str text, unsigned decimals, int64_t *value)
{
	bool minus = text.n > 0 && text.p[0] == '-', saturated = false;
	struct fg_weight w;

	text.p += minus;
	text.n -= minus;
	if (!fg_weight_parse(text, &w, &saturated))
		return false;
	if (w.scale > decimals)
		w.units /= fg_pow10(w.scale - decimals);
	else
		w.units = fg_mul_sat(w.units, fg_pow10(decimals - w.scale),
				     &saturated);
	if (saturated || w.units > INT64_MAX)
		w.units = INT64_MAX;
	*value = minus ? -(int64_t)w.units : (int64_t)w.units;
	return true;
}

bool trace_read_fixed(struct json *json, unsigned decimals, int64_t *value)
{
	fg_str text;

	if (json_peek(json) != JSON_STRING)
		return json_fixed(json, decimals, value);
	return json_string(json, &text) && parse_fixed(text, decimals, value);
}
