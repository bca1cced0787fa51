/* SPDX-License-Identifier: MIT */
#ifndef DIFF_ESCAPE_H
#define DIFF_ESCAPE_H

#include "fg/out.h"

/*
 * Names from outside on their way into other languages. What could drive a
 * terminal, and bytes that are no UTF-8, become '?' in Markdown and XML.
 */

/* A quoted JSON string; bytes that are no UTF-8 become U+FFFD. */
void escape_json(struct fg_out *out, fg_str s);

/* A cell's text: nothing in it ends the cell, starts a tag or formats. */
void escape_markdown(struct fg_out *out, fg_str s);

/* XML text or an attribute's value in double quotes. */
void escape_xml(struct fg_out *out, fg_str s);

/* The path of a URI: what is neither unreserved nor '/' becomes %XX. */
void escape_uri(struct fg_out *out, fg_str s);

#endif
