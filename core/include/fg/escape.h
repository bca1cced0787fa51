/* SPDX-License-Identifier: MIT */
#ifndef FG_ESCAPE_H
#define FG_ESCAPE_H

#include "fg/out.h"

/*
 * Names from outside on their way into other languages. What could drive a
 * terminal, and bytes that are no UTF-8, become '?' in Markdown and XML.
 */

/* A quoted JSON string; bytes that are no UTF-8 become U+FFFD. */
void fg_escape_json(struct fg_out *out, fg_str s);

/* A cell's text: nothing in it ends the cell, starts a tag or formats. */
void fg_escape_markdown(struct fg_out *out, fg_str s);

/*
 * A quoted cell of CSV. One that begins like a formula has an apostrophe before
 * it, because spreadsheets would compute it, also in quotes.
 */
void fg_escape_csv(struct fg_out *out, fg_str s);

/* XML text or an attribute's value in double quotes. */
void fg_escape_xml(struct fg_out *out, fg_str s);

/* The path of a URI: what is neither unreserved nor '/' becomes %XX. */
void fg_escape_uri(struct fg_out *out, fg_str s);

#endif
