/* SPDX-License-Identifier: MIT */
#include "xml.h"

#include <libxml/xmlreader.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "xml_end.h"

/*
 * XML cannot represent some bytes, and libxml2 stops at them. They are hidden
 * as characters of a private area, U+10FF00 to U+10FFFF, and restored in the
 * output. Such characters in the input are themselves hidden byte by byte, so
 * that the mapping is unique.
 */
enum { HIDDEN_SIZE = 4, INPUT_SIZE = 16384 };

/*
 * At an unexpected end, libxml2 forgets the elements that it has read ahead.
 * So blanks are added, more than it reads at once, and it returns these
 * elements.
 */
enum { PADDING_MAX = 8192 };

struct xml_reader {
	xmlTextReaderPtr reader;
	struct fg_lines *in;
	struct fg_diag *diag;
	char input[INPUT_SIZE]; /* read, but not processed yet */
	size_t input_size;
	bool at_end;
	struct fg_buffer ready; /* processed, but not returned yet */
	size_t handed;
	size_t padded; /* number of blanks added */
	struct fg_buffer text; /* of the event */
	xmlChar *values[16]; /* attributes that were returned */
	struct fg_buffer shown[16]; /* with their bytes restored */
	size_t value_count;
	bool end_follows, warned;
	bool refused; /* the rest of the input is not read */
	struct xml_end end; /* the end of the current document */
	bool is_page; /* the document is HTML, which may lack end tags */
	bool is_first;
};

static void hide(struct fg_buffer *to, unsigned char byte)
{
	const char hidden[HIDDEN_SIZE] = {
		(char)0xf4,
		(char)0x8f,
		(char)(0xbc | byte >> 6),
		(char)(0x80 | (byte & 0x3f)),
	};

	fg_buffer_append(to, (fg_str){ hidden, HIDDEN_SIZE });
}

static bool is_hidden(fg_str s)
{
	return s.n >= HIDDEN_SIZE && (unsigned char)s.p[0] == 0xf4 &&
	       (unsigned char)s.p[1] == 0x8f &&
	       ((unsigned char)s.p[2] & 0xfc) == 0xbc;
}

/* The length of the character at the start of `s` that XML allows, or 0. */
static size_t allowed(fg_str s)
{
	unsigned char c = (unsigned char)*s.p;
	size_t n = fg_utf8_length(s);

	if (c < ' ' && c != '\t' && c != '\n' && c != '\r')
		return 0;
	/* U+FFFE and U+FFFF are not characters */
	if (n == 3 && c == 0xef && (unsigned char)s.p[1] == 0xbf &&
	    (unsigned char)s.p[2] >= 0xbe)
		return 0;
	return is_hidden(s) ? 0 : n;
}

/*
 * The longest prefix of allowed characters that each have at least `least`
 * bytes left.
 */
static size_t allowed_run(fg_str s, size_t least)
{
	size_t at = 0, n = 1;

	while (n > 0 && s.n - at >= least) {
		if (s.p[at] >= ' ' && s.p[at] < 0x7f)
			n = 1;
		else
			n = allowed(fg_slice(s, at, s.n));
		at += n;
	}
	return at;
}

/*
 * Hides bytes that XML does not allow; keeps an incomplete character for
 * later.
 */
static void prepare(struct xml_reader *r)
{
	fg_str rest = { r->input, r->input_size };
	size_t least = r->at_end ? 1 : HIDDEN_SIZE;

	while (rest.n >= least) {
		size_t n = allowed_run(rest, least);

		fg_buffer_append(&r->ready, fg_slice(rest, 0, n));
		rest = fg_slice(rest, n, rest.n);
		if (rest.n >= least) {
			hide(&r->ready, (unsigned char)*rest.p);
			rest = fg_slice(rest, 1, rest.n);
		}
	}
	memmove(r->input, rest.p, rest.n);
	r->input_size = rest.n;
}

/* The processed bytes: at least `least`, if the input has as many. */
static fg_str look(struct xml_reader *r, size_t least)
{
	if (r->refused)
		return FG_STR("");
	while (r->ready.n - r->handed < least && !r->at_end) {
		size_t n = fg_lines_read(r->in, r->input + r->input_size,
					 INPUT_SIZE - r->input_size);

		if (r->handed == r->ready.n)
			r->handed = r->ready.n = 0;
		r->input_size += n;
		r->at_end = n == 0;
		prepare(r);
	}
	return fg_slice(fg_buffer_text(&r->ready), r->handed, r->ready.n);
}

