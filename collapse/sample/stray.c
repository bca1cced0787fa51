/* SPDX-License-Identifier: MIT */
#include "stray.h"

#include <inttypes.h>
#include <stdlib.h>
#include <strings.h>

#include "fg/text.h"
#include "format.h"
#include "input/scan.h"

enum { LOOK_MAX = FG_PEEK_MAX };

static void count(struct stray_lines *lines, struct fg_loc loc, uint64_t n)
{
	if (lines->count == 0)
		lines->first = loc;
	lines->count += n;
}

void stray_damaged(struct stray *s, struct fg_loc loc)
{
	count(&s->damaged, loc, 1);
}

static void keep(struct stray *s, fg_str line)
{
	if (s->run.n >= LOOK_MAX || line.n >= LOOK_MAX - s->run.n)
		return;
	fg_buffer_append(&s->run, line);
	fg_buffer_append(&s->run, FG_STR("\n"));
}

void stray_add(struct stray *s, fg_str line, struct fg_loc loc)
{
	if (fg_trim(line).n > 0)
		count(&s->now, loc, 1);
	if (s->now.count > 0)
		keep(s, line);
}

/* "<!DOCTYPE html>", "<html lang=en>", in any case. */
static bool is_html(fg_str line)
{
	static const fg_str tags[] = {
		{ "<!doctype html", 14 }, { "<html", 5 },   { "<head>", 6 },
		{ "<body", 5 },		  { "</html>", 7 },
	};

	line = fg_trim(line);
	for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
		if (line.n >= tags[i].n &&
		    strncasecmp(line.p, tags[i].p, tags[i].n) == 0)
			return true;
	}
	return false;
}

static bool has_html(fg_str text)
{
	fg_str line;

	while (scan_line(&text, &line)) {
		if (is_html(line))
			return true;
	}
	return false;
}

/*
 * Whether it may be "main;parse file 12". *sure: nothing but folded text has
 * this form, because there is no blank before the weight.
 */
static bool is_folded(fg_str line, bool *sure)
{
	size_t blank, semicolon;
	fg_str stack;

	line = fg_trim_end(line);
	blank = fg_rfind_char(line, ' ');
	semicolon = fg_find_char(line, ';');
	if (blank == line.n || semicolon == 0 || semicolon + 1 >= blank ||
	    fg_is_blank(line.p[semicolon + 1]) ||
	    !scan_is_number(scan_from(line, blank + 1)))
		return false;
	stack = fg_slice(line, 0, blank);
	*sure |= fg_find_char(stack, ' ') == stack.n;
	return true;
}

static bool has_folded(fg_str text)
{
	size_t lines = 0, folded = 0;
	bool sure = false;
	fg_str line;

	while (scan_line(&text, &line)) {
		lines += fg_trim(line).n > 0;
		folded += is_folded(line, &sure);
	}
	return sure || (folded > 1 && folded >= lines / 2);
}

static const char *find_format(fg_str text)
{
	const struct format *found = format_detect(text);

	if (found && found->parse && found->detect(text) >= BID_LIKELY)
		return found->name;
	return has_folded(text) ? "folded" : NULL;
}

static void end_run(struct stray *s)
{
	fg_str text = fg_buffer_text(&s->run);
	const char *format;

	if (s->now.count == 0)
		return;
	count(&s->all, s->now.first, s->now.count);
	if (has_html(text)) {
		count(&s->html, s->now.first, s->now.count);
	} else if ((format = find_format(text)) != NULL) {
		if (!s->format)
			s->format = format;
		count(&s->foreign, s->now.first, s->now.count);
	}
	s->now.count = 0;
	s->run.n = 0;
}

void stray_known(struct stray *s, fg_str line)
{
	if (s->now.count == 0)
		return;
	if (fg_trim(line).n == 0)
		keep(s, line);
	else
		end_run(s);
}

void stray_tell(struct stray *s, struct fg_diag *diag, bool alone)
{
	end_run(s);
	if (s->html.count > 0)
		fg_doubt(diag, s->html.first,
			 "this is HTML; left out, lines: %" PRIu64,
			 s->html.count);
	if (s->foreign.count > 0)
		fg_doubt(diag, s->foreign.first,
			 "from here on the text looks like another profile "
			 "(%s); left out, lines: %" PRIu64 "; give each "
			 "profile its own file",
			 s->format, s->foreign.count);
	if (s->damaged.count > 0)
		fg_doubt(diag, s->damaged.first,
			 "this line begins like a frame and cannot be read; "
			 "such lines: %" PRIu64,
			 s->damaged.count);
	if (alone && s->html.count + s->foreign.count == 0 && s->all.count > 0)
		fg_doubt(diag, s->all.first,
			 "this line is no part of the format; left out, such "
			 "lines: %" PRIu64,
			 s->all.count);
	free(s->run.p);
	*s = (struct stray){ 0 };
}

void stray_tell_end(const struct fg_lines *in, struct fg_diag *diag)
{
	if (fg_lines_no_end(in))
		fg_doubt(diag, fg_lines_loc(in),
			 "the last line has no end: the text may have been "
			 "cut");
}
