/* SPDX-License-Identifier: MIT */
/*
 * A field of a protocol buffer is a key, which has its number and its wire
 * type, then its value; a message inside a message is a length and its bytes.
 * A change inside makes every length around it wrong; these are written anew,
 * from the inside to the outside.
 */
#include <stdlib.h>
#include <string.h>

#include "mutate.h"

enum { VARINT, FIXED64, BYTES, FIXED32 = 5, DEEPEST = 6, VARINT_MOST = 10 };

struct field {
	struct span all, value; /* value: behind the length, if it has one */
	size_t length_at; /* of BYTES */
	unsigned type;
};

static bool take_varint(const uint8_t *data, size_t to, size_t *at,
			uint64_t *value)
{
	*value = 0;
	for (unsigned shift = 0; *at < to && shift < 70; shift += 7) {
		uint8_t byte = data[(*at)++];

		if (shift < 64)
			*value |= (uint64_t)(byte & 127) << shift;
		if (byte < 128)
			return true;
	}
	return false;
}

static bool take_field(const uint8_t *data, size_t to, size_t at,
		       struct field *field)
{
	uint64_t key, n = 0;

	field->all.from = at;
	if (!take_varint(data, to, &at, &key) || key < 8)
		return false;
	field->type = key & 7;
	field->length_at = field->value.from = at;
	if (field->type == VARINT) {
		if (!take_varint(data, to, &at, &n))
			return false;
		n = 0;
	} else if (field->type == BYTES) {
		if (!take_varint(data, to, &at, &n))
			return false;
		field->value.from = at;
	} else if (field->type == FIXED64 || field->type == FIXED32) {
		n = field->type == FIXED64 ? 8 : 4;
	} else {
		return false;
	}
	if (n > to - at)
		return false;
	field->value.to = field->all.to = at + (size_t)n;
	return true;
}

static size_t count_fields(const uint8_t *data, struct span message)
{
	struct field field;
	size_t count = 0;

	for (; message.from < message.to; count++) {
		if (!take_field(data, message.to, message.from, &field))
			return 0;
		message.from = field.all.to;
	}
	return count;
}

bool is_protobuf(const uint8_t *data, size_t size)
{
	return count_fields(data, (struct span){ 0, size }) > 1;
}

static struct field nth_field(const uint8_t *data, struct span message,
			      size_t n)
{
	struct field field = { .all = { 0, 0 } };

	do {
		take_field(data, message.to, message.from, &field);
		message.from = field.all.to;
	} while (n-- > 0);
	return field;
}

static size_t put_varint(uint8_t *to, uint64_t value)
{
	size_t n = 0;

	for (; value > 127; value >>= 7)
		to[n++] = (uint8_t)(value | 128);
	to[n++] = (uint8_t)value;
	return n;
}

/* A number of any size; small ones, as indices are, more often. */
static uint64_t any_value(struct edit *e)
{
	uint64_t value = (uint64_t)draw(e, 1U << 31) << 33 | draw(e, 1U << 31);

	return draw(e, 2) ? draw(e, 20) : value >> draw(e, 64);
}

static void change_value(struct edit *e, const struct field *field)
{
	size_t n = field->value.to - field->value.from;
	uint8_t number[VARINT_MOST], *bytes;

	if (field->type != BYTES) {
		uint64_t value = any_value(e);

		if (field->type == VARINT)
			n = put_varint(number, value);
		else
			memcpy(number, &value, n);
		splice(e, field->value, number, n);
		return;
	}
	bytes = malloc(2 * n + 16);
	if (!bytes)
		return;
	memcpy(bytes, e->data + field->value.from, n);
	n = LLVMFuzzerMutate(bytes, n, 2 * n + 16);
	splice(e, field->value, bytes, n);
	free(bytes);
}

static void change_field(struct edit *e, const struct field *field,
			 const struct field *other)
{
	size_t n = field->all.to - field->all.from;
	uint8_t *copy = malloc(n);

	if (!copy)
		return;
	memcpy(copy, e->data + field->all.from, n);
	switch (draw(e, 5)) {
	case 0:
		splice(e, field->all, NULL, 0);
		break;
	case 1:
		splice(e, (struct span){ other->all.to, other->all.to }, copy,
		       n);
		break;
	case 2:
		splice(e, other->all, copy, n);
		break;
	default:
		change_value(e, field);
		if (field->type == BYTES) {
			/* its own length stands behind the key */
			uint8_t length[VARINT_MOST];
			size_t now = e->size - e->tail - field->value.from;

			splice(e,
			       (struct span){ field->length_at,
					      field->value.from },
			       length, put_varint(length, now));
		}
	}
	free(copy);
}

void change_protobuf(struct edit *e)
{
	struct span messages[DEEPEST] = { { 0, e->size } };
	struct field around[DEEPEST], field, other;
	size_t depth = 0, count = count_fields(e->data, messages[0]);

	for (;; depth++) {
		size_t inner;

		field = nth_field(e->data, messages[depth], draw(e, count));
		other = nth_field(e->data, messages[depth], draw(e, count));
		if (field.type != BYTES || depth + 1 == DEEPEST ||
		    draw(e, 4) == 0)
			break;
		inner = count_fields(e->data, field.value);
		if (inner == 0)
			break;
		around[depth] = field;
		messages[depth + 1] = field.value;
		count = inner;
	}
	e->tail = e->size - field.value.to;
	change_field(e, &field, &other);
	while (depth-- > 0) {
		uint8_t length[VARINT_MOST];
		/* what follows the message has not changed */
		size_t behind = messages[0].to - around[depth].value.to;
		size_t now = e->size - behind - around[depth].value.from;

		splice(e,
		       (struct span){ around[depth].length_at,
				      around[depth].value.from },
		       length, put_varint(length, now));
	}
}
