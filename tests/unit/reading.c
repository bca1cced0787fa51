/* SPDX-License-Identifier: MIT */
#include "reading.h"

#include "check.h"
#include "fg/alloc.h"
#include "fg/lines.h"
#include "recorder.h"

void put(struct bytes *to, const char *p, size_t n)
{
	FG_RESERVE(&to->p, &to->room, to->n + n + 1);
	if (n)
		memcpy(to->p + to->n, p, n);
	to->n += n;
}

fg_str slice(const struct bytes *bytes)
{
	return (fg_str){ bytes->p ? bytes->p : "", bytes->n };
}

/* All lines with "|" behind each, then the status and the messages. */
char *read_all(fg_str input)
{
	struct recorder r = RECORDER(r);
	struct fg_lines *in = fg_lines_from_memory(input, "in", &r.diag);
	struct bytes text = { 0 };
	uint64_t number = 0;
	char end[32];
	fg_str line;

	while (fg_lines_next(in, &line)) {
		put(&text, line.p, line.n);
		put(&text, "|", 1);
		assert_int_equal(fg_lines_loc(in).line, ++number);
	}
	assert_false(fg_lines_next(in, &line));
	snprintf(end, sizeof end, "%d ", (int)fg_lines_status(in));
	put(&text, end, strlen(end));
	put(&text, recorder_text(&r), strlen(recorder_text(&r)) + 1);
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
