/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_XML_END_H
#define COLLAPSE_XML_END_H

#include "fg/base.h"

/*
 * Finds the end of an XML document in input that goes on after it: documents
 * joined with cat, or other bytes. libxml2 takes these for an error and then
 * drops the last bytes before them. For xml.c.
 *
 *	struct xml_end end = { 0 };
 *	n = xml_end_find(&end, bytes);
 *	if (end.found)
 *		... the document ends at bytes.p + n
 *
 * Text that is not well-formed either goes on, or ends where as many elements
 * are closed as were opened.
 */
enum xml_end_state {
	XML_END_TEXT,
	XML_END_OPEN, /* after < */
	XML_END_TAG,
	XML_END_CLOSING, /* </a> */
	XML_END_BANG, /* after <! */
	XML_END_DECLARATION, /* <!DOCTYPE a [...]> */
	XML_END_COMMENT,
	XML_END_CDATA,
	XML_END_INSTRUCTION, /* <?a?> */
};

/* libxml2 compares each attribute of an element with all before it. */
enum { XML_ATTRIBUTES_MAX = 1000 };

struct xml_end {
	enum xml_end_state state;
	bool found;
	char quote; /* open in a tag or a declaration; else 0 */
	char last[2]; /* the two bytes before */
	size_t depth; /* of open elements, or of [ in a declaration */
	size_t attributes; /* of the open tag */
	bool overfull; /* `found` because of too many attributes */
};

/*
 * Takes the next bytes of the input. Returns how many of them belong to the
 * document: all, unless end->found. O(s.n).
 */
size_t xml_end_find(struct xml_end *end, fg_str s);

#endif
