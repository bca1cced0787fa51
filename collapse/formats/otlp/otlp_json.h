/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_OTLP_JSON_H
#define COLLAPSE_FORMATS_OTLP_JSON_H

#include "input/json.h"

/*
 * Rewrites OTLP's JSON as a protocol buffer, so that one reader reads both:
 * names of fields become the numbers of otlp_layout_of_json. Names may be in
 * lowerCamelCase, as OTLP has them, or as in the .proto files. Other members
 * are skipped.
 *
 * Appends the next value of `json`. Where the input is cut, `message` has all
 * that is whole. *is_refused: it is v1experimental's.
 */
void otlp_json_read(struct json *json, struct fg_buffer *message,
		    bool *is_refused);

#endif
