/* SPDX-License-Identifier: MIT */
#include "xml_end.h"

#include "fg/text.h"

static void open_or_text(struct xml_end *e, char c)
{
	if (c == '<')
		e->state = XML_END_OPEN;
}

static void behind_bracket(struct xml_end *e, char c)
{
	if (c == '/')
		e->state = XML_END_CLOSING;
	else if (c == '!')
		e->state = XML_END_BANG;
	else if (c == '?')
		e->state = XML_END_INSTRUCTION;
	else
		e->state = XML_END_TAG;
}

/* Inside quotes, only the end of the quotes counts. */
static bool is_quoted(struct xml_end *e, char c)
{
	if (e->quote) {
		if (c == e->quote)
			e->quote = 0;
		return true;
	}
	if (c == '"' || c == '\'')
		e->quote = c;
	return e->quote != 0;
}

static void in_tag(struct xml_end *e, char c)
{
	if (is_quoted(e, c))
		return;
	if (c == '=' && ++e->attributes > XML_ATTRIBUTES_MAX)
		e->found = e->overfull = true;
	if (c != '>')
		return;
	e->state = XML_END_TEXT;
	e->attributes = 0;
	if (e->last[1] != '/')
		e->depth++;
	else
		e->found = e->depth == 0;
}

static void in_closing(struct xml_end *e, char c)
{
	if (c != '>')
		return;
	e->state = XML_END_TEXT;
	if (e->depth > 0)
		e->found = --e->depth == 0;
}

/* "<!-" and "<![" begin constructs with ends of their own. */
static void behind_bang(struct xml_end *e, char c)
{
	e->state = c == '-'   ? XML_END_COMMENT
		   : c == '[' ? XML_END_CDATA
			      : XML_END_DECLARATION;
}

/* Declarations come before all elements, so the depth is not used yet. */
static void in_declaration(struct xml_end *e, char c)
{
	if (is_quoted(e, c))
		return;
	if (c == '[')
		e->depth++;
	else if (c == ']' && e->depth > 0)
		e->depth--;
	else if (c == '>' && e->depth == 0)
		e->state = XML_END_TEXT;
}

static void until(struct xml_end *e, char c, const char *end)
{
	if (c == '>' && e->last[1] == end[1] &&
	    (!end[0] || e->last[0] == end[0]))
		e->state = XML_END_TEXT;
}

static void read_char(struct xml_end *e, char c)
{
	switch (e->state) {
	case XML_END_TEXT:
		open_or_text(e, c);
		break;
	case XML_END_OPEN:
		behind_bracket(e, c);
		break;
	case XML_END_TAG:
		in_tag(e, c);
		break;
	case XML_END_CLOSING:
		in_closing(e, c);
		break;
	case XML_END_BANG:
		behind_bang(e, c);
		break;
	case XML_END_DECLARATION:
		in_declaration(e, c);
		break;
	case XML_END_COMMENT:
		until(e, c, "--");
		break;
	case XML_END_CDATA:
		until(e, c, "]]");
		break;
	case XML_END_INSTRUCTION:
		until(e, c, "\0?");
		break;
	}
	e->last[0] = e->last[1];
	e->last[1] = c;
}

size_t xml_end_find(struct xml_end *end, fg_str s)
{
	size_t n = 0;

	while (n < s.n && !end->found) {
		if (end->state == XML_END_TEXT)
			n += fg_find_char(fg_slice(s, n, s.n), '<');
		if (n < s.n)
			read_char(end, s.p[n++]);
	}
	return n;
}