static size_t pad(struct xml_reader *r, char *to, size_t size)
{
	size_t n = PADDING_MAX - r->padded;

	n = n < size ? n : size;
	memset(to, ' ', n);
	r->padded += n;
	return n;
}

/* The number of the bytes that belong to the document. */
static size_t find_end(struct xml_reader *r, fg_str bytes)
{
	size_t n = xml_end_find(&r->end, bytes);

	while (r->is_page && n < bytes.n && !r->end.overfull) {
		r->end.found = false;
		n += xml_end_find(&r->end, fg_slice(bytes, n, bytes.n));
	}
	if (!r->end.overfull)
		return n;
	fg_warn(r->diag, fg_lines_whole(r->in),
		"an element with more than %d attributes; it and the rest are "
		"not read",
		XML_ATTRIBUTES_MAX);
	r->refused = true;
	return n;
}

/* Read callback; ends where the document ends. */
static int read_some(void *context, char *to, int size)
{
	struct xml_reader *r = context;
	fg_str bytes;

	if (r->end.found)
		return 0;
	bytes = look(r, 1);
	if (bytes.n == 0)
		return (int)pad(r, to, (size_t)size);
	if (bytes.n > (size_t)size)
		bytes.n = (size_t)size;
	bytes.n = find_end(r, bytes);
	if (bytes.n > 0)
		memcpy(to, bytes.p, bytes.n);
	r->handed += bytes.n;
	return (int)bytes.n;
}

static int close_nothing(void *context)
{
	(void)context;
	return 0;
}

/* Reports only the first error: others mostly follow from it. */
static void on_error(void *context, xmlErrorPtr error)
{
	struct xml_reader *r = context;
	fg_str message = fg_from_c(error->message);
	struct fg_loc loc = { fg_lines_loc(r->in).file,
			      error->line > 0 && r->is_first
				      ? (uint64_t)error->line
				      : 0 };

	if (r->warned)
		return;
	r->warned = true;
	message = fg_trim(message);
	fg_warn(r->diag, loc, "not well-formed: %.*s", FG_FMT(message));
}

static void *reallocate(void *old, size_t size)
{
	return fg_realloc_array(old, size, 1);
}

static char *duplicate(const char *s)
{
	return fg_str_dup(fg_from_c(s));
}

bool xml_is_page(fg_str start)
{
	start = fg_trim(start);
	return fg_starts_with(start, FG_STR("<!DOCTYPE html")) ||
	       fg_starts_with(start, FG_STR("<!doctype html")) ||
	       fg_starts_with(start, FG_STR("<html"));
}

static void begin(struct xml_reader *r)
{
	r->is_page = xml_is_page(look(r, INPUT_SIZE / 16));
	r->end = (struct xml_end){ 0 };
	r->reader = xmlReaderForIO(read_some, close_nothing, r, NULL, "UTF-8",
				   XML_PARSE_RECOVER | XML_PARSE_NONET |
					   XML_PARSE_NOCDATA);
	if (r->reader)
		xmlTextReaderSetStructuredErrorHandler(r->reader, on_error, r);
}

struct xml *xml_new(struct fg_lines *in, struct fg_diag *diag)
{
	struct xml *xml = fg_calloc(1, sizeof *xml);
	struct xml_reader *r = fg_calloc(1, sizeof *r);

	/*
	 * without memory, libxml2 prints a message and goes on, so it uses our
	 * functions
	 */
	(void)xmlMemSetup(free, fg_malloc, reallocate, duplicate);
	r->in = in;
	r->diag = diag;
	r->is_first = true;
	xml->reader = r;
	begin(r);
	return xml;
}

static void forget_values(struct xml_reader *r)
{
	while (r->value_count > 0)
		xmlFree(r->values[--r->value_count]);
}

void xml_free(struct xml *xml)
{
	struct xml_reader *r;

	if (!xml)
		return;
	r = xml->reader;
	forget_values(r);
	xmlFreeTextReader(r->reader);
	for (size_t i = 0; i < sizeof r->shown / sizeof *r->shown; i++)
		free(r->shown[i].p);
	free(r->ready.p);
	free(r->text.p);
	free(r);
	free(xml);
}

