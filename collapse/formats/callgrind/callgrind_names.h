/* SPDX-License-Identifier: MIT */
#ifndef CALLGRIND_NAMES_H
#define CALLGRIND_NAMES_H

#include "fg/frames.h"

/*
 * A name gets a number where it first occurs, "(134) copy_hwcaps", and is only
 * the number later, "(134)"; or names are written in full every time. Files,
 * objects and functions have separate numbers: one space each.
 *
 *	struct callgrind_space files;
 *	callgrind_space_init(&files, names);
 *	name = callgrind_space_read(&files, FG_STR("(38) ./elf/dl-hwcaps.c"));
 *	callgrind_space_free(&files);
 */
#define CALLGRIND_NONE UINT32_MAX

struct callgrind_name {
	fg_frame text; /* in `names` */
	uint32_t number; /* its number in the space, or CALLGRIND_NONE */
	bool is_undefined; /* the number has no name; text is "(134)" */
};

struct callgrind_space {
	struct fg_frames *names; /* borrowed */
	struct fg_frames *numbers; /* their digits, so they may be of any size */
	fg_frame *texts; /* the text of each number, or CALLGRIND_NONE */
	size_t room;
};

void callgrind_space_init(struct callgrind_space *space,
			  struct fg_frames *names);
void callgrind_space_free(struct callgrind_space *space);

struct callgrind_name callgrind_space_read(struct callgrind_space *space,
					   fg_str text);

#endif
