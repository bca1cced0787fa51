/* SPDX-License-Identifier: MIT */
#ifndef CALLGRIND_NAMES_H
#define CALLGRIND_NAMES_H

#include "fg/frames.h"

/*
 * Names are given a number where they stand first, "(134) copy_hwcaps", and
 * are the number alone later, "(134)"; or they are written out every time.
 * Files, objects and functions are numbered apart: a space for each.
 *
 *	struct callgrind_space files;
 *	callgrind_space_init(&files, names);
 *	name = callgrind_space_read(&files, FG_STR("(38) ./elf/dl-hwcaps.c"));
 *	callgrind_space_free(&files);
 */
#define CALLGRIND_NONE UINT32_MAX

struct callgrind_name {
	fg_frame text; /* in `names` */
	uint32_t number; /* which of the space's numbers, or CALLGRIND_NONE */
	bool is_undefined; /* a number that was not given; text is "(134)" */
};

struct callgrind_space {
	struct fg_frames *names; /* borrowed */
	struct fg_frames *numbers; /* their digits, so they may be of any size */
	fg_frame *texts; /* of each number, or CALLGRIND_NONE */
	size_t room;
};

void callgrind_space_init(struct callgrind_space *space,
			  struct fg_frames *names);
void callgrind_space_free(struct callgrind_space *space);

struct callgrind_name callgrind_space_read(struct callgrind_space *space,
					   fg_str text);

#endif
