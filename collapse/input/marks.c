/* SPDX-License-Identifier: MIT */
#include "marks.h"

#include "fg/text.h"
#include "scan.h"

enum { LINES = 20, LINE_BYTES = 256 };

/* Each part between two '*' matches at its first position. */
static bool line_has(fg_str line, const char *mark)
{
	fg_str rest = fg_from_c(mark), part = fg_cut(&rest, '*');

	if (!scan_text(&line, part))
		return false;
	while (rest.p) {
		part = fg_cut(&rest, '*');
		line = scan_from(line, fg_find(line, part));
		if (!scan_text(&line, part))
			return false;
	}
	return true;
}

struct lines {
	fg_str items[LINES];
	size_t count;
};

static void take_lines(struct lines *lines, fg_str head)
{
	fg_str line;

	while (lines->count < LINES && scan_line(&head, &line)) {
		line = fg_trim(line);
		if (line.n > LINE_BYTES)
			line.n = LINE_BYTES;
		if (line.n > 0)
			lines->items[lines->count++] = line;
	}
}

static bool has_mark(const struct lines *lines, const char *mark)
{
	for (size_t i = 0; i < lines->count; i++) {
		/* nearly all lines begin otherwise, and all inputs are asked */
		if ((*mark == '*' || *lines->items[i].p == *mark) &&
		    line_has(lines->items[i], mark))
			return true;
	}
	return false;
}

const char *marks_find(const struct marks *kinds, fg_str head)
{
	struct lines lines = { .count = 0 };

	take_lines(&lines, head);
	for (; kinds->lines[0]; kinds++) {
		if (has_mark(&lines, kinds->lines[0]) &&
		    (!kinds->lines[1] || has_mark(&lines, kinds->lines[1])))
			return kinds->advice;
	}
	return NULL;
}
