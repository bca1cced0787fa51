/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_JSON_H
#define COLLAPSE_JSON_H

#include "fg/alloc.h"
#include "fg/lines.h"
#include "fg/weight.h"

/*
 * JSON as a stream of values; only this module uses yajl. Only a piece of the
 * input is in memory at a time, nothing recurses, and values before damage or
 * a cut are delivered as usual.
 *
 *	struct json *json = json_open(in, diag);
 *	fg_str key;
 *	int64_t n, sum = 0;
 *
 *	json_object(json);
 *	while (json_key(json, &key)) {
 *		if (fg_equal(key, FG_STR("weights")) && json_array(json)) {
 *			while (json_item(json))
 *				sum += json_int(json, &n) ? n : 0;
 *		}
 *	}
 *	status = json_close(json);
 *
 * json_key and json_item step to the next member or item, before its value. A
 * value that is not taken is skipped by the next step, and so is a value of
 * another type than was asked for. After json_object or json_array returned
 * true, step until false. At the end of the input all steps return false.
 *
 * These are read although they are not JSON: broken UTF-8 and control
 * characters in strings (as blanks), a comma before a closing bracket, words
 * like NaN (as null), and "x":] for an empty array, which DHAT writes.
 */
struct json;

enum json_type {
	JSON_END, /* of the input */
	JSON_OBJECT,
	JSON_ARRAY,
	JSON_STRING,
	JSON_NUMBER,
	JSON_TRUE,
	JSON_FALSE,
	JSON_NULL,
};

/* Deeper nesting is an error, because every level takes memory. */
enum { JSON_DEPTH_MAX = 1000000 };

/* Borrows `in` until the close. */
struct json *json_open(struct fg_lines *in, struct fg_diag *diag);

/* For inputs whose last ']' may be missing; there is no warning then. */
void json_allow_open_end(struct json *json);

/*
 * Frees the reader. Warns if the input was damaged or cut, or goes on after
 * the value; fails only if reading failed or a limit was reached.
 */
FG_MUST_USE fg_status json_close(struct json *json);

/* The type of the next value, without taking it. */
enum json_type json_peek(struct json *json);

/* True: the next value is one, and is entered. */
bool json_object(struct json *json);
bool json_array(struct json *json);

/* The next member or item; false at the end of the object or array. */
bool json_key(struct json *json, fg_str *key);
bool json_item(struct json *json);

/*
 * Whether the input ended inside the current value: then the last object or
 * array is incomplete, although its last step only returned false.
 */
bool json_ended(const struct json *json);

/* True: the value is a string; its bytes are valid until the next call. */
bool json_string(struct json *json, fg_str *text);

/*
 * True: the value is a number. Decimals are cut off; a number that does not
 * fit becomes INT64_MIN or INT64_MAX.
 */
bool json_int(struct json *json, int64_t *value);

/*
 * True: the value is a number; *value in units of 10^-decimals, rounded to
 * nearest, INT64_MIN or INT64_MAX where it does not fit. Decimals: up to 9.
 */
bool json_fixed(struct json *json, unsigned decimals, int64_t *value);

/*
 * As json_fixed, but if a number four times as large would not fit, it has
 * fewer decimals; *decimals is set to their number.
 */
bool json_fixed_fit(struct json *json, unsigned *decimals, int64_t *value);

/* True: the value is true or false. */
bool json_bool(struct json *json, bool *value);

/* Skips the value. */
void json_skip(struct json *json);

/*
 * Finds which of the `paths` (up to 32, ended by NULL) exist in the JSON text
 * that begins with `head`, as far as it goes: bit i for paths[i].
 * ".meta.product" is a member of a member, "[].ph" a member of any item; four
 * levels are searched. For detection: `head` may be cut anywhere, and may be
 * other text than JSON, which has no paths. Keys that are written with escapes
 * are not found. O(head.n).
 */
unsigned json_head_find(fg_str head, const char *const *paths);

/*
 * Appends the first keys of the outermost object to `to`: "name, value"; for
 * an array, the keys of its first items. Appends nothing for other text than
 * JSON.
 */
void json_head_keys(fg_str head, struct fg_buffer *to);

/*
 * Whether the first byte of `head` that is not white space begins a JSON
 * object or array.
 */
bool json_head_is(fg_str head);

#endif
