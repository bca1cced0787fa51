/* SPDX-License-Identifier: MIT */
#ifndef RECORD_RECORD_BYTES_H
#define RECORD_RECORD_BYTES_H

#include "fg/alloc.h"
#include "fg/text.h"

#include <stdint.h>

/* Appends to the body of a record, in the byte order of this machine. */
static inline void append(struct fg_buffer *to, const void *bytes, size_t n)
{
	fg_buffer_append(to, (fg_str){ (const char *)bytes, n });
}

static inline void append_u32(struct fg_buffer *to, uint32_t value)
{
	append(to, &value, sizeof value);
}

static inline void append_u64(struct fg_buffer *to, uint64_t value)
{
	append(to, &value, sizeof value);
}

#endif
