/* SPDX-License-Identifier: MIT */
#include "reading.h"

#include "fg/alloc.h"
#include "fg/lines.h"
#include "recorder.h"
#include "unit.h"

/* All lines with "|" behind each, then the status and the messages. */
char *read_all(fg_str input)
{
	struct recorder r = RECORDER(r);
	struct fg_lines *in = fg_lines_from_memory(input, "in", &r.diag);
	struct fg_buffer text = { 0 };
	uint64_t number = 0;
	char end[32];
	fg_str line;

	while (fg_lines_next(in, &line)) {
		fg_buffer_append(&text, (fg_str){ line.p, line.n });
		fg_buffer_append(&text, (fg_str){ "|", 1 });
		assert_int_equal(fg_lines_loc(in).line, ++number);
	}
	assert_false(fg_lines_next(in, &line));
	snprintf(end, sizeof end, "%d ", (int)fg_lines_status(in));
	fg_buffer_append(&text, (fg_str){ end, strlen(end) });
	fg_buffer_append(&text, (fg_str){ recorder_text(&r),
					  strlen(recorder_text(&r)) + 1 });
	fg_lines_close(in);
	recorder_free(&r);
	return text.p;
}

void assert_read(fg_str input, const char *expected)
{
	char *text = read_all(input);

	assert_string_equal(text, expected);
	free(text);
}
