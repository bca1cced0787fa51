/* SPDX-License-Identifier: MIT */
#include "perfdata_tracepoint.h"

#include "fg/text.h"
#include "input/scan.h"
#include "perfdata_bytes.h"

/* The number after `label` in a text. */
static bool number_behind(fg_str text, fg_str label, uint64_t *number)
{
	size_t at = fg_find(text, label);

	if (at == text.n)
		return false;
	text = fg_slice(text, at + label.n, text.n);
	return scan_u64(&text, number);
}

bool tracepoint_find(fg_str tracing, fg_str name, struct tracepoint *found)
{
	const fg_str label = FG_STR("name: ");

	for (;;) {
		size_t at = fg_find(tracing, label), next;
		fg_str text;

		if (at == tracing.n)
			return false;
		tracing = fg_slice(tracing, at + label.n, tracing.n);
		next = fg_find(tracing, label);
		text = fg_slice(tracing, 0, next);
		if (fg_starts_with(text, name) && text.n > name.n &&
		    text.p[name.n] == '\n') {
			found->text = text;
			return number_behind(text, FG_STR("\nID: "),
					     &found->id);
		}
	}
}

/* Finds the line of a field: its name is before the first ';'. */
static bool find_field(fg_str text, fg_str field, fg_str *line)
{
	while (text.n > 0) {
		fg_str rest, declared;

		*line = rest = fg_cut(&text, '\n');
		declared = fg_cut(&rest, ';');
		if (fg_ends_with(declared, field) && declared.n > field.n &&
		    declared.p[declared.n - field.n - 1] == ' ')
			return true;
	}
	return false;
}

bool tracepoint_number(const struct tracepoint *tracepoint, fg_str field,
		       fg_str raw, bool swapped, uint64_t *number)
{
	struct bytes b = { .rest = raw, .swapped = swapped };
	uint64_t offset, size;
	fg_str line;

	if (!find_field(tracepoint->text, field, &line) ||
	    !number_behind(line, FG_STR("offset:"), &offset) ||
	    !number_behind(line, FG_STR("size:"), &size))
		return false;
	bytes_skip(&b, offset);
	switch (size) {
	case 8:
		*number = bytes_u64(&b);
		break;
	case 4:
		*number = bytes_u32(&b);
		break;
	case 2:
		*number = bytes_u16(&b);
		break;
	default:
		return false;
	}
	return !b.is_short;
}
