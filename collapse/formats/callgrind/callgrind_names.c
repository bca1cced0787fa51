/* SPDX-License-Identifier: MIT */
#include "callgrind_names.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

void callgrind_space_init(struct callgrind_space *space,
			  struct fg_frames *names)
{
	*space = (struct callgrind_space){ .names = names,
					   .numbers = fg_frames_new() };
}

void callgrind_space_free(struct callgrind_space *space)
{
	fg_frames_free(space->numbers);
	free(space->texts);
}

/* The length of "(134)" at the start of `text`, or 0. */
static size_t number_size(fg_str text)
{
	size_t i = 1;

	if (text.n < 3 || *text.p != '(')
		return 0;
	while (i < text.n && fg_is_digit(text.p[i]))
		i++;
	return i > 1 && i < text.n && text.p[i] == ')' ? i + 1 : 0;
}

static uint32_t number_of(struct callgrind_space *space, fg_str digits)
{
	uint32_t number = fg_frames_intern(space->numbers, digits);
	size_t old = space->room;

	FG_RESERVE(&space->texts, &space->room, (size_t)number + 1);
	for (size_t i = old; i < space->room; i++)
		space->texts[i] = CALLGRIND_NONE;
	return number;
}

struct callgrind_name callgrind_space_read(struct callgrind_space *space,
					   fg_str text)
{
	struct callgrind_name name = { .number = CALLGRIND_NONE };
	size_t size = number_size(text);
	fg_str rest = fg_trim(fg_slice(text, size, text.n));

	if (size == 0) {
		name.text = fg_frames_intern(space->names, rest);
		return name;
	}
	name.number = number_of(space, fg_slice(text, 0, size));
	if (rest.n > 0) {
		space->texts[name.number] =
			fg_frames_intern(space->names, rest);
	} else if (space->texts[name.number] == CALLGRIND_NONE) {
		/* defined from now on, so there is only one message */
		name.is_undefined = true;
		space->texts[name.number] =
			fg_frames_intern(space->names, fg_slice(text, 0, size));
	}
	name.text = space->texts[name.number];
	return name;
}