/* `s` with its hidden bytes restored; in `room` if there were any. */
static fg_str show(fg_str s, struct fg_buffer *room)
{
	size_t plain = 0;

	while (plain < s.n && !is_hidden(fg_slice(s, plain, s.n)))
		plain++;
	if (plain == s.n)
		return s;
	room->n = 0;
	for (size_t i = 0; i < s.n; i++) {
		fg_str rest = fg_slice(s, i, s.n);
		char byte = s.p[i];

		if (is_hidden(rest)) {
			byte = (char)(((unsigned char)rest.p[2] & 3) << 6 |
				      ((unsigned char)rest.p[3] & 0x3f));
			i += HIDDEN_SIZE - 1;
		}
		fg_buffer_append(room, (fg_str){ &byte, 1 });
	}
	return fg_buffer_text(room);
}

static fg_str from_xml(const xmlChar *s)
{
	return fg_from_c((const char *)s);
}

/* Turns a node into an event; false for nodes of other kinds. */
static bool take_node(struct xml *xml)
{
	struct xml_reader *r = xml->reader;

	xml->name = (fg_str){ "", 0 };
	switch (xmlTextReaderNodeType(r->reader)) {
	case XML_READER_TYPE_ELEMENT:
		xml->event = XML_START;
		xml->name = from_xml(xmlTextReaderConstLocalName(r->reader));
		r->end_follows = xmlTextReaderIsEmptyElement(r->reader) == 1;
		return true;
	case XML_READER_TYPE_END_ELEMENT:
		xml->event = XML_END;
		xml->name = from_xml(xmlTextReaderConstLocalName(r->reader));
		return true;
	case XML_READER_TYPE_TEXT:
	case XML_READER_TYPE_CDATA:
		xml->event = XML_TEXT;
		xml->text = show(from_xml(xmlTextReaderConstValue(r->reader)),
				 &r->text);
		return true;
	default:
		return false;
	}
}

bool xml_next(struct xml *xml)
{
	struct xml_reader *r = xml->reader;

	forget_values(r);
	if (r->end_follows) {
		r->end_follows = false;
		xml->event = XML_END;
		return true;
	}
	if (!r->reader)
		return false;
	while (xmlTextReaderRead(r->reader) == 1) {
		if (take_node(xml))
			return true;
	}
	return false;
}

static void skip_until(struct xml_reader *r, const char *end)
{
	fg_str mark = fg_from_c(end), rest = look(r, mark.n);

	while (rest.n >= mark.n && !fg_starts_with(rest, mark)) {
		r->handed++;
		rest = look(r, mark.n);
	}
	r->handed += rest.n < mark.n ? rest.n : mark.n;
}

/* Skips blanks, comments and instructions, which may follow a document. */
static fg_str skip_trifles(struct xml_reader *r)
{
	for (;;) {
		fg_str rest = look(r, sizeof "<?xml " - 1);

		if (rest.n > 0 && (fg_is_blank(*rest.p) || *rest.p == '\n' ||
				   *rest.p == '\r'))
			r->handed++;
		else if (fg_starts_with(rest, FG_STR("\xEF\xBB\xBF")))
			r->handed += 3;
		else if (fg_starts_with(rest, FG_STR("<!--")))
			skip_until(r, "-->");
		else if (fg_starts_with(rest, FG_STR("<?")) &&
			 !fg_starts_with(rest, FG_STR("<?xml")))
			skip_until(r, "?>");
		else
			return rest;
	}
}

bool xml_more(struct xml *xml)
{
	struct xml_reader *r = xml->reader;
	fg_str rest;

	if (!r->reader || !r->end.found)
		return false;
	rest = skip_trifles(r);
	if (rest.n == 0)
		return false;
	if (*rest.p != '<') {
		fg_warn(r->diag, (struct fg_loc){ fg_lines_loc(r->in).file, 0 },
			"text after the end of the document is left out");
		return false;
	}
	xmlFreeTextReader(r->reader);
	r->is_first = false;
	begin(r);
	return r->reader != NULL;
}

bool xml_is(const struct xml *xml, const char *name)
{
	return fg_equal(xml->name, fg_from_c(name));
}

fg_str xml_attribute(struct xml *xml, const char *name)
{
	struct xml_reader *r = xml->reader;
	size_t i = r->value_count;
	xmlChar *value;

	if (i == sizeof r->values / sizeof *r->values)
		return (fg_str){ NULL, 0 };
	value = xmlTextReaderGetAttribute(r->reader, (const xmlChar *)name);
	if (!value)
		return (fg_str){ NULL, 0 };
	r->values[r->value_count++] = value;
	return show(from_xml(value), &r->shown[i]);
}
