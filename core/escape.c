/* SPDX-License-Identifier: MIT */
#include "fg/escape.h"

#include <string.h>

#include "fg/text.h"

static void put_code(struct fg_out *out, uint32_t code)
{
	if (code > 0xffff) {
		fg_out_printf(out, "\\u%04x", 0xd7c0 + (code >> 10));
		code = 0xdc00 | (code & 0x3ff);
	}
	fg_out_printf(out, "\\u%04x", code);
}

void fg_escape_json(struct fg_out *out, fg_str s)
{
	fg_out_char(out, '"');
	while (s.n > 0) {
		size_t n = fg_utf8_length(s);
		unsigned char c = (unsigned char)*s.p;

		if (n == 0)
			fg_out_puts(out, FG_STR("\xef\xbf\xbd"));
		else if (fg_shown_length(s) == 0)
			put_code(out, fg_utf8_code(s));
		else if (c == '"' || c == '\\')
			fg_out_printf(out, "\\%c", c);
		else
			fg_out_puts(out, (fg_str){ s.p, n });
		s = fg_slice(s, n ? n : 1, s.n);
	}
	fg_out_char(out, '"');
}

void fg_escape_markdown(struct fg_out *out, fg_str name)
{
	while (name.n > 0) {
		size_t n = fg_shown_length(name);
		char c = *name.p;

		if (n == 0)
			fg_out_char(out, '?');
		else if (c == '<')
			fg_out_puts(out, FG_STR("&lt;"));
		else if (c == '&')
			fg_out_puts(out, FG_STR("&amp;"));
		else if (strchr("\\`*_{}[]()#+-.!|~>@$:", c))
			fg_out_printf(out, c == '|' ? "&#124;" : "\\%c", c);
		else
			fg_out_write(out, name.p, n);
		name = fg_slice(name, n ? n : 1, name.n);
	}
}

/*
 * A cell that begins like a formula is one to spreadsheets, also in quotes, so
 * that a name could compute and load what it likes: an apostrophe makes it text.
 */
static bool is_formula(fg_str name)
{
	return name.n > 0 && strchr("=+-@\t\r", *name.p) && *name.p != '\0';
}

void fg_escape_csv(struct fg_out *out, fg_str name)
{
	fg_out_char(out, '"');
	if (is_formula(name))
		fg_out_char(out, '\'');
	for (size_t i = 0; i < name.n; i++) {
		if (name.p[i] == '"')
			fg_out_char(out, '"');
		fg_out_char(out, name.p[i]);
	}
	fg_out_char(out, '"');
}

/* U+FFFE and U+FFFF, which XML does not allow. */
static bool is_noncharacter(fg_str s)
{
	return fg_starts_with(s, FG_STR("\xef\xbf\xbe")) ||
	       fg_starts_with(s, FG_STR("\xef\xbf\xbf"));
}

void fg_escape_xml(struct fg_out *out, fg_str s)
{
	while (s.n > 0) {
		size_t n = fg_shown_length(s);

		if (n == 0 || is_noncharacter(s))
			fg_out_char(out, '?');
		else if (*s.p == '<')
			fg_out_puts(out, FG_STR("&lt;"));
		else if (*s.p == '>')
			fg_out_puts(out, FG_STR("&gt;"));
		else if (*s.p == '&')
			fg_out_puts(out, FG_STR("&amp;"));
		else if (*s.p == '"')
			fg_out_puts(out, FG_STR("&quot;"));
		else
			fg_out_write(out, s.p, n);
		s = fg_slice(s, n ? n : 1, s.n);
	}
}

void fg_escape_uri(struct fg_out *out, fg_str s)
{
	static const char plain[] = "-._~/";

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		    fg_is_digit(c) || (c && strchr(plain, c)))
			fg_out_char(out, c);
		else
			fg_out_printf(out, "%%%02X", (unsigned char)c);
	}
}
