/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_XML_H
#define COLLAPSE_XML_H

#include "fg/lines.h"

/*
 * XML as a stream of elements and texts; only this module uses libxml2.
 * Nothing is fetched, entities are expanded within the limits of libxml2, and
 * damaged documents are read as far as possible, with a warning.
 *
 *	struct xml *xml = xml_new(c->in, c->diag);
 *	while (xml_next(xml)) {
 *		if (xml->event == XML_START && xml_is(xml, "row"))
 *			id = xml_attribute(xml, "id");
 *	}
 *	xml_free(xml);
 *
 * Bytes that XML does not allow (control characters, text that is not UTF-8)
 * are returned unchanged.
 */
enum xml_event { XML_START, XML_END, XML_TEXT };

struct xml {
	enum xml_event event;
	fg_str name; /* of the element, without prefix; empty for texts */
	fg_str text; /* of a text, which may come in several pieces */
	struct xml_reader *reader;
};

/* A reader for the rest of `in`; borrows both until xml_free(). */
struct xml *xml_new(struct fg_lines *in, struct fg_diag *diag);
void xml_free(struct xml *xml); /* NULL is allowed */

/* The next event; false at the document's end. <a/> is a start and an end. */
bool xml_next(struct xml *xml);

/*
 * After xml_next() returned false: goes on with the next document of the
 * input, as cat joins them. False where there is none; with a warning, if
 * there is something else.
 */
bool xml_more(struct xml *xml);

/*
 * Whether an input that begins with `start` is HTML: it may lack end tags, and
 * may have small pictures that are not flame graphs.
 */
bool xml_is_page(fg_str start);

/* Whether the element has this name. */
bool xml_is(const struct xml *xml, const char *name);

/*
 * An attribute of the element that starts, by its name with prefix; p is NULL
 * where there is none. Valid until the next event.
 */
fg_str xml_attribute(struct xml *xml, const char *name);

#endif
