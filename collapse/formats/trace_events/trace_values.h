/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_TRACE_VALUES_H
#define COLLAPSE_TRACE_VALUES_H

#include "fg/alloc.h"
#include "input/json.h"

/* Values of a trace, which writers give as numbers or as strings. */

/* Replaces the content of `to`, by nothing if it is neither. */
void trace_read_text(struct json *json, struct fg_buffer *to);

/* As json_fixed, also from a string. */
bool trace_read_fixed(struct json *json, unsigned decimals, int64_t *value);

#endif
