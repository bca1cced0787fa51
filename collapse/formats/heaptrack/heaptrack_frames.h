/* SPDX-License-Identifier: MIT */
#ifndef HEAPTRACK_FRAMES_H
#define HEAPTRACK_FRAMES_H

#include "names/native.h"

/*
 * The frames of an interpreted file: strings, and instruction pointers that
 * refer to them. Both are numbered from 1 in order of appearance.
 *
 *	s 12 shapes::build(int)
 *	i 55e78c0f02c3 1 16 15 11
 *
 * An instruction pointer has its address, its module, and a function, file and
 * line for each function that was inlined there, innermost first.
 */
struct heaptrack_frames {
	fg_str *strings;
	size_t string_count, string_room;
	struct heaptrack_ip *ips;
	size_t ip_count, ip_room;
	struct heaptrack_call *calls; /* of all ips */
	size_t call_count, call_room;
	fg_frame *ids; /* of the ips that were pushed */
	size_t id_count, id_room;
	struct fg_arena texts;
	uint64_t bad; /* numbers of strings or ips that do not exist */
};

void heaptrack_frames_free(struct heaptrack_frames *frames);

/* Adds a string, which gets the next number. */
void heaptrack_frames_string(struct heaptrack_frames *frames, fg_str text);

/* Reads the text after "i "; false when it is not valid. */
bool heaptrack_frames_ip(struct heaptrack_frames *frames, fg_str text);

/* The innermost function at the ip; empty where it has no name. */
fg_str heaptrack_frames_name(struct heaptrack_frames *frames, uint64_t ip);

/* Pushes the ip's frames, the innermost first. */
void heaptrack_frames_push(struct heaptrack_frames *frames, uint64_t ip,
			   struct namer *namer, struct stackbuf *stack);

#endif
