/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_PROTOBUF_H
#define COLLAPSE_PROTOBUF_H

#include "fg/alloc.h"

/*
 * The wire format of protocol buffers: a message is a sequence of fields, each
 * with a number and a value, in any order. Nothing is copied or allocated;
 * another reader reads a message inside a field.
 *
 *	struct pb message = { text };
 *	struct pb_field field;
 *
 *	while (pb_next(&message, &field)) {
 *		if (field.number == 2 && pb_is_bytes(&field))
 *			...
 *	}
 *	if (message.damaged)
 *		...
 */
struct pb {
	fg_str rest; /* not read yet */
	bool damaged; /* cut inside a field, or not a message */
};

enum pb_wire {
	PB_VARINT,
	PB_FIXED64,
	PB_BYTES, /* text, a message, or many numbers */
	PB_FIXED32 = 5,
};

struct pb_field {
	uint32_t number;
	enum pb_wire wire;
	uint64_t value; /* unless PB_BYTES */
	fg_str bytes; /* if PB_BYTES; borrowed from the message */
};

/* The next field; false at the end, and where the message is damaged. */
bool pb_next(struct pb *message, struct pb_field *field);

/*
 * As pb_next, for messages whose beginning is of use without their end: where
 * the message is cut inside a field of PB_BYTES, that field has the bytes that
 * are there, and message->damaged is true.
 */
bool pb_next_part(struct pb *message, struct pb_field *field);

/*
 * Reads a message of numbers: field i sets *fields[i], which may be NULL, if i
 * is below `count`. False: the message is damaged; what comes before is read.
 */
bool pb_numbers(fg_str message, uint64_t *const *fields, size_t count);

/*
 * Reads the next number of a repeated field, which may be single or packed.
 * `field` is used up; false at the end.
 *
 *	while (pb_number(&field, &number))
 *		...
 */
bool pb_number(struct pb_field *field, uint64_t *number);

/* Append a varint; a field with a number; a field with bytes. */
void pb_put_varint(struct fg_buffer *to, uint64_t value);
void pb_put_number(struct fg_buffer *to, uint32_t field, uint64_t value);
void pb_put_bytes(struct fg_buffer *to, uint32_t field, fg_str bytes);

static inline bool pb_is_bytes(const struct pb_field *field)
{
	return field->wire == PB_BYTES;
}

#endif
