/* SPDX-License-Identifier: MIT */
#ifndef MUTATE_H
#define MUTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* libFuzzer's interface: what it calls, and what it offers. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room,
			       unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);

/* An input that is being changed in place. */
struct edit {
	uint8_t *data;
	size_t size, room;
	uint64_t random;
	size_t tail; /* bytes behind the value that changes */
};

struct span {
	size_t from, to;
};

/* A number below `below`; 0 for 0. */
uint32_t draw(struct edit *e, size_t below);

/* Puts n bytes in the place of `old`; nothing when they do not fit. */
void splice(struct edit *e, struct span old, const uint8_t *p, size_t n);

/* Whether all bytes are fields of a message (mutate_protobuf.c). */
bool is_protobuf(const uint8_t *data, size_t size);
void change_protobuf(struct edit *e);

/* Whether it is a recording of perf's (mutate_perfdata.c). */
bool is_perfdata(const uint8_t *data, size_t size);
void change_perfdata(struct edit *e);

#endif
