/* SPDX-License-Identifier: MIT */
#include "protobuf.h"

#include "fg/text.h"

/*
 * A varint has seven bits per byte, the lowest first; the top bit says that
 * more bytes follow.
 */
static bool take_varint(fg_str *rest, uint64_t *value)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < rest->n && i < 10; i++) {
		unsigned char byte = (unsigned char)rest->p[i];

		sum |= (uint64_t)(byte & 0x7f) << (7 * i);
		if (byte < 0x80) {
			*rest = fg_slice(*rest, i + 1, rest->n);
			*value = sum;
			return true;
		}
	}
	return false;
}

static bool take_fixed(fg_str *rest, size_t size, uint64_t *value)
{
	uint64_t sum = 0;

	if (rest->n < size)
		return false;
	for (size_t i = 0; i < size; i++)
		sum |= (uint64_t)(unsigned char)rest->p[i] << (8 * i);
	*rest = fg_slice(*rest, size, rest->n);
	*value = sum;
	return true;
}

static bool take_bytes(fg_str *rest, fg_str *bytes)
{
	uint64_t size;

	if (!take_varint(rest, &size))
		return false;
	if (size > rest->n) {
		*bytes = *rest;
		return false;
	}
	*bytes = fg_slice(*rest, 0, (size_t)size);
	*rest = fg_slice(*rest, (size_t)size, rest->n);
	return true;
}

static bool take_value(fg_str *rest, struct pb_field *field)
{
	switch (field->wire) {
	case PB_VARINT:
		return take_varint(rest, &field->value);
	case PB_FIXED64:
		return take_fixed(rest, 8, &field->value);
	case PB_BYTES:
		return take_bytes(rest, &field->bytes);
	case PB_FIXED32:
		return take_fixed(rest, 4, &field->value);
	}
	return false;
}

bool pb_next(struct pb *message, struct pb_field *field)
{
	uint64_t tag;

	if (message->damaged || message->rest.n == 0)
		return false;
	if (!take_varint(&message->rest, &tag) || tag >> 3 == 0 ||
	    tag > UINT32_MAX) {
		message->damaged = true;
		return false;
	}
	*field = (struct pb_field){ .number = (uint32_t)(tag >> 3),
				    .wire = (enum pb_wire)(tag & 7) };
	message->damaged = !take_value(&message->rest, field);
	return !message->damaged;
}

bool pb_next_part(struct pb *message, struct pb_field *field)
{
	field->bytes = (fg_str){ NULL, 0 };
	if (message->damaged)
		return false;
	return pb_next(message, field) || field->bytes.p;
}

bool pb_numbers(fg_str message, uint64_t *const *fields, size_t count)
{
	struct pb part = { message, false };
	struct pb_field f;

	while (pb_next(&part, &f)) {
		if (f.number < count && fields[f.number])
			*fields[f.number] = f.value;
	}
	return !part.damaged;
}

bool pb_number(struct pb_field *field, uint64_t *number)
{
	if (field->number == 0)
		return false;
	if (pb_is_bytes(field)) {
		if (take_varint(&field->bytes, number))
			return true;
		field->number = 0;
		return false;
	}
	*number = field->value;
	field->number = 0;
	return true;
}

void pb_put_varint(struct fg_buffer *to, uint64_t value)
{
	char bytes[10];
	size_t n = 0;

	for (; value > 127; value >>= 7)
		bytes[n++] = (char)(value | 128);
	bytes[n++] = (char)value;
	fg_buffer_append(to, (fg_str){ bytes, n });
}

void pb_put_number(struct fg_buffer *to, uint32_t field, uint64_t value)
{
	pb_put_varint(to, (uint64_t)field << 3 | PB_VARINT);
	pb_put_varint(to, value);
}

void pb_put_bytes(struct fg_buffer *to, uint32_t field, fg_str bytes)
{
	pb_put_varint(to, (uint64_t)field << 3 | PB_BYTES);
	pb_put_varint(to, bytes.n);
	fg_buffer_append(to, bytes);
}
